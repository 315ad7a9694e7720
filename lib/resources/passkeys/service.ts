import { readCookie, setCookie } from '@/lib/auth/cookies';
import {
  countOfAnswer,
  creationOptions,
  readNewPasskey,
  relyingParty,
  requestOptions,
} from '@/lib/auth/passkeys';
import { readSession } from '@/lib/auth/session';
import { findUserById, lockUser } from '@/lib/auth/users';
import { ApiError, bodyProblem, invalid, notFound, orNotFound } from '@/lib/contract/errors';
import { installationScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { deviceOf } from '@/lib/resources/accounts/serialize';
import { confirmSession, signedIn } from '@/lib/resources/accounts/service';
import { recordSignIn } from '@/lib/resources/audit-log/service';
import type { PasskeyRow } from '@/lib/resources/passkeys/repository';
import * as repository from '@/lib/resources/passkeys/repository';
import {
  type AuthenticationResponse,
  MAX_PASSKEYS,
  type Passkey,
  type RegistrationResponse,
} from '@/lib/resources/passkeys/schema';
import { serializePasskey } from '@/lib/resources/passkeys/serialize';
import {
  type Call,
  type Entry,
  endAttempt,
  enter,
  note,
  signInAgain,
  waitingSignIn,
} from '@/lib/resources/second-factors/service';
import { hasMailServer } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { digest, readToken, signToken } from '@/lib/runtime/secrets';

// Passkeys: key pairs of browsers and devices, each of which is both factors (docs/contract/callers.md#passkeys).

const PURPOSE = 'passkey-challenge';
const COOKIE = 'passkey_challenge';
const CHALLENGE_SECONDS = 300;

/** An answer, with the cookie of its challenge. */
interface Challenged<Options> {
  options: Options;
  headers: Headers;
}

/** What the browser makes a passkey by. Throws 401, and 403 where the account has 20 or the host has no name. */
export async function startAdding({ headers, now }: Pick<Call, 'headers' | 'now'>) {
  const { userId } = await signedIn(headers);
  const user = orNotFound(await findUserById(userId), 'The account');
  const known = await repository.list(installationScope(), userId);
  assertRoom(known);
  const options = await creationOptions({ user, known, seconds: CHALLENGE_SECONDS });
  return challenged(options, userId, now);
}

/** What the browser uses a passkey by. Throws 403 where the host has no name. */
export async function startVerifying({ now }: Pick<Call, 'now'>) {
  return challenged(await requestOptions({ seconds: CHALLENGE_SECONDS }), ANYBODY, now);
}

/** In a challenge, of one that any passkey may answer. */
const ANYBODY = 'anybody';

/** The challenge is in a signed cookie, so it counts in this browser alone and nothing is stored before it is answered. */
function challenged<Options extends { challenge: string }>(
  options: Options,
  userId: string,
  now: Date,
): Challenged<Options> {
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000);
  const token = signToken(`${userId}.${options.challenge}`, expiresAt, PURPOSE);
  const headers = new Headers();
  headers.append('Set-Cookie', setCookie(COOKIE, token, CHALLENGE_SECONDS));
  return { options, headers };
}

/**
 * Uses up the challenge of the browser; null where it has none for this account, or it was answered or has expired. Throws
 * 403 where the host has no name.
 */
async function takeChallenge(
  { headers, now }: Pick<Call, 'headers' | 'now'>,
  userId: string,
): Promise<string | null> {
  relyingParty();
  const token = readCookie(headers, COOKIE);
  const challenge = readToken(token, PURPOSE, now);
  if (!challenge || challenge.isExpired) return null;
  const [holder, value] = challenge.text.split('.');
  if (holder !== userId || value === undefined) return null;
  // For as long as any challenge of now is valid.
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000);
  return (await repository.takeChallenge(digest(token), expiresAt)) ? value : null;
}

/**
 * Adds a passkey that the browser has made. Throws 401; 403 where the account has 20 or the host has no name; 409 where
 * it was added before; 422 where it is not the answer to this browser's challenge.
 */
export async function add(
  { response, name }: { response: RegistrationResponse; name?: string | null | undefined },
  call: Call,
): Promise<Passkey> {
  const { userId } = await signedIn(call.headers);
  const challenge = await takeChallenge(call, userId);
  const made = challenge !== null && (await readNewPasskey(response, challenge));
  if (!made) {
    const detail = 'This passkey could not be checked. Try again.';
    throw invalid(bodyProblem('response', detail));
  }
  return transaction(installationScope(), async (scope) => {
    await lockUser(scope, userId);
    assertRoom(await repository.list(scope, userId));
    const stored = await repository.insert(scope, {
      ...made,
      id: newId(),
      userId,
      name: name ?? nameFor(call.headers),
      createdAt: call.now,
      lastUsedAt: null,
    });
    if (!stored) throw new ApiError('Conflict', 'This passkey was added before.');
    await note(scope, 'passkey_added', userId, call);
    return serializePasskey(stored);
  });
}

function assertRoom({ length }: readonly PasskeyRow[]): void {
  if (length < MAX_PASSKEYS) return;
  const detail = `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`;
  throw new ApiError('NotPermitted', detail);
}

/** The browser and system of a call in words, by which its passkey is told from others. */
function nameFor(headers: Headers): string {
  const { browser, os } = deviceOf(headers.get('user-agent'));
  return browser && os ? `${browser} on ${os}` : 'Passkey';
}

/** The passkeys of the caller. Throws 401. */
export async function list({ headers }: Pick<Call, 'headers'>): Promise<Passkey[]> {
  const { userId } = await signedIn(headers);
  return (await repository.list(installationScope(), userId)).map(serializePasskey);
}

/** Removes a passkey of the caller. Throws 401, and 404 where he has none with this id. */
export async function remove(id: string, call: Call): Promise<void> {
  const { userId } = await signedIn(call.headers);
  await transaction(installationScope(), async (scope) => {
    await lockUser(scope, userId);
    if (!(await repository.remove(scope, userId, id))) throw notFound('The passkey');
    await note(scope, 'passkey_removed', userId, call);
  });
}

/**
 * Signs in with a passkey, completes the sign-in that waits, or confirms the session. Throws 401 for one that is unknown,
 * is of another account than the sign-in or session, or does not answer this browser's challenge; 403 where the host has
 * no name.
 */
export async function verify(response: AuthenticationResponse, call: Call): Promise<Entry> {
  const challenge = await takeChallenge(call, ANYBODY);
  if (challenge === null) throw refused('This took too long. Try again.');
  const passkey = await repository.findByCredential(response.id);
  if (!passkey) throw refused('This passkey is not known here. It may have been removed.');
  const { userId } = passkey;
  if (!(await isAccepted(response, challenge, passkey, call.now))) {
    await recordRefusal(userId, call);
    throw refused('This passkey could not be checked. Try again.');
  }
  const attempt = await waitingSignIn(call);
  if (attempt) {
    const isEnded = await endAttempt(attempt.id);
    if (attempt.userId !== userId) {
      await recordRefusal(attempt.userId, call);
      throw refused('This passkey is of another account. Sign in again.');
    }
    if (!isEnded) throw signInAgain();
    return enter(userId, call);
  }
  const session = await readSession(call.headers);
  if (!session) {
    await assertMayEnter(userId, call);
    return enter(userId, call);
  }
  if (session.userId !== userId) {
    throw refused('This passkey is of another account than the one that you are signed in to.');
  }
  await confirmSession(session.id, call.now);
  return { user: orNotFound(await findUserById(userId), 'The account'), headers: new Headers() };
}

async function isAccepted(
  response: AuthenticationResponse,
  challenge: string,
  passkey: PasskeyRow,
  at: Date,
): Promise<boolean> {
  const counter = await countOfAnswer(response, challenge, passkey);
  return counter !== null && repository.noteUse(passkey, { counter, at });
}

/** An address that is to be confirmed signs in nowhere, as with a password (docs/contract/callers.md#sign-up). */
async function assertMayEnter(userId: string, call: Call): Promise<void> {
  const user = await findUserById(userId);
  if (user?.emailVerified || !hasMailServer()) return;
  await recordRefusal(userId, call);
  throw refused('Confirm your address first, by the link in your inbox.');
}

async function recordRefusal(userId: string, { requestId, ip, now: at }: Call): Promise<void> {
  await recordSignIn({ by: { userId }, isRefused: true, requestId, ip, at });
}

function refused(detail: string): ApiError {
  return new ApiError('Unauthorized', detail);
}
