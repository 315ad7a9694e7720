import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { Email, HttpUrl, Id, notCleared, text, trimmedText } from '@/lib/contract/fields';
import { NewPassword } from '@/lib/contract/new-password';
import { page, pageQuery } from '@/lib/contract/pagination';
import { secret } from '@/lib/contract/secret';
import { endpoints } from '@/lib/resources/accounts/operations';
import { Account, Entered, Session } from '@/lib/resources/accounts/schema';
import { MAX_KEPT_TOKENS } from '@/lib/resources/tokens/schema';

// Signing up, in and out: for the product's own pages, so outside /v1 and its document.

const common = { tag: 'accounts', auth: 'public', method: 'POST' } as const;
const email = Email.toLowerCase();
const password = secret(text({ max: 1000 }));

const Name = trimmedText({ min: 1, max: 200 });

export const signUp = contract({
  ...common,
  id: 'accounts:sign_up',
  path: '/api/auth/sign-up/email',
  summary: 'Make an account and sign in',
  status: 201,
  body: z.object({
    name: Name,
    email,
    password: NewPassword,
    invitation: secret(text({ max: 200 }))
      .nullish()
      .meta({
        description:
          'The token of an invitation of this address, where accounts are by invitation.',
      }),
  }),
  response: Entered,
});

export const signIn = contract({
  ...common,
  id: 'accounts:sign_in',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in',
  status: 200,
  body: z.object({ email, password }),
  response: Entered,
});

export const signOut = contract({ ...endpoints.signOut, summary: 'Sign out' });

// Links lead to a page, whose button calls one of these: mail scanners open links, and another site could sign a
// browser in to an account of its own by one that takes effect when it is opened.

const token = secret(text({ min: 1, max: 2000 }));

export const signInByLink = contract({
  ...common,
  id: 'accounts:sign_in_by_link',
  path: '/api/auth/magic-link/verify',
  summary: 'Sign in with a link, mailed or of `npm run sign-in-link`',
  // 204, but where a second factor is missing.
  status: 204,
  otherStatus: 200,
  body: z.object({ token }),
  response: Entered,
});

export const confirmEmail = contract({
  ...common,
  id: 'accounts:confirm_email',
  path: '/api/auth/verify-email',
  summary: 'Confirm an address by a mailed link, and sign in',
  status: 200,
  body: z.object({
    token,
    password: password.nullish().meta({
      description: 'Needed in a browser that does not know the account.',
    }),
  }),
  response: Entered,
});

export const requestConfirmation = contract({
  ...common,
  id: 'accounts:request_confirmation',
  path: '/api/auth/send-verification-email',
  summary: 'Mail the link that confirms an address again',
  status: 202,
  body: z.object({ email }),
});

export const requestPasswordReset = contract({
  ...common,
  id: 'accounts:request_password_reset',
  path: '/api/auth/request-password-reset',
  summary: 'Mail a link to set another password',
  status: 202,
  body: z.object({ email }),
});

export const resetPassword = contract({
  ...common,
  id: 'accounts:reset_password',
  path: '/api/auth/reset-password',
  summary: 'Set another password by a mailed link, and sign in',
  status: 200,
  body: z.object({
    token,
    password: NewPassword,
    keep_tokens: z.array(Id).max(MAX_KEPT_TOKENS).nullish().meta({
      description: 'The personal tokens that go on; all others of the account end.',
    }),
    keep_apps: z.array(Id).max(MAX_KEPT_TOKENS).nullish().meta({
      description: 'What apps may go on to do, by the ids of connected apps; all else ends.',
    }),
  }),
  response: Entered,
});

export const updateAccount = contract({
  ...common,
  id: 'accounts:update',
  path: '/api/auth/update-user',
  summary: 'Change the name or the picture of the account',
  body: z.object({
    name: notCleared(Name),
    avatar_url: HttpUrl.nullish().meta({
      description: 'One that this installation serves; null: drawn from the initials.',
    }),
  }),
  changes: ['me', 'members'],
});

export const deleteAccount = contract({
  ...common,
  id: 'accounts:delete',
  path: '/api/auth/delete-user',
  summary: 'Delete the account, with everything of its own',
  body: z.object({}),
  stepUp: true,
});

// The account of the session whose cookie the request carries; 401 without one.

export const getAccount = contract({
  ...common,
  method: 'GET',
  id: 'accounts:get',
  path: '/api/auth/account',
  summary: 'How the caller signs in',
  response: Account,
});

export const verifyPassword = contract({
  ...common,
  id: 'accounts:verify_password',
  path: '/api/auth/verify-password',
  summary: 'Confirm the session by the password',
  body: z.object({ password }),
});

export const changePassword = contract({
  ...common,
  id: 'accounts:change_password',
  path: '/api/auth/change-password',
  summary: 'Change the password and end all other sessions',
  body: z.object({
    current_password: password.nullish().meta({
      description: 'Needed where the account has a password.',
    }),
    password: NewPassword,
  }),
});

export const changeEmail = contract({
  ...common,
  id: 'accounts:change_email',
  path: '/api/auth/change-email',
  summary: 'Mail a link to a new address, which is changed by it',
  status: 202,
  body: z.object({
    email,
    password: password.nullish().meta({ description: 'Needed where the account has one.' }),
  }),
});

export const listSessions = contract({
  ...common,
  method: 'GET',
  id: 'accounts:list_sessions',
  path: '/api/auth/list-sessions',
  summary: 'List the sessions of the caller, the last used first',
  query: pageQuery,
  response: page(Session),
});

export const endSession = contract({
  ...common,
  id: 'accounts:end_session',
  path: '/api/auth/revoke-session',
  summary: 'End a session of the caller',
  body: z.object({ id: Id }),
});

export const endOtherSessions = contract({
  ...common,
  id: 'accounts:end_other_sessions',
  path: '/api/auth/revoke-other-sessions',
  summary: 'End all sessions of the caller but this one',
});
