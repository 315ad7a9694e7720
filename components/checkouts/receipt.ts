import type { ReceiptLine } from '@/components/ui/receipt';
import type { Checkout } from '@/lib/checkouts/schema';

/** The lines of a checkout's receipt, above its total. */
export function linesOf(
  checkout: Pick<Checkout, 'product' | 'amount' | 'subtotal_amount' | 'tax_amount' | 'discount'>,
): ReceiptLine[] {
  const { product, amount, subtotal_amount, tax_amount, discount } = checkout;
  const reduction = (amount ?? 0) - (subtotal_amount ?? 0);
  return [
    { label: product.name, amount },
    ...(discount && reduction > 0 ? [{ label: discount.name, amount: -reduction }] : []),
    { label: 'Tax', amount: tax_amount, note: 'Calculated from address' },
  ];
}
