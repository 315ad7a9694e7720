'use client';

import { CircleCheck } from 'lucide-react';
import { PlainLink, SellerContact } from '@/components/checkout/notices';
import { isHostedConfirmation } from '@/components/checkout/success-page';
import type { CheckoutPublic } from '@/lib/checkouts/schema';

/** Thanks, and everything that was bought. */
export function PurchasePanel({ checkout }: { checkout: CheckoutPublic }) {
  const { organization, product, customer_email: email } = checkout;
  return (
    <div className="flex flex-col gap-9">
      <header className="flex flex-col gap-2">
        <CircleCheck aria-hidden className="size-7 text-ok" />
        <h1 className="text-xl font-semibold tracking-tight">
          Thank you. {product.name} is yours.
        </h1>
        {email && (
          <p className="text-muted wrap-anywhere">
            Bought from {organization.name} by {email}.
          </p>
        )}
      </header>
      <div className="flex flex-col items-start gap-3">
        {!isHostedConfirmation(checkout) && (
          <PlainLink href={checkout.success_url}>Go on to {organization.name}</PlainLink>
        )}
        <SellerContact organization={organization} />
      </div>
    </div>
  );
}
