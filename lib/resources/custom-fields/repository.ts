import type { QueryOf } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, sql } from '@/lib/database/connection/sql';
import type { CustomField, Prisma } from '@/lib/database/generated/client';
import {
  createdFilter,
  enumFilter,
  type ListDefinition,
  required,
  searchFilter,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { crud } from '@/lib/database/rows/crud';
import { lockRow } from '@/lib/database/rows/lock';
import { jsonBytesOf, type RowMapping } from '@/lib/database/rows/mapping';
import type { exportCustomFields } from '@/lib/resources/custom-fields/contract';
import type { CustomFieldSort } from '@/lib/resources/custom-fields/schema';
import { lockProductsUsing } from '@/lib/resources/product-locks/service';

export type CustomFieldRow = CustomField;

const WITH_PRODUCTS = {
  _count: { select: { products: true } },
} as const satisfies Prisma.CustomFieldInclude;

export type CustomFieldRowWithProducts = Prisma.CustomFieldGetPayload<{
  include: typeof WITH_PRODUCTS;
}>;

const MAPPING = { model: 'CustomField', table: 'custom_fields' } as const satisfies RowMapping;

const LIST: ListDefinition<CustomFieldSort> = {
  table: 'custom_fields',
  bytes: raw(jsonBytesOf('t', 'CustomField')),
  sorts: {
    created_at: required(sql`t.created_at`),
    slug: textOrder('t.slug'),
    name: textOrder('t.name'),
    type: sql`t.type::text COLLATE "C"`,
  },
};

/** The scope's custom fields that are not deleted. */
export function list(scope: Scope, query: QueryOf<typeof exportCustomFields>) {
  const conditions = [
    sql`t.deleted_at IS NULL`,
    enumFilter('t.type', 'custom_field_type', query.type),
    query.slug?.length ? sql`t.slug = ANY(${query.slug}::text[])` : undefined,
    searchFilter(['t.name', 't.slug'], query.query),
    ...createdFilter(query),
  ];
  return listing(scope, LIST, query, conditions, (ids) =>
    db(scope).customField.findMany({ where: { id: { in: ids } }, include: WITH_PRODUCTS }),
  );
}

/** A custom field that is not deleted; null when there is none in the scope. */
export function find(scope: Scope, id: string): Promise<CustomFieldRowWithProducts | null> {
  return db(scope).customField.findFirst({
    where: { id, deletedAt: null },
    include: WITH_PRODUCTS,
  });
}

/** A custom field that is not deleted, locked until the transaction ends. The products that use it are locked first. */
export async function lock(scope: Scope, id: string): Promise<CustomFieldRow | null> {
  await lockProductsUsing(scope, 'customFields', [id]);
  return lockRow(scope, MAPPING, sql`t.id = ${id}::uuid AND t.deleted_at IS NULL`, 'UPDATE');
}

/** The custom fields with these ids that are not deleted. */
export function findMany(scope: Scope, ids: readonly string[]): Promise<CustomFieldRow[]> {
  return db(scope).customField.findMany({ where: { id: { in: [...ids] }, deletedAt: null } });
}

export const { create, update } = crud('CustomField', WITH_PRODUCTS);

/** Marks a custom field deleted, which frees its slug, and detaches it from every product. */
export async function remove(scope: Scope, id: string, now: Date): Promise<void> {
  await db(scope).productCustomField.deleteMany({ where: { customFieldId: id } });
  await db(scope).customField.update({ where: { id }, data: { deletedAt: now } });
}
