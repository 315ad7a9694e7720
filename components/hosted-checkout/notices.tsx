'use client';

import { ArrowRight, CircleCheck, CircleSlash, CircleX, SearchX, TimerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { CheckoutFrame, Notice } from '@/components/hosted-checkout/checkout-frame';
import { confirmationPath, isHostedConfirmation } from '@/components/hosted-checkout/success-page';
import { Seller } from '@/components/purchase/seller';
import { Spinner } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

// What a checkout says where there is nothing to fill in.

const ICON = 'size-7';

export function ExpiredCheckout() {
  return (
    <CheckoutFrame>
      <Notice
        icon={<TimerOff aria-hidden className={`${ICON} text-muted`} />}
        title="This checkout has expired. Nothing was charged."
      >
        <p className="text-muted">Go back to the seller's site and start again to get a new one.</p>
      </Notice>
    </CheckoutFrame>
  );
}

/** The seller has taken the product or its price out of sale since. */
export function UnavailableCheckout({ checkout }: { checkout: CheckoutPublic }) {
  const { organization, product } = checkout;
  return (
    <CheckoutFrame isSandbox={organization.is_sandbox}>
      <Notice
        icon={<CircleSlash aria-hidden className={`${ICON} text-muted`} />}
        title="This offer has ended. Nothing was charged."
      >
        <p className="text-muted">
          {product.name} is no longer for sale{product.is_archived ? '' : ' at this price'}. Go back
          to the seller's site to see what is offered now.
        </p>
        <Seller organization={organization} url={checkout.url} />
        <SellerContact organization={organization} />
      </Notice>
    </CheckoutFrame>
  );
}

export function UnknownCheckout() {
  return (
    <CheckoutFrame>
      <Notice
        icon={<SearchX aria-hidden className={`${ICON} text-muted`} />}
        title="This checkout does not exist."
      >
        <p className="text-muted">
          The link may be incomplete: open it again from where you got it, or ask the seller for a
          new one.
        </p>
      </Notice>
    </CheckoutFrame>
  );
}

export function Unreachable(props: { error: unknown; onRetry: () => void; retrying: boolean }) {
  return (
    <CheckoutFrame>
      <Notice title="Checkout">
        <ErrorState what="this checkout" {...props} />
      </Notice>
    </CheckoutFrame>
  );
}

/** The payment is being processed; the page polls for the result. */
export function ProcessingPayment({ checkout }: { checkout: CheckoutPublic }) {
  return (
    <CheckoutFrame isSandbox={checkout.organization.is_sandbox}>
      <Notice icon={<Spinner />} title="Confirming your payment">
        <p role="status" className="text-muted">
          {checkout.product.name} is yours as soon as the payment arrives. This page shows it by
          itself; there is nothing more to do.
        </p>
        <Seller organization={checkout.organization} url={checkout.url} />
      </Notice>
    </CheckoutFrame>
  );
}

export function FailedPayment({ checkout }: { checkout: CheckoutPublic }) {
  const { organization } = checkout;
  return (
    <CheckoutFrame isSandbox={organization.is_sandbox}>
      <Notice
        icon={<CircleX aria-hidden className={`${ICON} text-bad`} />}
        title="The payment did not go through. Nothing was charged."
      >
        <p className="text-muted">
          The bank refused it. To try another card, start again on the seller's site.
        </p>
        <SellerContact organization={organization} />
      </Notice>
    </CheckoutFrame>
  );
}

/** The confirmation page was opened before the payment. */
export function UnpaidCheckout({ checkout }: { checkout: CheckoutPublic }) {
  return (
    <CheckoutFrame isSandbox={checkout.organization.is_sandbox}>
      <Notice title="This checkout is not paid yet.">
        <p>
          <PlainLink href={`/checkout/${checkout.client_secret}`}>Go to the checkout</PlainLink>
        </p>
      </Notice>
    </CheckoutFrame>
  );
}

/** The checkout was paid, here earlier or in another window. */
export function CompletedPurchase({ checkout }: { checkout: CheckoutPublic }) {
  const href = isHostedConfirmation(checkout)
    ? confirmationPath(checkout.client_secret)
    : checkout.success_url;
  return (
    <CheckoutFrame isSandbox={checkout.organization.is_sandbox}>
      <Notice
        icon={<CircleCheck aria-hidden className={`${ICON} text-ok`} />}
        title="This purchase is complete."
      >
        <p className="text-muted">
          {checkout.product.name} has been bought with this checkout. It cannot be paid twice.
        </p>
        <p>
          <PlainLink href={href}>See your purchase</PlainLink>
        </p>
        <SellerContact organization={checkout.organization} />
      </Notice>
    </CheckoutFrame>
  );
}

/** A link that leads on; to other sites too. */
export function PlainLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-6 items-center gap-1.5 font-medium text-accent underline decoration-line hover:decoration-current coarse:min-h-11"
    >
      {children}
      <ArrowRight aria-hidden className="size-4 shrink-0" />
    </a>
  );
}

/** How to reach the seller, if an e-mail address is set. */
export function SellerContact({ organization }: { organization: CheckoutPublic['organization'] }) {
  const { name, email } = organization;
  if (!email) return null;
  return (
    <p className="text-sm text-muted">
      Questions? Write to {name}:{' '}
      <a href={`mailto:${email}`} className="text-accent underline decoration-line wrap-anywhere">
        {email}
      </a>
    </p>
  );
}
