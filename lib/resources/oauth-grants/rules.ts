import { type Permission, uncovered } from '@/lib/contract/permissions';
import { allowsRedirect, scopesOf } from '@/lib/resources/oauth-clients/rules';

/** What an app asks for, read from the query of the consent page. */
export interface AuthorizationRequest {
  redirectUri: string;
  state: string | null;
  scopes: Permission[];
  subType: 'user' | 'organization';
  nonce: string | null;
  codeChallenge: string | null;
  /** Shows the page, or asks to confirm who it is, also where that would not be needed. */
  prompts: ReadonlySet<string>;
  /** So many seconds ago the person may have shown who it is; null for any time. */
  maxAge: number | null;
  loginHint: string | null;
  /** An ID token of whom the app expects. */
  idTokenHint: string | null;
}

/** An error that goes back to the app (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6). */
export interface AuthorizationError {
  error: string;
  description: string;
}

/** The part of a client on which a request depends. */
export interface AskingClient {
  isPublic: boolean;
  redirectUris: readonly string[];
  grantTypes: readonly string[];
  scopes: readonly string[];
}

/**
 * Where an app may be answered. Null where it may not, since another could pretend to be it: then a page says so
 * (docs/contract/oauth.md#consent).
 */
export function redirectOf(client: AskingClient, query: URLSearchParams): string | null {
  const [uri, ...more] = query.getAll('redirect_uri');
  if (uri === undefined || more.length > 0) return null;
  return allowsRedirect(client.redirectUris, uri) ? uri : null;
}

/** What a request may ask of the page. */
export const PROMPTS = ['none', 'login', 'consent', 'select_account'];
/** Of BASE64URL(SHA-256(verifier)). */
const CHALLENGE = /^[\w-]{43}$/;

/** Reads the query of a client that may be answered at `redirectUri`. */
export function readRequest(
  client: AskingClient,
  query: URLSearchParams,
  redirectUri: string,
): AuthorizationRequest | AuthorizationError {
  const repeated = [...query.keys()].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return wrong(`Give ${repeated.slice(0, 100)} once.`);
  const given = (name: string) => query.get(name) || null;
  for (const name of ['request', 'request_uri']) {
    if (given(name) !== null) {
      return { error: `${name}_not_supported`, description: `Leave ${name} out.` };
    }
  }
  if (given('response_type') !== 'code') {
    const error = given('response_type') === null ? 'invalid_request' : 'unsupported_response_type';
    return { error, description: 'The response_type is code.' };
  }
  if ((given('response_mode') ?? 'query') !== 'query') return wrong('The response_mode is query.');
  if (!client.grantTypes.includes('authorization_code')) {
    const description = 'This app is not registered for authorization_code.';
    return { error: 'unauthorized_client', description };
  }
  const challenge = challengeOf(client, given);
  if (typeof challenge === 'object' && challenge !== null) return challenge;
  const { scopes, unknown } = scopesOf(given('scope') ?? '');
  const refused = unknown[0] ?? uncovered(client.scopes, scopes);
  if (refused !== undefined) {
    const description = `This app cannot have the scope ${refused.slice(0, 100)}.`;
    return { error: 'invalid_scope', description };
  }
  if (scopes.length === 0) return { error: 'invalid_scope', description: 'Name the scopes.' };
  const subType = given('sub_type') ?? 'user';
  if (subType !== 'user' && subType !== 'organization') {
    return wrong('The sub_type is user or organization.');
  }
  const prompts = new Set((given('prompt') ?? '').split(' ').filter((name) => name !== ''));
  const isKnown = [...prompts].every((name) => PROMPTS.includes(name));
  if (!isKnown || (prompts.has('none') && prompts.size > 1)) {
    return wrong('The prompt is none, or some of login, consent and select_account.');
  }
  const maxAge = given('max_age');
  if (maxAge !== null && !/^\d{1,9}$/.test(maxAge)) return wrong('The max_age is in seconds.');
  return {
    redirectUri,
    state: query.get('state'),
    scopes,
    subType,
    nonce: given('nonce'),
    codeChallenge: challenge,
    prompts,
    maxAge: maxAge === null ? null : Number(maxAge),
    loginHint: given('login_hint'),
    idTokenHint: given('id_token_hint'),
  };
}

function wrong(description: string): AuthorizationError {
  return { error: 'invalid_request', description };
}

/** The S256 challenge of a request (RFC 7636); null where a client with a secret sends none. */
function challengeOf(
  { isPublic }: AskingClient,
  given: (name: string) => string | null,
): string | null | AuthorizationError {
  const [challenge, method] = [given('code_challenge'), given('code_challenge_method')];
  if (challenge === null) {
    if (method !== null) return wrong('Send a code_challenge with its method.');
    return isPublic ? wrong('An app without a secret needs a code_challenge.') : null;
  }
  if (method !== 'S256') return wrong('The code_challenge_method is S256.');
  return CHALLENGE.test(challenge) ? challenge : wrong('The code_challenge is 43 characters.');
}

/** Where the browser goes with an answer: the parameters are added to those that the address has. */
export function redirectTo(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  issuer: string,
  answer: Record<string, string>,
): string {
  const query = new URLSearchParams(answer);
  if (state !== null) query.set('state', state);
  query.set('iss', issuer);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
}

/** The parameter of the page's address that says when the browser came with the request, signed. */
export const OPENED = 'opened';

/** How soon after a confirmation a request has to follow that does not say when it came, in seconds. */
const FRESH_SECONDS = 15;

/** Whether a request wants the person to have shown lately who it is. */
export function wantsFreshSignIn({
  prompts,
  maxAge,
}: Pick<AuthorizationRequest, 'prompts' | 'maxAge'>): boolean {
  return prompts.has('login') || maxAge !== null;
}

/**
 * Whether the person has shown who it is as lately as a request wants: since the browser came with it, or `max_age` seconds
 * before that. `openedAt` is null where that is not known.
 */
export function isFreshFor(
  request: Pick<AuthorizationRequest, 'prompts' | 'maxAge'>,
  { confirmedAt, openedAt, now }: { confirmedAt: Date; openedAt: Date | null; now: Date },
): boolean {
  if (!wantsFreshSignIn(request)) return true;
  const { prompts, maxAge } = request;
  const isLogin = prompts.has('login');
  if (openedAt === null) {
    const seconds = isLogin ? FRESH_SECONDS : Math.max(maxAge ?? 0, FRESH_SECONDS);
    return now.getTime() - confirmedAt.getTime() <= seconds * 1000;
  }
  if (confirmedAt >= openedAt) return true;
  return !isLogin && openedAt.getTime() - confirmedAt.getTime() <= (maxAge ?? 0) * 1000;
}
