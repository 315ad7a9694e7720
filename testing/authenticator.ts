import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { ORIGIN } from '@/testing/accounts';

// A browser with an authenticator that makes and uses passkeys, as WebAuthn says, on ES256.

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url');
const FLAGS = { present: 0x01, verified: 0x04, hasCredential: 0x40 };

/** What it pretends to be, other than what is so. */
interface Pretended {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Whether it has asked who is there. */
  isVerified?: boolean;
  /** How often it says that it has signed. */
  counter?: number;
}

/** A passkey as its authenticator has it. */
export class Authenticator {
  readonly #id = randomBytes(32);
  readonly #keys: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });
  #handle = '';
  #counter = 0;

  get credentialId(): string {
    return base64url(this.#id);
  }

  /** Answers the options of a registration. */
  make(
    options: { challenge: string; user: { id: string }; rp: { id?: string } },
    pretended: Pretended = {},
  ) {
    this.#handle = options.user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytesOf(x)],
        [-3, bytesOf(y)],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const authData = Buffer.concat([
      this.#data(options.rp.id ?? '', pretended, FLAGS.hasCredential),
      Buffer.alloc(16),
      length,
      this.#id,
      key,
    ]);
    const attestation = new Map<string, string | Map<string, never> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', options.challenge, pretended),
      attestationObject: base64url(isoCBOR.encode(attestation)),
      transports: ['internal'],
    });
  }

  /** Answers the options of an authentication. */
  use(options: { challenge: string; rpId?: string }, pretended: Pretended = {}) {
    this.#counter += 1;
    const clientDataJSON = clientData('webauthn.get', options.challenge, pretended);
    const authData = this.#data(options.rpId ?? '', pretended);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.#answer({
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, this.#keys.privateKey)),
      userHandle: this.#handle,
    });
  }

  #answer<Response extends object>(response: Response) {
    const { credentialId: id } = this;
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #data(rpId: string, pretended: Pretended, more = 0): Buffer {
    const { isVerified = true, counter = this.#counter } = pretended;
    const flags = FLAGS.present | (isVerified ? FLAGS.verified : 0) | more;
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags, 0);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(pretended.rpId ?? rpId), tail]);
  }
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}

function clientData(type: string, asked: string, pretended: Pretended): string {
  const { challenge = asked, origin = ORIGIN } = pretended;
  const data = { type, challenge, origin, crossOrigin: false };
  return Buffer.from(JSON.stringify(data)).toString('base64url');
}
