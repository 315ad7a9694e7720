import { APIError } from 'better-auth/api';
import { auth } from '@/lib/accounts/auth';
import * as repository from '@/lib/accounts/repository';
import { inTurn, signUpRule } from '@/lib/accounts/rules';
import { readSession } from '@/lib/accounts/session';
import { ApiError, bodyProblem, invalid } from '@/lib/api/errors';
import { env, publicUrl } from '@/lib/env';
import { assertWithinLimit, countAttempt, countFailure } from '@/lib/limits/service';

interface Circumstances {
  /** The caller's headers: address and browser are kept with the session. */
  headers: Headers;
  ip: string | null;
  now: Date;
}

interface SignedIn {
  user: { id: string; email: string; name: string };
  /** With the new session's cookie. */
  headers: Headers;
}

/**
 * Makes an account and signs it in. Throws 403 where SIGN_UP does not allow it, 422 when the address
 * is taken, 429 after 60 tries in a minute from one address (semantics §3).
 */
export async function signUp(
  body: { name: string; email: string; password: string },
  { headers, ip, now }: Circumstances,
): Promise<SignedIn> {
  await countAttempt('sign_up', [ip], now);
  const create = async (): Promise<SignedIn> => {
    try {
      const made = await auth().api.signUpEmail({ body, headers, returnHeaders: true });
      return { user: made.response.user, headers: made.headers };
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
 * 429 after 10 failures of the account or 100 of the caller's address in 10 minutes (semantics §3).
 */
export async function signIn(
  body: { email: string; password: string },
  { headers, ip, now }: Circumstances,
): Promise<SignedIn> {
  const account = [body.email];
  const circumstances = { isSandbox: false, now };
  // One after the other, so that guesses sent at once are no more guesses than the limit allows.
  return inTurn(body.email, async () => {
    await assertWithinLimit('sign_in_account', account, circumstances);
    await assertWithinLimit('sign_in_address', [ip], circumstances);
    try {
      const made = await auth().api.signInEmail({ body, headers, returnHeaders: true });
      return { user: made.response.user, headers: made.headers };
    } catch (error) {
      if (!(error instanceof APIError && error.statusCode === 401)) throw error;
      await countFailure('sign_in_account', account, circumstances);
      await countFailure('sign_in_address', [ip], circumstances);
      throw new ApiError('Unauthorized', 'The e-mail address or the password is wrong.');
    }
  });
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
export async function redeemSignInLink(token: string, headers: Headers): Promise<Headers> {
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
  return answer.headers;
}

/** A link that signs the seller with this address in, once; null when there is no such seller. */
export async function createSignInLink(email: string): Promise<string | null> {
  const user = await repository.findUser(email.toLowerCase());
  if (!user) return null;
  // Otherwise the first link would end the seller's password with all that no mail has proven.
  await repository.setEmailVerified(user.id);
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

/** The seller with this address, made without a password when there is none. */
export function ensureSeller(email: string): Promise<{ id: string; email: string }> {
  const address = email.toLowerCase();
  return repository.findOrCreateUser(address, address.split('@')[0] ?? address);
}

/** Forgets sessions and links that are over. */
export function forgetOldSessions(now: Date): Promise<void> {
  return repository.removeOver(now);
}
