import { createHmac } from 'node:crypto';
import { readCookie, setCookie } from '@/lib/auth/cookies';
import { derivedSecret, randomToken, readToken, signToken } from '@/lib/runtime/secrets';

// A signed cookie marks a browser that has signed in to an account before, so that other people's wrong
// passwords do not lock its owner out (docs/contract/callers.md#sign-in). It is no credential: the password
// is still required.

const PURPOSE = 'known-browser';
const COOKIE = 'known_browser';
const YEAR_SECONDS = 365 * 86_400;
/** How many accounts the cookie remembers, the latest ones. */
const MAX_ACCOUNTS = 8;

/** An account and the hash of its password: a changed or removed password makes the cookie invalid. */
export interface Credential {
  userId: string;
  password: string;
}

/** The id of a browser that has signed in to the account before; null for any other. */
export function knownBrowser(headers: Headers, credential: Credential, now: Date): string | null {
  for (const entry of entriesOf(headers, now)) {
    const isOwn = entry.userId === credential.userId;
    if (isOwn && entry.fingerprint === fingerprintOf(credential)) return entry.browserId;
  }
  return null;
}

/** The `Set-Cookie` header that adds an account to the cookie. */
export function knownBrowserCookie(headers: Headers, credential: Credential, now: Date): string {
  const browserId = knownBrowser(headers, credential, now) ?? randomToken(9);
  const text = [credential.userId, browserId, fingerprintOf(credential)].join('.');
  const expiresAt = new Date(now.getTime() + YEAR_SECONDS * 1000);
  const others = entriesOf(headers, now).filter(({ userId }) => userId !== credential.userId);
  const tokens = [signToken(text, expiresAt, PURPOSE), ...others.map(({ token }) => token)];
  return setCookie(COOKIE, tokens.slice(0, MAX_ACCOUNTS).join('~'), YEAR_SECONDS);
}

/** The entries of the cookie whose signature is valid and that have not expired. */
function entriesOf(headers: Headers, now: Date) {
  return readCookie(headers, COOKIE)
    .split('~')
    .flatMap((token) => {
      const said = readToken(token, PURPOSE, now);
      if (!said || said.isExpired) return [];
      const [userId = '', browserId = '', fingerprint = ''] = said.text.split('.');
      return [{ token, userId, browserId, fingerprint }];
    });
}

function fingerprintOf({ password }: Credential): string {
  const mac = createHmac('sha256', derivedSecret(PURPOSE)).update(password).digest('base64url');
  return mac.slice(0, 22);
}
