import type { ContractInput } from '@/lib/contract/contract';
import type { listOrders } from '@/lib/resources/orders/contract';

/** How many of the latest orders Home shows. */
export const SHOWN = 5;

/** The query of Home's latest orders, which the server prefetches. */
export function latestOrdersOf(organizationId: string): ContractInput<typeof listOrders> {
  return { query: { organization_id: [organizationId], sorting: ['-created_at'], limit: SHOWN } };
}
