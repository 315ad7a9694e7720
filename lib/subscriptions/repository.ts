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
import type { exportSubscriptions } from '@/lib/subscriptions/contract';
import { ACTIVE_STATUSES, INACTIVE_STATUSES, UNENDED_STATUSES } from '@/lib/subscriptions/rules';
import type { SubscriptionSort, SubscriptionStatus } from '@/lib/subscriptions/schema';
import { SUBSCRIPTION_INCLUDE, type SubscriptionRow } from '@/lib/subscriptions/serialize';

const LIST: ListDefinition<SubscriptionSort> = {
  table: 'subscriptions',
  joins: {
    customer: sql`JOIN customers c ON c.id = t.customer_id`,
    product: sql`JOIN products p ON p.id = t.product_id`,
    discount: sql`LEFT JOIN discounts d ON d.id = t.discount_id`,
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
  },
};

function statusFilter(statuses: readonly SubscriptionStatus[] | undefined) {
  return enumFilter('t.status', 'subscription_status', statuses);
}

const SEARCHED: readonly Reference[] = [
  { column: 't.customer_id', table: 'customers', columns: ['name', 'email'] },
  { column: 't.product_id', table: 'products', columns: ['name'] },
];

/** The scope's subscriptions. */
export function list(scope: Scope, request: QueryOf<typeof exportSubscriptions>) {
  const { active } = request;
  const conditions = [
    idFilter('t.product_id', request.product_id),
    idFilter('t.customer_id', request.customer_id),
    idFilter('t.discount_id', request.discount_id),
    active === undefined ? undefined : statusFilter(active ? ACTIVE_STATUSES : INACTIVE_STATUSES),
    statusFilter(request.status),
    searchFilter([], request.query, { scope, tables: SEARCHED }),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, (ids) => findMany(scope, ids));
}

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
