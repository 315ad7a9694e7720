import { randomInt } from 'node:crypto';
import { auth } from '@/lib/auth/better-auth';
import { readCookie, setCookie } from '@/lib/auth/cookies';
import { knownBrowserCookie } from '@/lib/auth/known-browsers';
import { secondFactorsOf, signInProven } from '@/lib/auth/second-factors';
import { readSession } from '@/lib/auth/session';
import { newTotpSecret, stepOfCode, totpUri } from '@/lib/auth/totp';
import { findCredential, findUser, findUserById, lockUser } from '@/lib/auth/users';
import { ApiError, bodyProblem, invalid, orNotFound } from '@/lib/contract/errors';
import type { FactorChange, SecondFactor } from '@/lib/contract/second-factors';
import { timestamp } from '@/lib/contract/serialize';
import { installationScope, type Scope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { queueAccountMail, type Recipient } from '@/lib/resources/account-mails/service';
import { confirmSession, endAttempts, signedIn } from '@/lib/resources/accounts/service';
import { recordOfMember, recordSignIn } from '@/lib/resources/audit-log/service';
import { limitFailures } from '@/lib/resources/limits/service';
import * as repository from '@/lib/resources/second-factors/repository';
import { decrypt, digest, encrypt, keyedDigest, randomToken } from '@/lib/runtime/secrets';

// Second factors: an app that makes codes, and recovery codes (docs/contract/callers.md#second-factors).

const PURPOSE = 'second-factor';
const ATTEMPT_COOKIE = 'sign_in_attempt';
const ATTEMPT_SECONDS = 600;
/** So many tries a sign-in has. */
const MOST_TRIES = 5;
const RECOVERY_CODES = { count: 10, length: 10 };
/** Without those that are taken for one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A call of an account. */
export interface Call {
  /** The request's headers, with the cookies of the session or of the sign-in that waits. */
  headers: Headers;
  ip: string | null;
  requestId: string;
  now: Date;
}

/** Who has signed in; null where something is missing still. */
export interface Entry {
  user: { id: string; email: string; name: string } | null;
  /** What the sign-in may be completed with. */
  secondFactors?: SecondFactor[] | undefined;
  /** With the cookies of the session and of the known browser, or of the sign-in that waits. */
  headers: Headers;
}

/**
 * Begins to wait for the second factor of an account whose password or link was right.
 *
 * @param isStillRight whether it is yet, once this is stored: a change of the password ends what is stored by then
 */
export async function waitForFactor(
  userId: string,
  now: Date,
  isStillRight: () => Promise<boolean>,
): Promise<Entry | null> {
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + ATTEMPT_SECONDS * 1000);
  const id = await repository.storeAttempt({ digest: digest(token), userId, expiresAt });
  if (!(await isStillRight())) {
    await repository.endAttempt(id);
    return null;
  }
  const headers = new Headers();
  headers.append('Set-Cookie', setCookie(ATTEMPT_COOKIE, token, ATTEMPT_SECONDS));
  return { user: null, secondFactors: await secondFactorsOf(userId), headers };
}

/**
 * Sets up an app and ten recovery codes, which are in force after the first right code. Throws 401, 403 where the session
 * is to be confirmed first, and 409 where an app is in force.
 */
export async function enable({
  headers,
}: Pick<Call, 'headers'>): Promise<{ uri: string; codes: string[] }> {
  const { userId } = await signedIn(headers);
  const user = orNotFound(await findUserById(userId), 'The account');
  const secret = newTotpSecret();
  const codes = newRecoveryCodes();
  await transaction(installationScope(), async (scope) => {
    await lockUser(scope, userId);
    if ((await repository.findTotp(scope, userId))?.confirmedAt) {
      const detail = 'Two-factor authentication is on already. Turn it off to set up another app.';
      throw new ApiError('Conflict', detail);
    }
    await repository.storeTotp(scope, userId, encrypt(secret, PURPOSE));
    await repository.storeRecoveryCodes(scope, userId, digestsOf(userId, codes));
  });
  return { uri: totpUri(secret, user.email), codes };
}

/** Replaces the recovery codes. Throws 401, and 409 where no app is in force. */
export async function generateRecoveryCodes(call: Call): Promise<string[]> {
  const { userId } = await signedIn(call.headers);
  const codes = newRecoveryCodes();
  await transaction(installationScope(), async (scope) => {
    await lockUser(scope, userId);
    if (!(await repository.findTotp(scope, userId))?.confirmedAt) throw nothingIsOn();
    await repository.storeRecoveryCodes(scope, userId, digestsOf(userId, codes));
    await note(scope, 'recovery_codes_replaced', userId, call);
  });
  return codes;
}

/** Removes the app and the recovery codes. Throws 401, and 409 where no app is in force. */
export async function disable(call: Call): Promise<void> {
  const { userId } = await signedIn(call.headers);
  await transaction(installationScope(), async (scope) => {
    await lockUser(scope, userId);
    if (!(await repository.deleteApp(scope, userId))) throw nothingIsOn();
    await note(scope, 'two_factor_turned_off', userId, call);
  });
}

/** Keeps a change in the audit logs of the account's organizations, and mails it to the account, in its transaction. */
export async function note(
  scope: Scope,
  change: FactorChange,
  userId: string,
  { requestId, ip, now }: Call,
): Promise<void> {
  const user = orNotFound(await findUserById(userId, scope), 'The account');
  await recordOfMember(scope, { userId, action: `member.${change}`, requestId, ip, at: now });
  await mailChange(scope, user, change, now);
}

async function mailChange(
  scope: Scope,
  user: Recipient,
  change: FactorChange | 'factors_removed',
  now: Date,
): Promise<void> {
  const data = { name: user.name, at: timestamp(now), change };
  await queueAccountMail(scope, user, { kind: 'factors_changed', data, secrets: {} });
}

/**
 * Removes what an account asks for beside the password, as the operator's way out for somebody who has lost it; false
 * where nothing is set up, null without such an account.
 */
export async function removeFactors(email: string, at: Date): Promise<boolean | null> {
  const user = await findUser(email.toLowerCase());
  if (!user) return null;
  return transaction(installationScope(), async (scope) => {
    await lockUser(scope, user.id);
    const removed = await deleteFactors(scope, user.id);
    const change = { userId: user.id, requestId: null, ip: null, at };
    for (const action of removed) {
      await recordOfMember(scope, { ...change, action: `member.${action}` });
    }
    if (removed.length > 0) await mailChange(scope, user, 'factors_removed', at);
    return removed.length > 0;
  });
}

/** Removes all factors of an account; returns what that is in the audit log. */
export async function deleteFactors(scope: Scope, userId: string): Promise<FactorChange[]> {
  const changes: FactorChange[] = [];
  if (await repository.deleteApp(scope, userId)) changes.push('two_factor_turned_off');
  if (await repository.deletePasskeys(scope, userId)) changes.push('passkey_removed');
  return changes;
}

function nothingIsOn(): ApiError {
  return new ApiError('Conflict', 'Two-factor authentication is off. Turn it on first.');
}

/** {@link verify} with a code of the app; in a session it also puts in force what was set up. */
export function verifyTotp(code: string, call: Call): Promise<Entry> {
  return verify(call, async (userId, { isSession }) => {
    const totp = await repository.findTotp(installationScope(), userId);
    if (!totp) return false;
    const step = stepOfCode(decrypt(totp.sealedSecret, PURPOSE), digitsOf(code), call.now);
    if (step === null) return false;
    return transaction(installationScope(), async (scope) => {
      const as = { enrols: isSession, now: call.now };
      const accepted = await repository.acceptStep(scope, totp, step, as);
      if (accepted?.hasEnrolled) await note(scope, 'two_factor_turned_on', userId, call);
      return accepted !== null;
    });
  });
}

/** {@link verify} with a recovery code, which is used up. */
export function verifyRecoveryCode(code: string, call: Call): Promise<Entry> {
  return verify(call, async (userId) => {
    const [used = ''] = digestsOf(userId, [code]);
    return repository.useRecoveryCode(userId, used);
  });
}

/**
 * Completes the sign-in that waits, or confirms the session. Throws 401 where there is neither, or the sign-in has had
 * five wrong codes; 422 for a wrong code or one that was used; 429 after ten wrong ones of an account in an hour, which
 * end all its sign-ins that wait.
 */
async function verify(
  call: Call,
  check: (userId: string, as: { isSession: boolean }) => Promise<boolean>,
): Promise<Entry> {
  const { headers, now } = call;
  const attempt = await waitingSignIn(call);
  if (attempt) {
    return completeSignIn(attempt, call, () => check(attempt.userId, { isSession: false }));
  }
  const session = await readSession(headers);
  if (!session) throw signInAgain();
  const { id, userId } = session;
  await countWrongCodes(userId, now, () => check(userId, { isSession: true }));
  await confirmSession(id, now);
  return { user: orNotFound(await findUserById(userId), 'The account'), headers: new Headers() };
}

/** The sign-in that waits in the browser of a call; null where there is none. */
export function waitingSignIn({ headers, now }: Pick<Call, 'headers' | 'now'>) {
  return repository.findAttempt(digest(readCookie(headers, ATTEMPT_COOKIE)), now);
}

/** Ends a sign-in that waits; false where another call was first. */
export const { endAttempt } = repository;

async function completeSignIn(
  { id, userId }: { id: string; userId: string },
  call: Call,
  check: () => Promise<boolean>,
): Promise<Entry> {
  if (!(await repository.countTry(id, MOST_TRIES))) throw signInAgain();
  const { now, ip, requestId } = call;
  try {
    await countWrongCodes(userId, now, check);
  } catch (error) {
    await recordSignIn({ by: { userId }, requestId, ip, at: now, isRefused: true });
    throw error;
  }
  if (!(await repository.endAttempt(id))) throw signInAgain();
  return enter(userId, call);
}

/** Signs in an account that has shown all of its factors, and keeps that in the audit log. */
export async function enter(userId: string, { headers, now, ip, requestId }: Call): Promise<Entry> {
  const user = orNotFound(await findUserById(userId), 'The account');
  const opened = await openSession(userId, { headers, now });
  await recordSignIn({ by: { userId }, requestId, ip, at: now, isRefused: false });
  return { user, headers: opened };
}

/** 401 where a sign-in that waits is over. */
export function signInAgain(): ApiError {
  return new ApiError('Unauthorized', 'Sign in again to get another try.');
}

async function countWrongCodes(
  userId: string,
  now: Date,
  check: () => Promise<boolean>,
): Promise<void> {
  const isFailure = (error: unknown) => error instanceof ApiError && error.status === 422;
  const limit = { kind: 'second_factor', subjects: [userId], now, isFailure } as const;
  try {
    await limitFailures(limit, async () => {
      if (await check()) return;
      throw invalid(bodyProblem('code', 'This code is wrong or was used. Enter the latest one.'));
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 429)
      await endAttempts(installationScope(), userId);
    throw error;
  }
}

/** The cookies of a new session of an account that has shown its second factor. */
async function openSession(
  userId: string,
  { headers, now }: Pick<Call, 'headers' | 'now'>,
): Promise<Headers> {
  const made = await signInProven(() =>
    auth().api.openSession({ body: { userId }, headers, returnHeaders: true }),
  );
  if (!made.response) throw signInAgain();
  const credential = await findCredential({ id: userId });
  if (credential) made.headers.append('Set-Cookie', knownBrowserCookie(headers, credential, now));
  made.headers.append('Set-Cookie', setCookie(ATTEMPT_COOKIE, '', 0));
  return made.headers;
}

/** Two groups of characters that nobody mixes up, as `7kq2m-x9f4p`. */
function newRecoveryCodes(): string[] {
  const { count, length } = RECOVERY_CODES;
  const half = length / 2;
  return Array.from({ length: count }, () => {
    const letters = Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return `${letters.slice(0, half)}-${letters.slice(half)}`;
  });
}

/** What is stored of recovery codes, however they were typed. */
function digestsOf(userId: string, codes: readonly string[]): string[] {
  return codes.map((code) => {
    const letters = code.toLowerCase().replace(/[^a-z0-9]/g, '');
    return keyedDigest(`${userId} ${letters}`, PURPOSE);
  });
}

/** A code of an app, which shows its digits in groups. */
function digitsOf(code: string): string {
  return code.replace(/\s/g, '');
}
