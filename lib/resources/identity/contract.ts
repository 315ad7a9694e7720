import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { Email, text } from '@/lib/contract/fields';
import { Seller } from '@/lib/resources/me/schema';

// Signing up, in and out: for the product's own pages, so outside /v1 and its document.

/** In characters (code points), of a new password. */
export const PASSWORD_LENGTH = { min: 10, max: 256 } as const;

const common = { tag: 'accounts', auth: 'public', method: 'POST' } as const;
const email = Email.toLowerCase();

/** Any characters; blanks at the ends count as well. */
const newPassword = text({ max: PASSWORD_LENGTH.max }).refine(
  (value) => [...value].length >= PASSWORD_LENGTH.min,
  {
    error: `Enter at least ${PASSWORD_LENGTH.min} characters.`,
    params: { type: 'string_too_short' },
  },
);

export const SignedIn = z.object({ user: Seller.omit({ avatar_url: true }) });

export const signUp = contract({
  ...common,
  id: 'accounts:sign_up',
  path: '/api/auth/sign-up/email',
  summary: 'Make an account and sign in',
  status: 201,
  body: z.object({
    name: text({ min: 1, max: 200 }),
    email,
    password: newPassword,
  }),
  response: SignedIn,
});

export const signIn = contract({
  ...common,
  id: 'accounts:sign_in',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in',
  status: 200,
  body: z.object({ email, password: text({ max: 1000 }) }),
  response: SignedIn,
});

export const signOut = contract({
  ...common,
  id: 'accounts:sign_out',
  path: '/api/auth/sign-out',
  summary: 'Sign out',
});

export const redeemSignInLink = contract({
  ...common,
  method: 'GET',
  id: 'accounts:redeem_sign_in_link',
  path: '/api/auth/magic-link/verify',
  summary: 'Sign in with a link of `npm run sign-in-link`',
  status: 302,
  query: z.object({ token: z.string().max(200) }),
});
