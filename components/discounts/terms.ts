import type { DiscountTerms } from '@/lib/discounts/rules';
import type { DiscountBase } from '@/lib/discounts/schema';

/** What the rules of amounts need of a discount. */
export function discountTermsOf(discount: DiscountBase): DiscountTerms {
  return {
    type: discount.type,
    amount: discount.type === 'fixed' ? discount.amount : null,
    basisPoints: discount.type === 'percentage' ? discount.basis_points : null,
  };
}
