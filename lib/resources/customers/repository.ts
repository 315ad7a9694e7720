import type { QueryOf } from '@/lib/contract/contract';
import { CURRENCIES } from '@/lib/contract/currencies';
import type { Address, Metadata } from '@/lib/contract/fields';
import type { TaxId } from '@/lib/contract/tax-id';
import { db, tenant } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import { customerRows } from '@/lib/database/query/customer';
import {
  createdFilter,
  type ListDefinition,
  required,
  searchFilter,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { lockRow } from '@/lib/database/rows/lock';
import type { RowMapping, RowOf } from '@/lib/database/rows/mapping';
import { selectRow } from '@/lib/database/rows/rows';
import { insertIfAbsent, insertRow, updateRow } from '@/lib/database/rows/write';
import type { exportCustomers } from '@/lib/resources/customers/contract';
import type { CustomerSort } from '@/lib/resources/customers/schema';
import type { CustomerRow } from '@/lib/resources/customers/serialize';
import { externalIdFilter } from '@/lib/resources/import-formats/relations';
import { ACTIVE_STATUSES } from '@/lib/resources/subscription-statuses/rules';

const LIST: ListDefinition<CustomerSort> = {
  table: 'customers',
  // A session bound to a checkout does not see the customer: the buyer has only typed his email address.
  customerPredicate: customerRows('t.id', () => sql`false`),
  where: sql`t.deleted_at IS NULL`,
  sorts: {
    created_at: required(sql`t.created_at`),
    email: required(textOrder('t.email')),
    name: textOrder('t.name'),
  },
  totals: {},
};

const MAPPING = { model: 'Customer', table: 'customers' } as const satisfies RowMapping;

const ACTIVE = raw(ACTIVE_STATUSES.map((status) => `'${status}'`).join(', '));

/** A customer with sums over the purchases, `spent` in a currency: an index of each table leads to the customer's own rows. */
const totalsIn = (currency: Sql) =>
  ({
    ...MAPPING,
    relations: {
      spentIn: { texts: { currency } },
      totals: {
        counts: {
          spent: sql`(SELECT coalesce(sum(o.amount::float8 + o.tax_amount - o.refunded_amount), 0)
          FROM orders o WHERE o.customer_id = t.id AND o.currency = ${currency})`,
          orders: sql`(SELECT count(*)::int FROM orders o WHERE o.customer_id = t.id)`,
          subscriptions: sql`(SELECT count(*)::int FROM subscriptions s WHERE s.customer_id = t.id)`,
          activeSubscriptions: sql`(SELECT count(*)::int FROM subscriptions s
          WHERE s.customer_id = t.id AND s.status IN (${ACTIVE}))`,
          pastDueSubscriptions: sql`(SELECT count(*)::int FROM subscriptions s
          WHERE s.customer_id = t.id AND s.status = 'past_due')`,
          pausedSubscriptions: sql`(SELECT count(*)::int FROM subscriptions s
          WHERE s.customer_id = t.id AND s.paused_at IS NOT NULL)`,
          licenseKeys: sql`(SELECT count(*)::int FROM license_keys k WHERE k.customer_id = t.id)`,
          grantedBenefits: sql`(SELECT count(*)::int FROM benefit_grants g
          WHERE g.customer_id = t.id AND g.granted_at IS NOT NULL AND g.revoked_at IS NULL)`,
        },
      },
    },
  }) as const satisfies RowMapping;

const WITH_TOTALS = totalsIn(
  sql`(SELECT n.default_currency FROM organizations n WHERE n.id = t.organization_id)`,
);

/** {@link WITH_TOTALS} of what was sold in one currency, whatever the organization's default is. */
const IN_CURRENCY = new Map(
  CURRENCIES.map((currency) => [currency, totalsIn(raw(`'${currency}'::text`))]),
);

export type CustomerRowWithTotals = RowOf<typeof WITH_TOTALS>;

/** The scope's customers that are not deleted. */
export function list(scope: Scope, request: QueryOf<typeof exportCustomers>) {
  const conditions = [
    searchFilter(['t.name', 't.email'], request.query),
    externalIdFilter(scope, 'customers', request.external_id),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, totalsOf(request.currency));
}

const totalsOf = (currency = '') => IN_CURRENCY.get(currency) ?? WITH_TOTALS;

/** A customer that is not deleted; null when there is none in the scope. */
export async function find(
  scope: Scope,
  id: string,
  currency?: string,
): Promise<CustomerRowWithTotals | null> {
  const row = await selectRow(scope, totalsOf(currency), id);
  return row?.deletedAt === null ? row : null;
}

/** The id and the email address of a customer who was deleted; null when there is none in the scope. */
export function findDeleted(
  scope: Scope,
  id: string,
): Promise<{ id: string; email: string } | null> {
  return db(scope).customer.findFirst({
    where: { id, deletedAt: { not: null } },
    select: { id: true, email: true },
  });
}

/** {@link find}, locked until the transaction ends. */
export function lock(scope: Scope, id: string): Promise<CustomerRow | null> {
  return lockLive(scope, sql`t.id = ${id}::uuid`);
}

/** The organization's customer with this email address, ignoring case; locked like {@link lock}. */
export function lockByEmail(
  scope: Scope,
  organizationId: string,
  email: string,
): Promise<CustomerRow | null> {
  const organization = tenant(scope, 't', [organizationId]);
  return lockLive(scope, sql`${organization} AND lower(t.email) = lower(${email})`);
}

function lockLive(scope: Scope, condition: Sql): Promise<CustomerRow | null> {
  return lockRow(scope, MAPPING, sql`${condition} AND t.deleted_at IS NULL`, 'NO KEY UPDATE');
}

/** The columns to write; what is left out stays as it is. */
export interface CustomerChanges {
  email?: string;
  name?: string | null;
  billingAddress?: Address | null;
  taxId?: TaxId | null;
  metadata?: Metadata;
  emailVerified?: boolean;
}

export interface NewCustomer extends CustomerChanges {
  id: string;
  organizationId: string;
  createdAt: Date;
  email: string;
}

export function create(scope: Scope, customer: NewCustomer): Promise<CustomerRowWithTotals> {
  return insertRow(scope, WITH_TOTALS, columns(customer));
}

/**
 * The new customer; null when another one has the email address, or a concurrent transaction creates one.
 */
export function createUnlessTaken(
  scope: Scope,
  customer: NewCustomer,
): Promise<CustomerRow | null> {
  return insertIfAbsent(scope, MAPPING, columns(customer), { prepared: true });
}

export function update(
  scope: Scope,
  id: string,
  changes: CustomerChanges,
  now: Date,
): Promise<CustomerRow> {
  return updateRow(scope, MAPPING, id, { modifiedAt: now, ...columns(changes) });
}

function columns<Changes extends CustomerChanges>({ taxId, ...others }: Changes) {
  return {
    ...others,
    ...(taxId === undefined ? {} : { taxId: taxId?.value ?? null, taxIdType: taxId?.type ?? null }),
  };
}

/** Removes the customer from his open checkouts, which can then be confirmed with any email address. */
export async function unlinkOpenCheckouts(scope: Scope, id: string, now: Date): Promise<void> {
  await db(scope).checkout.updateMany({
    where: { customerId: id, status: 'open' },
    data: { customerId: null, isCustomerLinked: false, modifiedAt: now },
  });
}

/** Ends what an address that is no longer the customer's gave access by: links to the portal, and full sessions. */
export async function endPortalAccess(scope: Scope, id: string): Promise<void> {
  await db(scope).portalLink.deleteMany({ where: { customerId: id } });
  await db(scope).customerSession.deleteMany({ where: { customerId: id, checkoutId: null } });
}

/** Marks the customer deleted, which frees the email address, and ends his sessions. */
export async function remove(scope: Scope, id: string, now: Date): Promise<void> {
  await endPortalAccess(scope, id);
  await db(scope).customerSession.deleteMany({ where: { customerId: id } });
  // An undo of an import would bring back what it was called.
  await db(scope).externalId.deleteMany({ where: { objectId: id } });
  await db(scope).importChange.deleteMany({ where: { objectId: id } });
  await db(scope).customer.update({ where: { id }, data: { deletedAt: now, externalId: null } });
}
