import { useQueries, useQuery } from '@tanstack/react-query';
import { givesKey } from '@/components/benefit-types/buyer/buyer-types';
import { lostBenefits } from '@/components/purchase/lost-benefits';
import { query } from '@/lib/client/queries';
import { totalOf } from '@/lib/client/totals';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/operations';
import type { Order } from '@/lib/resources/orders/schema';
import { getProduct } from '@/lib/resources/products/contract';

/**
 * The benefits that a buyer has by an order, or by its subscription while that has the product of the order, in words;
 * "" where there are none, undefined while they are counted, null where they could not be.
 */
export function useOrderBenefits(order: Order): string | null | undefined {
  const { id, subscription, product_id } = order;
  const source = subscription ? { subscription_id: [subscription.id] } : { order_id: [id] };
  const product = useQuery(query(getProduct, { params: { id: product_id } }));
  const hasMoved = subscription !== null && subscription.product_id !== product_id;
  const benefits = (hasMoved ? undefined : product.data?.benefits) ?? [];
  const answers = useQueries({
    queries: benefits.map((benefit) =>
      totalOf(listBenefitGrants, {
        params: { id: benefit.id },
        query: { ...source, is_granted: true },
      }),
    ),
  });
  if (product.isError || answers.some(({ isError }) => isError)) return null;
  if (!product.data || answers.some(({ isPending }) => isPending)) return undefined;
  const grants = benefits.map((benefit, index) => ({
    isKey: givesKey(benefit),
    count: answers[index]?.data ?? 0,
  }));
  const sum = (of: typeof grants) => of.reduce((all, { count }) => all + count, 0);
  return lostBenefits(
    { benefits_revoked: sum(grants), keys_revoked: sum(grants.filter(({ isKey }) => isKey)) },
    // Those that the buyer has, so that one that is left is named though the product has more.
    { name: product.data.name, benefits: benefits.filter((_, index) => grants[index]?.count) },
  );
}
