'use client';

import { CircleCheck } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { takeFocus } from '@/components/hosted-checkout/checkout-frame';
import { PlainLink, SellerContact } from '@/components/hosted-checkout/notices';
import { Purchases } from '@/components/hosted-checkout/purchases';
import { RenewalNotice } from '@/components/hosted-checkout/renewal-notice';
import { readSessionToken } from '@/components/hosted-checkout/session-token';
import { isHostedConfirmation } from '@/components/hosted-checkout/success-page';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

/** Thanks, and everything that was bought. */
export function PurchasePanel({ checkout }: { checkout: CheckoutPublic }) {
  const { id, organization, product, customer_email: email } = checkout;
  const token = useSyncExternalStore(
    never,
    () => readSessionToken(id),
    () => null,
  );
  const leadsOn = !isHostedConfirmation(checkout);
  return (
    <div className="flex flex-col gap-9">
      <header className="flex flex-col gap-2">
        <CircleCheck aria-hidden className="size-7 text-ok" />
        <h1 ref={takeFocus} tabIndex={-1} className="text-xl font-semibold tracking-tight">
          Thank you. {product.name} is yours.
        </h1>
        {email && (
          <p className="text-muted wrap-anywhere">
            Bought from {organization.name} by {email}.
          </p>
        )}
        {token && <RenewalNotice checkout={checkout} token={token} />}
      </header>
      {product.benefits.length > 0 &&
        (token ? (
          <Purchases checkout={checkout} token={token} />
        ) : (
          <p className="border-l-2 border-info bg-info-fill px-3 py-2.5 text-info">
            Keys and downloads are shown in the window that paid. If it is closed, ask the seller
            for them.
          </p>
        ))}
      {(leadsOn || organization.email) && (
        <div className="flex flex-col items-start gap-3 border-t border-line pt-5">
          {leadsOn && (
            <PlainLink href={checkout.success_url}>Go on to {organization.name}</PlainLink>
          )}
          <SellerContact organization={organization} />
        </div>
      )}
    </div>
  );
}

/** The token is stored before this page is mounted and does not change. */
function never(): () => void {
  return () => {};
}
