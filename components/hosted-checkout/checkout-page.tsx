'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { CheckoutFrame, TwoColumns } from '@/components/hosted-checkout/checkout-frame';
import { CheckoutSkeleton } from '@/components/hosted-checkout/checkout-skeleton';
import {
  CompletedPurchase,
  ExpiredCheckout,
  FailedPayment,
  ProcessingPayment,
  UnavailableCheckout,
  UnknownCheckout,
  Unreachable,
} from '@/components/hosted-checkout/notices';
import { OrderSummary } from '@/components/hosted-checkout/order-summary';
import { PaymentForm } from '@/components/hosted-checkout/payment-form';
import { renewalTerms } from '@/components/hosted-checkout/renewal';
import { confirmationPath, isHostedConfirmation } from '@/components/hosted-checkout/success-page';
import { checkoutQuery, useIsOver } from '@/components/hosted-checkout/use-live-checkout';
import { isUnavailable } from '@/components/purchase/availability';
import { queryKeyOf } from '@/lib/client/query-key';
import { getCheckoutByClient } from '@/lib/resources/checkouts/operations';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

/** The buyer's page of a checkout session, in each of its states. */
export function CheckoutPage({
  clientSecret,
  isMailed,
}: {
  clientSecret: string;
  /** Mails of the seller reach buyers. */
  isMailed: boolean;
}) {
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
  if ((error?.status === 410 || isOver) && !paying) return <ExpiredCheckout wasTried={wasTried} />;
  if (error?.status === 404) return <UnknownCheckout />;
  if (!shown) {
    return error ? (
      <Unreachable error={error} onRetry={refetch} retrying={isFetching} />
    ) : (
      <CheckoutSkeleton />
    );
  }
  if (shown.status === 'open' && !paying && isUnavailable(shown)) {
    return <UnavailableCheckout checkout={shown} wasTried={wasTried} />;
  }
  if (shown.status === 'open') {
    const renewal = renewalTerms(shown, isMailed);
    return (
      <CheckoutFrame isSandbox={shown.organization.is_sandbox}>
        <TwoColumns receipt={<OrderSummary checkout={shown} />}>
          <PaymentForm
            checkout={shown}
            renewal={renewal}
            onPaying={(isPaying) => {
              setPaidElsewhere(false);
              if (isPaying) setTried(true);
              setPaying(isPaying ? shown : null);
            }}
            onPaid={goOn}
            onStale={askAgain}
          />
        </TwoColumns>
      </CheckoutFrame>
    );
  }
  if (shown.status === 'confirmed') return <ProcessingPayment checkout={shown} />;
  if (shown.status === 'failed') return <FailedPayment checkout={shown} />;
  return shown.status === 'succeeded' ? (
    <CompletedPurchase checkout={shown} />
  ) : (
    <ExpiredCheckout />
  );
}
