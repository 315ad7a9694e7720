import { APIError } from 'better-auth/api';
import { ApiError } from '@/lib/contract/errors';
import { auth } from '@/lib/resources/identity/auth';
import * as repository from '@/lib/resources/identity/repository';
import { sessionEnd } from '@/lib/resources/identity/rules';
import { now } from '@/lib/runtime/clock';

/** A session's end is extended at most once in this time, not at each request. */
const USE_STEP_MS = 3_600_000;

/**
 * The id of the seller whose session cookie the headers carry; undefined where there is none, or it is
 * forged, expired or signed out. Throws 503 when the database is not available.
 */
export async function readSession(headers: Headers): Promise<string | undefined> {
  if (!headers.has('cookie')) return undefined;
  try {
    const found = await auth().api.getSession({ headers });
    if (!found) return undefined;
    const { id, createdAt, expiresAt } = found.session;
    const end = sessionEnd(createdAt, now());
    if (end.getTime() - expiresAt.getTime() >= USE_STEP_MS) await repository.extendSession(id, end);
    return found.user.id;
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    throw new ApiError(
      'ServiceUnavailable',
      'The session cannot be read now. Try again in a moment.',
      {
        headers: { 'Retry-After': '1' },
      },
    );
  }
}
