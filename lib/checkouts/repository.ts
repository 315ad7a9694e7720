import type { QueryOf } from '@/lib/api/contract';
import type { exportCheckouts } from '@/lib/checkouts/contract';
import type { Amounts, CheckoutChanges } from '@/lib/checkouts/rules';
import type { CheckoutSort } from '@/lib/checkouts/schema';
import type { CheckoutRow } from '@/lib/checkouts/serialize';
import { db, prisma, query, tenant } from '@/lib/database/client';
import type { CheckoutStatus } from '@/lib/database/generated/client';
import {
  createdFilter,
  enumFilter,
  idFilter,
  type ListDefinition,
  required,
  type Sql,
  searchFilter,
  sql,
} from '@/lib/database/list';
import { listing } from '@/lib/database/listing';
import { lockRow } from '@/lib/database/lock';
import { read } from '@/lib/database/read';
import { selectRow } from '@/lib/database/rows';
import type { Scope } from '@/lib/database/scope';
import { DISCOUNT, PRICE, type Shape } from '@/lib/database/shape';
import { type Fields, insertRow, updateRow } from '@/lib/database/write';
import { PRODUCT } from '@/lib/products/serialize';

const LIST: ListDefinition<CheckoutSort> = {
  table: 'checkouts',
  sorts: {
    created_at: required(sql`t.created_at`),
    expires_at: required(sql`t.expires_at`),
  },
  totals: { 't.status': 'status', 't.product_id': 'item' },
};

const SHAPE: Shape<CheckoutRow> = {
  model: 'Checkout',
  table: 'checkouts',
  parts: {
    product: PRODUCT,
    price: PRICE,
    discount: DISCOUNT,
    organization: { model: 'Organization', table: 'organizations', column: 'organization_id' },
  },
};

/** The scope's checkouts. */
export function list(scope: Scope, request: QueryOf<typeof exportCheckouts>) {
  const conditions = [
    idFilter('t.product_id', request.product_id),
    idFilter('t.customer_id', request.customer_id),
    enumFilter('t.status', 'checkout_status', request.status),
    searchFilter(['t.customer_email', 't.customer_name'], request.query),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, SHAPE);
}

export function find(scope: Scope, id: string): Promise<CheckoutRow | null> {
  return selectRow(scope, SHAPE, id);
}

/** The checkout with its row locked until the transaction ends; null when there is none. */
export function lock(scope: Scope, id: string): Promise<CheckoutRow | null> {
  return lockRow(scope, SHAPE, sql`t.id = ${id}::uuid`, 'UPDATE');
}

/** Opens a checkout: its fixed columns, and what the request decided. */
export function create(
  scope: Scope,
  data: Fields<CheckoutRow>,
  changes: CheckoutChanges,
): Promise<CheckoutRow> {
  return insertRow(scope, SHAPE, { ...data, ...changes });
}

/** What the course of a sale changes, beside what people change. */
export interface CheckoutProgress extends Partial<Amounts> {
  status?: CheckoutStatus;
  customerId?: string;
}

/** Writes changes; the row must have been locked or found in the scope. */
export function update(
  scope: Scope,
  id: string,
  changes: CheckoutChanges & CheckoutProgress,
  now: Date,
): Promise<CheckoutRow> {
  return updateRow(scope, SHAPE, id, { ...changes, modifiedAt: now });
}

/** Keeps the buyer's address where none is known yet. */
export async function noteAddress(scope: Scope, id: string, address: string): Promise<void> {
  await db(scope).checkout.updateMany({
    where: { id, customerIpAddress: null, status: 'open' },
    data: { customerIpAddress: address },
  });
}

/** The scope's open checkouts that are past their time and wait for no payment. */
function dueRows(scope: Scope, now: Date): Sql {
  return sql`FROM checkouts t WHERE ${tenant(scope, 't')} AND t.status = 'open'
    AND t.expires_at <= ${now.toISOString()}::timestamptz
    AND NOT EXISTS (SELECT 1 FROM payment_attempts a
                    WHERE a.checkout_id = t.id AND a.status = 'pending')`;
}

/** Whether the scope has checkouts that {@link lockDue} would take. */
export async function hasDue(scope: Scope, now: Date): Promise<boolean> {
  const due = await read(scope, sql`SELECT 1 ${dueRows(scope, now)} LIMIT 1`, {
    prepared: 'always',
  });
  return due.length > 0;
}

/** Locks due checkouts of the scope, at most 100; those that another transaction is at are passed by. */
export function lockDue(scope: Scope, now: Date): Promise<{ id: string }[]> {
  return query(
    scope,
    sql`SELECT t.id ${dueRows(scope, now)}
        ORDER BY t.expires_at LIMIT 100 FOR UPDATE OF t SKIP LOCKED`,
  );
}

/** Which of these checkouts wait for the answer of a payment. */
export async function withPendingPayment(
  scope: Scope,
  checkoutIds: readonly string[],
): Promise<Set<string>> {
  const pending = await db(scope).paymentAttempt.findMany({
    where: { checkoutId: { in: [...checkoutIds] }, status: 'pending' },
    select: { checkoutId: true },
  });
  return new Set(pending.map(({ checkoutId }) => checkoutId));
}

/** Whether a checkout is one of a sandbox organization. */
export async function isSandbox(scope: Scope, id: string): Promise<boolean> {
  const [found] = await read(
    scope,
    sql`SELECT o.is_sandbox FROM checkouts c JOIN organizations o ON o.id = c.organization_id
        WHERE ${tenant(scope, 'c')} AND c.id = ${id}::uuid`,
    { prepared: 'always' },
  );
  return found?.[0] !== false;
}

/** The organizations that have open checkouts past their time: work in the background. */
export async function organizationsWithDue(now: Date): Promise<string[]> {
  const due = await prisma().checkout.findMany({
    where: { status: 'open', expiresAt: { lte: now } },
    distinct: ['organizationId'],
    select: { organizationId: true },
    take: 500,
  });
  return due.map(({ organizationId }) => organizationId);
}
