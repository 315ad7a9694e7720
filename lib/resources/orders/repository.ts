import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, sql } from '@/lib/database/connection/sql';
import type { Prisma } from '@/lib/database/generated/client';
import { customerRows } from '@/lib/database/query/customer';
import {
  createdFilter,
  enumFilter,
  idFilter,
  type ListDefinition,
  required,
  searchFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { lockRow } from '@/lib/database/rows/lock';
import { jsonBytesOf, type RowMapping, type RowOf } from '@/lib/database/rows/mapping';
import { selectRow } from '@/lib/database/rows/rows';
import { type Fields, insertRow, updateRow } from '@/lib/database/rows/write';
import { BY_CUSTOMER, CUSTOMER, CUSTOMER_NAME } from '@/lib/resources/customers/relations';
import { DISCOUNT, DISCOUNT_NAME } from '@/lib/resources/discounts/relations';
import { withNumber } from '@/lib/resources/documents/relations';
import { externalIdFilter } from '@/lib/resources/import-formats/relations';
import type { exportOrders, listCustomerOrders } from '@/lib/resources/orders/contract';
import type { CustomerOrderSort, OrderSort } from '@/lib/resources/orders/schema';
import { ORGANIZATION_NAME } from '@/lib/resources/organizations/relations';
import {
  BY_PRODUCT,
  BYTES_OF_PRODUCT,
  CUSTOMER_PRODUCT_INCLUDE,
  PRICE,
  PRODUCT,
  PRODUCT_NAME,
} from '@/lib/resources/products/relations';

const LIST: ListDefinition<OrderSort | CustomerOrderSort> = {
  table: 'orders',
  bytes: sql`${BYTES_OF_PRODUCT} + ${raw(jsonBytesOf('t', 'Order'))}`,
  customerPredicate: customerRows('t.customer_id', (id) => sql`t.checkout_id = ${id}::uuid`),
  sorts: {
    created_at: required(sql`t.created_at`),
    amount: { by: [sql`t.currency`, sql`t.amount`], required: true },
    customer: CUSTOMER_NAME,
    product: PRODUCT_NAME,
    discount: DISCOUNT_NAME,
    organization: ORGANIZATION_NAME,
    subscription: sql`t.subscription_id`,
  },
  totals: { 't.status': 'status', 't.product_id': 'reference', 't.discount_id': 'secondReference' },
};

const MAPPING = {
  model: 'Order',
  table: 'orders',
  relations: {
    customer: CUSTOMER,
    product: PRODUCT,
    price: PRICE,
    discount: DISCOUNT,
    subscription: {
      model: 'Subscription',
      table: 'subscriptions',
      column: 'subscription_id',
      optional: true,
    },
  },
} as const satisfies RowMapping;

export type OrderRow = RowOf<typeof MAPPING>;

/** The relations of an order in the customer portal. */
const CUSTOMER_ORDER_INCLUDE = {
  product: { include: CUSTOMER_PRODUCT_INCLUDE },
  price: true,
  subscription: true,
  attempt: { select: { paymentMethodDetails: true } },
} as const satisfies Prisma.OrderInclude;

export type CustomerOrderRow = Prisma.OrderGetPayload<{ include: typeof CUSTOMER_ORDER_INCLUDE }>;

function priceTypeFilter(scope: Scope, types: readonly string[] | undefined) {
  const wanted = enumFilter('pr.type', 'price_type', types);
  return (
    wanted &&
    sql`t.price_id IN (SELECT pr.id FROM prices pr WHERE ${tenant(scope, 'pr')} AND ${wanted})`
  );
}

/** The scope's orders. */
export function list(scope: Scope, request: QueryOf<typeof exportOrders>) {
  const conditions = [
    idFilter('t.product_id', request.product_id),
    idFilter('t.customer_id', request.customer_id),
    idFilter('t.discount_id', request.discount_id),
    idFilter('t.subscription_id', request.subscription_id),
    idFilter('t.checkout_id', request.checkout_id),
    enumFilter('t.status', 'order_status', request.status),
    enumFilter('t.billing_reason', 'billing_reason', request.billing_reason),
    priceTypeFilter(scope, request.product_price_type),
    searchFilter([], request.query, {
      scope,
      table: 'orders',
      tables: [BY_CUSTOMER, BY_PRODUCT],
      exact: withNumber(scope, 'invoice', request.query),
    }),
    externalIdFilter(scope, 'orders', request.external_id),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, MAPPING);
}

/** The orders of the calling customer. */
export function listOfBuyer(scope: Scope, request: BuyersQuery) {
  const conditions = [
    idFilter('t.product_id', request.product_id),
    idFilter('t.subscription_id', request.subscription_id),
    priceTypeFilter(scope, request.product_price_type),
    searchFilter([], request.query, {
      scope,
      table: 'orders',
      tables: [BY_PRODUCT],
      exact: withNumber(scope, 'invoice', request.query),
    }),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, (ids) =>
    db(scope).order.findMany({ where: { id: { in: ids } }, include: CUSTOMER_ORDER_INCLUDE }),
  );
}

type BuyersQuery = Omit<QueryOf<typeof listCustomerOrders>, 'page' | 'limit'>;

/** Null when there is none in the scope. */
export function find(scope: Scope, id: string): Promise<OrderRow | null> {
  return selectRow(scope, MAPPING, id);
}

/** {@link find}, locked until the transaction ends. */
export function lock(scope: Scope, id: string): Promise<OrderRow | null> {
  return lockRow(scope, MAPPING, sql`t.id = ${id}::uuid`, 'NO KEY UPDATE');
}

export function create(scope: Scope, row: Fields<OrderRow>): Promise<OrderRow> {
  return insertRow(scope, MAPPING, row, { prepared: true });
}

export function update(scope: Scope, id: string, changes: Fields<OrderRow>): Promise<OrderRow> {
  return updateRow(scope, MAPPING, id, changes, { prepared: true });
}
