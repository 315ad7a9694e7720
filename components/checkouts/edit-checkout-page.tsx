'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { CheckoutBuilder } from '@/components/checkouts/checkout-builder';
import {
  type CheckoutValues,
  type Offer,
  problemsOf,
  updateBody,
  valuesOf,
} from '@/components/checkouts/checkout-values';
import { EDIT_CHECKOUT_PAGE, builder as texts } from '@/components/checkouts/texts';
import { CHECKOUT_STATUS } from '@/components/entities/checkout-status';
import { checkoutName } from '@/components/entities/record-names';
import { useEditForm } from '@/components/form/use-edit-form';
import { useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { useTimeZone } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { query } from '@/lib/client/queries';
import { getCheckout, updateCheckout } from '@/lib/resources/checkouts/contract';
import type { Checkout } from '@/lib/resources/checkouts/schema';

/** Changes an open checkout: everything but its product and its customer. */
export function EditCheckoutPage({ id }: { id: string }) {
  const path = useOrganizationPath();
  const checkout = useQuery(query(getCheckout, { params: { id } }));
  const zone = useTimeZone();
  const name = checkout.data ? checkoutName(checkout.data, zone) : EDIT_CHECKOUT_PAGE.one;
  return (
    <DetailPage
      crumbs={[
        { label: EDIT_CHECKOUT_PAGE.checkouts, href: path('checkouts') },
        { label: name, href: path(`checkouts/${id}`) },
      ]}
      current={EDIT_CHECKOUT_PAGE.edit}
      tab={EDIT_CHECKOUT_PAGE.editCheckout(name)}
    >
      <QueryBoundary query={checkout} what={EDIT_CHECKOUT_PAGE.thisCheckout}>
        {(found) => <EditableCheckout key={found.id} checkout={found} />}
      </QueryBoundary>
    </DetailPage>
  );
}

/**
 * The form of a checkout that was open when the page was opened. It stays when the checkout is paid meanwhile, with what
 * was typed: saving then says why nothing can be changed.
 */
function EditableCheckout({ checkout }: { checkout: Checkout }) {
  const path = useOrganizationPath();
  const [wasOpen] = useState(checkout.status === 'open');
  if (wasOpen) return <EditCheckoutForm checkout={checkout} />;
  const status = CHECKOUT_STATUS[checkout.status].label.toLowerCase();
  return (
    <EmptyState
      isPage
      title={EDIT_CHECKOUT_PAGE.thisCheckoutCannotBe(status)}
      actions={
        <LinkButton href={path(`checkouts/${checkout.id}`)}>
          {EDIT_CHECKOUT_PAGE.showTheCheckout}
        </LinkButton>
      }
    >
      {EDIT_CHECKOUT_PAGE.onlyAnOpenCheckout}
    </EmptyState>
  );
}

function EditCheckoutForm({ checkout }: { checkout: Checkout }) {
  const router = useRouter();
  const detailPath = useOrganizationPath()(`checkouts/${checkout.id}`);
  const offer = offerOf(checkout);
  const form = useEditForm(updateCheckout, {
    params: { id: checkout.id },
    object: checkout,
    read: getCheckout,
    toValues: (held) => valuesOf(held, offerOf(held)),
    toBody: updateBody,
    check: (values: CheckoutValues) => problemsOf(values, offer),
    onSuccess: () => {
      showToast(texts.saved);
      router.push(detailPath);
    },
  });
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">
        {texts.editTitle(checkout.product.name)}
      </h1>
      <CheckoutBuilder form={form} offer={offer} isNew={false} cancel={detailPath} />
    </>
  );
}

/** What the checkout sells: the live prices of its product, and the one it has. */
function offerOf({ product, product_price, attached_custom_fields }: Checkout): Offer {
  const isLive = product.prices.some((price) => price.id === product_price.id);
  const prices = isLive ? product.prices : [product_price, ...product.prices];
  return { ...product, attached_custom_fields, prices };
}
