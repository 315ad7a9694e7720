import { CustomerFact } from '@/components/entities/customer-fact';
import { CheckoutLink } from '@/components/entities/named-link';
import { SALE_LABELS } from '@/components/entities/sale-labels';
import { EntityLink } from '@/components/shell/entity-link';
import type { Order } from '@/lib/resources/orders/schema';

type Sale = Pick<Order, 'customer' | 'checkout_id'> & { product: { id: string; name: string } };

/** What an order and a subscription tell alike, as fields of their presentations: who bought what, and where. */
export const SALE_FIELDS = {
  customer: {
    label: SALE_LABELS.customer,
    value: ({ customer }: Pick<Sale, 'customer'>) => <CustomerFact customer={customer} />,
  },
  product: {
    label: SALE_LABELS.product,
    value: ({ product: { id, name } }: Pick<Sale, 'product'>) => (
      <EntityLink section="products" id={id}>
        {name}
      </EntityLink>
    ),
  },
  checkout: {
    label: SALE_LABELS.checkout,
    value: ({ checkout_id: id }: Pick<Sale, 'checkout_id'>) =>
      id !== null && <CheckoutLink id={id} />,
  },
};
