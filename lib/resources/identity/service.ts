import { APIError } from 'better-auth/api';
import type { RequestContext } from '@/lib/api/context';
import { ApiError, bodyProblem, invalid } from '@/lib/contract/errors';
import type { Role } from '@/lib/contract/scopes';
import { auth, withHash } from '@/lib/resources/identity/auth';
import {
  type Credential,
  knownBrowser,
  knownBrowserCookie,
} from '@/lib/resources/identity/known-browsers';
import { assertNotGuessable, hashPassword, isOutdated } from '@/lib/resources/identity/passwords';
import * as repository from '@/lib/resources/identity/repository';
import { signUpRule } from '@/lib/resources/identity/rules';
import type { Me } from '@/lib/resources/identity/schema';
import { serializeSeller } from '@/lib/resources/identity/serialize';
import { readSession } from '@/lib/resources/identity/session';
import { slowDown } from '@/lib/resources/identity/slow-down';
import { countAttempt, limitFailures } from '@/lib/resources/limits/service';
import {
  type OrganizationRow,
  serializeOrganization,
} from '@/lib/resources/organizations/serialize';
import { networkOf } from '@/lib/runtime/client-address';
import { env, publicUrl } from '@/lib/runtime/env';
import { OperatorError } from '@/lib/runtime/operator-error';

/** Who is calling (docs/contract/additions.md#caller). */
export async function getMe({ scope, scopes }: RequestContext): Promise<Me> {
  const user = await repository.findCaller(scope);
  const memberships = user
    ? await repository.listMemberships(scope, user.id)
    : (await repository.listOrganizations(scope)).map(asAdmin);
  return {
    type: user ? 'user' : 'organization',
    user: user && serializeSeller(user),
    scopes: [...scopes],
    organizations: memberships.map(({ organization, role }) => ({
      ...serializeOrganization(organization),
      role,
    })),
  };
}

/** An organization's token acts as an admin of it. */
function asAdmin(organization: OrganizationRow): { organization: OrganizationRow; role: Role } {
  return { organization, role: 'admin' };
}

interface Circumstances {
  /** The caller's headers: address and browser are kept with the session. */
  headers: Headers;
  ip: string | null;
  now: Date;
}

interface SignedIn {
  user: { id: string; email: string; name: string };
  /** With the cookies of the new session and of the browser. */
  headers: Headers;
}

/**
 * Makes an account and signs it in. Throws 403 where SIGN_UP does not allow it, 422 when the address
 * is taken or the password is easily guessed, 429 after 60 tries in a minute from one address, and 503
 * while too many passwords wait to be hashed (docs/contract/callers.md#sign-up).
 */
export async function signUp(
  body: { name: string; email: string; password: string },
  { headers, ip, now }: Circumstances,
): Promise<SignedIn> {
  await countAttempt('sign_up', [ip], now);
  const create = async (): Promise<SignedIn> => {
    await assertNotGuessable(body.password, body.email);
    if (await repository.findUser(body.email)) throw addressTaken();
    const password = await hashPassword(body.password);
    try {
      const made = await withHash(password, () =>
        auth().api.signUpEmail({ body, headers, returnHeaders: true }),
      );
      const { user } = made.response;
      rememberBrowser(made.headers, headers, { userId: user.id, password }, now);
      return { user, headers: made.headers };
    } catch (error) {
      if (!(error instanceof APIError)) throw error;
      // The library tells neither a lost database nor a race for the address from other failures.
      if (await repository.findUser(body.email)) throw addressTaken();
      throw new ApiError('ServiceUnavailable', 'The account cannot be made now. Try again later.');
    }
  };
  switch (signUpRule(env().SIGN_UP, publicUrl())) {
    case 'open':
      return create();
    case 'first':
      return whileFirst(create);
    default:
      throw byInvitation();
  }
}

function addressTaken(): ApiError {
  return invalid(bodyProblem('email', 'This address has an account already: sign in.'));
}

function byInvitation(): ApiError {
  return new ApiError('NotPermitted', 'New accounts are by invitation here.');
}

/** Two that want to be the first: one is, and the other learns so. */
async function whileFirst<T>(create: () => Promise<T>): Promise<T> {
  if (await repository.hasSeller()) throw byInvitation();
  if (!(await repository.claimFirst())) {
    throw new ApiError(
      'ServiceUnavailable',
      'Another account is being made. Try again in a moment.',
      {
        headers: { 'Retry-After': '1' },
      },
    );
  }
  try {
    if (await repository.hasSeller()) throw byInvitation();
    return await create();
  } finally {
    await repository.releaseFirst();
  }
}

/**
 * Signs in. Throws the same 401, after the same work, for an unknown address and a wrong password;
 * 429 after 10 failures in 10 minutes for the account from the caller's address, or 100 from that
 * address. Where an account had 100 in an hour, the answer is slow. A browser that has signed in to
 * the account before has 10 failures in 10 minutes of its own instead of all that
 * (docs/contract/callers.md#sign-in).
 * Throws 503 while too many passwords wait to be checked.
 */
export async function signIn(
  body: { email: string; password: string },
  { headers, ip, now }: Circumstances,
): Promise<SignedIn> {
  const credential = await repository.findCredential({ email: body.email });
  const browser = credential && knownBrowser(headers, credential, now);
  const rules = { now, isFailure: isWrongPassword };
  const attempt = () => openSession(body, credential, { headers, now });
  if (credential && browser) {
    const subjects = [`${credential.userId} ${browser}`];
    return limitFailures({ ...rules, kind: 'sign_in_browser', subjects }, attempt);
  }
  const pair = [`${body.email} ${networkOf(ip ?? '')}`];
  const slowly = { kind: 'sign_in_account', subjects: [body.email], whenOver: slowDown } as const;
  return limitFailures({ ...rules, kind: 'sign_in_pair', subjects: pair }, () =>
    limitFailures({ ...rules, kind: 'sign_in_address', subjects: [ip] }, () =>
      limitFailures({ ...rules, ...slowly }, attempt),
    ),
  );
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiError && error.name === 'Unauthorized';
}

/** Checks the password and makes a session. Throws 401 and 503. */
async function openSession(
  body: { email: string; password: string },
  credential: Credential | null,
  { headers, now }: Pick<Circumstances, 'headers' | 'now'>,
): Promise<SignedIn> {
  try {
    const made = await auth().api.signInEmail({ body, headers, returnHeaders: true });
    if (credential) {
      const password = await renewHash(credential, body.password);
      rememberBrowser(made.headers, headers, { ...credential, password }, now);
    }
    return { user: made.response.user, headers: made.headers };
  } catch (error) {
    const isWrong = error instanceof APIError && error.body?.code === 'INVALID_EMAIL_OR_PASSWORD';
    if (!isWrong) throw error;
    throw new ApiError('Unauthorized', 'The e-mail address or the password is wrong.');
  }
}

/** Hashes a password anew that was hashed in the way of before; returns the hash that is stored now. */
async function renewHash(credential: Credential, password: string): Promise<string> {
  const { userId, password: stored } = credential;
  if (!isOutdated(stored)) return stored;
  try {
    const hash = await hashPassword(password);
    await repository.replaceHash(userId, stored, hash);
    return hash;
  } catch (error) {
    // The next sign-in is soon enough.
    if (error instanceof ApiError && error.status === 503) return stored;
    throw error;
  }
}

/** Adds to an answer's cookies that the browser has signed in to this account. */
function rememberBrowser(answer: Headers, asked: Headers, credential: Credential, now: Date): void {
  answer.append('Set-Cookie', knownBrowserCookie(asked, credential, now));
}

/**
 * Ends the session that the headers carry; without one there is nothing to do. Throws 503 when it
 * could not be ended, of which the library says nothing.
 */
export async function signOut(headers: Headers): Promise<Headers> {
  const { headers: cookies } = await auth().api.signOut({ headers, returnHeaders: true });
  if (await readSession(headers)) {
    throw new ApiError('ServiceUnavailable', 'You could not be signed out. Try again in a moment.');
  }
  return cookies;
}

/** Signs in by the token of a sign-in link. Throws 410 for one that was used or is over. */
export async function redeemSignInLink(
  token: string,
  { headers, now }: Pick<Circumstances, 'headers' | 'now'>,
): Promise<Headers> {
  const answer = await auth().api.magicLinkVerify({
    query: { token, callbackURL: '/' },
    headers,
    asResponse: true,
  });
  const target = new URL(answer.headers.get('location') ?? '/', publicUrl());
  if (answer.status !== 302 || target.searchParams.has('error')) {
    throw new ApiError(
      'ResourceUnavailable',
      'This link was used or is over: ask for another one.',
    );
  }
  const cookie = answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
  const id = await readSession(new Headers({ cookie }));
  const credential = id === undefined ? null : await repository.findCredential({ id });
  if (credential) rememberBrowser(answer.headers, headers, credential, now);
  return answer.headers;
}

interface Vouching {
  /** What somebody else may have left in the account is removed. */
  takeOver?: boolean;
}

/**
 * A link that signs the seller with this address in, once; null when there is no such seller. Throws
 * as {@link ensureSeller} does.
 */
export async function createSignInLink(
  email: string,
  options: Vouching = {},
): Promise<string | null> {
  const found = await repository.findUser(email.toLowerCase());
  if (!found) return null;
  // A link to an account that nobody has confirmed would end its password by itself.
  const user = await confirmed(found, options);
  let link = '';
  const deliver = (url: string) => {
    link = url;
  };
  await auth().api.signInMagicLink({
    body: { email: user.email, metadata: { deliver } },
    headers: new Headers(),
  });
  return link;
}

/**
 * The seller with this address, made without a password when there is none. Throws an operator's error
 * where somebody has signed up with the address and nobody confirmed it, unless the account is to be
 * taken over: its sessions, password and tokens would be a stranger's.
 */
export async function ensureSeller(
  email: string,
  options: Vouching = {},
): Promise<{ id: string; email: string }> {
  const address = email.toLowerCase();
  const name = address.split('@')[0] ?? address;
  return confirmed(await repository.findOrCreateUser(address, name), options);
}

async function confirmed(
  user: { id: string; email: string; emailVerified: boolean },
  { takeOver = false }: Vouching,
): Promise<{ id: string; email: string }> {
  if (user.emailVerified) return user;
  if (takeOver) return repository.takeOver(user.id);
  if (await repository.findCredential({ id: user.id })) {
    throw new OperatorError(
      `Somebody signed up as ${user.email}, and nobody has confirmed that the address is theirs. ` +
        'Add --take-over to end the sessions of this account, remove its password and personal ' +
        'tokens, and confirm the address.',
    );
  }
  return repository.setEmailVerified(user.id);
}

/** Deletes sessions and links that are over. */
export function purgeOldSessions(now: Date): Promise<void> {
  return repository.removeOver(now);
}
