'use client';

import { useQuery } from '@tanstack/react-query';
import { CUSTOMER } from '@/components/customers/presentation';
import { LicenseKeyBadge } from '@/components/entities/license-key-badge';
import { PaymentAttempts } from '@/components/entities/payment-attempts';
import { refundName } from '@/components/entities/record-names';
import { REFUND_STATUS } from '@/components/entities/refund-status';
import { RELATED, RelatedList } from '@/components/entities/related-list';
import { orderRow, subscriptionRow } from '@/components/entities/related-rows';
import { useOrganization } from '@/components/session/organization';
import { Badge } from '@/components/ui/badge';
import { Money } from '@/components/ui/money';
import { query } from '@/lib/client/queries';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { listRefunds } from '@/lib/resources/refunds/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';

/** What was sold to a customer: the newest subscriptions, orders, keys, payments and refunds. */
export function CustomerSales({ customerId }: { customerId: string }) {
  const { id } = useOrganization();
  const filter = `customer_id=${customerId}`;
  const newest = {
    organization_id: [id],
    customer_id: [customerId],
    limit: RELATED,
  };
  const subscriptions = useQuery(
    query(listSubscriptions, { query: { ...newest, sorting: ['-started_at'] } }),
  );
  const orders = useQuery(query(listOrders, { query: newest }));
  const keys = useQuery(query(listLicenseKeys, { query: { ...newest, sorting: ['-created_at'] } }));
  const refunds = useQuery(query(listRefunds, { query: newest }));
  return (
    <>
      <RelatedList
        title={CUSTOMER.labels.subscriptions}
        rows={subscriptions}
        section="subscriptions"
        filter={filter}
        empty="No subscriptions yet."
        row={(subscription) => ({
          title: subscription.product.name,
          ...subscriptionRow(subscription),
        })}
      />
      <RelatedList
        title={CUSTOMER.labels.orders}
        rows={orders}
        section="orders"
        filter={filter}
        empty="No orders yet."
        row={(order) => ({ title: order.product.name, ...orderRow(order) })}
      />
      <RelatedList
        title={CUSTOMER.labels.keys}
        rows={keys}
        section="license-keys"
        filter={filter}
        empty="No license keys yet."
        row={(key) => ({
          title: <span className="font-mono text-xs">{key.display_key}</span>,
          status: <LicenseKeyBadge licenseKey={key} />,
          at: key.created_at,
        })}
      />
      <PaymentAttempts sale={{ customer_id: [customerId] }} empty="No payment attempts yet." />
      {refunds.data?.pagination.total_count !== 0 && (
        <RelatedList
          title="Refunds"
          rows={refunds}
          section="refunds"
          filter={filter}
          empty="No refunds."
          row={(refund) => ({
            title: refundName(refund),
            status: <Badge status={REFUND_STATUS[refund.status]} />,
            amount: <Money amount={refund.amount} currency={refund.currency} />,
            at: refund.created_at,
          })}
        />
      )}
    </>
  );
}
