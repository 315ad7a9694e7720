import { APIError } from 'better-auth/api';
import { verifyJWT } from 'better-auth/crypto';
import { z } from 'zod';
import { auth, CONFIRMATION_SECONDS, linkToken, signInToken } from '@/lib/auth/better-auth';
import { knownBrowser, knownBrowserCookie } from '@/lib/auth/known-browsers';
import { assertNotGuessable, hashPassword } from '@/lib/auth/passwords';
import { signInBy } from '@/lib/auth/second-factors';
import { readSession } from '@/lib/auth/session';
import { inSameTime } from '@/lib/auth/slow-down';
import { assertConfirmed } from '@/lib/auth/step-up';
import {
  deleteLinks,
  findCredential,
  findUser,
  findUserById,
  lockUser,
  type User,
} from '@/lib/auth/users';
import { ApiError, bodyProblem, invalid } from '@/lib/contract/errors';
import { timestamp } from '@/lib/contract/serialize';
import { installationScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import * as repository from '@/lib/resources/account-links/repository';
import {
  mailConfirmation,
  mailPasswordReset,
  queueAccountMail,
} from '@/lib/resources/account-mails/service';
import {
  checkPassword,
  endSessionsAndLinks,
  mailPasswordChanged,
  signedIn,
} from '@/lib/resources/accounts/service';
import { countAttempt } from '@/lib/resources/limits/service';
import { allowAddress } from '@/lib/resources/mails/service';
import { removeAllOf } from '@/lib/resources/oauth-clients/service';
import type { ConnectedApp } from '@/lib/resources/oauth-grants/schema';
import { endAll, listOf } from '@/lib/resources/oauth-grants/service';
import { deleteFactors, type Entry } from '@/lib/resources/second-factors/service';
import {
  openSession,
  type RequestInfo,
  redeemSignInLink,
  waitAfterLink,
} from '@/lib/resources/sign-in/service';
import type { Token } from '@/lib/resources/tokens/schema';
import { endPersonalTokens, listPersonalTokens } from '@/lib/resources/tokens/service';
import { hasMailServer } from '@/lib/runtime/env';
import { digest } from '@/lib/runtime/secrets';

// Links in mails: who may ask for one, and what redeems it (docs/contract/callers.md#account-mails).

/** Throws 403 where no mail server is set up. */
function assertMailServer(): void {
  if (hasMailServer()) return;
  const detail = 'This installation sends no email. Ask its operator for a sign-in link.';
  throw new ApiError('NotPermitted', detail);
}

/**
 * Mails a link to set another password to an address with an account. The answer and its time are the same for an
 * address without. Throws 403 where no mail server is set up, and 429 after 30 requests an hour from a client address.
 */
export function requestPasswordReset(email: string, { ip, now }: RequestInfo): Promise<void> {
  return requestMail(email, { ip, now }, (user) => mailPasswordReset(user, now));
}

/** Mails the link that confirms an address again, as {@link requestPasswordReset} does. */
export function requestConfirmation(email: string, { ip, now }: RequestInfo): Promise<void> {
  return requestMail(email, { ip, now }, async (user) => {
    if (user.emailVerified) return;
    const mint = () => auth().api.sendVerificationEmail({ body: { email } });
    const token = await linkToken(mint);
    if (token !== null) await mailConfirmation(user, token, now);
  });
}

async function requestMail(
  email: string,
  { ip, now }: Pick<RequestInfo, 'ip' | 'now'>,
  send: (user: User) => Promise<void>,
): Promise<void> {
  assertMailServer();
  await countAttempt('account_mail_request', [ip], now);
  await inSameTime(async () => {
    const user = await findUser(email);
    if (user) await send(user);
  });
}

/**
 * The account that a link sets a password of, and the `identifier` of the link's row; null for a link that is unknown,
 * used or expired.
 */
async function findReset(
  token: string,
  now: Date,
): Promise<{ identifier: string; user: User } | null> {
  const { internalAdapter } = await auth().$context;
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  if (!found || found.expiresAt <= now || !z.uuid().safeParse(found.value).success) return null;
  const user = await findUserById(found.value);
  return user && { identifier: found.identifier, user };
}

/**
 * What the page of a link shows that sets another password: the account's address, and the personal tokens and apps that can
 * be kept. Of an account whose address was never confirmed none can: they may be somebody else's. Null for a link that is
 * unknown, used or expired.
 */
export async function openReset(
  token: string,
  now: Date,
): Promise<{ email: string; tokens: Token[]; apps: ConnectedApp[] } | null> {
  const reset = await findReset(token, now);
  if (!reset) return null;
  const { id, email, emailVerified } = reset.user;
  if (!emailVerified) return { email, tokens: [], apps: [] };
  return { email, tokens: await listPersonalTokens(id, now), apps: await listOf(id) };
}

function usedLink(): ApiError {
  const detail = 'This link was used or has expired. Ask for a new one.';
  return new ApiError('ResourceUnavailable', detail);
}

/**
 * Sets another password by a mailed link, once, ends all sessions and links, all personal tokens but those in
 * `keep_tokens` and all that apps may do but `keep_apps`, and signs in (docs/contract/callers.md#lost-passwords). This
 * confirms the address: where it was not confirmed yet, nothing is kept, and no factor. Throws 410 for a link that is used or expired, and 422 for a password that is
 * easily guessed.
 */
export async function resetPassword(
  {
    token,
    password,
    keep_tokens: keptTokens,
    keep_apps: keptApps,
  }: {
    token: string;
    password: string;
    keep_tokens?: string[] | null | undefined;
    keep_apps?: string[] | null | undefined;
  },
  call: RequestInfo,
): Promise<Entry> {
  const reset = await findReset(token, call.now);
  if (!reset) throw usedLink();
  const { identifier, user } = reset;
  await assertNotGuessable(password, user.email);
  const hash = await hashPassword(password);
  await transaction(installationScope(), async (scope) => {
    await lockUser(scope, user.id);
    const link = { identifier, userId: user.id, now: call.now };
    if (!(await repository.useLink(scope, link))) throw usedLink();
    await repository.setPassword(scope, user.id, hash);
    if (!user.emailVerified) {
      await repository.proveAddress(scope, user.id);
      await deleteFactors(scope, user.id);
      await removeAllOf(scope, user.id);
    }
    const tokens = { kept: (user.emailVerified && keptTokens) || [], now: call.now };
    await endSessionsAndLinks(scope, user.id, null);
    const endedTokens = await endPersonalTokens(scope, user.id, tokens);
    const endedApps = await endAll(scope, user.id, (user.emailVerified && keptApps) || []);
    await mailPasswordChanged(scope, user, { endedTokens, endedApps, now: call.now });
  });
  const credential = { userId: user.id, password: hash };
  return openSession({ email: user.email, password }, credential, call);
}

/** Throws 410 where better-auth refuses a token. */
async function orUsedLink<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) throw usedLink();
    throw error;
  }
}

/**
 * Mails a link to a new address, which becomes that of the caller's account once the link is redeemed. An address that
 * has an account already gets none, and the answer is the same. Throws 401, 403 where no mail server is set up or, without
 * a password, the session is to be confirmed first, 422
 * for a wrong password or the present address, and 429.
 */
export async function changeEmail(
  { email, password }: { email: string; password?: string | null | undefined },
  { headers, ip, now }: RequestInfo,
): Promise<void> {
  assertMailServer();
  const session = await signedIn(headers);
  const { userId } = session;
  if (!(await checkPassword(userId, password, now, 'password'))) assertConfirmed(session, now);
  const user = await findUserById(userId);
  if (!user || user.email === email) {
    throw invalid(bodyProblem('email', 'This is your email address already.'));
  }
  await countAttempt('account_mail_request', [ip], now);
  await inSameTime(async () => {
    const token = await linkToken(() =>
      auth().api.changeEmail({ body: { newEmail: email }, headers }),
    );
    if (token === null) return;
    await transaction(installationScope(), async (scope) => {
      await allowAddress(scope, null, email);
      const expiresAt = new Date(now.getTime() + CONFIRMATION_SECONDS * 1000);
      await repository.storeLink(scope, { identifier: changeLink(token), userId, expiresAt });
    });
    const to = { email, name: user.name };
    await mailConfirmation(to, token, now, { cause: 'new_address' });
  });
}

/** The row of a link that changes the address, so that it works once: its token is only signed. */
function changeLink(token: string): string {
  return `change-email:${digest(token)}`;
}

const Claims = z.object({
  email: z.string(),
  /** The new address, where it confirms one. */
  updateTo: z.string().optional(),
  /** In seconds. */
  exp: z.number(),
});

/** What a link confirms; null where its token, a JWT of better-auth, is forged or has expired. */
export async function readConfirmation(
  token: string,
  now: Date,
): Promise<z.infer<typeof Claims> | null> {
  const { secret } = await auth().$context;
  const payload = await verifyJWT(token, secret);
  if (!payload) return null;
  const claims = Claims.parse(payload);
  return claims.exp * 1000 > now.getTime() ? claims : null;
}

/**
 * Confirms an address by a mailed link and signs in; `user` is null where it was confirmed before. A browser that has
 * not signed up or in to the account needs its password: otherwise the owner of an address would confirm an account that
 * somebody else has made with it, and a mistyped new address would get the account. Throws 403 where the password is
 * needed, 401 where the account has none, 422 for a wrong one, 410 for a link that is used or expired, and 429.
 */
export async function confirmEmail(
  { token, password }: { token: string; password?: string | null | undefined },
  { headers, now }: RequestInfo,
): Promise<Entry> {
  const claims = await readConfirmation(token, now);
  const user = claims && (await findUser(claims.email));
  if (!user) throw usedLink();
  if (!claims.updateTo && user.emailVerified) return { user: null, headers: new Headers() };
  const isSignedIn = (await readSession(headers))?.userId === user.id;
  const credential = await findCredential({ id: user.id });
  const isKnown = credential !== null && knownBrowser(headers, credential, now) !== null;
  if (!isSignedIn && !isKnown) {
    if (!credential || !password) throw needsPassword(credential !== null);
    await checkPassword(user.id, password, now, 'password');
  }
  if (claims.updateTo) {
    const changed = await setEmail(user, claims.updateTo, { token, now });
    if (isSignedIn) return { user: changed, headers: new Headers() };
    return redeemSignInLink((await signInToken(changed.email)) ?? '', { headers, now });
  }
  const as = new Headers(headers);
  // better-auth refuses a token where the session is that of another account.
  if (!isSignedIn) as.delete('cookie');
  const { opened, waitsFor } = await orUsedLink(
    signInBy(() => auth().api.verifyEmail({ query: { token }, headers: as, returnHeaders: true })),
  );
  if (waitsFor !== null && !isSignedIn) return waitAfterLink(user.id, now);
  const answer = opened?.headers ?? new Headers();
  if (credential) answer.append('Set-Cookie', knownBrowserCookie(headers, credential, now));
  return { user, headers: answer };
}

function needsPassword(hasPassword: boolean): ApiError {
  return hasPassword
    ? new ApiError('NotPermitted', 'Enter your password to confirm this address.')
    : new ApiError('Unauthorized', 'Sign in first, then open this link again.');
}

/**
 * Sets the address of an account by a link, once, deletes its other links, and mails the former address. Throws 410
 * for a link that was used, and 409 where the address was taken meanwhile.
 */
function setEmail(
  user: User,
  email: string,
  { token, now }: { token: string; now: Date },
): Promise<User> {
  return transaction(installationScope(), async (scope) => {
    await lockUser(scope, user.id);
    const link = { identifier: changeLink(token), userId: user.id, now };
    if (!(await repository.useLink(scope, link))) throw usedLink();
    await repository.setEmail(scope, user.id, email);
    await deleteLinks(scope, user.id);
    await queueAccountMail(scope, user, {
      kind: 'email_changed',
      data: { name: user.name, at: timestamp(now), new_email: email },
      secrets: {},
    });
    return { ...user, email };
  });
}
