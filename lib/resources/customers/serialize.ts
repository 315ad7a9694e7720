import type { Address } from '@/lib/contract/fields';
import { metadata, stored, timestamp, withFields } from '@/lib/contract/serialize';
import type { Customer as CustomerRow } from '@/lib/database/generated/client';
import { avatarUrl } from '@/lib/resources/avatars/serialize';
import type {
  Customer,
  CustomerPortalCustomer,
  User,
  UserWithCodeHost,
} from '@/lib/resources/customers/schema';
import type { TaxIdType } from '@/lib/resources/customers/tax-id';

export type { CustomerRow };

/** A row as the API prints it (docs/contract/customers.md#fields). */
export function serializeCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    created_at: timestamp(row.createdAt),
    modified_at: timestamp(row.modifiedAt),
    metadata: metadata(row.metadata),
    email: row.email,
    email_verified: row.emailVerified,
    name: row.name,
    billing_address: stored<Address | null>(row.billingAddress),
    tax_id: row.taxId === null ? null : [row.taxId, stored<TaxIdType>(row.taxIdType)],
    organization_id: row.organizationId,
    avatar_url: avatarUrl(row),
  };
}

/** A customer as the portal shows him to himself. */
export function serializePortalCustomer(row: CustomerRow): CustomerPortalCustomer {
  const { metadata: _, organization_id, avatar_url, ...own } = serializeCustomer(row);
  return { ...own, oauth_accounts: {} };
}

/**
 * A customer as far as a buyer may see him in what he has bought: without the seller's notes, and
 * with `isBound` (docs/contract/callers.md#confirmation-sessions) without anything but the address,
 * which is all that this buyer has shown.
 */
export function veiled(row: CustomerRow, { isBound }: { isBound: boolean }): CustomerRow {
  const unknown = { name: null, billingAddress: null, taxId: null, taxIdType: null };
  return { ...row, metadata: {}, ...(isBound ? unknown : {}) };
}

/** The customer as the holder of a license key. */
export function serializeUser({ id, email, name, avatar_url }: Customer): User {
  return { id, email, public_name: publicName(email, name), avatar_url };
}

/** The customer as the buyer of a subscription or order. */
export function serializeUserWithCodeHost(customer: Customer): UserWithCodeHost {
  return withFields(serializeUser(customer), { code_host_username: null, github_username: null });
}

/** The name, else the e-mail's first letter and `…` (docs/contract/customers.md#users). */
function publicName(email: string, name: string | null): string {
  return name ?? `${email.slice(0, 1)}…`;
}
