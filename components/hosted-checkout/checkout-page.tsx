'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import {
  CheckoutFrame,
  TwoColumns,
  Unreachable,
} from '@/components/hosted-checkout/checkout-frame';
import { CheckoutSkeleton } from '@/components/hosted-checkout/checkout-skeleton';
import { waitingSecretOf } from '@/components/hosted-checkout/form-values';
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

/**
 * A page that is loaded as it is shown, within a boundary of its own. Around the whole checkout, a slow browser would
 * hydrate the boundary after its answer has come, and find a form where the document has the skeleton.
 */
function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Page = lazy(async () => ({ default: await load() }));
  return (props: Props) => (
    <Suspense fallback={<CheckoutSkeleton />}>
      <Page {...props} />
    </Suspense>
  );
}

// Most checkouts are paid.
const CompletedPurchase = lazily(async () => (await loadNotices()).CompletedPurchase);
const ExpiredCheckout = lazily(async () => (await loadNotices()).ExpiredCheckout);
const FailedPayment = lazily(async () => (await loadNotices()).FailedPayment);
const ProcessingPayment = lazily(async () => (await loadNotices()).ProcessingPayment);
const UnavailableCheckout = lazily(async () => (await loadNotices()).UnavailableCheckout);
const WaitingPayment = lazily(
  async () => (await import('@/components/hosted-checkout/waiting-payment')).WaitingPayment,
);

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
  /** The buyer comes back from a page of his bank. */
  isReturn?: boolean;
}

/** The buyer's page of a checkout session, in each of its states. */
export function CheckoutPage({ clientSecret, seller, isReturn = false }: CheckoutPageProps) {
  const [paying, setPaying] = useState<CheckoutPublic | null>(null);
  const [isPaidElsewhere, setPaidElsewhere] = useState(false);
  const [wasTried, setTried] = useState(false);
  const [isRefused, setRefused] = useState(isReturn);
  const isReturning = useIsYoung(isReturn);
  const router = useRouter();
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(
    checkoutQuery(clientSecret, { isAwaited: isPaidElsewhere }),
  );

  function goOn(sold: CheckoutPublic) {
    if (isHostedConfirmation(sold)) router.replace(confirmationPath(sold.client_secret));
    else window.location.assign(sold.success_url);
  }

  const key = queryKeyOf(getCheckoutByClient, { params: { client_secret: clientSecret } });

  function askAgain(isBeingPaid: boolean) {
    setPaidElsewhere(isBeingPaid);
    void client.invalidateQueries({ queryKey: key });
  }

  /** After an authentication. */
  function answered(current: CheckoutPublic) {
    client.setQueryData(key, current);
    if (current.status === 'open') setRefused(true);
    else goOn(current);
  }

  const isBack = isReturn && data?.status === 'succeeded';
  const leave = useEffectEvent(goOn);
  useEffect(() => {
    if (isBack) leave(data);
  }, [isBack, data]);

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
            seller={seller}
            isRefused={isRefused}
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
  const of = { seller, checkout: shown, receipt };
  if (waitingSecretOf(shown) !== null && !isReturning) {
    return <WaitingPayment {...of} onAnswered={answered} />;
  }
  if (shown.status === 'confirmed') return <ProcessingPayment {...of} />;
  if (shown.status === 'failed') return <FailedPayment seller={seller} receipt={receipt} />;
  return shown.status === 'succeeded' ? (
    <CompletedPurchase seller={seller} checkout={shown} receipt={receipt} />
  ) : (
    <ExpiredCheckout seller={seller} receipt={receipt} isNotCharged />
  );
}

/** What became of an authentication is known within this time, as a rule. */
const KNOWN_WITHIN_MS = 10_000;

/** Whether a page that begins with something is not older than {@link KNOWN_WITHIN_MS}. */
function useIsYoung(begins: boolean): boolean {
  const [isYoung, setYoung] = useState(begins);
  useEffect(() => {
    const timer = setTimeout(() => setYoung(false), KNOWN_WITHIN_MS);
    return () => clearTimeout(timer);
  }, []);
  return isYoung;
}
