'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearchParams } from 'next/navigation';
import { CheckoutBuilder } from '@/components/checkouts/checkout-builder';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { QueryGate } from '@/components/ui/query-gate';
import { say } from '@/components/ui/toast';
import { query } from '@/lib/api/queries';
import { getCheckout } from '@/lib/checkouts/contract';
import { listProducts } from '@/lib/products/contract';

/** A new checkout; `?from=` takes over what an earlier one held, `?product_id=` its product. */
export function NewCheckoutPage() {
  const router = useRouter();
  const path = useOrganizationPath();
  const { id } = useOrganization();
  const search = useSearchParams();
  const from = search.get('from');
  const products = useQuery(
    query(listProducts, {
      query: { organization_id: [id], is_archived: false, sorting: ['name'], limit: 100 },
    }),
  );
  const earlier = useQuery({
    ...query(getCheckout, { params: { id: from ?? '' } }),
    enabled: from !== null,
  });
  const ready = from === null ? products : earlier.isError ? products : earlier;
  return (
    <DetailPage crumbs={[{ label: 'Checkouts', href: path('checkouts') }]} current="New checkout">
      <h1 className="text-xl font-semibold tracking-tight">New checkout</h1>
      <QueryGate query={products} what="your products">
        {({ items }) =>
          ready.isPending ? null : (
            <CheckoutBuilder
              products={items}
              earlier={earlier.data ?? null}
              productId={search.get('product_id')}
              onCreated={(checkout) => {
                say('Checkout created.');
                router.push(path(`checkouts/${checkout.id}`));
              }}
            />
          )
        }
      </QueryGate>
    </DetailPage>
  );
}
