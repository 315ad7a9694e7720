import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { Id, trimmedText } from '@/lib/contract/fields';
import { Entered } from '@/lib/resources/accounts/schema';
import {
  AuthenticationResponse,
  Passkey,
  RegistrationResponse,
} from '@/lib/resources/passkeys/schema';

// Passkeys of the caller's account, and signing in with one: for the product's own pages, as accounts.

const common = { tag: 'accounts', auth: 'public', method: 'POST' } as const;

export const getPasskeyCreationOptions = contract({
  ...common,
  method: 'GET',
  id: 'accounts:get_passkey_creation_options',
  path: '/api/auth/passkey/generate-register-options',
  summary: 'What the browser makes a passkey by',
  response: z.custom<PublicKeyCredentialCreationOptionsJSON>(),
  stepUp: true,
});

export const addPasskey = contract({
  ...common,
  id: 'accounts:add_passkey',
  path: '/api/auth/passkey/verify-registration',
  summary: 'Add a passkey that the browser has made',
  body: z.object({
    response: RegistrationResponse,
    name: trimmedText({ min: 1, max: 100 }).nullish().meta({
      description: 'By default the browser and its system.',
    }),
  }),
  status: 200,
  response: Passkey,
  stepUp: true,
  changes: ['me'],
});

export const getPasskeyRequestOptions = contract({
  ...common,
  method: 'GET',
  id: 'accounts:get_passkey_request_options',
  path: '/api/auth/passkey/generate-authenticate-options',
  summary: 'What the browser uses a passkey by',
  response: z.custom<PublicKeyCredentialRequestOptionsJSON>(),
});

export const verifyPasskey = contract({
  ...common,
  id: 'accounts:verify_passkey',
  path: '/api/auth/passkey/verify-authentication',
  summary: 'Sign in, complete a sign-in, or confirm the session, with a passkey',
  body: z.object({ response: AuthenticationResponse }),
  status: 200,
  response: Entered,
});

export const listPasskeys = contract({
  ...common,
  method: 'GET',
  id: 'accounts:list_passkeys',
  path: '/api/auth/passkey/list-user-passkeys',
  summary: 'List the passkeys of the caller, the oldest first',
  response: z.array(Passkey),
});

export const deletePasskey = contract({
  ...common,
  id: 'accounts:delete_passkey',
  path: '/api/auth/passkey/delete-passkey',
  summary: 'Remove a passkey',
  body: z.object({ id: Id }),
  stepUp: true,
  changes: ['me'],
});
