'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { detail as texts } from '@/components/checkouts/texts';
import { paymentsOf } from '@/components/entities/payment-attempts';
import { paymentReason } from '@/components/entities/payment-status';
import { isUnavailable } from '@/components/purchase/availability';
import type { Checkout } from '@/lib/resources/checkouts/schema';

/** Why a checkout will not be paid, and what to do; nothing while it can be. */
export function CheckoutProblem({ checkout }: { checkout: Checkout }) {
  const { id, status, product } = checkout;
  const payments = useQuery({
    ...paymentsOf({ checkout_id: [id] }),
    enabled: status === 'failed',
  });
  const declined = payments.data?.items.find((payment) => payment.status === 'declined');
  if (status === 'failed') {
    const title = texts.failed(declined ? paymentReason(declined) : '');
    return <Problem title={title} text={texts.failedText} />;
  }
  if (status === 'expired') return <Problem title={texts.expired} text={texts.expiredText} />;
  if (status === 'open' && isUnavailable(checkout)) {
    return <Problem title={texts.unavailable} text={texts.unavailableText(product.name)} />;
  }
  return null;
}

function Problem({ title, text }: { title: string; text: string }) {
  return (
    <div className="flex gap-2 border-l-2 border-warn bg-warn-fill px-3 py-2 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p>
        <span className="font-semibold">{title}</span> {text}
      </p>
    </div>
  );
}
