import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import {
  createdFilter,
  enumFilter,
  idFilter,
  type ListDefinition,
  required,
  type SearchReference,
  searchFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import type { exportPayments } from '@/lib/resources/payments/contract';
import type { PaymentSort } from '@/lib/resources/payments/schema';
import { PAYMENT_INCLUDE } from '@/lib/resources/payments/serialize';

const LIST: ListDefinition<PaymentSort> = {
  table: 'payment_attempts',
  sorts: { created_at: required(sql`t.created_at`), amount: sql`t.amount`, status: sql`t.status` },
};

const BUYER: SearchReference = {
  column: 't.checkout_id',
  table: 'checkouts',
  columns: ['customer_name', 'customer_email'],
};

/** The scope's payment attempts. */
export function list(scope: Scope, request: QueryOf<typeof exportPayments>) {
  const ofOrders = idFilter('o.id', request.order_id);
  const conditions = [
    idFilter('t.checkout_id', request.checkout_id),
    ofOrders &&
      sql`t.id IN (SELECT o.attempt_id FROM orders o WHERE ${tenant(scope, 'o')} AND ${ofOrders})`,
    enumFilter('t.status', 'payment_status', request.status),
    searchFilter(['t.code', 't.decline_code'], request.query, {
      scope,
      table: 'payment_attempts',
      tables: [BUYER],
    }),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, (ids) =>
    db(scope).paymentAttempt.findMany({ where: { id: { in: ids } }, include: PAYMENT_INCLUDE }),
  );
}
