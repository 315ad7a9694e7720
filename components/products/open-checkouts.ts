import { query } from '@/lib/client/queries';
import { listCheckouts } from '@/lib/resources/checkouts/contract';

/** How many open checkouts a product has, or those at some of its prices, as the total of a list. */
export function openCheckouts(
  organizationId: string,
  productId: string,
  prices?: readonly { id: string }[],
) {
  return {
    ...query(listCheckouts, {
      query: {
        organization_id: [organizationId],
        product_id: [productId],
        ...(prices ? { product_price_id: prices.map(({ id }) => id) } : {}),
        status: ['open' as const],
        limit: 1,
      },
    }),
    // Buyers open checkouts meanwhile.
    staleTime: 0,
  };
}
