import { formatMoney } from '@/components/ui/money';
import type { DiscountTerms } from '@/lib/resources/discounts/rules';

/** The fields of a discount that determine its amount. */
export type Reduction =
  | { type: 'fixed'; amount: number; currency: string }
  | { type: 'percentage'; basis_points: number };

/** "25%", "$5.00", under a label that says what it is. */
export function reductionLabel(discount: Reduction): string {
  return discount.type === 'percentage'
    ? `${discount.basis_points / 100}%`
    : formatMoney(discount.amount, discount.currency);
}

/** "25% off", "$5.00 off". */
export function discountLabel(discount: Reduction): string {
  return `${reductionLabel(discount)} off`;
}

/** A discount as the amount rules take it. */
export function discountTermsOf(discount: Reduction): DiscountTerms {
  return discount.type === 'fixed'
    ? {
        type: 'fixed',
        amount: discount.amount,
        currency: discount.currency,
        basisPoints: null,
      }
    : { type: 'percentage', amount: null, currency: null, basisPoints: discount.basis_points };
}
