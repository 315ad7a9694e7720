import { z } from 'zod';
import {
  atMostPairs,
  codePoints,
  Id,
  int,
  notCleared,
  OrganizationIdInput,
  Timestamp,
  text,
  trimmedText,
} from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import { PublicOrganization } from '@/lib/resources/organizations/schema';

export const BenefitType = z
  .enum(['custom', 'ads', 'discord', 'github_repository', 'downloadables', 'license_keys'])
  .meta({ id: 'BenefitType' });
export type BenefitType = z.infer<typeof BenefitType>;

const Timeframe = z.enum(['year', 'month', 'day']).meta({ id: 'Timeframe' });

/** The longest lifetime of a key: a thousand years, so that its expiry has a year of four digits. */
const MAX_TTL = { day: 365_000, month: 12_000, year: 1000 } as const;

const Expiration = z
  .object({ ttl: int({ min: 1 }), timeframe: Timeframe })
  .refine(({ ttl, timeframe }) => ttl <= MAX_TTL[timeframe], {
    error: 'Enter at most a thousand years.',
    path: ['ttl'],
  })
  .meta({ id: 'BenefitLicenseKeyExpirationProperties' });

const Activations = z
  .object({ limit: int({ min: 1, max: 50 }), enable_customer_admin: z.boolean() })
  .meta({ id: 'BenefitLicenseKeyActivationProperties' });

const Permission = z
  .enum(['pull', 'triage', 'push', 'maintain', 'admin'])
  .meta({ id: 'Permission' });

const fileIds = z
  .array(Id)
  .max(250)
  .refine((files) => new Set(files).size === files.length, { error: 'A file is listed twice.' });

/** The maximum number of characters of a note. */
export const MAX_NOTE = 5000;

/** The accepted properties of each type, with their defaults. */
export const PROPERTIES = {
  custom: customProperties(MAX_NOTE),
  ads: z.object({
    image_height: int({ min: 1, max: 10_000 }).default(400),
    image_width: int({ min: 1, max: 10_000 }).default(400),
  }),
  discord: z.object({
    guild_token: secret(text({ min: 1, max: 4000 })),
    role_id: trimmedText({ min: 1, max: 200 }),
  }),
  github_repository: z.object({
    repository_owner: trimmedText({ min: 1, max: 200 }),
    repository_name: trimmedText({ min: 1, max: 200 }),
    permission: Permission,
  }),
  downloadables: z.object({
    archived: atMostPairs(250, z.record(Id, z.boolean())).default({}),
    files: fileIds,
  }),
  license_keys: z.object({
    prefix: trimmedText({ max: 50 })
      .regex(/^[A-Za-z0-9-]*$/, { error: 'Use letters, digits, and hyphens only.' })
      .nullable()
      .default(null)
      .transform((prefix) => prefix || null),
    expires: Expiration.nullable().default(null),
    activations: Activations.nullable().default(null),
    limit_usage: int({ min: 1 }).nullable().default(null),
    show_snippets: z.boolean().optional(),
  }),
} as const satisfies Record<BenefitType, z.ZodType>;

function customProperties(maxNote: number) {
  return z.object({ note: text({ max: maxNote }).nullable().default(null) });
}

/**
 * The accepted properties of a benefit that is there already: a note that is longer than {@link MAX_NOTE} may stay or
 * become shorter (docs/contract/catalogue.md#bounds).
 */
export function updateProperties(type: BenefitType, stored: unknown) {
  if (type !== 'custom') return PROPERTIES[type];
  const { note } = stored as { note: string | null };
  return customProperties(Math.max(MAX_NOTE, codePoints(note ?? '')));
}

const printed = {
  id: Id,
  created_at: Timestamp,
  modified_at: Timestamp.nullable(),
  description: z.string(),
  selectable: z.boolean(),
  deletable: z.boolean(),
  organization_id: Id,
};

/** A benefit without its properties, as in a checkout (docs/contract/benefits.md#fields). */
export const BenefitBase = z
  .object({ ...printed, type: BenefitType })
  .meta({ id: 'BenefitBase', resource: 'benefits' });
export type BenefitBase = z.infer<typeof BenefitBase>;

/**
 * Whether the outside account that the benefit needs is connected
 * (docs/contract/benefits.md#outside-accounts).
 */
const connection = { connection_status: z.enum(['not_connected', 'connected']) };

/** The stored and printed properties of a license-key benefit. */
export const LicenseKeysProperties = z.object({
  prefix: z.string().nullable(),
  expires: Expiration.nullable(),
  activations: Activations.nullable(),
  limit_usage: z.int().nullable(),
  show_snippets: z.boolean().optional().meta({
    description:
      'Buyers see the calls that a program makes with the key. Absent: where it has activations.',
  }),
});
export type LicenseKeysProperties = z.infer<typeof LicenseKeysProperties>;

/** What the operations of benefits print beside {@link printed}, and other objects do not. */
const own = {
  ...printed,
  products_count: z
    .int()
    .optional()
    .meta({ description: 'How many products have it. Absent inside other objects.' }),
};

/** A benefit (docs/contract/benefits.md#fields). */
export const Benefit = z
  .discriminatedUnion('type', [
    z.object({
      ...own,
      type: z.literal('custom'),
      properties: z.object({ note: z.string().nullable() }),
      is_tax_applicable: z.boolean(),
    }),
    z.object({
      ...own,
      type: z.literal('ads'),
      properties: z.object({ image_height: z.int(), image_width: z.int() }),
    }),
    z.object({
      ...own,
      ...connection,
      type: z.literal('discord'),
      properties: z.object({
        guild_id: z.string(),
        role_id: z.string(),
        guild_token: secret(z.string()),
      }),
    }),
    z.object({
      ...own,
      ...connection,
      type: z.literal('github_repository'),
      properties: z.object({
        repository_owner: z.string(),
        repository_name: z.string(),
        permission: Permission,
        repository_id: z.string().nullable(),
      }),
    }),
    z.object({
      ...own,
      type: z.literal('downloadables'),
      properties: z.object({ archived: z.record(z.string(), z.boolean()), files: z.array(Id) }),
    }),
    z.object({ ...own, type: z.literal('license_keys'), properties: LicenseKeysProperties }),
  ])
  .meta({ id: 'Benefit', resource: 'benefits' });
export type Benefit = z.infer<typeof Benefit>;

/** A benefit in the customer portal: with its seller, and with the properties that its customer may know. */
function customerBenefit<Type extends BenefitType, Properties extends z.ZodObject>(
  type: Type,
  properties: Properties,
) {
  return z
    .object({ ...printed, type: z.literal(type), organization: PublicOrganization, properties })
    .meta({ resource: 'benefits' });
}

export const CustomerBenefit = {
  custom: customerBenefit('custom', z.object({ note: z.string().nullable() })),
  ads: customerBenefit('ads', z.object({ image_height: z.int(), image_width: z.int() })),
  discord: customerBenefit('discord', z.object({ guild_id: z.string() })),
  github_repository: customerBenefit(
    'github_repository',
    z.object({ repository_owner: z.string(), repository_name: z.string() }),
  ),
  downloadables: customerBenefit('downloadables', z.object({ active_files: z.array(Id) })),
  license_keys: customerBenefit('license_keys', LicenseKeysProperties),
} as const satisfies Record<BenefitType, z.ZodType>;
export type CustomerBenefit = z.infer<(typeof CustomerBenefit)[BenefitType]>;

const description = trimmedText({ min: 3, max: 42 });
const written = { description, organization_id: OrganizationIdInput };

export const BenefitCreate = z
  .discriminatedUnion('type', [
    z.object({ ...written, type: z.literal('custom'), properties: PROPERTIES.custom }),
    z.object({ ...written, type: z.literal('ads'), properties: PROPERTIES.ads }),
    z.object({ ...written, type: z.literal('discord'), properties: PROPERTIES.discord }),
    z.object({
      ...written,
      type: z.literal('github_repository'),
      properties: PROPERTIES.github_repository,
    }),
    z.object({
      ...written,
      type: z.literal('downloadables'),
      properties: PROPERTIES.downloadables,
    }),
    z.object({ ...written, type: z.literal('license_keys'), properties: PROPERTIES.license_keys }),
  ])
  .meta({ id: 'BenefitCreate' });
export type BenefitCreate = z.infer<typeof BenefitCreate>;

/** Those of any type, checked once the type is known. The secret among them is one in logs before that too. */
const AnyProperties = z
  .record(z.string(), z.unknown())
  .pipe(z.looseObject({ guild_token: secret(z.unknown()).optional() }));

/** `properties` replace the old ones and are checked against the benefit's fixed type. */
export const BenefitUpdate = z
  .object({
    type: BenefitType.optional(),
    description: notCleared(description),
    properties: notCleared(AnyProperties),
  })
  .meta({ id: 'BenefitUpdate' });
export type BenefitUpdate = z.infer<typeof BenefitUpdate>;

export const BENEFIT_SORTS = ['created_at', 'description', 'type'] as const;
export type BenefitSort = (typeof BENEFIT_SORTS)[number];
