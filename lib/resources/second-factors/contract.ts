import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { text } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import { Entered } from '@/lib/resources/accounts/schema';
import { NewRecoveryCodes, NewTotp } from '@/lib/resources/second-factors/schema';

// Second factors of the caller's account, and sign-ins that wait for one: for the product's own pages, as accounts.

const common = { tag: 'accounts', auth: 'public', method: 'POST' } as const;
const code = secret(text({ min: 1, max: 100 }));

export const enableTwoFactor = contract({
  ...common,
  id: 'accounts:enable_two_factor',
  path: '/api/auth/two-factor/enable',
  summary: 'Set up an authenticator app; in force after the first right code',
  body: z.object({}),
  response: NewTotp,
  stepUp: true,
});

export const verifyTotp = contract({
  ...common,
  id: 'accounts:verify_totp',
  path: '/api/auth/two-factor/verify-totp',
  summary: 'Complete a sign-in, or confirm the session, with a code of the app',
  body: z.object({ code }),
  status: 200,
  response: Entered,
  changes: ['me'],
});

export const verifyRecoveryCode = contract({
  ...common,
  id: 'accounts:verify_recovery_code',
  path: '/api/auth/two-factor/verify-recovery-code',
  summary: 'Complete a sign-in, or confirm the session, with a recovery code, once',
  body: z.object({ code }),
  status: 200,
  response: Entered,
});

export const generateRecoveryCodes = contract({
  ...common,
  id: 'accounts:generate_recovery_codes',
  path: '/api/auth/two-factor/generate-recovery-codes',
  summary: 'Make ten new recovery codes, which replace all others',
  body: z.object({}),
  response: NewRecoveryCodes,
  stepUp: true,
});

export const disableTwoFactor = contract({
  ...common,
  id: 'accounts:disable_two_factor',
  path: '/api/auth/two-factor/disable',
  summary: 'Remove the authenticator app and the recovery codes',
  body: z.object({}),
  stepUp: true,
  changes: ['me'],
});
