'use client';

import { useQuery } from '@tanstack/react-query';
import { CheckoutFrame, TwoColumns } from '@/components/hosted-checkout/checkout-frame';
import { CheckoutSkeleton } from '@/components/hosted-checkout/checkout-skeleton';
import {
  ExpiredCheckout,
  FailedPayment,
  ProcessingPayment,
  UnknownCheckout,
  UnpaidCheckout,
  Unreachable,
} from '@/components/hosted-checkout/notices';
import { OrderSummary } from '@/components/hosted-checkout/order-summary';
import { PurchasePanel } from '@/components/hosted-checkout/purchase-panel';
import { checkoutQuery } from '@/components/hosted-checkout/use-live-checkout';

/** The confirmation page: receipt, license keys and downloads. */
export function ConfirmationPage({
  clientSecret,
  isMailed,
}: {
  clientSecret: string;
  /** Mails of the seller reach buyers. */
  isMailed: boolean;
}) {
  const { data, error, isFetching, refetch } = useQuery(checkoutQuery(clientSecret));

  if (error?.status === 410) return <ExpiredCheckout />;
  if (error?.status === 404) return <UnknownCheckout />;
  if (!data) {
    return error ? (
      <Unreachable error={error} onRetry={refetch} retrying={isFetching} />
    ) : (
      <CheckoutSkeleton />
    );
  }
  switch (data.status) {
    case 'open':
      return <UnpaidCheckout checkout={data} />;
    case 'expired':
      return <ExpiredCheckout />;
    case 'confirmed':
      return <ProcessingPayment checkout={data} />;
    case 'failed':
      return <FailedPayment checkout={data} />;
    case 'succeeded':
      return (
        <CheckoutFrame isSandbox={data.organization.is_sandbox}>
          <TwoColumns receipt={<OrderSummary checkout={data} isPaid />}>
            <PurchasePanel checkout={data} isMailed={isMailed} />
          </TwoColumns>
        </CheckoutFrame>
      );
  }
}
