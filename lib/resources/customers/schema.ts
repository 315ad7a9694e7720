import { z } from 'zod';
import {
  Address,
  AddressInput,
  Email,
  ExternalId,
  Id,
  Metadata,
  MetadataInput,
  notCleared,
  OrganizationIdInput,
  Timestamp,
  trimmedText,
} from '@/lib/contract/fields';
import { checkTaxId, TAX_ID_MAX, TAX_ID_TYPES } from '@/lib/contract/tax-id';

const TaxIdType = z.enum(TAX_ID_TYPES).meta({ id: 'TaxIDFormat' });

/** A customer (docs/contract/customers.md#fields). */
export const Customer = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    metadata: Metadata,
    email: z.string(),
    email_verified: z.boolean(),
    name: z.string().nullable(),
    billing_address: Address.nullable(),
    tax_id: z.tuple([z.string(), TaxIdType]).nullable(),
    organization_id: Id,
    external_id: ExternalId,
    avatar_url: z.string(),
  })
  .meta({ id: 'Customer', resource: 'customers' });
export type Customer = z.infer<typeof Customer>;

/**
 * A customer with sums over what was sold to them, as the customers' own operations print it
 * (docs/contract/customers.md#added-fields); other objects embed {@link Customer}.
 */
export const CustomerWithTotals = Customer.extend({
  spent: z.int(),
  currency: z.string().meta({ description: 'What `spent` is in.' }),
  orders_count: z.int(),
  subscriptions_count: z.int(),
  active_subscriptions_count: z.int(),
  past_due_subscriptions_count: z.int(),
  paused_subscriptions_count: z.int(),
  license_keys_count: z.int(),
  granted_benefits_count: z.int(),
}).meta({ id: 'CustomerWithTotals', resource: 'customers' });
export type CustomerWithTotals = z.infer<typeof CustomerWithTotals>;

/** A customer in license keys (docs/contract/license-keys.md#fields). */
export const User = z
  .object({ id: Id, email: z.string(), public_name: z.string(), avatar_url: z.string() })
  .meta({ id: 'User', resource: 'customers' });
export type User = z.infer<typeof User>;

/**
 * A customer in subscriptions and orders; both names of the code host have one value
 * (docs/contract/conventions.md#paired-names).
 */
export const UserWithCodeHost = User.extend({
  code_host_username: z.string().nullable(),
  github_username: z.string().nullable(),
}).meta({ id: 'UserWithCodeHost', resource: 'customers' });
export type UserWithCodeHost = z.infer<typeof UserWithCodeHost>;

/** A customer in the customer portal. */
export const CustomerPortalCustomer = Customer.pick({
  id: true,
  created_at: true,
  modified_at: true,
  email: true,
  email_verified: true,
  name: true,
  billing_address: true,
  tax_id: true,
})
  .extend({
    oauth_accounts: z.record(
      z.string(),
      z.object({ account_id: z.string(), account_username: z.string().nullable() }),
    ),
  })
  .meta({ id: 'CustomerPortalCustomer', resource: 'customers' });
export type CustomerPortalCustomer = z.infer<typeof CustomerPortalCustomer>;

/** A blank name is stored as null. */
const name = trimmedText({ max: 500 })
  .transform((value) => value || null)
  .nullish();

/** `[value, type]`; the value must have the form of its type and is stored without separators. */
const taxId = z
  .tuple([trimmedText({ min: 1, max: TAX_ID_MAX }), TaxIdType])
  .transform(([value, type], context) => {
    const checked = checkTaxId(value, type);
    if (checked) return checked;
    context.addIssue({ code: 'custom', message: `This isn't a valid tax ID of type ${type}.` });
    return z.NEVER;
  })
  .nullish();

const written = {
  name,
  billing_address: AddressInput.nullish(),
  tax_id: taxId,
  metadata: notCleared(MetadataInput),
};

export const CustomerCreate = z
  .object({ email: Email, ...written, organization_id: OrganizationIdInput })
  .meta({ id: 'CustomerCreate' });
export type CustomerCreate = z.infer<typeof CustomerCreate>;

export const CustomerUpdate = z
  .object({ email: notCleared(Email), ...written })
  .meta({ id: 'CustomerUpdate' });
export type CustomerUpdate = z.infer<typeof CustomerUpdate>;

/** What a customer changes about himself (docs/contract/portal.md#added-operations). */
export const PortalCustomerUpdate = z
  .object({ name, billing_address: written.billing_address, tax_id: taxId })
  .meta({ id: 'CustomerPortalCustomerUpdate' });
export type PortalCustomerUpdate = z.infer<typeof PortalCustomerUpdate>;

export const CUSTOMER_SORTS = ['created_at', 'email', 'name'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];
