'use client';

import { useQuery } from '@tanstack/react-query';
import { CHECKOUT_STATUS } from '@/components/entities/checkout-status';
import { RELATED, RelatedList } from '@/components/entities/related-list';
import { orderRow, saleTitle, subscriptionRow } from '@/components/entities/related-rows';
import { useOrganization } from '@/components/session/organization';
import { Badge } from '@/components/ui/badge';
import { Money } from '@/components/ui/money';
import { query } from '@/lib/client/queries';
import { listCheckoutLinks } from '@/lib/resources/checkout-links/contract';
import { listCheckouts } from '@/lib/resources/checkouts/operations';
import { listOrders } from '@/lib/resources/orders/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';

/** Where a discount is used: the newest orders, subscriptions, checkouts and checkout links. */
export function DiscountUses({ discountId }: { discountId: string }) {
  const { id } = useOrganization();
  const filter = `discount_id=${discountId}`;
  const newest = { organization_id: [id], discount_id: [discountId], limit: RELATED };
  const orders = useQuery(query(listOrders, { query: newest }));
  const subscriptions = useQuery(
    query(listSubscriptions, { query: { ...newest, sorting: ['-started_at'] } }),
  );
  const checkouts = useQuery(query(listCheckouts, { query: newest }));
  const links = useQuery(query(listCheckoutLinks, { query: newest }));
  return (
    <>
      <RelatedList
        title="Orders"
        rows={orders}
        section="orders"
        filter={filter}
        empty="No order has used it yet."
        row={(order) => ({ ...saleTitle(order), ...orderRow(order) })}
      />
      <RelatedList
        title="Subscriptions"
        rows={subscriptions}
        section="subscriptions"
        filter={filter}
        empty="No subscription uses it."
        row={(subscription) => ({
          ...saleTitle(subscription),
          ...subscriptionRow(subscription),
        })}
      />
      <RelatedList
        title="Checkouts"
        rows={checkouts}
        section="checkouts"
        filter={filter}
        empty="No checkout has it."
        row={(checkout) => ({
          title: checkout.customer_name ?? checkout.customer_email ?? checkout.product.name,
          detail: checkout.product.name,
          status: <Badge status={CHECKOUT_STATUS[checkout.status]} />,
          amount: <Money amount={checkout.total_amount} currency={checkout.currency} />,
          at: checkout.created_at,
        })}
      />
      <RelatedList
        title="Checkout links"
        rows={links}
        section="checkout-links"
        filter={filter}
        empty="No checkout link has it."
        row={(link) => ({
          title: link.label ?? 'No label',
          detail: link.product.name,
          at: link.created_at,
        })}
      />
    </>
  );
}
