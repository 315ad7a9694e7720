import type { ContractInput } from '@/lib/contract/contract';
import type { listCheckouts } from '@/lib/resources/checkouts/operations';

/** Asks for the open checkouts of a product, or those at some of its prices. */
export function openCheckouts(
  organizationId: string,
  productId: string,
  prices?: readonly { id: string }[],
): ContractInput<typeof listCheckouts> {
  return {
    query: {
      organization_id: [organizationId],
      product_id: [productId],
      ...(prices ? { product_price_id: prices.map(({ id }) => id) } : {}),
      status: ['open'],
    },
  };
}
