import { memoized } from '@/lib/api/memoize';
import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, metadata, timestamp } from '@/lib/contract/serialize';
import type { Product as PlainProductRow, Price } from '@/lib/database/generated/client';
import { serializeBenefit, serializeBenefitBase } from '@/lib/resources/benefits/serialize';
import { serializeAttachedCustomField } from '@/lib/resources/custom-fields/serialize';
import { serializeFile } from '@/lib/resources/files/serialize';
import { serializePublicOrganization } from '@/lib/resources/organizations/serialize';
import type {
  CustomerProductRow,
  OwnProductRow,
  ProductRow,
} from '@/lib/resources/products/relations';
import type { ListedProductRow } from '@/lib/resources/products/repository';
import {
  type CheckoutProduct,
  type CustomerProduct,
  OrderProduct,
  type Product,
  type ProductPrice,
} from '@/lib/resources/products/schema';

export type { ProductRow };

/**
 * A price as the API prints it (docs/contract/catalogue.md#price-fields); `recurring_interval` on
 * recurring ones only.
 */
export function serializePrice(row: Price): ProductPrice {
  return jsonColumn<ProductPrice>({
    id: row.id,
    created_at: timestamp(row.createdAt),
    modified_at: timestamp(row.modifiedAt),
    is_archived: row.isArchived,
    product_id: row.productId,
    type: row.type,
    ...(row.type === 'recurring'
      ? { recurring_interval: row.recurringInterval, trial_days: row.trialDays }
      : {}),
    amount_type: row.amountType,
    ...amounts(row),
  });
}

function amounts(row: Price) {
  switch (row.amountType) {
    case 'fixed':
      return { price_currency: row.currency, price_amount: row.amount };
    case 'custom':
      return {
        price_currency: row.currency,
        minimum_amount: row.minimumAmount,
        maximum_amount: row.maximumAmount,
        preset_amount: row.presetAmount,
      };
    case 'free':
      return {};
  }
}

/** A product without its relations, as in an order. */
export const serializeOrderProduct: (row: PlainProductRow) => OrderProduct = memoized(
  scalarsOf('Product', OrderProduct),
);

/**
 * A product in a checkout (docs/contract/catalogue.md#product-fields): without metadata and custom fields.
 */
export const serializeCheckoutProduct = memoized(
  (row: ProductRow): CheckoutProduct => ({
    ...serializeOrderProduct(row),
    prices: row.prices.map(serializePrice),
    benefits: row.benefits.map(({ benefit }) => serializeBenefitBase(benefit)),
    medias: row.medias.map(({ file }) => serializeFile(file)),
  }),
);

/** A product in the customer portal. */
export function serializeCustomerProduct(row: CustomerProductRow): CustomerProduct {
  return {
    ...serializeCheckoutProduct(row),
    organization: serializePublicOrganization(row.organization),
  };
}

/** The custom fields that a product asks its buyers for. */
export const serializeAttachedCustomFields = memoized((row: ProductRow) =>
  row.customFields.map(serializeAttachedCustomField),
);

/** A product as its own operations print it: with how many purchases wait for a change of its benefits. */
export function serializeOwnProduct(row: OwnProductRow): Product {
  return { ...serializeProduct(row), grants_pending: row.rollout?.pending ?? 0 };
}

/** {@link serializeOwnProduct} of a row of the list. */
export function serializeListedProduct({ snapshot, waiting }: ListedProductRow): Product {
  return { ...serializeProduct(snapshot), grants_pending: waiting.pending };
}

/** A product as other objects embed it (docs/contract/catalogue.md#product-fields). */
export const serializeProduct = memoized(
  (row: ProductRow): Product => ({
    ...serializeOrderProduct(row),
    external_id: row.externalId,
    metadata: metadata(row.metadata),
    prices: row.prices.map(serializePrice),
    benefits: row.benefits.map(({ benefit }) => serializeBenefit(benefit)),
    medias: row.medias.map(({ file }) => serializeFile(file)),
    attached_custom_fields: serializeAttachedCustomFields(row),
  }),
);
