import { query } from '@/lib/client/queries';
import { listCheckouts } from '@/lib/resources/checkouts/contract';

/** The open checkouts of a product, newest first. By itself one of them: their number comes with it. */
export function openCheckouts(organizationId: string, productId: string, limit = 1) {
  return query(listCheckouts, {
    query: {
      organization_id: [organizationId],
      product_id: [productId],
      status: ['open' as const],
      limit,
    },
  });
}
