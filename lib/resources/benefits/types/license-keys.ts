import { z } from 'zod';
import { int, trimmedText } from '@/lib/contract/fields';
import type { TypeRules } from '@/lib/resources/benefits/types/type-rules';

/** A key for each grant (docs/contract/license-keys.md). */
export const TYPE = 'license_keys';

const Timeframe = z.enum(['year', 'month', 'day']).meta({ id: 'Timeframe' });

/** The longest lifetime of a key: a thousand years, so that its expiry has a year of four digits. */
const MAX_TTL = { day: 365_000, month: 12_000, year: 1000 } as const;

export const Expiration = z
  .object({ ttl: int({ min: 1 }), timeframe: Timeframe })
  .refine(({ ttl, timeframe }) => ttl <= MAX_TTL[timeframe], {
    error: 'Enter at most a thousand years.',
    path: ['ttl'],
  })
  .meta({ id: 'BenefitLicenseKeyExpirationProperties' });

const Activations = z
  .object({
    limit: int({ min: 1, max: 50 }),
    enable_customer_admin: z.boolean(),
    expire_after_days: int({ min: 1, max: 365 }).nullish().meta({
      description:
        'After so many days without a validation or lease an activation ends. Null: never.',
    }),
  })
  .meta({ id: 'BenefitLicenseKeyActivationProperties' });

export const Properties = z.object({
  prefix: trimmedText({ max: 50 })
    .regex(/^[A-Za-z0-9-]*$/, { error: 'Use letters, digits, and hyphens only.' })
    .nullable()
    .default(null)
    .transform((prefix) => prefix || null),
  expires: Expiration.nullable().default(null),
  activations: Activations.nullable().default(null),
  limit_usage: int({ min: 1 }).nullable().default(null),
  enable_customer_rotation: z.boolean().optional(),
  show_snippets: z.boolean().optional(),
});

/** The stored and printed properties. */
const Stored = z.object({
  prefix: z.string().nullable(),
  expires: Expiration.nullable(),
  activations: Activations.nullable(),
  limit_usage: z.int().nullable(),
  enable_customer_rotation: z.boolean().optional().meta({
    description: 'Customers may give their keys a new value. Absent: they may not.',
  }),
  show_snippets: z.boolean().optional().meta({
    description:
      'Buyers see the calls that a program makes with the key. Absent: where it has activations.',
  }),
});
export type LicenseKeysProperties = z.infer<typeof Stored>;

export const PRINTED = { type: z.literal(TYPE), properties: Stored };
export const ForCustomer = Stored;

export const rules: TypeRules<LicenseKeysProperties, LicenseKeysProperties> = {
  accepted: () => Properties,
  store: (accepted) => accepted,
  print: ({ properties }) => ({ properties }),
  printForCustomer: (stored) => stored,
  /** Its key is a row of its own that refers to the grant. */
  grant: () => ({}),
  hasKey: true,
};
