import { memoized } from '@/lib/api/memoize';
import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, withFields } from '@/lib/contract/serialize';
import type { Customer as CustomerRow } from '@/lib/database/generated/client';
import { avatarUrl } from '@/lib/resources/avatars/serialize';
import {
  Customer,
  type CustomerPortalCustomer,
  type User,
  type UserWithCodeHost,
} from '@/lib/resources/customers/schema';
import type { TaxIdType } from '@/lib/resources/customers/tax-id';

export type { CustomerRow };

const scalars = scalarsOf('Customer', Customer);

/** A customer as the API prints it (docs/contract/customers.md#fields). */
export const serializeCustomer = memoized(
  (row: CustomerRow): Customer =>
    withFields(scalars(row), {
      tax_id: taxIdOf(row),
      avatar_url: avatarUrl(row),
    }),
);

function taxIdOf({ taxId, taxIdType }: CustomerRow): Customer['tax_id'] {
  return taxId === null ? null : [taxId, jsonColumn<TaxIdType>(taxIdType)];
}

/** A customer in the customer portal. */
export function serializePortalCustomer(row: CustomerRow): CustomerPortalCustomer {
  const { metadata: _, organization_id, avatar_url, ...own } = serializeCustomer(row);
  return { ...own, oauth_accounts: {} };
}

/**
 * A customer row redacted for a buyer: without metadata; with `isBound` only the e-mail address is left, the
 * only thing that the buyer of a bound session has typed himself
 * (docs/contract/callers.md#confirmation-sessions).
 */
export function redactCustomer(row: CustomerRow, { isBound }: { isBound: boolean }): CustomerRow {
  const unknown = { name: null, billingAddress: null, taxId: null, taxIdType: null };
  return { ...row, metadata: {}, ...(isBound ? unknown : {}) };
}

/** The customer in a license key. */
export function serializeUser(row: CustomerRow): User {
  return {
    id: row.id,
    email: row.email,
    public_name: publicName(row),
    avatar_url: avatarUrl(row),
  };
}

/** The customer in a subscription or order. */
export function serializeUserWithCodeHost(row: CustomerRow): UserWithCodeHost {
  return withFields(serializeUser(row), { code_host_username: null, github_username: null });
}

/** The name, else the e-mail's first letter and `…` (docs/contract/customers.md#users). */
function publicName(row: CustomerRow): string {
  return row.name ?? `${row.email.slice(0, 1)}…`;
}
