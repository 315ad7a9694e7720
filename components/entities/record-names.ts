import { formatMoney } from '@/components/ui/money';
import { formatDate } from '@/components/ui/time';
import type { Checkout } from '@/lib/resources/checkouts/schema';
import type { Order } from '@/lib/resources/orders/schema';
import type { Refund } from '@/lib/resources/refunds/schema';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

// What a record is called in crumbs, links and titles where its id alone is known.

/** The number of its invoice: "NLS-000237"; an imported order has none. */
export function orderName({ invoice_number }: Pick<Order, 'invoice_number'>): string {
  return invoice_number ?? 'Imported order';
}

/** The number of its credit note; before it has one, that of the order's invoice. */
export function refundName({
  credit_note_number,
  order_invoice_number,
}: Pick<Refund, 'credit_note_number' | 'order_invoice_number'>): string {
  return credit_note_number ?? `Refund of ${order_invoice_number ?? 'an imported order'}`;
}

type Priced = Pick<Subscription, 'amount' | 'currency' | 'recurring_interval'> & {
  product: { name: string };
};

/** Its product and price: "Quill Pro, $8.00 / month". */
export function subscriptionName({
  product,
  amount,
  currency,
  recurring_interval,
}: Priced): string {
  const price =
    amount === null ? 'free' : `${formatMoney(amount, currency)} / ${recurring_interval}`;
  return `${product.name}, ${price}`;
}

type Dated = Pick<Checkout, 'created_at'> & { product: { name: string } };

/** Its product and the day on which it was made: "Quill Pro, Nov 3, 2026". */
export function checkoutName({ product, created_at }: Dated, zone: string): string {
  return `${product.name}, ${formatDate(created_at, zone)}`;
}
