import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { env } from '@/lib/runtime/env';

/** SHA-256 of a token or key as hex. Credentials are stored in this form alone. */
export function digest(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

/** `bytes` random bytes as URL-safe characters (32 bytes are 43 characters). */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** Derived keys are cached: deriving one costs more than using it. */
const MAX_KEYS = 100;
const keys = new Map<string, Buffer>();

function keyFor(purpose: string): Buffer {
  const secret = env().APP_SECRET;
  if (!secret) throw new Error('APP_SECRET is not set');
  const name = `${purpose} ${secret}`;
  const known = keys.get(name);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', secret, 'tilldesk', purpose, 32));
  if (keys.size >= MAX_KEYS) keys.clear();
  keys.set(name, key);
  return key;
}

/** A secret for one purpose, derived from APP_SECRET (43 URL-safe characters). */
export function derivedSecret(purpose: string): string {
  return keyFor(purpose).toString('base64url');
}

/**
 * Encrypts text that must be read back (AES-256-GCM, key derived from APP_SECRET and `purpose`;
 * docs/contract/idempotency.md#secret-replies, docs/contract/installation.md#application-secret).
 * The result is base64url of nonce, tag and ciphertext.
 */
export function encrypt(text: string, purpose: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Reverses {@link encrypt}. Throws when the text was changed or another secret made it. */
export function decrypt(sealed: string, purpose: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** A digest of a text that could be guessed, such as a code, which only APP_SECRET can compute (43 URL-safe characters). */
export function keyedDigest(text: string, purpose: string): string {
  return createHmac('sha256', keyFor(purpose)).update(text).digest('base64url');
}

/** Whether {@link keyedDigest} of a text is this one, in constant time. */
export function isKeyedDigest(digest: string, text: string, purpose: string): boolean {
  const expected = Buffer.from(keyedDigest(text, purpose));
  const given = Buffer.from(digest);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * A signed token for a URL that is its own credential: carries `text` (URL-safe characters) until
 * `expiresAt`, for one purpose (HMAC-SHA256, key derived from APP_SECRET).
 */
export function signToken(text: string, expiresAt: Date, purpose: string): string {
  const statement = `${text}.${expiresAt.getTime().toString(36)}`;
  return `${statement}.${signatureOf(statement, purpose).toString('base64url')}`;
}

/**
 * The text of a token of {@link signToken}, and whether it has expired; null where the signature is wrong or
 * for another purpose.
 */
export function readToken(
  token: string,
  purpose: string,
  now: Date,
): { text: string; isExpired: boolean } | null {
  const [, statement = '', text = '', expires = '', signature = ''] =
    /^((.+)\.([0-9a-z]+))\.([\w-]{43})$/.exec(token) ?? [];
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(statement, purpose);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return { text, isExpired: Number.parseInt(expires, 36) <= now.getTime() };
}

function signatureOf(statement: string, purpose: string): Buffer {
  return createHmac('sha256', keyFor(purpose)).update(statement).digest();
}
