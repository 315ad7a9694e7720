'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import {
  CheckoutFrame,
  TwoColumns,
  Unreachable,
} from '@/components/hosted-checkout/checkout-frame';
import { CheckoutSkeleton } from '@/components/hosted-checkout/checkout-skeleton';
import type * as Notices from '@/components/hosted-checkout/notices';
import { OrderSummary } from '@/components/hosted-checkout/order-summary';
import { PaymentForm } from '@/components/hosted-checkout/payment-form';
import { renewalTerms } from '@/components/hosted-checkout/renewal';
import { confirmationPath, isHostedConfirmation } from '@/components/hosted-checkout/success-page';
import { UnknownCheckout } from '@/components/hosted-checkout/unknown-checkout';
import { checkoutQuery, useIsOver } from '@/components/hosted-checkout/use-live-checkout';
import { isUnavailable } from '@/components/purchase/availability';
import type { Payable } from '@/components/purchase/summary';
import { queryKeyOf } from '@/lib/client/query-key';
import { getCheckoutByClient } from '@/lib/resources/checkouts/operations';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';
import type { PortalSeller } from '@/lib/resources/portal';

const loadNotices = () => import('@/components/hosted-checkout/notices');

/** A page of the notices, loaded as it is shown: most checkouts are paid. */
function lazily<Props>(pick: (all: typeof Notices) => ComponentType<Props>) {
  return lazy(async () => ({ default: pick(await loadNotices()) }));
}

const CompletedPurchase = lazily((all) => all.CompletedPurchase);
const ExpiredCheckout = lazily((all) => all.ExpiredCheckout);
const FailedPayment = lazily((all) => all.FailedPayment);
const ProcessingPayment = lazily((all) => all.ProcessingPayment);
const UnavailableCheckout = lazily((all) => all.UnavailableCheckout);

/** Where there is nothing to fill in, what becomes of the amount. */
const PAYABLE: Record<CheckoutPublic['status'], Payable> = {
  open: 'over',
  confirmed: 'pending',
  succeeded: 'paid',
  failed: 'over',
  expired: 'over',
};

interface CheckoutPageProps {
  clientSecret: string;
  seller: PortalSeller;
}

/** The buyer's page of a checkout session, in each of its states. */
export function CheckoutPage(props: CheckoutPageProps) {
  return (
    <Suspense fallback={<CheckoutSkeleton />}>
      <Checkout {...props} />
    </Suspense>
  );
}

function Checkout({ clientSecret, seller }: CheckoutPageProps) {
  const [paying, setPaying] = useState<CheckoutPublic | null>(null);
  const [isPaidElsewhere, setPaidElsewhere] = useState(false);
  const [wasTried, setTried] = useState(false);
  const router = useRouter();
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(
    checkoutQuery(clientSecret, { isAwaited: isPaidElsewhere }),
  );

  function goOn(sold: CheckoutPublic) {
    if (isHostedConfirmation(sold)) router.replace(confirmationPath(sold.client_secret));
    else window.location.assign(sold.success_url);
  }

  function askAgain(isBeingPaid: boolean) {
    setPaidElsewhere(isBeingPaid);
    const params = { client_secret: clientSecret };
    void client.invalidateQueries({ queryKey: queryKeyOf(getCheckoutByClient, { params }) });
  }

  const isOver = useIsOver(data);
  // While a payment runs, the checkout that it started with is shown.
  const shown = paying ?? data;
  if ((error?.status === 410 || isOver) && !paying) {
    // By the browser's clock it may be over while another window pays for it.
    return (
      <ExpiredCheckout
        seller={seller}
        receipt={data && <OrderSummary checkout={data} payable="over" />}
        isNotCharged={wasTried || error?.status === 410}
      />
    );
  }
  if (error?.status === 404) return <UnknownCheckout />;
  if (!shown) {
    return error ? (
      <Unreachable seller={seller} error={error} onRetry={refetch} retrying={isFetching} />
    ) : (
      <CheckoutSkeleton />
    );
  }
  const receipt = <OrderSummary checkout={shown} payable={PAYABLE[shown.status]} />;
  if (shown.status === 'open' && !paying && isUnavailable(shown)) {
    return (
      <UnavailableCheckout seller={seller} checkout={shown} receipt={receipt} wasTried={wasTried} />
    );
  }
  if (shown.status === 'open') {
    const renewal = renewalTerms(shown, seller.mail === 'sent');
    return (
      <CheckoutFrame isSandbox={shown.organization.is_sandbox}>
        <TwoColumns receipt={<OrderSummary checkout={shown} />}>
          <PaymentForm
            checkout={shown}
            renewal={renewal}
            onPaying={(isPaying) => {
              setPaidElsewhere(false);
              if (isPaying) {
                setTried(true);
                // What is shown after the charge is here before it, should the connection break meanwhile.
                loadNotices().catch(() => {});
              }
              setPaying(isPaying ? shown : null);
            }}
            onPaid={goOn}
            onStale={askAgain}
          />
        </TwoColumns>
      </CheckoutFrame>
    );
  }
  if (shown.status === 'confirmed')
    return <ProcessingPayment seller={seller} checkout={shown} receipt={receipt} />;
  if (shown.status === 'failed') return <FailedPayment seller={seller} receipt={receipt} />;
  return shown.status === 'succeeded' ? (
    <CompletedPurchase seller={seller} checkout={shown} receipt={receipt} />
  ) : (
    <ExpiredCheckout seller={seller} receipt={receipt} isNotCharged />
  );
}
