import { z } from 'zod';
import { Id, Timestamp } from '@/lib/contract/fields';
import { Benefit, CustomerBenefit } from '@/lib/resources/benefits/schema';
import { Granted, GrantUpdate } from '@/lib/resources/benefits/types/granted';
import { Customer } from '@/lib/resources/customers/schema';
import { FileDownload } from '@/lib/resources/files/schema';
import { GrantError, GrantStatus } from '@/lib/resources/grant-effects/schema';

/** The properties of a grant, by the type of its benefit; those of a custom benefit are empty. */
const properties = z.union([
  Granted.ads,
  Granted.discord,
  Granted.github_repository,
  Granted.downloadables,
  Granted.license_keys,
  Granted.custom,
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
    own.extend({ benefit: CustomerBenefit.ads, properties: Granted.ads }),
    own.extend({ benefit: CustomerBenefit.custom, properties: Granted.custom }),
    own.extend({ benefit: CustomerBenefit.discord, properties: Granted.discord }),
    own.extend({ benefit: CustomerBenefit.downloadables, properties: Granted.downloadables }),
    own.extend({
      benefit: CustomerBenefit.github_repository,
      properties: Granted.github_repository,
    }),
    own.extend({ benefit: CustomerBenefit.license_keys, properties: Granted.license_keys }),
  ])
  .meta({ id: 'CustomerBenefitGrant', resource: 'benefits' });
export type CustomerBenefitGrant = z.infer<typeof CustomerBenefitGrant>;

/** What a customer changes about a grant: the account that an outside service grants it to, and nothing else. */
export const CustomerBenefitGrantUpdate = z
  .discriminatedUnion('benefit_type', [
    GrantUpdate.ads,
    GrantUpdate.custom,
    GrantUpdate.downloadables,
    GrantUpdate.license_keys,
    GrantUpdate.discord,
    GrantUpdate.github_repository,
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
