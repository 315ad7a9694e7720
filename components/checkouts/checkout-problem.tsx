'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { detail as texts } from '@/components/checkouts/texts';
import { paymentsOf } from '@/components/entities/payment-attempts';
import { paymentReason } from '@/components/entities/payment-status';
import { isUnavailable } from '@/components/purchase/availability';
import type { Checkout } from '@/lib/resources/checkouts/schema';

/** What went wrong with a checkout, and what to do. */
export function CheckoutProblem({ checkout }: { checkout: Checkout }) {
  const { id, status, product } = checkout;
  const payments = useQuery({
    ...paymentsOf({ checkout_id: [id] }),
    enabled: status === 'failed' || status === 'open',
  });
  const [last] = payments.data?.items ?? [];
  const reason = last ? paymentReason(last) : '';
  if (status === 'failed') return <Problem title={texts.failed(reason)} text={texts.failedText} />;
  if (status === 'expired') return <Problem title={texts.expired} text={texts.expiredText} />;
  if (status === 'open' && isUnavailable(checkout)) {
    return <Problem title={texts.unavailable} text={texts.unavailableText(product.name)} />;
  }
  if (status === 'open' && last?.status === 'declined') {
    return <Problem title={texts.declined(reason)} text={texts.declinedText} />;
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
