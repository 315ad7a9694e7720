import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, withFields } from '@/lib/contract/serialize';
import type { Discount as DiscountRow, Prisma } from '@/lib/database/generated/client';
import {
  type CheckoutDiscount,
  type Discount,
  type DiscountBase,
  DiscountFields,
} from '@/lib/resources/discounts/schema';
import { serializeOrderProduct } from '@/lib/resources/products/serialize';

export type { DiscountRow };

/** The relations of a printed discount. */
export const DISCOUNT_INCLUDE = {
  products: { orderBy: { productId: 'asc' }, include: { product: true } },
} as const satisfies Prisma.DiscountInclude;

export type DiscountWithProducts = Prisma.DiscountGetPayload<{ include: typeof DISCOUNT_INCLUDE }>;

const scalars = scalarsOf('Discount', DiscountFields);

/** A discount as the API prints it, with its products. */
export function serializeDiscount(row: DiscountWithProducts): Discount {
  return jsonColumn<Discount>({
    ...serializeDiscountBase(row),
    products: row.products.map(({ product }) => serializeOrderProduct(product)),
  });
}

/** A discount in subscriptions and orders (docs/contract/catalogue.md#discount-fields). */
export function serializeDiscountBase(row: DiscountRow): DiscountBase {
  return jsonColumn<DiscountBase>(withFields(scalars(row), serializeCheckoutDiscount(row)));
}

/**
 * A discount in a checkout (docs/contract/catalogue.md#discount-fields): only the keys of its type and
 * duration.
 */
export function serializeCheckoutDiscount(row: DiscountRow): CheckoutDiscount {
  return jsonColumn<CheckoutDiscount>({
    id: row.id,
    name: row.name,
    code: row.code,
    duration: row.duration,
    ...(row.duration === 'repeating' ? { duration_in_months: row.durationInMonths } : {}),
    type: row.type,
    ...(row.type === 'fixed'
      ? { amount: row.amount, currency: row.currency }
      : { basis_points: row.basisPoints }),
  });
}
