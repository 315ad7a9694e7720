import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { newId } from '@/lib/runtime/ids';
import { decrypt, encrypt } from '@/lib/runtime/secrets';

/** What keys sign: `alg` of RFC 7518, and the purpose that their private parts are encrypted for. */
export interface SigningUse {
  algorithm: 'RS256' | 'EdDSA';
  purpose: string;
}

/** A new key pair as it is stored: its id is the `kid`, its private part is encrypted. */
export async function newSigningKey({ algorithm, purpose }: SigningUse) {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const id = newId();
  return {
    id,
    publicKey: { ...(await exportJWK(publicKey)), kid: id, alg: algorithm, use: 'sig' },
    sealedKey: encrypt(JSON.stringify(await exportJWK(privateKey)), purpose),
  };
}

/** Claims as a compact JWS by a stored key. */
export async function signClaims(
  { id, sealedKey }: { id: string; sealedKey: string },
  claims: JWTPayload,
  { algorithm, purpose, typ }: SigningUse & { typ: string },
): Promise<string> {
  const key = await importJWK(JSON.parse(decrypt(sealedKey, purpose)) as JWK, algorithm);
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: id, typ }).sign(key);
}
