'use client';

import { useQueryClient } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { authenticate } from '@/components/hosted-checkout/authentication';
import { Notice } from '@/components/hosted-checkout/checkout-frame';
import { WAITING } from '@/components/hosted-checkout/confirmation-texts';
import { waitingSecretOf } from '@/components/hosted-checkout/form-values';
import { PayButton } from '@/components/hosted-checkout/pay-button';
import { SandboxBank } from '@/components/hosted-checkout/sandbox-bank';
import { ELEMENT } from '@/components/payment-element/texts';
import { showToast } from '@/components/ui/toast';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';
import type { PortalSeller } from '@/lib/resources/portal';

/** A confirmed payment that its buyer has left before the bank had asked for it: he goes on where he was. */
export function WaitingPayment({
  seller,
  checkout,
  receipt,
  onAnswered,
}: {
  seller: PortalSeller;
  checkout: CheckoutPublic;
  receipt: ReactNode;
  onAnswered: (checkout: CheckoutPublic) => void;
}) {
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const [isPending, setPending] = useState(false);
  const { publishable_key: publishableKey } = checkout.payment_processor_metadata;

  async function goOn() {
    const secret = waitingSecretOf(checkout);
    if (secret === null) return;
    if (typeof publishableKey !== 'string' || !seller.stripe) {
      setAsked(true);
      return;
    }
    setPending(true);
    const { script } = seller.stripe;
    try {
      onAnswered(await authenticate(client, checkout, { script, publishableKey }, secret));
    } catch {
      showToast(ELEMENT.failed);
    }
    setPending(false);
  }

  return (
    <Notice
      seller={seller}
      receipt={receipt}
      icon={<ShieldAlert aria-hidden className="size-7 text-warn" />}
      title={WAITING.title}
    >
      <p className="text-muted">{WAITING.text(checkout.product.name)}</p>
      <div className="flex flex-col pt-3">
        <PayButton accent={seller.accentColor} type="button" pending={isPending} onClick={goOn}>
          {WAITING.action}
        </PayButton>
      </div>
      {isAsked && <SandboxBank checkout={checkout} onAnswered={onAnswered} />}
    </Notice>
  );
}
