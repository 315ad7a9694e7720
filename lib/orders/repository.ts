import type { QueryOf } from '@/lib/api/contract';
import type { Address } from '@/lib/api/fields';
import { stored } from '@/lib/api/serialize';
import { db, tenant } from '@/lib/database/client';
import { Prisma } from '@/lib/database/generated/client';
import {
  createdFilter,
  enumFilter,
  idFilter,
  type ListDefinition,
  type Reference,
  searchFilter,
  sql,
  textOrder,
} from '@/lib/database/list';
import { listing } from '@/lib/database/listing';
import type { Scope } from '@/lib/database/scope';
import type { exportOrders, listCustomerOrders } from '@/lib/orders/contract';
import type { CustomerOrderSort, OrderSort } from '@/lib/orders/schema';
import { CUSTOMER_ORDER_INCLUDE, ORDER_INCLUDE, type OrderRow } from '@/lib/orders/serialize';

const LIST: ListDefinition<OrderSort | CustomerOrderSort> = {
  table: 'orders',
  joins: {
    customer: sql`JOIN customers c ON c.id = t.customer_id`,
    product: sql`JOIN products p ON p.id = t.product_id`,
    discount: sql`LEFT JOIN discounts d ON d.id = t.discount_id`,
    organization: sql`JOIN organizations o ON o.id = t.organization_id`,
  },
  sorts: {
    created_at: sql`t.created_at`,
    amount: sql`t.amount`,
    customer: { by: [textOrder('c.name'), textOrder('c.email')], join: 'customer' },
    product: { by: textOrder('p.name'), join: 'product' },
    discount: { by: textOrder('d.name'), join: 'discount' },
    organization: { by: textOrder('o.name'), join: 'organization' },
    subscription: sql`t.subscription_id`,
  },
};

const BUYER: Reference = {
  column: 't.customer_id',
  table: 'customers',
  columns: ['name', 'email'],
};
const PRODUCT: Reference = { column: 't.product_id', table: 'products', columns: ['name'] };

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
    priceTypeFilter(scope, request.product_price_type),
    searchFilter([], request.query, { scope, tables: [BUYER, PRODUCT] }),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, (ids) =>
    db(scope).order.findMany({ where: { id: { in: ids } }, include: ORDER_INCLUDE }),
  );
}

/** The orders of the calling buyer. */
export function listOfBuyer(scope: Scope, request: BuyersQuery) {
  const conditions = [
    idFilter('t.product_id', request.product_id),
    idFilter('t.subscription_id', request.subscription_id),
    priceTypeFilter(scope, request.product_price_type),
    searchFilter([], request.query, { scope, tables: [PRODUCT] }),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, (ids) =>
    db(scope).order.findMany({ where: { id: { in: ids } }, include: CUSTOMER_ORDER_INCLUDE }),
  );
}

type BuyersQuery = Omit<QueryOf<typeof listCustomerOrders>, 'page' | 'limit'>;

/** Null when there is none in the scope. */
export function find(scope: Scope, id: string): Promise<OrderRow | null> {
  return db(scope).order.findFirst({ where: { id }, include: ORDER_INCLUDE });
}

type NewRow = Omit<
  Prisma.OrderUncheckedCreateInput,
  'metadata' | 'customFieldData' | 'billingAddress'
> & {
  metadata: Record<string, unknown>;
  customFieldData: Record<string, unknown>;
  billingAddress: Address | null;
};

export function create(scope: Scope, row: NewRow): Promise<OrderRow> {
  const data = {
    ...row,
    metadata: stored<Prisma.InputJsonObject>(row.metadata),
    customFieldData: stored<Prisma.InputJsonObject>(row.customFieldData),
    billingAddress: row.billingAddress ?? Prisma.DbNull,
  };
  return db(scope).order.create({ data, include: ORDER_INCLUDE });
}
