import { customerName } from '@/components/entities/customer-name';
import { orderStatus, orderTotal } from '@/components/entities/order-status';
import type { RelatedRow } from '@/components/entities/related-list';
import { SubscriptionBadge } from '@/components/entities/subscription-badge';
import { Badge } from '@/components/ui/badge';
import { Money } from '@/components/ui/money';
import type { Order } from '@/lib/resources/orders/schema';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

// What rows of related objects show beside their title.

export function orderRow(order: Order): Omit<RelatedRow, 'title'> {
  return {
    status: <Badge status={orderStatus(order)} />,
    amount: <Money amount={orderTotal(order)} currency={order.currency} free />,
    at: order.created_at,
  };
}

export function subscriptionRow(subscription: Subscription): Omit<RelatedRow, 'title'> {
  const { amount, currency, recurring_interval, started_at, created_at } = subscription;
  return {
    status: <SubscriptionBadge subscription={subscription} />,
    amount: <Money amount={amount ?? 0} currency={currency} free interval={recurring_interval} />,
    at: started_at ?? created_at,
  };
}

/** A sale beside what was sold or granted: who bought, and what. */
export function saleTitle({
  customer,
  product,
}: Pick<Order | Subscription, 'customer' | 'product'>): Pick<RelatedRow, 'title' | 'detail'> {
  return { title: customerName(customer), detail: product.name };
}
