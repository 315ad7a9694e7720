import { z } from 'zod';
import { int, trimmedText } from '@/lib/contract/fields';
import type { TypeRules } from '@/lib/resources/benefits/types/type-rules';
import { isLow } from '@/lib/resources/key-pools/rules';

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

const KeySource = z.enum(['generated', 'pool']).meta({ id: 'BenefitLicenseKeySource' });

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
  source: KeySource.default('generated'),
  low_stock_at: int({ min: 1 }).nullish(),
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
  source: KeySource.optional().meta({
    description: 'Whether keys are generated, or your own ones from a pool.',
  }),
  low_stock_at: z.int().nullish().meta({
    description: 'The pool is low once so many keys, or fewer, are free.',
  }),
});
export type LicenseKeysProperties = z.infer<typeof Stored>;

/** The pool of a benefit whose keys are the seller's own (docs/contract/license-keys.md#own-keys). */
const Pool = z
  .object({
    free: z.int(),
    granted: z.int(),
    pending: z.int().meta({ description: 'How many grants wait for a key.' }),
    is_low: z.boolean(),
  })
  .meta({ id: 'BenefitLicenseKeyPool' });

export const PRINTED = {
  type: z.literal(TYPE),
  properties: Stored,
  pool: Pool.optional().meta({
    description: 'Of a benefit with `source` `pool`. Absent inside other objects.',
  }),
};
export const ForCustomer = Stored.omit({ low_stock_at: true });

/** Whether the keys are the seller's own (docs/contract/license-keys.md#own-keys). */
export function isPooled({ source }: Pick<LicenseKeysProperties, 'source'>): boolean {
  return source === 'pool';
}

/** Benefits from before there were pools have no source. */
function printed(stored: LicenseKeysProperties): LicenseKeysProperties {
  return { ...stored, source: stored.source ?? 'generated' };
}

export const rules: TypeRules<LicenseKeysProperties, LicenseKeysProperties> = {
  accepted: () => Properties,
  store: (accepted) => accepted,
  print: ({ properties, poolCounts }) => ({
    properties: printed(properties),
    ...(poolCounts && {
      pool: { ...poolCounts, is_low: isLow(poolCounts, properties.low_stock_at ?? null) },
    }),
  }),
  printForCustomer: ({ low_stock_at, ...stored }) => printed(stored),
  /** Its key is a row of its own that refers to the grant. */
  grant: () => ({}),
  hasKey: true,
  isPooled,
};
