import { decrypt, encrypt } from '@/lib/runtime/secrets';

const PURPOSE = 'intent-secret';

/** Encrypts the secret by which a buyer authenticates a payment, for its column. */
export function sealIntentSecret(secret: string): string {
  return encrypt(secret, PURPOSE);
}

/** The secret in a column. */
export function intentSecretIn(sealed: string): string {
  return decrypt(sealed, PURPOSE);
}
