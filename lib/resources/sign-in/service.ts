import { APIError } from 'better-auth/api';
import { auth, linkToken, signInToken, withHash, withReceiver } from '@/lib/auth/better-auth';
import { type Credential, knownBrowser, knownBrowserCookie } from '@/lib/auth/known-browsers';
import { assertNotGuessable, hashPassword, isOutdated, verifyPassword } from '@/lib/auth/passwords';
import { signInBy } from '@/lib/auth/second-factors';
import { readSession } from '@/lib/auth/session';
import { failInSameTime, inSameTime, slowDown } from '@/lib/auth/slow-down';
import { findCredential, findUser, findUserById, type User } from '@/lib/auth/users';
import { ApiError, bodyProblem, invalid } from '@/lib/contract/errors';
import { installationScope, type Scope } from '@/lib/database/connection/scope';
import {
  mailConfirmation,
  mailPasswordReset,
  mailSignInLink,
  signInLink,
} from '@/lib/resources/account-mails/service';
import { endSessionsAndLinks } from '@/lib/resources/accounts/service';
import { recordSignIn } from '@/lib/resources/audit-log/service';
import { countAttempt, limitFailures } from '@/lib/resources/limits/service';
import { allowAddress } from '@/lib/resources/mails/service';
import { type OpenInvitation, openInvitation } from '@/lib/resources/members/service';
import { removeAllOf } from '@/lib/resources/oauth-clients/service';
import { endAll as endAllApps } from '@/lib/resources/oauth-grants/service';
import { deleteFactors, type Entry, waitForFactor } from '@/lib/resources/second-factors/service';
import * as repository from '@/lib/resources/sign-in/repository';
import { signUpRule } from '@/lib/resources/sign-in/rules';
import { endPersonalTokens } from '@/lib/resources/tokens/service';
import { networkOf } from '@/lib/runtime/client-address';
import { env, hasMailServer, publicUrl } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { OperatorError } from '@/lib/runtime/operator-error';

export interface RequestInfo {
  /** The request's headers: IP address and user agent are stored with the session. */
  headers: Headers;
  ip: string | null;
  requestId: string;
  now: Date;
}

/**
 * Creates an account and signs it in; where mails can be sent it is confirmed first, and the answer is the same for
 * an address that is taken. Throws 403 where SIGN_UP does not allow it, 422 when the address is
 * taken or the password easily guessed, 429 after 60 attempts in a minute from one address, and 503 while too
 * many passwords wait to be hashed (docs/contract/callers.md#sign-up).
 */
export async function signUp(
  {
    invitation,
    ...body
  }: { name: string; email: string; password: string; invitation?: string | null | undefined },
  { headers, ip, now }: RequestInfo,
): Promise<Entry> {
  await countAttempt('sign_up', [ip], now);
  const invited = invitation ? await invitedBy(body.email, invitation, now) : null;
  const create = async (): Promise<Entry> => {
    await assertNotGuessable(body.password, body.email);
    if (hasMailServer()) {
      const isProved = invited?.isMailed ?? false;
      return inSameTime(() => signUpByMail(body, { invitation, isProved }, { headers, now }));
    }
    if (await findUser(body.email)) throw addressTaken();
    const password = await hashPassword(body.password);
    const made = await storeAccount(body, password, headers);
    if (!made) throw addressTaken();
    const { user } = made.response;
    rememberBrowser(made.headers, headers, { userId: user.id, password }, now);
    return { user, headers: made.headers };
  };
  const rule = signUpRule(env().SIGN_UP, publicUrl());
  if (rule === 'open') return create();
  if (rule !== 'closed' && invited) return create();
  if (rule === 'first') return asFirstAccount(create);
  throw invitationOnly();
}

/**
 * Creates an account whose address is to be confirmed, and mails the link; where the address is proved, by the link of an
 * invitation's mail, it signs in at once. An address that has an account gets a link to that one instead, and the answer
 * is the same.
 */
async function signUpByMail(
  body: { name: string; email: string; password: string },
  { invitation, isProved }: { invitation: string | null | undefined; isProved: boolean },
  { headers, now }: Pick<RequestInfo, 'headers' | 'now'>,
): Promise<Entry> {
  const password = await hashPassword(body.password);
  const token = await linkToken(() => storeAccount(body, password, headers));
  const user = await findUser(body.email);
  if (user && token !== null && isProved) {
    await repository.setEmailVerified(user.id);
    return openNewAccount(user, password, { headers, now });
  }
  if (user && token !== null) {
    await mailConfirmation(user, token, now, {
      next: invitation ? `/invitations/${invitation}` : null,
    });
  } else if (user) {
    // A link to sign in would leave an unconfirmed account without a password.
    await (user.emailVerified ? mailSignInLink(user, now) : mailPasswordReset(user, now));
  }
  const answer = new Headers();
  // The browser that signs up may confirm without the password; for a known address the cookie is of no account.
  const userId = user && token !== null ? user.id : newId();
  rememberBrowser(answer, headers, { userId, password }, now);
  return { user: null, headers: answer };
}

/** Signs in to an account that was just made, and whose address is confirmed. */
async function openNewAccount(
  user: User,
  password: string,
  { headers, now }: Pick<RequestInfo, 'headers' | 'now'>,
): Promise<Entry> {
  const body = { userId: user.id };
  const opened = await auth().api.openSession({ body, headers, returnHeaders: true });
  rememberBrowser(opened.headers, headers, { userId: user.id, password }, now);
  return { user, headers: opened.headers };
}

/** Creates an account with a hashed password; null where a concurrent call took the address. Throws 503. */
async function storeAccount(
  body: { name: string; email: string; password: string },
  hash: string,
  headers: Headers,
) {
  try {
    return await withHash(hash, () =>
      auth().api.signUpEmail({ body, headers, returnHeaders: true }),
    );
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    // better-auth reports a lost database and a concurrent sign-up with this address as the same error.
    if (await findUser(body.email)) return null;
    throw new ApiError('ServiceUnavailable', 'The account could not be created. Try again later.');
  }
}

/** The invitation of this address with the token; null where there is none. */
async function invitedBy(email: string, token: string, now: Date): Promise<OpenInvitation | null> {
  try {
    const invitation = await openInvitation(token, now);
    return invitation.email === email ? invitation : null;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

function addressTaken(): ApiError {
  return invalid(
    bodyProblem('email', 'This email address already has an account. Sign in instead.'),
  );
}

function invitationOnly(): ApiError {
  return new ApiError('NotPermitted', 'New accounts are by invitation only.');
}

/**
 * Runs work for the first account alone. Throws 403 where there is a seller, 503 during a concurrent sign-up.
 */
async function asFirstAccount<T>(create: () => Promise<T>): Promise<T> {
  if (await repository.hasSeller()) throw invitationOnly();
  if (!(await repository.claimFirst())) {
    throw new ApiError(
      'ServiceUnavailable',
      'Another account is being created. Try again in a moment.',
      {
        headers: { 'Retry-After': '1' },
      },
    );
  }
  try {
    if (await repository.hasSeller()) throw invitationOnly();
    return await create();
  } finally {
    await repository.releaseFirst();
  }
}

/**
 * Signs in. Throws the same 401, after the same work, for an unknown address, a wrong password and, where mails can be
 * sent, an address that is to be confirmed, which is mailed the link again; 429 after
 * 10 failures in 10 minutes for the account from the caller's network, or 100 from that address. After 100
 * failures of an account in an hour the answer is delayed. A browser that has signed in to the account before
 * has its own limit of 10 failures in 10 minutes instead (docs/contract/callers.md#sign-in). Throws 503 while
 * too many passwords wait to be checked.
 */
export async function signIn(
  body: { email: string; password: string },
  { headers, ip, requestId, now }: RequestInfo,
): Promise<Entry> {
  const credential = await findCredential({ email: body.email });
  // Before it is confirmed an address has the limits of one that is taken, or they would tell which it is.
  const isConfirmed = credential?.isConfirmed || !hasMailServer();
  const browser = credential && isConfirmed ? knownBrowser(headers, credential, now) : null;
  const rules = { now, isFailure: isWrongPassword };
  const open = () =>
    openSession(body, credential, { headers, now }).catch(async (error: unknown) => {
      const refused = { by: { email: body.email }, isRefused: true, requestId, ip, at: now };
      if (isWrongPassword(error)) await recordSignIn(refused);
      throw error;
    });
  const attempt = () => (hasMailServer() ? failInSameTime(open) : open());
  if (credential && browser) {
    const subjects = [`${credential.userId} ${browser}`];
    return limitFailures({ ...rules, kind: 'sign_in_browser', subjects }, attempt);
  }
  const pair = [`${body.email} ${networkOf(ip ?? '')}`];
  const slowly = {
    kind: 'sign_in_account',
    subjects: [body.email],
    onExhausted: slowDown,
  } as const;
  return limitFailures({ ...rules, kind: 'sign_in_pair', subjects: pair }, () =>
    limitFailures({ ...rules, kind: 'sign_in_address', subjects: [ip] }, () =>
      limitFailures({ ...rules, ...slowly }, attempt),
    ),
  );
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiError && error.name === 'Unauthorized';
}

/**
 * Checks the password and creates a session. Throws 503, and 401 also where the address is to be confirmed first: then
 * the link is mailed again.
 */
export async function openSession(
  body: { email: string; password: string },
  credential: Credential | null,
  { headers, now }: Pick<RequestInfo, 'headers' | 'now'>,
): Promise<Entry> {
  let confirmation: string | null = null;
  const receive = (token: string) => {
    confirmation = token;
  };
  try {
    const { opened, waitsFor } = await withReceiver(receive, () =>
      signInBy(() => auth().api.signInEmail({ body, headers, returnHeaders: true })),
    );
    if (waitsFor !== null) {
      const waiting = await waitForFactor(waitsFor, now, async () => {
        if (!credential) return true;
        await renewHash(credential, body.password);
        return isUnchanged(credential, body.password);
      });
      if (!waiting) throw wrongPassword();
      return waiting;
    }
    if (credential) {
      if (!(await isUnchanged(credential, body.password))) {
        await repository.endSessionByToken(opened.response.token);
        throw wrongPassword();
      }
      const password = await renewHash(credential, body.password);
      rememberBrowser(opened.headers, headers, { ...credential, password }, now);
    }
    return { user: opened.response.user, headers: opened.headers };
  } catch (error) {
    const code = error instanceof APIError ? error.body?.code : undefined;
    if (code === 'INVALID_EMAIL_OR_PASSWORD') throw wrongPassword();
    if (code !== 'EMAIL_NOT_VERIFIED' || confirmation === null) throw error;
    const user = await findUser(body.email);
    if (user) await mailConfirmation(user, confirmation, now);
    throw wrongPassword();
  }
}

/** The same for every reason: another answer for an unconfirmed address would tell that it had no account before. */
function wrongPassword(): ApiError {
  const detail = hasMailServer()
    ? 'The email address or password is incorrect, or the address is not confirmed yet. Check your inbox for a link.'
    : 'The email address or password is incorrect.';
  return new ApiError('Unauthorized', detail);
}

/**
 * Whether the password is still the one that was checked. A change of it ends the sessions, and the sign-ins that wait,
 * which are stored by then; a later one asks this once it is stored.
 */
async function isUnchanged(
  { userId, password: checked }: Credential,
  password: string,
): Promise<boolean> {
  const current = await findCredential({ id: userId });
  if (current?.password === checked) return true;
  // The same password with a new hash, by another sign-in.
  return current !== null && (await verifyPassword(current.password, password));
}

/** Replaces an outdated hash of a password that was just verified; returns the hash that is stored then. */
async function renewHash(credential: Credential, password: string): Promise<string> {
  const { userId, password: stored } = credential;
  if (!isOutdated(stored)) return stored;
  try {
    const hash = await hashPassword(password);
    await repository.replaceHash(userId, stored, hash);
    return hash;
  } catch (error) {
    // The next sign-in tries again.
    if (error instanceof ApiError && error.status === 503) return stored;
    throw error;
  }
}

/** Adds the cookie of the known browser to a response. */
function rememberBrowser(answer: Headers, asked: Headers, credential: Credential, now: Date): void {
  answer.append('Set-Cookie', knownBrowserCookie(asked, credential, now));
}

/**
 * Ends the session of the request's cookie; without one nothing happens. Throws 503 when it could not be
 * ended, which better-auth does not report.
 */
export async function signOut(headers: Headers): Promise<Headers> {
  const { headers: cookies } = await auth().api.signOut({ headers, returnHeaders: true });
  if (await readSession(headers)) {
    throw new ApiError('ServiceUnavailable', 'Could not sign you out. Try again in a moment.');
  }
  return cookies;
}

/**
 * Signs in by the token of a sign-in link, or begins to wait for the second factor. Throws 410 for one that was used or
 * has expired.
 */
export async function redeemSignInLink(
  token: string,
  { headers, now }: Pick<RequestInfo, 'headers' | 'now'>,
): Promise<Entry> {
  const { opened: answer, waitsFor } = await signInBy(() =>
    auth().api.magicLinkVerify({ query: { token, callbackURL: '/' }, headers, asResponse: true }),
  );
  if (waitsFor !== null) return waitAfterLink(waitsFor, now);
  const target = new URL(answer.headers.get('location') ?? '/', publicUrl());
  if (answer.status !== 302 || target.searchParams.has('error')) throw usedLink();
  const cookie = answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
  const session = await readSession(new Headers({ cookie }));
  const user = session && (await findUserById(session.userId));
  if (!user) throw usedLink();
  const credential = await findCredential({ id: user.id });
  if (credential) rememberBrowser(answer.headers, headers, credential, now);
  return { user, headers: answer.headers };
}

/** Begins to wait for the second factor of an account whose mailed link was right; such a link is used up. */
export async function waitAfterLink(userId: string, now: Date): Promise<Entry> {
  const waiting = await waitForFactor(userId, now, async () => true);
  if (!waiting) throw usedLink();
  return waiting;
}

function usedLink(): ApiError {
  const detail = 'This link was used or has expired. Ask for a new one.';
  return new ApiError('ResourceUnavailable', detail);
}

/** The address, in lower case, of the seller whose session cookie the headers carry; null without a session. */
export async function sessionEmail(headers: Headers): Promise<string | null> {
  const session = await readSession(headers);
  return session ? repository.emailOf(session.userId) : null;
}

interface TakeOverOption {
  /** Ends the sessions and deletes the password and tokens of an account that nobody has confirmed. */
  takeOver?: boolean;
}

/**
 * A link that signs the seller with this address in, once, and has the address get mails again that a server has
 * refused; null when there is no such seller. Throws as {@link ensureSeller} does.
 */
export async function createSignInLink(
  email: string,
  options: TakeOverOption = {},
): Promise<string | null> {
  const found = await findUser(email.toLowerCase());
  if (!found) return null;
  // better-auth removes the password of an unconfirmed account when its link is used, so it is confirmed
  // first.
  const user = await confirmed(found, options);
  await allowAddress(installationScope(), null, user.email);
  const token = await signInToken(user.email);
  return signInLink(token ?? '');
}

/**
 * The seller with this address, created without a password where there is none. Throws an operator's error
 * where an account with this address was never confirmed and has a password, unless `takeOver` is set: its
 * sessions, password and tokens could be somebody else's.
 */
export async function ensureSeller(
  email: string,
  options: TakeOverOption = {},
): Promise<{ id: string; email: string }> {
  const address = email.toLowerCase();
  const name = address.split('@')[0] ?? address;
  return confirmed(await repository.findOrCreateUser(address, name), options);
}

/** Ends whatever signs in to an account or acts for it, in the caller's transaction, which has locked it. */
async function endAll(scope: Scope, userId: string): Promise<void> {
  await endSessionsAndLinks(scope, userId, null);
  await endPersonalTokens(scope, userId, { kept: [], now: scope.realTime });
  await deleteFactors(scope, userId);
  await endAllApps(scope, userId, []);
  await removeAllOf(scope, userId);
}

async function confirmed(
  user: { id: string; email: string; emailVerified: boolean },
  { takeOver = false }: TakeOverOption,
): Promise<{ id: string; email: string }> {
  if (user.emailVerified) return user;
  if (takeOver) return repository.takeOver(user.id, (scope) => endAll(scope, user.id));
  if (await findCredential({ id: user.id })) {
    throw new OperatorError(
      `Somebody signed up as ${user.email}, and nobody has confirmed that the address is theirs. ` +
        'Add --take-over to end the sessions of this account, remove its password and personal ' +
        'tokens, and confirm the address.',
    );
  }
  return repository.setEmailVerified(user.id);
}
