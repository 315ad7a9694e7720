import { useQuery } from '@tanstack/react-query';
import { query } from '@/lib/client/queries';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';
import { listCustomerOrders } from '@/lib/resources/orders/operations';
import type { CustomerOrder } from '@/lib/resources/orders/schema';

export interface BoughtOrder {
  order: CustomerOrder | undefined;
  /** Whether the session could be asked: it is over an hour after the payment. */
  isKnown: boolean;
  isLoading: boolean;
}

/**
 * The order of a checkout, for the customer session `token`; `order` is undefined where the session is over,
 * and for a trial, which has none yet.
 */
export function useBoughtOrder({ id, product }: CheckoutPublic, token: string | null): BoughtOrder {
  const orders = useQuery({
    ...query(
      listCustomerOrders,
      { query: { product_id: [product.id], limit: 100 } },
      { token: token ?? '' },
    ),
    enabled: token !== null,
  });
  return {
    order: orders.data?.items.findLast(({ checkout_id }) => checkout_id === id),
    isKnown: orders.isSuccess,
    isLoading: orders.isLoading,
  };
}
