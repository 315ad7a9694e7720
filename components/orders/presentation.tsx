import { SubscriptionLink } from '@/components/entities/named-link';
import { BILLING_REASONS } from '@/components/entities/order-status';
import { orderName } from '@/components/entities/record-names';
import { SALE_FIELDS } from '@/components/entities/sale-fields';
import { LABELS } from '@/components/orders/texts';
import { presentation } from '@/components/resource/presentation';
import { created, updatedFact } from '@/components/resource/times';
import { EntityLink } from '@/components/shell/entity-link';
import { AddressLines } from '@/components/ui/address';
import type { Order } from '@/lib/resources/orders/schema';

/** What the page of an order calls it and its facts; the list prints other fields, and loads none of these. */
export const ORDER = presentation<Order>()('order', {
  name: orderName,
  tab: (order) => `Order ${orderName(order)}`,
  fields: {
    customer: SALE_FIELDS.customer,
    product: SALE_FIELDS.product,
    invoice_number: { label: LABELS.invoiceNumber, value: ({ invoice_number }) => invoice_number },
    billing_reason: {
      label: LABELS.billingReason,
      value: ({ billing_reason }) => BILLING_REASONS[billing_reason],
    },
    subscription: {
      label: LABELS.subscription,
      value: ({ subscription }) =>
        subscription !== null && <SubscriptionLink id={subscription.id} />,
    },
    checkout: SALE_FIELDS.checkout,
    discount: {
      label: LABELS.discount,
      value: ({ discount }) =>
        discount !== null && (
          <EntityLink section="discounts" id={discount.id}>
            {discount.name}
          </EntityLink>
        ),
    },
    billing_name: { label: 'Billing name', value: ({ billing_name }) => billing_name },
    billing_address: {
      label: 'Billing address',
      value: ({ billing_address }) => billing_address && <AddressLines address={billing_address} />,
    },
    created: created(),
    modified: updatedFact(),
  },
});
