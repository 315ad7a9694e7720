'use client';

import { ArrowRight, CircleCheck, CircleSlash, CircleX, SearchX, TimerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { CheckoutFrame, Notice } from '@/components/hosted-checkout/checkout-frame';
import { confirmationPath, isHostedConfirmation } from '@/components/hosted-checkout/success-page';
import {
  COMPLETE,
  ENDED,
  EXPIRED,
  FAILED,
  NOTHING_CHARGED,
  PROCESSING,
  questions,
  UNKNOWN,
  UNPAID,
} from '@/components/hosted-checkout/texts';
import { Seller } from '@/components/purchase/seller';
import { Spinner } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

// What a checkout says where there is nothing to fill in.

const ICON = 'size-7';

interface Tried {
  /** The buyer has tried to pay. */
  wasTried?: boolean;
}

function titleOf({ title }: { title: string }, wasTried: boolean): string {
  return wasTried ? `${title} ${NOTHING_CHARGED}` : title;
}

export function ExpiredCheckout({ wasTried = false }: Tried) {
  return (
    <CheckoutFrame>
      <Notice
        icon={<TimerOff aria-hidden className={`${ICON} text-muted`} />}
        title={titleOf(EXPIRED, wasTried)}
      >
        <p className="text-muted">{EXPIRED.text}</p>
      </Notice>
    </CheckoutFrame>
  );
}

/** The seller has taken the product or its price out of sale since. */
export function UnavailableCheckout({
  checkout,
  wasTried = false,
}: Tried & { checkout: CheckoutPublic }) {
  const { organization, product } = checkout;
  return (
    <CheckoutFrame isSandbox={organization.is_sandbox}>
      <Notice
        icon={<CircleSlash aria-hidden className={`${ICON} text-muted`} />}
        title={titleOf(ENDED, wasTried)}
      >
        <p className="text-muted">{ENDED.text(product.name, !product.is_archived)}</p>
        <Seller organization={organization} url={checkout.url} />
        <SellerContact organization={organization} />
      </Notice>
    </CheckoutFrame>
  );
}

export function UnknownCheckout() {
  return (
    <CheckoutFrame>
      <Notice icon={<SearchX aria-hidden className={`${ICON} text-muted`} />} title={UNKNOWN.title}>
        <p className="text-muted">{UNKNOWN.text}</p>
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
      <Notice icon={<Spinner />} title={PROCESSING.title}>
        <p role="status" className="text-muted">
          {PROCESSING.text(checkout.product.name)}
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
      <Notice icon={<CircleX aria-hidden className={`${ICON} text-bad`} />} title={FAILED.title}>
        <p className="text-muted">{FAILED.text}</p>
        <SellerContact organization={organization} />
      </Notice>
    </CheckoutFrame>
  );
}

/** The confirmation page was opened before the payment. */
export function UnpaidCheckout({ checkout }: { checkout: CheckoutPublic }) {
  return (
    <CheckoutFrame isSandbox={checkout.organization.is_sandbox}>
      <Notice title={UNPAID.title}>
        <p>
          <PlainLink href={`/checkout/${checkout.client_secret}`}>{UNPAID.link}</PlainLink>
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
        title={COMPLETE.title}
      >
        <p className="text-muted">{COMPLETE.text(checkout.product.name)}</p>
        <p>
          <PlainLink href={href}>{COMPLETE.link}</PlainLink>
        </p>
        <SellerContact organization={checkout.organization} />
      </Notice>
    </CheckoutFrame>
  );
}

/** A link that leads on; to other sites too. */
export function PlainLink({
  href,
  onClick,
  children,
}: {
  href: string;
  onClick?: () => void;
  children: ReactNode;
}) {
  return (
    <a
      href={href}
      onClick={onClick}
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
      {questions(name)}{' '}
      <a href={`mailto:${email}`} className="text-accent underline decoration-line wrap-anywhere">
        {email}
      </a>
    </p>
  );
}
