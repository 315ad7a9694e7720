import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, withFields } from '@/lib/contract/serialize';
import type { TaxIdType } from '@/lib/contract/tax-id';
import type { Customer as CustomerRow } from '@/lib/database/generated/client';
import { avatarUrl } from '@/lib/resources/avatars/serialize';
import {
  Customer,
  type CustomerPortalCustomer,
  type CustomerWithTotals,
  type User,
  type UserWithCodeHost,
} from '@/lib/resources/customers/schema';

export type { CustomerRow };

/** Sums over a customer's purchases; `spent` is in minor units. */
interface CustomerTotals {
  spent: number;
  orders: number;
  subscriptions: number;
  activeSubscriptions: number;
  pastDueSubscriptions: number;
  pausedSubscriptions: number;
  licenseKeys: number;
  grantedBenefits: number;
}

const scalars = scalarsOf('Customer', Customer);

/** A customer as the API prints it (docs/contract/customers.md#fields). */
export function serializeCustomer(row: CustomerRow): Customer {
  return withFields(scalars(row), {
    tax_id: taxIdOf(row),
    avatar_url: avatarUrl(row),
  });
}

/** {@link serializeCustomer} with what was sold to them (docs/contract/customers.md#added-fields). */
export function serializeCustomerWithTotals(
  row: CustomerRow & { totals: CustomerTotals; spentIn: { currency: string } },
): CustomerWithTotals {
  const { totals, spentIn } = row;
  return {
    ...serializeCustomer(row),
    spent: totals.spent,
    currency: spentIn.currency,
    orders_count: totals.orders,
    subscriptions_count: totals.subscriptions,
    active_subscriptions_count: totals.activeSubscriptions,
    past_due_subscriptions_count: totals.pastDueSubscriptions,
    paused_subscriptions_count: totals.pausedSubscriptions,
    license_keys_count: totals.licenseKeys,
    granted_benefits_count: totals.grantedBenefits,
  };
}

function taxIdOf({ taxId, taxIdType }: CustomerRow): Customer['tax_id'] {
  return taxId === null ? null : [taxId, jsonColumn<TaxIdType>(taxIdType)];
}

/** A customer in the customer portal. */
export function serializePortalCustomer(row: CustomerRow): CustomerPortalCustomer {
  const { metadata: _, organization_id, avatar_url, ...own } = serializeCustomer(row);
  return { ...own, oauth_accounts: {} };
}

/**
 * A customer row redacted for a buyer: without metadata; with `isBound` only the email address is left, the
 * only thing that the buyer of a bound session has typed himself
 * (docs/contract/callers.md#confirmation-sessions).
 */
export function redactCustomer(row: CustomerRow, { isBound }: { isBound: boolean }): CustomerRow {
  const unknown = { name: null, billingAddress: null, taxId: null, taxIdType: null };
  return { ...row, metadata: {}, ...(isBound ? unknown : {}) };
}

/** The customer in a license key. */
export function serializeUser({ id, email, name, avatar_url }: Customer): User {
  return { id, email, public_name: publicName(email, name), avatar_url };
}

/** The customer in a subscription or order. */
export function serializeUserWithCodeHost(customer: Customer): UserWithCodeHost {
  return withFields(serializeUser(customer), { code_host_username: null, github_username: null });
}

/** The name, else the email's first letter and `…` (docs/contract/customers.md#users). */
function publicName(email: string, name: string | null): string {
  return name ?? `${email.slice(0, 1)}…`;
}
