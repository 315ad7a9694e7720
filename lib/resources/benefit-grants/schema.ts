import { z } from 'zod';
import { Id, Timestamp, trimmedText } from '@/lib/contract/fields';
import { Benefit, CustomerBenefit } from '@/lib/resources/benefits/schema';
import { Customer } from '@/lib/resources/customers/schema';
import { FileDownload } from '@/lib/resources/files/schema';
import { GrantError, GrantStatus } from '@/lib/resources/grant-effects/schema';

/** The properties of a grant by the type of its benefit; those of a custom benefit are empty. */
export const GrantProperties = {
  custom: z.object({}),
  ads: z
    .object({ advertisement_campaign_id: z.string() })
    .meta({ id: 'BenefitGrantAdsProperties' }),
  discord: z
    .object({ account_id: z.string().optional(), guild_id: z.string(), role_id: z.string() })
    .meta({ id: 'BenefitGrantDiscordProperties' }),
  github_repository: z
    .object({
      account_id: z.string().optional(),
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
export const PlainGrant = z.object({
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
});

export type PlainGrant = z.infer<typeof PlainGrant>;

/** How far it has come: what sellers and customers see of a grant beside what events tell. */
const progress = {
  status: GrantStatus.nullable().meta({
    description: 'How far a granted benefit has come; null for one that is over.',
  }),
  error: GrantError.nullable(),
};

/** Of the customer only who it is: reading benefits gives no right to addresses and tax ids. */
const Holder = Customer.pick({ id: true, name: true, email: true, avatar_url: true }).meta({
  id: 'BenefitGrantCustomer',
  resource: 'customers',
});

/** A grant as its seller sees it. */
export const BenefitGrant = PlainGrant.extend({
  customer: Holder.nullable().meta({ description: 'Null where the customer was deleted.' }),
  ...progress,
}).meta({ id: 'BenefitGrant', resource: 'benefits' });
export type BenefitGrant = z.infer<typeof BenefitGrant>;

/** A grant in events. */
export const BenefitGrantWebhook = PlainGrant.extend({
  benefit: Benefit,
  previous_properties: properties.nullable(),
}).meta({ id: 'BenefitGrantWebhook' });
export type BenefitGrantWebhook = z.infer<typeof BenefitGrantWebhook>;

/** The product of a purchase, by its name alone. */
export const PurchasedProduct = z
  .object({ id: Id, name: z.string() })
  .meta({ id: 'PurchasedProduct', resource: 'products' });

const own = PlainGrant.omit({ user_id: true }).extend({
  ...progress,
  product: PurchasedProduct.meta({
    description: 'Of the order, or of the subscription as it is now.',
  }),
});

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

const accountId = trimmedText({ min: 1, max: 255 }).meta({
  description: "The customer's account with that service.",
});

/** What a customer changes about a grant: the account that an outside service grants it to, and nothing else. */
export const CustomerBenefitGrantUpdate = z
  .discriminatedUnion('benefit_type', [
    z.object({ benefit_type: z.literal('ads') }).meta({ id: 'CustomerBenefitGrantAdsUpdate' }),
    z
      .object({ benefit_type: z.literal('custom') })
      .meta({ id: 'CustomerBenefitGrantCustomUpdate' }),
    z
      .object({ benefit_type: z.literal('downloadables') })
      .meta({ id: 'CustomerBenefitGrantDownloadablesUpdate' }),
    z
      .object({ benefit_type: z.literal('license_keys') })
      .meta({ id: 'CustomerBenefitGrantLicenseKeysUpdate' }),
    z
      .object({
        benefit_type: z.literal('discord'),
        properties: z
          .object({ account_id: accountId })
          .meta({ id: 'CustomerBenefitGrantDiscordPropertiesUpdate' }),
      })
      .meta({ id: 'CustomerBenefitGrantDiscordUpdate' }),
    z
      .object({
        benefit_type: z.literal('github_repository'),
        properties: z
          .object({ account_id: accountId })
          .meta({ id: 'CustomerBenefitGrantGitHubRepositoryPropertiesUpdate' }),
      })
      .meta({ id: 'CustomerBenefitGrantGitHubRepositoryUpdate' }),
  ])
  .meta({ id: 'CustomerBenefitGrantUpdate' });
export type CustomerBenefitGrantUpdate = z.infer<typeof CustomerBenefitGrantUpdate>;

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
