import { PERMISSIONS, type Permission } from '@/lib/contract/permissions';

/** What no app may be given: everything, and what is for tokens alone (docs/contract/callers.md#scopes). */
const NEVER: ReadonlySet<Permission> = new Set(['admin', 'web_default', 'orders:write']);

/** The scopes that an app may ask for, in their published order. */
export const CLIENT_SCOPES = PERMISSIONS.filter((permission) => !NEVER.has(permission));

/** The scopes of a text, each once in the published order, and what is none (docs/contract/oauth.md#clients). */
export function scopesOf(text: string): { scopes: Permission[]; unknown: string[] } {
  const names = text.split(' ').filter((name) => name !== '');
  return {
    scopes: CLIENT_SCOPES.filter((scope) => names.includes(scope)),
    unknown: names.filter((name) => !CLIENT_SCOPES.includes(name as Permission)),
  };
}

/** An address on this computer, cut where its port is, which apps choose when they run (RFC 8252, 7.3). */
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?([/?].*)?$/;
/** A scheme of an app's own, which has a dot as its maker's domain reversed (RFC 8252, 7.1). */
const PRIVATE_USE = /^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+:/;
const MAX_REDIRECT_URI = 2000;

/** What is wrong with a redirect URI that is registered (docs/contract/oauth.md#redirect-uris); null where it is right. */
export function redirectUriProblem(uri: string): string | null {
  if (uri.length > MAX_REDIRECT_URI) return `Enter at most ${MAX_REDIRECT_URI} characters.`;
  if (!/^[!-~]+$/.test(uri) || /[\\<>"^`{|}]/.test(uri) || !URL.canParse(uri)) {
    return 'Enter a full address, such as https://example.com/callback.';
  }
  if (uri.includes('#')) return 'Remove the part from # on.';
  if (uri.includes('*')) return 'Enter the whole address: * does not stand for others.';
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '') return 'Remove the username and password.';
  if (hostname.endsWith('.')) return 'Remove the dot at the end of the host.';
  const isWeb = protocol === 'https:' && /^https:\/\/[^/]/.test(uri);
  if (isWeb || LOOPBACK.test(uri) || PRIVATE_USE.test(uri)) return null;
  return 'Use https, http on localhost, or a scheme of your own with a dot, such as com.example.app:/callback.';
}

/** Whether an app that has registered some addresses may be sent to one: character by character, but for loopback's port. */
export function allowsRedirect(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true;
  const wanted = withoutPort(uri);
  return wanted !== null && registered.some((known) => withoutPort(known) === wanted);
}

function withoutPort(uri: string): string | null {
  const [, host, rest = ''] = LOOPBACK.exec(uri) ?? [];
  // A port above 65535 is none.
  return host === undefined || !URL.canParse(uri) ? null : host + rest;
}

/**
 * Whether a client is remembered where a person has allowed it once: another program cannot take its place
 * (docs/contract/oauth.md#consent).
 */
export function isRemembered(isPublic: boolean, redirectUri: string): boolean {
  return !isPublic && redirectUri.startsWith('https://');
}

/** The ID and secret of Basic authentication, each encoded as in a form (RFC 6749, 2.3.1); null where it is none. */
export function readBasic(header: string): { id: string; secret: string } | null {
  const [, encoded] = /^Basic +([\w+/=-]+) *$/i.exec(header) ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  try {
    const decoded = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
    return { id: decoded(text.slice(0, colon)), secret: decoded(text.slice(colon + 1)) };
  } catch {
    return null;
  }
}
