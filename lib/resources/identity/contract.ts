import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { Email, text } from '@/lib/contract/fields';
import { Me, NewPassword, SignedIn } from '@/lib/resources/identity/schema';

export const getMe = contract({
  id: 'me:get',
  tag: 'me',
  method: 'GET',
  path: '/v1/me',
  summary: 'Who is calling',
  description: 'The seller or organization behind the credential, its scopes and organizations.',
  response: Me,
});

// Signing up, in and out: for the product's own pages, so outside /v1 and its document.

const common = { tag: 'accounts', auth: 'public', method: 'POST' } as const;
const email = Email.toLowerCase();

export const signUp = contract({
  ...common,
  id: 'accounts:sign_up',
  path: '/api/auth/sign-up/email',
  summary: 'Make an account and sign in',
  status: 201,
  body: z.object({
    name: text({ min: 1, max: 200 }),
    email,
    password: NewPassword,
    invitation: text({ max: 200 }).nullish().meta({
      description: 'The token of an invitation of this address, where accounts are by invitation.',
    }),
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
