import { discountTermsOf } from '@/components/purchase/discount-terms';
import { type Amounts, amountsOf, type PriceTerms } from '@/lib/resources/checkouts/rules';
import type { Discount } from '@/lib/resources/discounts/schema';
import type { ProductPrice } from '@/lib/resources/products/schema';

/** A price as the amount rules take it. */
export function termsOf(price: ProductPrice): PriceTerms {
  const custom = price.amount_type === 'custom' ? price : null;
  return {
    id: price.id,
    type: price.type,
    amountType: price.amount_type,
    amount: price.amount_type === 'fixed' ? price.price_amount : null,
    minimumAmount: custom?.minimum_amount ?? null,
    maximumAmount: custom?.maximum_amount ?? null,
    presetAmount: custom?.preset_amount ?? null,
    trialDays: price.type === 'recurring' ? price.trial_days : null,
  };
}

/** What a checkout at this price would cost, by the rules that the API itself follows. */
export function previewAmounts(
  price: ProductPrice,
  customAmount: number | null,
  discount: Discount | null,
): Amounts {
  return amountsOf(termsOf(price), customAmount, discount && discountTermsOf(discount));
}
