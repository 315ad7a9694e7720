import { type OrganizationClock, todayOf } from '@/components/charts/date-range';
import { query } from '@/lib/client/queries';
import { dayOf } from '@/lib/contract/times';
import { listCheckouts } from '@/lib/resources/checkouts/operations';
import { getMetrics } from '@/lib/resources/metrics/contract';
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

/**
 * What a product earned since its first day, net of refunds, and the search of the page that draws it. One interval, whatever
 * the product's age: the total is all that is asked for.
 */
export function earnedQuery(
  organization: OrganizationClock & { id: string },
  { id, created_at }: { id: string; created_at: string },
) {
  // A product may have been made before its organization's clock was set back.
  const [start_date = '', end_date = ''] = [
    dayOf(created_at, organization.timezone),
    todayOf(organization),
  ].sort();
  const dates = { start_date, end_date };
  return {
    query: query(getMetrics, {
      query: {
        ...dates,
        interval: 'year',
        organization_id: [organization.id],
        product_id: [id],
      },
    }),
    search: String(new URLSearchParams({ ...dates, product_id: id })),
  };
}
