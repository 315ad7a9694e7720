import { z } from 'zod';
import { Id, notCleared, OrganizationIdInput, Timestamp, trimmedText } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import * as ads from '@/lib/resources/benefits/types/ads';
import * as custom from '@/lib/resources/benefits/types/custom';
import * as discord from '@/lib/resources/benefits/types/discord';
import * as downloadables from '@/lib/resources/benefits/types/downloadables';
import * as gitHubRepository from '@/lib/resources/benefits/types/github-repository';
import * as licenseKeys from '@/lib/resources/benefits/types/license-keys';
import { PublicOrganization } from '@/lib/resources/public-organizations/schema';

export const BenefitType = z
  .enum([
    custom.TYPE,
    ads.TYPE,
    discord.TYPE,
    gitHubRepository.TYPE,
    downloadables.TYPE,
    licenseKeys.TYPE,
  ])
  .meta({ id: 'BenefitType' });
export type BenefitType = z.infer<typeof BenefitType>;

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
    z.object({ ...own, ...custom.PRINTED }),
    z.object({ ...own, ...ads.PRINTED }),
    z.object({ ...own, ...discord.PRINTED }),
    z.object({ ...own, ...gitHubRepository.PRINTED }),
    z.object({ ...own, ...downloadables.PRINTED }),
    z.object({ ...own, ...licenseKeys.PRINTED }),
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
  [custom.TYPE]: customerBenefit(custom.TYPE, custom.ForCustomer),
  [ads.TYPE]: customerBenefit(ads.TYPE, ads.ForCustomer),
  [discord.TYPE]: customerBenefit(discord.TYPE, discord.ForCustomer),
  [gitHubRepository.TYPE]: customerBenefit(gitHubRepository.TYPE, gitHubRepository.ForCustomer),
  [downloadables.TYPE]: customerBenefit(downloadables.TYPE, downloadables.ForCustomer),
  [licenseKeys.TYPE]: customerBenefit(licenseKeys.TYPE, licenseKeys.ForCustomer),
} as const satisfies Record<BenefitType, z.ZodType>;
export type CustomerBenefit = z.infer<(typeof CustomerBenefit)[BenefitType]>;

const description = trimmedText({ min: 3, max: 42 });

/** Each type by its parts: its module as a whole would bring its effect outside into pages. */
function created<Type extends BenefitType, Properties extends z.ZodObject>(
  type: Type,
  properties: Properties,
) {
  return z.object({
    description,
    organization_id: OrganizationIdInput,
    type: z.literal(type),
    properties,
  });
}

export const BenefitCreate = z
  .discriminatedUnion('type', [
    created(custom.TYPE, custom.Properties),
    created(ads.TYPE, ads.Properties),
    created(discord.TYPE, discord.Properties),
    created(gitHubRepository.TYPE, gitHubRepository.Properties),
    created(downloadables.TYPE, downloadables.Properties),
    created(licenseKeys.TYPE, licenseKeys.Properties),
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
