import { isIP } from 'node:net';
import { ApiError } from '@/lib/contract/errors';
import { publicUrl } from '@/lib/runtime/env';

type Library = typeof import('@simplewebauthn/server');

/** What a browser answers, as WebAuthn says, without what it says of extensions: none is asked for. */
type Made = Omit<
  Parameters<Library['verifyRegistrationResponse']>[0]['response'],
  'clientExtensionResults'
>;
type Used = Omit<
  Parameters<Library['verifyAuthenticationResponse']>[0]['response'],
  'clientExtensionResults'
>;

/** A key pair that was made, without what is the product's own. */
export interface NewPasskey {
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
}

/** The formats for which the library brings root certificates, and would fetch lists of revoked ones. */
const ROOTED = ['android-key', 'android-safetynet', 'apple'] as const;

let loaded: Promise<Library> | undefined;

/** The library, loaded at its first use: it reads certificates of many kinds, and starts slowly. */
function library(): Promise<Library> {
  loaded ??= import('@simplewebauthn/server').then((library) => {
    // No authenticator is asked where it comes from, so no chain of certificates counts.
    for (const identifier of ROOTED) {
      library.SettingsService.setRootCertificates({ identifier, certificates: [] });
    }
    return library;
  });
  return loaded;
}

/** The host name that passkeys belong to. Throws 403 where the installation is reached by an IP address, which has none. */
export function relyingParty(): { id: string; origin: string } {
  const origin = publicUrl();
  const { hostname: id } = new URL(origin);
  if (isIP(id.replace(/^\[|\]$/g, '')) === 0) return { id, origin };
  const detail =
    'Passkeys need a host name, and this installation is reached by an IP address. Ask its operator to set PUBLIC_URL.';
  throw new ApiError('NotPermitted', detail);
}

/** What a browser makes a passkey by. Throws as {@link relyingParty}. */
export async function creationOptions({
  user,
  known,
  seconds,
}: {
  user: { id: string; email: string; name: string };
  /** Those that the account has already. */
  known: readonly { credentialId: string; transports: string[] }[];
  seconds: number;
}) {
  const { id: rpID } = relyingParty();
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Tilldesk',
    rpID,
    userID: handleOf(user.id),
    userName: user.email,
    userDisplayName: user.name,
    timeout: seconds * 1000,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    // Discoverable, so that signing in asks for no address; verified, because it counts as both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** What a browser uses a passkey by, of any account. Throws as {@link relyingParty}. */
export async function requestOptions({ seconds }: { seconds: number }) {
  const { id: rpID } = relyingParty();
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID,
    timeout: seconds * 1000,
    userVerification: 'required',
  });
}

/** The passkey that a browser has made for a challenge; null where that is not so. Throws as {@link relyingParty}. */
export async function readNewPasskey(
  response: Made,
  challenge: string,
): Promise<NewPasskey | null> {
  const { id, origin } = relyingParty();
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(refused);
  if (!registrationInfo) return null;
  const { credential } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Uint8Array.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
  };
}

/** How often a passkey has signed by its answer to a challenge; null where the answer is wrong. Throws as {@link relyingParty}. */
export async function countOfAnswer(
  response: Used,
  challenge: string,
  passkey: NewPasskey & { userId: string },
): Promise<number | null> {
  const { id, origin } = relyingParty();
  const { verifyAuthenticationResponse } = await library();
  const { userHandle } = response.response;
  if (userHandle && userHandle !== Buffer.from(handleOf(passkey.userId)).toString('base64url')) {
    return null;
  }
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: passkey.credentialId,
      publicKey: passkey.publicKey,
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(refused);
  return verified && authenticationInfo ? authenticationInfo.newCounter : null;
}

/** The library throws for whatever is wrong. */
function refused(): { verified: false; registrationInfo?: never; authenticationInfo?: never } {
  return { verified: false };
}

/** What an authenticator keeps of an account. */
function handleOf(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
}
