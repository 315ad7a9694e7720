import { Landmark } from 'lucide-react';
import { CardArt } from '@/components/ui/card-art';
import { cardName } from '@/lib/resources/payments/rules';
import type { PaymentMethodDetails } from '@/lib/resources/subscriptions/schema';

/** What was or will be charged: "Visa •••• 4242", with the brand's picture. Its baseline is that of the words. */
export function PaymentMethod({ method }: { method: PaymentMethodDetails }) {
  return (
    <span className="inline-flex items-center gap-2 align-top">
      {method.type === 'card' ? (
        <CardArt brand={method.brand} />
      ) : (
        <Landmark aria-hidden className="size-4 shrink-0" />
      )}
      <span className="self-baseline">{cardName(method)}</span>
    </span>
  );
}
