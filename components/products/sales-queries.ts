import { query } from '@/lib/client/queries';
import { listCheckouts } from '@/lib/resources/checkouts/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';

/** How often a product was sold, as totals of lists. */
export function salesQueries(
  organizationId: string,
  { id, is_recurring }: { id: string; is_recurring: boolean },
) {
  const ofProduct = { organization_id: [organizationId], product_id: [id], limit: 1 };
  return {
    orders: query(listOrders, { query: ofProduct }),
    subscriptions: { ...query(listSubscriptions, { query: ofProduct }), enabled: is_recurring },
    checkouts: query(listCheckouts, { query: ofProduct }),
  };
}
