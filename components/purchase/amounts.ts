import { currencyOf } from '@/components/purchase/currencies';
import { discountTermsOf, type Reduction } from '@/components/purchase/discount-terms';
import type { Purchase } from '@/components/purchase/summary';
import { amountsOf, type PriceTerms } from '@/lib/resources/checkouts/rules';
import type { Discount } from '@/lib/resources/discounts/schema';
import type { ProductPrice } from '@/lib/resources/products/schema';

/** A price as the amount rules take it. */
export function termsOf(price: ProductPrice): PriceTerms {
  const custom = price.amount_type === 'custom' ? price : null;
  return {
    id: price.id,
    type: price.type,
    amountType: price.amount_type,
    currency: currencyOf(price),
    recurringInterval: price.type === 'recurring' ? price.recurring_interval : null,
    amount: price.amount_type === 'fixed' ? price.price_amount : null,
    minimumAmount: custom?.minimum_amount ?? null,
    maximumAmount: custom?.maximum_amount ?? null,
    presetAmount: custom?.preset_amount ?? null,
    trialDays: price.type === 'recurring' ? price.trial_days : null,
  };
}

/** What a sale at this price would cost, by the rules of the API (docs/contract/checkouts.md#amounts). */
export function previewAmounts(
  price: ProductPrice,
  customAmount: number | null,
  discount: Reduction | null,
) {
  return amountsOf(termsOf(price), customAmount, discount && discountTermsOf(discount));
}

/** A sale that has not been made; a fixed price that is not typed yet has no amounts. */
export function previewPurchase(
  product: Purchase['product'],
  price: ProductPrice,
  {
    customAmount = null,
    discount = null,
  }: { customAmount?: number | null; discount?: Purchase['discount'] } = {},
): Purchase {
  const isKnown = price.amount_type !== 'fixed' || price.price_amount !== null;
  const amounts = previewAmounts(price, customAmount, discount);
  return {
    product,
    product_price: price,
    currency: currencyOf(price),
    discount,
    amount: isKnown ? amounts.amount : null,
    subtotal_amount: isKnown ? amounts.subtotalAmount : null,
    tax_amount: amounts.taxAmount,
    total_amount: isKnown ? amounts.totalAmount : null,
  };
}

/** The discount of a sale of a product: null where it is for other products only. */
export function discountFor(discount: Discount | null, productId: string): Discount | null {
  const isFor =
    discount?.products.length === 0 || discount?.products.some(({ id }) => id === productId);
  return isFor ? discount : null;
}
