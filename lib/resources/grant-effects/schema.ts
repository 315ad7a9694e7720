import { z } from 'zod';
import { Timestamp } from '@/lib/contract/fields';
import { EFFECT_ERRORS } from '@/lib/resources/benefits/types/effect';

/** How far a grant has come outside (docs/contract/connections.md#grants). */
export const GrantStatus = z
  .enum(['pending', 'granted', 'waiting_for_buyer', 'failed'])
  .meta({ id: 'BenefitGrantStatus' });
export type GrantStatus = z.infer<typeof GrantStatus>;

/** Why a grant does not reach its customer, and when that is tried again. */
export const GrantError = z
  .object({
    code: z.enum(EFFECT_ERRORS),
    detail: z.string(),
    at: Timestamp.nullable(),
    next_try_at: Timestamp.nullable(),
  })
  .meta({ id: 'BenefitGrantError' });
export type GrantError = z.infer<typeof GrantError>;
