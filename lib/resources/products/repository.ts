import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { Price, Prisma } from '@/lib/database/generated/client';
import {
  booleanFilter,
  createdFilter,
  type ListDefinition,
  required,
  searchFilter,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import type { RowMapping, RowOf } from '@/lib/database/rows/mapping';
import { findSnapshot } from '@/lib/database/rows/snapshots';
import { externalIdFilter } from '@/lib/resources/import-formats/relations';
import { type Part, productsShowing } from '@/lib/resources/product-locks/service';
import type { exportProducts } from '@/lib/resources/products/contract';
import {
  OWN_PRODUCT_INCLUDE,
  type OwnProductRow,
  PRODUCT_SNAPSHOT,
  type ProductRow,
  productBytes,
} from '@/lib/resources/products/relations';
import { MAX_PRODUCT_BYTES, type PricePlan } from '@/lib/resources/products/rules';
import type { ProductSort } from '@/lib/resources/products/schema';
import { newId } from '@/lib/runtime/ids';

export type PriceRow = Price;

const FIRST_PRICE = sql`LEFT JOIN LATERAL (
  SELECT type, amount_type, currency, amount FROM prices
  WHERE product_id = t.id AND NOT is_archived ORDER BY position, id LIMIT 1
) price ON true`;

const LIST: ListDefinition<ProductSort> = {
  table: 'products',
  sorts: {
    created_at: required(sql`t.created_at`),
    name: textOrder('t.name'),
    price_type: { by: sql`price.type::text COLLATE "C"`, join: FIRST_PRICE },
    price_amount_type: { by: sql`price.amount_type::text COLLATE "C"`, join: FIRST_PRICE },
    price_amount: { by: [sql`price.currency`, sql`price.amount`], join: FIRST_PRICE },
  },
};

/** Of lists: the cached snapshot, and what is no part of it. */
const LIST_MAPPING = {
  model: 'Product',
  table: 'products',
  relations: {
    snapshot: { snapshot: PRODUCT_SNAPSHOT, column: 'id' },
    waiting: {
      counts: {
        pending: sql`coalesce((SELECT r.pending FROM benefit_rollouts r WHERE r.product_id = t.id), 0)`,
      },
    },
  },
} as const satisfies RowMapping;

export type ListedProductRow = RowOf<typeof LIST_MAPPING>;

/** The scope's products. */
export function list(scope: Scope, query: QueryOf<typeof exportProducts>) {
  const { benefit_id, custom_field_id, is_archived, is_recurring } = query;
  const conditions = [
    booleanFilter('t.is_archived', is_archived),
    booleanFilter('t.is_recurring', is_recurring),
    benefit_id?.length
      ? sql`EXISTS (SELECT FROM product_benefits b
            WHERE b.product_id = t.id AND b.benefit_id = ANY(${benefit_id}::uuid[]))`
      : undefined,
    custom_field_id?.length
      ? sql`EXISTS (SELECT FROM product_custom_fields f
            WHERE f.product_id = t.id AND f.custom_field_id = ANY(${custom_field_id}::uuid[]))`
      : undefined,
    searchFilter(['t.name'], query.query),
    externalIdFilter(scope, 'products', query.external_id),
    ...createdFilter(query),
  ];
  return listing(scope, LIST, query, conditions, LIST_MAPPING);
}

/** A product with its relations; null when there is none in the scope. */
export function find(scope: Scope, id: string): Promise<OwnProductRow | null> {
  return db(scope).product.findFirst({ where: { id }, include: OWN_PRODUCT_INCLUDE });
}

/** The cached snapshot of a product, shared and frozen; null when there is none in the scope. */
export function findCached(scope: Scope, id: string): Promise<ProductRow | null> {
  return findSnapshot(scope, PRODUCT_SNAPSHOT, id);
}

/** A price that is not archived; null when there is none in the scope. */
export function findLivePrice(scope: Scope, id: string): Promise<PriceRow | null> {
  return db(scope).price.findFirst({ where: { id, isArchived: false } });
}

/** A price, archived or not, with the name of its product; null when there is none in the scope. */
export function findPrice(scope: Scope, id: string) {
  return db(scope).price.findFirst({
    where: { id },
    include: { product: { select: { name: true } } },
  });
}

/** {@link find}, locked until the transaction ends. */
export async function lock(scope: Scope, id: string): Promise<OwnProductRow | null> {
  const locked = await execute(
    scope,
    sql`SELECT t.id FROM products t WHERE ${tenant(scope, 't')} AND t.id = ${id}::uuid
        FOR NO KEY UPDATE`,
  );
  return locked.length > 0 ? find(scope, id) : null;
}

/** The ids of the products that show a part and may be larger than {@link MAX_PRODUCT_BYTES}. */
export async function findLarge(scope: Scope, part: Part, partId: string): Promise<string[]> {
  const rows = await execute<{ id: string }>(
    scope,
    sql`SELECT p.id FROM products p
        WHERE ${tenant(scope, 'p')} AND p.id IN (${productsShowing(scope, part, [partId])})
          AND ${productBytes('p')} > ${MAX_PRODUCT_BYTES}
        ORDER BY p.id`,
  );
  return rows.map(({ id }) => id);
}

/** Whether a product with this id is there; locks its row against sales until the transaction ends. */
export async function lockForDeletion(scope: Scope, id: string): Promise<boolean> {
  const locked = await execute(
    scope,
    sql`SELECT t.id FROM products t WHERE ${tenant(scope, 't')} AND t.id = ${id}::uuid FOR UPDATE`,
  );
  return locked.length > 0;
}

/** What keeps a product from being deleted. */
export interface ProductUse {
  isSold: boolean;
  hasCheckouts: boolean;
  /** Whether a subscription is to change to one of its prices. */
  isAwaited: boolean;
  /** Whether a discount is limited to this product alone, and would be for all of them without it. */
  hasOwnDiscount: boolean;
}

export async function useOf(scope: Scope, id: string): Promise<ProductUse> {
  const [use] = await execute<ProductUse>(
    scope,
    sql`SELECT
      EXISTS (SELECT FROM orders t WHERE ${tenant(scope, 't')} AND t.product_id = ${id}::uuid)
        OR EXISTS (SELECT FROM subscriptions t
          WHERE ${tenant(scope, 't')} AND t.product_id = ${id}::uuid)
        OR EXISTS (SELECT FROM subscription_history t
          WHERE ${tenant(scope, 't')} AND t.product_id = ${id}::uuid) AS "isSold",
      EXISTS (SELECT FROM checkouts t
        WHERE ${tenant(scope, 't')} AND t.product_id = ${id}::uuid) AS "hasCheckouts",
      EXISTS (SELECT FROM subscriptions t JOIN prices p ON p.id = t.pending_price_id
        WHERE ${tenant(scope, 't')} AND p.product_id = ${id}::uuid) AS "isAwaited",
      EXISTS (SELECT FROM discount_products t JOIN discounts d ON d.id = t.discount_id
        WHERE ${tenant(scope, 't')} AND t.product_id = ${id}::uuid AND d.deleted_at IS NULL
          AND NOT EXISTS (SELECT FROM discount_products o
            WHERE o.discount_id = d.id AND o.product_id <> t.product_id)) AS "hasOwnDiscount"`,
  );
  if (!use) throw new Error('A SELECT without FROM has one row');
  return use;
}

/** Deletes a product that nothing was sold of, with its prices, its links, and what attaches parts to it. */
export async function remove(scope: Scope, id: string): Promise<void> {
  await db(scope).checkoutLink.deleteMany({ where: { productId: id } });
  await db(scope).product.delete({ where: { id } });
}

export async function create(
  scope: Scope,
  data: Prisma.ProductUncheckedCreateInput,
): Promise<void> {
  await db(scope).product.create({ data });
}

export async function update(
  scope: Scope,
  id: string,
  data: Prisma.ProductUncheckedUpdateInput,
): Promise<void> {
  await db(scope).product.update({ where: { id }, data });
}

/** The product that rows are attached to. */
interface Owner {
  organizationId: string;
  productId: string;
}

/** Writes a plan of prices. */
export async function savePrices(
  scope: Scope,
  owner: Owner,
  plan: PricePlan,
  now: Date,
): Promise<void> {
  await db(scope).price.updateMany({
    where: { id: { in: plan.archived } },
    data: { isArchived: true, modifiedAt: now },
  });
  for (const { id, position } of plan.kept) {
    await db(scope).price.update({ where: { id }, data: { position } });
  }
  await db(scope).price.createMany({
    data: plan.added.map(({ position, columns }) => ({
      id: newId(),
      ...owner,
      createdAt: now,
      position,
      ...columns,
    })),
  });
}

/** Replaces the product's pictures, in this order. */
export async function replaceMedias(scope: Scope, owner: Owner, fileIds: readonly string[]) {
  await db(scope).productMedia.deleteMany({ where: { productId: owner.productId } });
  await db(scope).productMedia.createMany({
    data: fileIds.map((fileId, position) => ({ ...owner, fileId, position })),
  });
}

/** Replaces the product's custom fields, in this order. */
export async function replaceCustomFields(
  scope: Scope,
  owner: Owner,
  fields: readonly { custom_field_id: string; required: boolean }[],
) {
  await db(scope).productCustomField.deleteMany({ where: { productId: owner.productId } });
  await db(scope).productCustomField.createMany({
    data: fields.map(({ custom_field_id: customFieldId, required }, position) => ({
      ...owner,
      customFieldId,
      required,
      position,
    })),
  });
}

/** Replaces the product's benefits, in this order. */
export async function replaceBenefits(scope: Scope, owner: Owner, benefitIds: readonly string[]) {
  await db(scope).productBenefit.deleteMany({ where: { productId: owner.productId } });
  await db(scope).productBenefit.createMany({
    data: benefitIds.map((benefitId, position) => ({ ...owner, benefitId, position })),
  });
}
