import { orderTotal } from '@/components/entities/order-status';
import type { refundedOf } from '@/components/orders/order-refunds';
import { LABELS, ORDER_RECEIPT } from '@/components/orders/texts';
import { Receipt, type ReceiptLine, receiptLines } from '@/components/ui/receipt';
import { Section } from '@/components/ui/section';
import type { Order } from '@/lib/resources/orders/schema';

/** What was sold and paid, and what became of the money. */
export function OrderReceipt({
  order,
  money,
}: {
  order: Order;
  money: ReturnType<typeof refundedOf>;
}) {
  const { lines, tax_amount, currency } = order;
  return (
    <Section title={ORDER_RECEIPT.receipt}>
      <Receipt
        currency={currency}
        lines={[
          ...receiptLines(lines),
          ...(tax_amount > 0 ? [{ label: ORDER_RECEIPT.tax, amount: tax_amount }] : []),
        ]}
        total={{ label: LABELS.total, amount: orderTotal(order) }}
        after={afterwards(money)}
      />
    </Section>
  );
}

function afterwards({ refunded, pending, left }: ReturnType<typeof refundedOf>): ReceiptLine[] {
  if (refunded === 0 && pending === 0) return [];
  return [
    ...(refunded > 0 ? [{ label: ORDER_RECEIPT.refunded, amount: -refunded }] : []),
    ...(pending > 0 ? [{ label: ORDER_RECEIPT.beingRefunded, amount: -pending }] : []),
    { label: ORDER_RECEIPT.leftAfterRefunds, amount: left },
  ];
}
