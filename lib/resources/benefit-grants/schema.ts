import { z } from 'zod';
import { Id, Timestamp } from '@/lib/contract/fields';
import { Benefit, CustomerBenefit } from '@/lib/resources/benefits/schema';
import { FileDownload } from '@/lib/resources/files/schema';

/** The properties of a grant by the type of its benefit; those of a custom benefit are empty. */
export const GrantProperties = {
  custom: z.object({}),
  ads: z
    .object({ advertisement_campaign_id: z.string() })
    .meta({ id: 'BenefitGrantAdsProperties' }),
  discord: z
    .object({ guild_id: z.string(), role_id: z.string() })
    .meta({ id: 'BenefitGrantDiscordProperties' }),
  github_repository: z
    .object({
      repository_owner: z.string(),
      repository_name: z.string(),
      permission: z.enum(['pull', 'triage', 'push', 'maintain', 'admin']),
    })
    .meta({ id: 'BenefitGrantGitHubRepositoryProperties' }),
  downloadables: z
    .object({ files: z.array(Id) })
    .meta({ id: 'BenefitGrantDownloadablesProperties' }),
  license_keys: z
    .object({ license_key_id: Id, display_key: z.string() })
    .meta({ id: 'BenefitGrantLicenseKeysProperties' }),
};

const properties = z.union([
  GrantProperties.ads,
  GrantProperties.discord,
  GrantProperties.github_repository,
  GrantProperties.downloadables,
  GrantProperties.license_keys,
  GrantProperties.custom,
]);

/** A benefit granted for one purchase: a subscription or a one-time order. */
export const BenefitGrant = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    granted_at: Timestamp.nullable(),
    is_granted: z.boolean(),
    revoked_at: Timestamp.nullable(),
    is_revoked: z.boolean(),
    subscription_id: Id.nullable(),
    order_id: Id.nullable(),
    customer_id: Id,
    user_id: Id,
    benefit_id: Id,
    properties,
  })
  .meta({ id: 'BenefitGrant', resource: 'benefits' });
export type BenefitGrant = z.infer<typeof BenefitGrant>;

/** A grant in events. */
export const BenefitGrantWebhook = BenefitGrant.extend({
  benefit: Benefit,
  previous_properties: properties.nullable(),
}).meta({ id: 'BenefitGrantWebhook' });
export type BenefitGrantWebhook = z.infer<typeof BenefitGrantWebhook>;

const own = BenefitGrant.omit({ user_id: true });

/** A grant in the customer portal, with its benefit. */
export const CustomerBenefitGrant = z
  .union([
    own.extend({ benefit: CustomerBenefit.ads, properties: GrantProperties.ads }),
    own.extend({ benefit: CustomerBenefit.custom, properties: GrantProperties.custom }),
    own.extend({ benefit: CustomerBenefit.discord, properties: GrantProperties.discord }),
    own.extend({
      benefit: CustomerBenefit.downloadables,
      properties: GrantProperties.downloadables,
    }),
    own.extend({
      benefit: CustomerBenefit.github_repository,
      properties: GrantProperties.github_repository,
    }),
    own.extend({ benefit: CustomerBenefit.license_keys, properties: GrantProperties.license_keys }),
  ])
  .meta({ id: 'CustomerBenefitGrant', resource: 'benefits' });
export type CustomerBenefitGrant = z.infer<typeof CustomerBenefitGrant>;

export const GRANT_SORTS = ['created_at'] as const;

export const CUSTOMER_GRANT_SORTS = ['granted_at', 'type', 'organization'] as const;
export type CustomerGrantSort = (typeof CUSTOMER_GRANT_SORTS)[number];

/** A file that a customer may download for a benefit. */
export const Downloadable = z
  .object({ id: Id, benefit_id: Id, file: FileDownload })
  .meta({ id: 'DownloadableRead', resource: 'files' });
export type Downloadable = z.infer<typeof Downloadable>;

export const DOWNLOADABLE_SORTS = ['granted_at', 'name'] as const;
export type DownloadableSort = (typeof DOWNLOADABLE_SORTS)[number];
