import type { QueryOf } from '@/lib/api/contract';
import { stored } from '@/lib/api/serialize';
import { db, query, tenant } from '@/lib/database/client';
import type { Prisma } from '@/lib/database/generated/client';
import {
  createdFilter,
  enumFilter,
  idFilter,
  inOrder,
  type ListDefinition,
  type Reference,
  searchFilter,
  sql,
  textOrder,
} from '@/lib/database/list';
import { listing } from '@/lib/database/listing';
import type { Scope } from '@/lib/database/scope';
import type { exportSubscriptions, listCustomerSubscriptions } from '@/lib/subscriptions/contract';
import { ACTIVE_STATUSES, INACTIVE_STATUSES, UNENDED_STATUSES } from '@/lib/subscriptions/rules';
import type {
  CustomerSubscriptionSort,
  SubscriptionSort,
  SubscriptionStatus,
} from '@/lib/subscriptions/schema';
import {
  CUSTOMER_SUBSCRIPTION_INCLUDE,
  SUBSCRIPTION_INCLUDE,
  type SubscriptionRow,
} from '@/lib/subscriptions/serialize';

const LIST: ListDefinition<SubscriptionSort | CustomerSubscriptionSort> = {
  table: 'subscriptions',
  joins: {
    customer: sql`JOIN customers c ON c.id = t.customer_id`,
    product: sql`JOIN products p ON p.id = t.product_id`,
    discount: sql`LEFT JOIN discounts d ON d.id = t.discount_id`,
    organization: sql`JOIN organizations o ON o.id = t.organization_id`,
  },
  sorts: {
    customer: { by: [textOrder('c.name'), textOrder('c.email')], join: 'customer' },
    status: sql`t.status`,
    started_at: sql`t.started_at`,
    current_period_end: sql`t.current_period_end`,
    // By the year, which orders as by the month and needs no fractions; the index says the same.
    amount: sql`CASE t.recurring_interval WHEN 'year' THEN t.amount ELSE t.amount * 12 END`,
    product: { by: textOrder('p.name'), join: 'product' },
    discount: { by: textOrder('d.name'), join: 'discount' },
    organization: { by: textOrder('o.name'), join: 'organization' },
  },
};

function statusFilter(statuses: readonly SubscriptionStatus[] | undefined) {
  return enumFilter('t.status', 'subscription_status', statuses);
}

const BUYER: Reference = {
  column: 't.customer_id',
  table: 'customers',
  columns: ['name', 'email'],
};
const PRODUCT: Reference = { column: 't.product_id', table: 'products', columns: ['name'] };

function activeFilter(active: boolean | undefined) {
  return active === undefined
    ? undefined
    : statusFilter(active ? ACTIVE_STATUSES : INACTIVE_STATUSES);
}

/** The scope's subscriptions. */
export function list(scope: Scope, request: QueryOf<typeof exportSubscriptions>) {
  const conditions = [
    idFilter('t.product_id', request.product_id),
    idFilter('t.customer_id', request.customer_id),
    idFilter('t.discount_id', request.discount_id),
    activeFilter(request.active),
    statusFilter(request.status),
    searchFilter([], request.query, { scope, tables: [BUYER, PRODUCT] }),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, (ids) => findMany(scope, ids));
}

/** The subscriptions of the calling buyer. */
export function listOfBuyer(scope: Scope, request: BuyersQuery) {
  const conditions = [
    idFilter('t.product_id', request.product_id),
    activeFilter(request.active),
    searchFilter([], request.query, { scope, tables: [PRODUCT] }),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, (ids) =>
    db(scope).subscription.findMany({
      where: { id: { in: ids } },
      include: CUSTOMER_SUBSCRIPTION_INCLUDE,
    }),
  );
}

type BuyersQuery = Omit<QueryOf<typeof listCustomerSubscriptions>, 'page' | 'limit'>;

/** The subscriptions with these ids, in no order. */
function findMany(scope: Scope, ids: readonly string[]): Promise<SubscriptionRow[]> {
  return db(scope).subscription.findMany({
    where: { id: { in: [...ids] } },
    include: SUBSCRIPTION_INCLUDE,
  });
}

/** Null when there is none in the scope. */
export function find(scope: Scope, id: string): Promise<SubscriptionRow | null> {
  return db(scope).subscription.findFirst({ where: { id }, include: SUBSCRIPTION_INCLUDE });
}

/** The same, locked until the transaction ends. */
export async function lock(scope: Scope, id: string): Promise<SubscriptionRow | null> {
  await query(
    scope,
    sql`SELECT t.id FROM subscriptions t WHERE t.id = ${id}::uuid AND ${tenant(scope, 't')} FOR UPDATE`,
  );
  return find(scope, id);
}

type NewRow = Omit<Prisma.SubscriptionUncheckedCreateInput, 'metadata' | 'customFieldData'> & {
  metadata: Record<string, unknown>;
  customFieldData: Record<string, unknown>;
};

export function create(scope: Scope, row: NewRow): Promise<SubscriptionRow> {
  const data = {
    ...row,
    metadata: stored<Prisma.InputJsonObject>(row.metadata),
    customFieldData: stored<Prisma.InputJsonObject>(row.customFieldData),
  };
  return db(scope).subscription.create({ data, include: SUBSCRIPTION_INCLUDE });
}

export function update(
  scope: Scope,
  id: string,
  data: Prisma.SubscriptionUncheckedUpdateInput,
): Promise<SubscriptionRow> {
  return db(scope).subscription.update({ where: { id }, data, include: SUBSCRIPTION_INCLUDE });
}

/** Cancels what has not ended of a customer, and returns it as it is then, oldest first. */
export async function cancelOfCustomer(
  scope: Scope,
  customerId: string,
  now: Date,
): Promise<SubscriptionRow[]> {
  const changed = await db(scope).subscription.updateManyAndReturn({
    where: { customerId, status: { in: [...UNENDED_STATUSES] } },
    data: { status: 'canceled', endedAt: now, cancelAtPeriodEnd: false, modifiedAt: now },
    select: { id: true },
  });
  const ids = changed.map(({ id }) => id).sort();
  return inOrder(ids, await findMany(scope, ids));
}
