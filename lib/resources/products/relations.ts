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

/** The relations of a product in the customer portal. */
export const CUSTOMER_PRODUCT_INCLUDE = {
  ...PRODUCT_INCLUDE,
  organization: true,
} as const satisfies Prisma.ProductInclude;

export type CustomerProductRow = Prisma.ProductGetPayload<{
  include: typeof CUSTOMER_PRODUCT_INCLUDE;
}>;

/** The product snapshot (docs/decisions/product-snapshots.md). */
export const PRODUCT_SNAPSHOT = {
  model: 'Product',
  table: 'products',
  include: PRODUCT_INCLUDE,
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
