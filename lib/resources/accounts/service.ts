import type { z } from 'zod';
import type { FoundSession } from '@/lib/auth/credentials';
import { type Credential, knownBrowserCookie } from '@/lib/auth/known-browsers';
import { assertNotGuessable, hashPassword, verifyPassword } from '@/lib/auth/passwords';
import { secondFactorsOf } from '@/lib/auth/second-factors';
import { readSession } from '@/lib/auth/session';
import { assertConfirmed } from '@/lib/auth/step-up';
import { deleteLinks, findCredential, findUserById, lockUser } from '@/lib/auth/users';
import { ApiError, bodyProblem, invalid, notFound, orNotFound } from '@/lib/contract/errors';
import { paginated } from '@/lib/contract/pagination';
import { timestamp } from '@/lib/contract/serialize';
import { installationScope, type Scope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { queueAccountMail, type Recipient } from '@/lib/resources/account-mails/service';
import type { updateAccount } from '@/lib/resources/accounts/contract';
import * as repository from '@/lib/resources/accounts/repository';
import type { Account } from '@/lib/resources/accounts/schema';
import { serializeSession } from '@/lib/resources/accounts/serialize';
import { ownPicture } from '@/lib/resources/files/service';
import { limitFailures } from '@/lib/resources/limits/service';
import { hasMailServer } from '@/lib/runtime/env';

// What a seller sees and changes of the account that he is signed in to.

interface Call {
  /** The request's headers, with the cookie of the session. */
  headers: Headers;
  now: Date;
}

/** How the caller signs in. Throws 401. */
export async function getAccount({ headers }: Call): Promise<Account> {
  const { userId } = await signedIn(headers);
  const [credential, factors, left] = await Promise.all([
    findCredential({ id: userId }),
    secondFactorsOf(userId),
    repository.countRecoveryCodes(userId),
  ]);
  return {
    has_password: credential !== null,
    second_factors: factors,
    recovery_codes_left: factors.includes('totp') ? left : 0,
    has_mail_server: hasMailServer(),
  };
}

/** Throws 401. */
export async function listSessions(query: { page: number; limit: number }, { headers, now }: Call) {
  const { id, userId } = await signedIn(headers);
  const { rows, totalCount } = await repository.listSessions(userId, now, query);
  const items = rows.map((row) => serializeSession(row, id));
  return paginated(items, totalCount, query.limit);
}

/** Throws 401, and 404 where the caller has no such session. */
export async function endSession(id: string, { headers }: Call): Promise<void> {
  const { userId } = await signedIn(headers);
  if (!(await repository.endSession(userId, id))) throw notFound('The session');
}

/** Throws 401. */
export async function endOtherSessions({ headers }: Call): Promise<void> {
  const { id, userId } = await signedIn(headers);
  await repository.endSessions(installationScope(), userId, id);
}

/**
 * Changes the name or the picture of the caller's account. Throws 401, and 422 for a picture of another site, which would
 * learn who looks at it.
 */
export async function update(
  { name, avatar_url: image }: z.output<NonNullable<typeof updateAccount.body>>,
  { headers }: Pick<Call, 'headers'>,
): Promise<void> {
  const { userId } = await signedIn(headers);
  if (image && ownPicture(image) === null) {
    throw invalid(bodyProblem('avatar_url', 'Upload the picture here first.'));
  }
  await repository.update(userId, { name, image });
}

/** Confirms the session by the password. Throws 401, 422 where it is wrong or the account has none, and 429. */
export async function confirmByPassword(password: string, { headers, now }: Call): Promise<void> {
  const { id, userId } = await signedIn(headers);
  if (!(await checkPassword(userId, password, now, 'password'))) {
    const detail = 'This account has no password. Sign out, and sign in with a link again.';
    throw invalid(bodyProblem('password', detail));
  }
  await repository.confirmSession(id, now);
}

/**
 * Changes the password and ends all other sessions and mailed links (docs/contract/callers.md#change-of-password). Returns the
 * headers of the answer, with the cookie of the known browser. Throws 401; 403 where there is no password yet and the
 * session is to be confirmed first; 422 for a current password that is
 * missing or wrong and for a new one that is easily guessed; 409 where it was changed meanwhile; 429 after 10
 * wrong ones in 10 minutes.
 */
export async function changePassword(
  body: { current_password?: string | null | undefined; password: string },
  { headers, now }: Call,
): Promise<Headers> {
  const session = await signedIn(headers);
  const { id, userId } = session;
  const user = orNotFound(await findUserById(userId), 'The account');
  await assertNotGuessable(body.password, user.email);
  const credential = await checkPassword(userId, body.current_password, now, 'current_password');
  if (!credential) assertConfirmed(session, now);
  const password = await hashPassword(body.password);
  await transaction(installationScope(), async (scope) => {
    await lockUser(scope, userId);
    const change = { from: credential?.password ?? null, to: password };
    if (!(await repository.storePassword(scope, userId, change))) {
      throw new ApiError('Conflict', 'The password was changed meanwhile. Reload the page.');
    }
    await endSessionsAndLinks(scope, userId, id);
    await mailPasswordChanged(scope, user, { endedTokens: 0, endedApps: 0, now });
  });
  const answer = new Headers();
  answer.append('Set-Cookie', knownBrowserCookie(headers, { userId, password }, now));
  return answer;
}

/** Ends the sessions, sign-ins that wait and mailed links of an account; `spared` is the id of the session that goes on, null for none. */
export async function endSessionsAndLinks(
  scope: Scope,
  userId: string,
  spared: string | null,
): Promise<void> {
  await repository.endSessions(scope, userId, spared);
  await repository.endAttempts(scope, userId);
  await deleteLinks(scope, userId);
}

/** Mails that the password was changed, in the transaction of the change. */
export async function mailPasswordChanged(
  scope: Scope,
  user: Recipient,
  { endedTokens, endedApps, now }: { endedTokens: number; endedApps: number; now: Date },
): Promise<void> {
  const ended = { ended_tokens: endedTokens, ended_apps: endedApps };
  const data = { name: user.name, at: timestamp(now), ...ended };
  await queueAccountMail(scope, user, { kind: 'password_changed', data, secrets: {} });
}

/**
 * Compares what was given at `place` with the password of an account; returns its credential, null where it has
 * no password and so needs none. Throws 422 for another one, 429 after too many of them.
 */
export async function checkPassword(
  userId: string,
  given: string | null | undefined,
  now: Date,
  place: string,
): Promise<Credential | null> {
  const credential = await findCredential({ id: userId });
  if (!credential) return null;
  const isFailure = (error: unknown) => error instanceof ApiError && error.status === 422;
  const limit = { kind: 'password_check', subjects: [userId], now, isFailure } as const;
  await limitFailures(limit, async () => {
    if (await verifyPassword(credential.password, given ?? '')) return;
    throw invalid(bodyProblem(place, 'This is not your current password.'));
  });
  return credential;
}

export const { confirmSession, endAttempts } = repository;

/** The session of the request's cookie. Throws 401. */
export async function signedIn(headers: Headers): Promise<FoundSession> {
  const session = await readSession(headers);
  if (!session) throw new ApiError('Unauthorized', 'Sign in first.');
  return session;
}

/** Deletes expired sessions and links. */
export function purgeExpiredSessions(now: Date): Promise<void> {
  return repository.deleteExpired(now);
}
