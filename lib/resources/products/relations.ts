import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import type { Prisma } from '@/lib/database/generated/client';
import { type SearchReference, type SortBy, textOrder } from '@/lib/database/query/list';
import type { Relation } from '@/lib/database/rows/mapping';
import type { SnapshotDefinition, SnapshotRow } from '@/lib/database/rows/snapshots';

/**
 * The relations of a printed product: prices that are not archived, benefits, pictures and fields, each in
 * order.
 */
export const PRODUCT_INCLUDE = {
  prices: { where: { isArchived: false }, orderBy: [{ position: 'asc' }, { id: 'asc' }] },
  benefits: {
    where: { benefit: { deletedAt: null } },
    orderBy: [{ position: 'asc' }, { benefitId: 'asc' }],
    include: { benefit: true },
  },
  medias: {
    where: { file: { isUploaded: true } },
    orderBy: [{ position: 'asc' }, { fileId: 'asc' }],
    include: { file: true },
  },
  customFields: {
    where: { customField: { deletedAt: null } },
    orderBy: [{ position: 'asc' }, { customFieldId: 'asc' }],
    include: { customField: true },
  },
} as const satisfies Prisma.ProductInclude;

/** The relations of a product as its own operations print it. */
export const OWN_PRODUCT_INCLUDE = {
  ...PRODUCT_INCLUDE,
  rollout: { select: { pending: true } },
} as const satisfies Prisma.ProductInclude;

export type OwnProductRow = Prisma.ProductGetPayload<{ include: typeof OWN_PRODUCT_INCLUDE }>;

/** The relations of a product in the customer portal. */
export const CUSTOMER_PRODUCT_INCLUDE = {
  ...PRODUCT_INCLUDE,
  organization: true,
} as const satisfies Prisma.ProductInclude;

export type CustomerProductRow = Prisma.ProductGetPayload<{
  include: typeof CUSTOMER_PRODUCT_INCLUDE;
}>;

/** How many bytes the fields of a printed part have beside its texts, at most. */
const PART_BYTES = 1500;

/**
 * The bytes that the snapshot of a product has as JSON, rather too many than too few. Compressed values are expanded
 * by the server alone.
 */
export function productBytes(alias: string): Sql {
  const json = (column: string) => `coalesce(octet_length(${column}::text), 0)`;
  // Quotes, line breaks and control characters are longer as JSON.
  const text = (column: string) => `coalesce(octet_length(to_json(${column})::text), 0)`;
  const parts = (bytes: string, from: string) =>
    `(SELECT coalesce(sum(${PART_BYTES} + ${bytes}), 0) FROM ${from} WHERE l.product_id = ${alias}.id)`;
  return raw(`(${PART_BYTES} + ${text(`${alias}.name`)} + ${text(`${alias}.description`)}
    + ${json(`${alias}.metadata`)}
    + ${parts('0', 'prices l')}
    + ${parts(
      `${text('b.description')} + ${json('b.properties')}`,
      'product_benefits l JOIN benefits b ON b.id = l.benefit_id',
    )}
    + ${parts(
      `${text('f.name')} + ${text('f.path')} + ${text('f.version')}`,
      'product_medias l JOIN files f ON f.id = l.file_id',
    )}
    + ${parts(
      `${text('c.name')} + ${json('c.properties')} + ${json('c.metadata')}`,
      'product_custom_fields l JOIN custom_fields c ON c.id = l.custom_field_id',
    )})::float8`);
}

/** The bytes of the product that a row `t` refers to with `product_id`, for lists that load it anew. */
export const BYTES_OF_PRODUCT = sql`(SELECT ${productBytes('p')} FROM products p WHERE p.id = t.product_id)`;

/** The product snapshot (docs/decisions/product-snapshots.md). */
export const PRODUCT_SNAPSHOT = {
  model: 'Product',
  table: 'products',
  include: PRODUCT_INCLUDE,
  bytes: productBytes,
} as const satisfies SnapshotDefinition;

export type ProductRow = SnapshotRow<typeof PRODUCT_SNAPSHOT>;

/** The product that a row refers to with `product_id`. */
export const PRODUCT = {
  snapshot: PRODUCT_SNAPSHOT,
  column: 'product_id',
} as const satisfies Relation;

/** The price that a row refers to with `price_id`. */
export const PRICE = {
  model: 'Price',
  table: 'prices',
  column: 'price_id',
} as const satisfies Relation;

/** Sorts by the product's name. */
export const PRODUCT_NAME: SortBy = {
  by: textOrder('p.name'),
  relation: { table: 'products', alias: 'p', column: 't.product_id' },
};

/** Searches in the product's name. */
export const BY_PRODUCT: SearchReference = {
  column: 't.product_id',
  table: 'products',
  columns: ['name'],
};
