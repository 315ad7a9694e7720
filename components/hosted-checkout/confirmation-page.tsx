'use client';

import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { PaymentMethod } from '@/components/entities/payment-method';
import {
  CheckoutFrame,
  TwoColumns,
  Unreachable,
} from '@/components/hosted-checkout/checkout-frame';
import { CheckoutSkeleton } from '@/components/hosted-checkout/checkout-skeleton';
import { ORDER_NUMBER, PAID_WITH } from '@/components/hosted-checkout/confirmation-texts';
import {
  ExpiredCheckout,
  FailedPayment,
  ProcessingPayment,
  UnpaidCheckout,
} from '@/components/hosted-checkout/notices';
import { OrderSummary } from '@/components/hosted-checkout/order-summary';
import { PurchasePanel } from '@/components/hosted-checkout/purchase-panel';
import { readSessionToken } from '@/components/hosted-checkout/session-token';
import { UnknownCheckout } from '@/components/hosted-checkout/unknown-checkout';
import { useBoughtOrder } from '@/components/hosted-checkout/use-bought-order';
import { checkoutQuery } from '@/components/hosted-checkout/use-live-checkout';
import type { ReceiptLine } from '@/components/ui/receipt';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';
import type { CustomerOrder } from '@/lib/resources/orders/schema';
import type { PortalSeller } from '@/lib/resources/portal';

/** The confirmation page: receipt, license keys and downloads. */
export function ConfirmationPage({
  clientSecret,
  seller,
}: {
  clientSecret: string;
  seller: PortalSeller;
}) {
  const { data, error, isFetching, refetch } = useQuery(checkoutQuery(clientSecret));

  if (error?.status === 410) return <ExpiredCheckout seller={seller} isNotCharged />;
  if (error?.status === 404) return <UnknownCheckout />;
  if (!data) {
    return error ? (
      <Unreachable seller={seller} error={error} onRetry={refetch} retrying={isFetching} />
    ) : (
      <CheckoutSkeleton />
    );
  }
  switch (data.status) {
    case 'open':
      return (
        <UnpaidCheckout
          seller={seller}
          checkout={data}
          receipt={<OrderSummary checkout={data} payable="pending" />}
        />
      );
    case 'expired':
      return (
        <ExpiredCheckout
          seller={seller}
          receipt={<OrderSummary checkout={data} payable="over" />}
          isNotCharged
        />
      );
    case 'confirmed':
      return (
        <ProcessingPayment
          seller={seller}
          checkout={data}
          receipt={<OrderSummary checkout={data} payable="pending" />}
        />
      );
    case 'failed':
      return (
        <FailedPayment seller={seller} receipt={<OrderSummary checkout={data} payable="over" />} />
      );
    case 'succeeded':
      return <Bought checkout={data} seller={seller} />;
  }
}

function Bought({ checkout, seller }: { checkout: CheckoutPublic; seller: PortalSeller }) {
  const token = useSyncExternalStore(
    never,
    () => readSessionToken(checkout.id),
    () => null,
  );
  const bought = useBoughtOrder(checkout, token);
  return (
    <CheckoutFrame isSandbox={seller.isSandbox}>
      <TwoColumns
        receipt={
          <OrderSummary
            checkout={checkout}
            payable="paid"
            after={bought.order && factsOf(bought.order)}
          />
        }
      >
        <PurchasePanel
          checkout={checkout}
          token={token}
          bought={bought}
          isMailed={seller.mail === 'sent'}
        />
      </TwoColumns>
    </CheckoutFrame>
  );
}

/** What the receipt says of its order. */
function factsOf({ invoice_number, payment_method }: CustomerOrder): ReceiptLine[] {
  return [
    { label: ORDER_NUMBER, amount: null, note: invoice_number },
    ...(payment_method
      ? [{ label: PAID_WITH, amount: null, note: <PaymentMethod method={payment_method} /> }]
      : []),
  ];
}

/** The token is stored before this page is mounted and does not change. */
function never(): () => void {
  return () => {};
}
