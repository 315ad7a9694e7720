import { orderTotal } from '@/components/entities/order-status';
import type { refundedOf } from '@/components/orders/order-refunds';
import { Receipt, type ReceiptLine } from '@/components/ui/receipt';
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
    <Section title="Receipt">
      <Receipt
        currency={currency}
        lines={[
          ...lines.map(({ description, amount }) => ({ label: description, amount })),
          { label: 'Tax', amount: tax_amount || null, note: 'Not collected' },
        ]}
        total={{ label: 'Total', amount: orderTotal(order) }}
        after={afterwards(money)}
      />
    </Section>
  );
}

function afterwards({ refunded, pending, left }: ReturnType<typeof refundedOf>): ReceiptLine[] {
  if (refunded === 0 && pending === 0) return [];
  return [
    ...(refunded > 0 ? [{ label: 'Refunded', amount: -refunded }] : []),
    ...(pending > 0 ? [{ label: 'Being refunded', amount: -pending }] : []),
    { label: 'Left after refunds', amount: left },
  ];
}
