import type { Address } from '@/lib/api/fields';
import { metadata, stored, timestamp } from '@/lib/api/serialize';
import { avatarUrl } from '@/lib/avatars/serialize';
import type { Customer, User, UserWithCodeHost } from '@/lib/customers/schema';
import type { TaxIdType } from '@/lib/customers/tax-id';
import type { Customer as CustomerRow } from '@/lib/database/generated/client';

export type { CustomerRow };

/** A row as the API prints it (specification 2.8). */
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

/** The customer as the holder of a license key. */
export function serializeUser(row: CustomerRow): User {
  return {
    id: row.id,
    email: row.email,
    public_name: publicName(row),
    avatar_url: avatarUrl(row),
  };
}

/** The customer as the buyer of a subscription or order. */
export function serializeUserWithCodeHost(row: CustomerRow): UserWithCodeHost {
  return { ...serializeUser(row), code_host_username: null, github_username: null };
}

/** The name, else the e-mail's first letter and `…` (semantics §9). */
function publicName(row: CustomerRow): string {
  return row.name ?? `${row.email.slice(0, 1)}…`;
}
