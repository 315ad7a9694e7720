'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import { PurchaseGrants, usePurchaseGrants } from '@/components/entities/purchase-grants';
import { ORDER_GRANTS } from '@/components/orders/texts';
import { useOrganization } from '@/components/session/organization';
import { ErrorNote } from '@/components/ui/error-state';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import { query } from '@/lib/client/queries';
import { getBenefit } from '@/lib/resources/benefits/operations';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import type { Order } from '@/lib/resources/orders/schema';
import { getProduct } from '@/lib/resources/products/contract';

const MOST = 100;

/** What the buyer got by an order, or has by its subscription, and how far each benefit has come. */
export function OrderGrants({ order }: { order: Order }) {
  const { benefits, error } = useBenefits(order);
  const { id, subscription_id } = order;
  const source = subscription_id ? { subscription_id: [subscription_id] } : { order_id: [id] };
  const { rows, failure } = usePurchaseGrants(benefits ?? [], source);
  // A benefit that came to the product later, or a key of another purchase, is none of this order's.
  const given = rows.filter(({ grant, isPending }) => isPending || grant);
  if (benefits && given.length === 0 && !failure) return null;
  return (
    <Section title={ORDER_GRANTS.benefits} className="no-print">
      {error && <ErrorNote error={error} />}
      {!benefits && !error && <Skeleton className="w-48" />}
      <PurchaseGrants rows={given} failure={failure} />
    </Section>
  );
}

/**
 * The benefits that the buyer may have by an order: those of its product, or of the subscription's present one, and those
 * of the buyer's keys, which stay when their benefit leaves the product. Undefined until they are known.
 */
function useBenefits({ customer_id, product_id, subscription }: Order) {
  const organization = useOrganization();
  const productId = subscription?.product_id ?? product_id;
  const product = useQuery(query(getProduct, { params: { id: productId } }));
  const keys = useQuery(
    query(listLicenseKeys, {
      query: { organization_id: [organization.id], customer_id: [customer_id], limit: MOST },
    }),
  );
  const present = product.data?.benefits ?? [];
  const ids = new Set(keys.data?.items.map(({ benefit_id }) => benefit_id));
  for (const { id } of present) ids.delete(id);
  const others = useQueries({
    queries: (product.data ? [...ids] : []).map((id) => query(getBenefit, { params: { id } })),
  });
  const error = product.error ?? keys.error;
  const isKnown = product.data && keys.data && others.every(({ isPending }) => !isPending);
  if (!isKnown) return { error, benefits: undefined };
  // A deleted benefit has no grants any more.
  return { error, benefits: [...present, ...others.flatMap(({ data }) => data ?? [])] };
}
