import { useQueries, useQuery } from '@tanstack/react-query';
import { pluralize } from '@/components/ui/money';
import { query } from '@/lib/client/queries';
import { totalOf } from '@/lib/client/totals';
import { formatList } from '@/lib/contract/formats';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import type { BenefitType } from '@/lib/resources/benefits/schema';
import type { Order } from '@/lib/resources/orders/schema';
import { getProduct } from '@/lib/resources/products/contract';

const NOUNS: Partial<Record<BenefitType, string>> = {
  license_keys: 'license key',
  downloadables: 'download',
};

/**
 * The benefits that a buyer has by an order, or by its subscription while that has the product of the order: "2 license
 * keys and 1 download"; "" where there are none, undefined while they are counted, null where they could not be.
 */
export function useBenefitCounts(order: Order): string | null | undefined {
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
  const counts = new Map<string, number>();
  for (const [index, { type }] of benefits.entries()) {
    const noun =
      NOUNS[type] ?? (benefits.some((other) => NOUNS[other.type]) ? 'other benefit' : 'benefit');
    const count = answers[index]?.data ?? 0;
    if (count > 0) counts.set(noun, (counts.get(noun) ?? 0) + count);
  }
  return formatList([...counts].map(([noun, count]) => pluralize(count, noun)));
}
