'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { CheckoutBuilder } from '@/components/checkouts/checkout-builder';
import {
  type CheckoutValues,
  createBody,
  newValues,
  problemsOf,
  valuesOf,
} from '@/components/checkouts/checkout-values';
import { NEW_CHECKOUT_PAGE, builder as texts } from '@/components/checkouts/texts';
import { NothingToSell } from '@/components/entities/nothing-to-sell';
import { PRODUCTS } from '@/components/entities/searchable-products';
import { useSelectedEntity } from '@/components/entity-picker/use-selected-entity';
import { useContractForm } from '@/components/form/use-contract-form';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { DetailSkeleton } from '@/components/ui/detail';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { showToast } from '@/components/ui/toast';
import { query } from '@/lib/client/queries';
import type { Problem } from '@/lib/contract/errors';
import { createCheckout, getCheckout } from '@/lib/resources/checkouts/contract';
import type { Checkout } from '@/lib/resources/checkouts/schema';
import { getProduct, listProducts } from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';

/** A new checkout; `?from=` takes over what an earlier one held, `?product_id=` its product. */
export function NewCheckoutPage() {
  const path = useOrganizationPath();
  const { id } = useOrganization();
  const search = useSearchParams();
  const from = search.get('from');
  const earlier = useQuery({
    ...query(getCheckout, { params: { id: from ?? '' } }),
    enabled: from !== null,
  });
  const productId = earlier.data?.product_id ?? search.get('product_id');
  const product = useQuery({
    ...query(getProduct, { params: { id: productId ?? '' } }),
    enabled: productId !== null,
  });
  const live = useQuery(
    query(listProducts, { query: { organization_id: [id], is_archived: false, limit: 1 } }),
  );
  const isWaiting =
    (from !== null && earlier.isPending) || (productId !== null && product.isPending);
  return (
    <DetailPage
      crumbs={[{ label: NEW_CHECKOUT_PAGE.checkouts, href: path('checkouts') }]}
      current={texts.title}
    >
      <QueryBoundary query={live} what={NEW_CHECKOUT_PAGE.yourProducts}>
        {({ items, pagination }) =>
          isWaiting ? (
            <DetailSkeleton label={NEW_CHECKOUT_PAGE.theCheckout} />
          ) : (
            <>
              <h1 className="text-xl font-semibold tracking-tight">{texts.title}</h1>
              {pagination.total_count === 0 ? (
                <NothingToSell />
              ) : (
                <NewCheckoutForm
                  wanted={
                    product.data ?? (pagination.total_count === 1 ? (items[0] ?? null) : null)
                  }
                  earlier={earlier.data ?? null}
                  isResultUnknown={(from !== null && earlier.isError) || product.isError}
                />
              )}
            </>
          )
        }
      </QueryBoundary>
    </DetailPage>
  );
}

function NewCheckoutForm({
  wanted,
  earlier,
  isResultUnknown,
}: {
  wanted: Product | null;
  earlier: Checkout | null;
  /** What the address asks for could not be loaded. */
  isResultUnknown: boolean;
}) {
  const router = useRouter();
  const path = useOrganizationPath();
  const { checkout_settings } = useOrganization();
  const first = wanted?.is_archived ? null : wanted;
  const form = useContractForm(createCheckout, {
    defaultValues:
      earlier && first ? valuesOf(earlier, first) : newValues(first, checkout_settings),
    toBody: createBody,
    check: (values: CheckoutValues): Problem[] => problemsOf(values, offer),
    onSuccess: (checkout) => {
      showToast(texts.created);
      router.push(path(`checkouts/${checkout.id}`));
    },
  });
  const chosen = useSelectedEntity(PRODUCTS, form.watch('product_id')).item ?? null;
  // Until the chosen one is here, the one that the page came with.
  const offer = chosen ?? (form.watch('product_id') === first?.id ? first : null);
  return (
    <>
      {isResultUnknown && <Notice>{texts.notLoaded}</Notice>}
      {wanted?.is_archived && <Notice>{texts.archived(wanted.name)}</Notice>}
      <CheckoutBuilder
        form={form}
        offer={offer}
        isNew
        cancel={path(earlier ? `checkouts/${earlier.id}` : 'checkouts')}
      />
    </>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="border-l-2 border-warn bg-warn-fill px-3 py-2 text-warn">
      {children}
    </p>
  );
}
