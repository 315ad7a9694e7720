'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { CheckoutFrame, TwoColumns } from '@/components/checkout/checkout-frame';
import { CheckoutSkeleton } from '@/components/checkout/checkout-skeleton';
import {
  BeingConfirmed,
  CompletedPurchase,
  ExpiredCheckout,
  FailedPayment,
  UnknownCheckout,
  Unreachable,
} from '@/components/checkout/notices';
import { getCheckoutByClient } from '@/components/checkout/operations';
import { OrderSummary } from '@/components/checkout/order-summary';
import { PaymentForm } from '@/components/checkout/payment-form';
import { confirmationPath, isHostedConfirmation } from '@/components/checkout/success-page';
import { checkoutQuery } from '@/components/checkout/use-live-checkout';
import { usePageTitle } from '@/components/checkout/use-page-title';
import { queryKeyOf } from '@/lib/api/queries';
import type { CheckoutPublic } from '@/lib/checkouts/schema';

/** The buyer's page of a checkout session, in each of its states. */
export function CheckoutPage({ clientSecret }: { clientSecret: string }) {
  const [isPaying, setPaying] = useState(false);
  const [isPaidElsewhere, setPaidElsewhere] = useState(false);
  const router = useRouter();
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(
    checkoutQuery(clientSecret, { isAwaited: isPaidElsewhere }),
  );
  usePageTitle(data ? `${data.product.name} · ${data.organization.name}` : 'Checkout');

  function goOn(sold: CheckoutPublic) {
    if (isHostedConfirmation(sold)) router.replace(confirmationPath(sold.client_secret));
    else window.location.assign(sold.success_url);
  }

  function askAgain(isBeingPaid: boolean) {
    setPaidElsewhere(isBeingPaid);
    const params = { client_secret: clientSecret };
    void client.invalidateQueries({ queryKey: queryKeyOf(getCheckoutByClient, { params }) });
  }

  if (error?.status === 410 && !isPaying) return <ExpiredCheckout />;
  if (error?.status === 404) return <UnknownCheckout />;
  if (!data) {
    return error ? (
      <Unreachable error={error} onRetry={refetch} retrying={isFetching} />
    ) : (
      <CheckoutSkeleton />
    );
  }
  if (data.status === 'open' || isPaying) {
    return (
      <CheckoutFrame isSandbox={data.organization.is_sandbox}>
        <TwoColumns receipt={<OrderSummary checkout={data} />}>
          <PaymentForm
            checkout={data}
            onPaying={(isPaying) => {
              setPaidElsewhere(false);
              setPaying(isPaying);
            }}
            onPaid={goOn}
            onStale={askAgain}
          />
        </TwoColumns>
      </CheckoutFrame>
    );
  }
  if (data.status === 'confirmed') return <BeingConfirmed checkout={data} />;
  if (data.status === 'failed') return <FailedPayment checkout={data} />;
  return data.status === 'succeeded' ? <CompletedPurchase checkout={data} /> : <ExpiredCheckout />;
}
