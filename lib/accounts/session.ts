import { APIError } from 'better-auth/api';
import { auth } from '@/lib/accounts/auth';
import { ApiError } from '@/lib/api/errors';

/**
 * The id of the seller whose valid session cookie the headers carry; undefined where there is none,
 * or it is forged, expired or signed out. Throws 503 when the database cannot tell.
 */
export async function readSession(headers: Headers): Promise<string | undefined> {
  if (!headers.has('cookie')) return undefined;
  try {
    const found = await auth().api.getSession({ headers });
    return found?.user.id;
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
