import { z } from 'zod';
import { Id, Timestamp } from '@/lib/contract/fields';

/** For so many days decisions are kept. */
export const KEPT_DAYS = 90;

export const DecisionInterval = z.enum(['hour', 'day']).meta({ id: 'LicenseKeyDecisionInterval' });
export type DecisionInterval = z.infer<typeof DecisionInterval>;

/** What those who have used a key were told, counted (docs/contract/license-keys.md#decisions). */
export const LicenseKeyDecision = z
  .object({
    hour: Timestamp.meta({ description: 'When the hour, or the day, begins.' }),
    code: z.string().meta({ description: 'VALID, or why it was refused.' }),
    count: z.int(),
    first_at: Timestamp,
    last_at: Timestamp,
    activation_id: Id.nullable().meta({
      description: 'Of the last request that named one, or made one.',
    }),
    activations_count: z.int().meta({ description: 'How many activations were named or made.' }),
    client_address: z
      .string()
      .nullable()
      .meta({ description: 'Of the last request; null where addresses are not kept.' }),
  })
  .meta({ id: 'LicenseKeyDecision', resource: 'license_keys' });
export type LicenseKeyDecision = z.infer<typeof LicenseKeyDecision>;

export const DECISION_SORTS = ['hour', 'count'] as const;
