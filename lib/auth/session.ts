import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseCookies } from 'better-auth/cookies';
import { auth } from '@/lib/auth/better-auth';
import { type FoundSession, findSession } from '@/lib/auth/credentials';
import { sessionEnd } from '@/lib/auth/session-end';
import { ApiError } from '@/lib/contract/errors';
import { db } from '@/lib/database/connection/client';
import { translateDatabaseError } from '@/lib/database/connection/errors';
import { Notes } from '@/lib/database/connection/notes';
import { realTime } from '@/lib/runtime/clock';
import { log } from '@/lib/runtime/log';

/** A session's end is extended at most once in this time, not at each request. */
const USE_STEP_MS = 3_600_000;

/** The ends of sessions that were used, by their ids. */
const newEnds = new Notes<Date>('the ends of sessions', (ends) => extendSessions(ends));

/**
 * The valid session whose cookie the headers carry; undefined where there is none, or it is forged, expired or
 * signed out. Its row is read at each call, so that an ended session ends at once
 * (docs/contract/callers.md#sessions). Throws 503 when the database cannot tell.
 */
export async function readSession(headers: Headers): Promise<FoundSession | undefined> {
  const token = await sessionToken(headers);
  const found =
    token === undefined ? undefined : await findSession(token, realTime()).catch(unreadable);
  if (!found) return undefined;
  const { id, createdAt, expiresAt } = found;
  const end = sessionEnd(createdAt, realTime());
  if (end.getTime() - expiresAt.getTime() >= USE_STEP_MS) newEnds.add(id, end);
  return found;
}

/**
 * The token in the session cookie, `<token>.<signature>`; undefined without one, or where the signature is not
 * that of the library (base64 of HMAC-SHA256), whose own check reads the session by two statements.
 */
async function sessionToken(headers: Headers): Promise<string | undefined> {
  const cookies = headers.get('cookie');
  if (cookies === null) return undefined;
  const { authCookies, secret } = await auth().$context;
  const signed = parseCookies(cookies).get(authCookies.sessionToken.name) ?? '';
  const end = Math.max(signed.lastIndexOf('.'), 0);
  const token = signed.slice(0, end);
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  const given = Buffer.from(signed.slice(end + 1));
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

/** Whoever may be signed in is not told that he is not. */
function unreadable(error: unknown): never {
  if (translateDatabaseError(error)) throw error;
  log.error({ err: error }, 'a session cannot be read');
  const text = 'The session cannot be read now. Try again in a moment.';
  throw new ApiError('ServiceUnavailable', text, { headers: { 'Retry-After': '1' } });
}

/** Stores the new ends of sessions that were used, by their ids. */
async function extendSessions(ends: ReadonlyMap<string, Date>): Promise<void> {
  for (const [id, expiresAt] of ends) {
    await db(null).session.updateMany({ where: { id }, data: { expiresAt } });
  }
}
