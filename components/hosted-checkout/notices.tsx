'use client';

import { ArrowRight, CircleCheck, CircleSlash, CircleX, SearchX, TimerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from '@/components/hosted-checkout/checkout-frame';
import { confirmationPath, isHostedConfirmation } from '@/components/hosted-checkout/success-page';
import {
  COMPLETE,
  ENDED,
  EXPIRED,
  FAILED,
  NOT_CHARGED,
  PROCESSING,
  UNKNOWN,
  UNPAID,
} from '@/components/hosted-checkout/texts';
import { Spinner } from '@/components/ui/button';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';
import type { PortalSeller } from '@/lib/resources/portal';

// What a checkout says where there is nothing to fill in.

const ICON = 'size-7';

interface Of {
  seller: PortalSeller;
  checkout: CheckoutPublic;
}

function titleOf({ title }: { title: string }, isNotCharged: boolean): string {
  return isNotCharged ? `${title} ${NOT_CHARGED}` : title;
}

export function ExpiredCheckout({
  seller,
  isNotCharged,
}: Pick<Of, 'seller'> & {
  /** No payment of it can have been under way elsewhere, as the API knows it or this page does. */
  isNotCharged: boolean;
}) {
  return (
    <Notice
      seller={seller}
      icon={<TimerOff aria-hidden className={`${ICON} text-muted`} />}
      title={titleOf(EXPIRED, isNotCharged)}
    >
      <p className="text-muted">{EXPIRED.text}</p>
    </Notice>
  );
}

/** The seller has taken the product or its price out of sale since. */
export function UnavailableCheckout({
  seller,
  checkout: { product },
  wasTried = false,
}: Of & {
  /** The buyer has tried to pay. */
  wasTried?: boolean;
}) {
  return (
    <Notice
      seller={seller}
      icon={<CircleSlash aria-hidden className={`${ICON} text-muted`} />}
      title={titleOf(ENDED, wasTried)}
    >
      <p className="text-muted">{ENDED.text(product.name, !product.is_archived)}</p>
    </Notice>
  );
}

export function UnknownCheckout() {
  return (
    <Notice icon={<SearchX aria-hidden className={`${ICON} text-muted`} />} title={UNKNOWN.title}>
      <p className="text-muted">{UNKNOWN.text}</p>
    </Notice>
  );
}

/** The payment is being processed; the page polls for the result. */
export function ProcessingPayment({ seller, checkout }: Of) {
  return (
    <Notice seller={seller} icon={<Spinner className={ICON} />} title={PROCESSING.title}>
      <p role="status" className="text-muted">
        {PROCESSING.text(checkout.product.name)}
      </p>
    </Notice>
  );
}

export function FailedPayment({ seller }: Pick<Of, 'seller'>) {
  return (
    <Notice
      seller={seller}
      icon={<CircleX aria-hidden className={`${ICON} text-bad`} />}
      title={FAILED.title}
    >
      <p className="text-muted">{FAILED.text}</p>
    </Notice>
  );
}

/** The confirmation page was opened before the payment. */
export function UnpaidCheckout({ seller, checkout }: Of) {
  return (
    <Notice seller={seller} title={UNPAID.title}>
      <p>
        <PlainLink href={`/checkout/${checkout.client_secret}`}>{UNPAID.link}</PlainLink>
      </p>
    </Notice>
  );
}

/** The checkout was paid, here earlier or in another window. */
export function CompletedPurchase({ seller, checkout }: Of) {
  const href = isHostedConfirmation(checkout)
    ? confirmationPath(checkout.client_secret)
    : checkout.success_url;
  return (
    <Notice
      seller={seller}
      icon={<CircleCheck aria-hidden className={`${ICON} text-ok`} />}
      title={COMPLETE.title}
    >
      <p className="text-muted">{COMPLETE.text(checkout.product.name)}</p>
      <p>
        <PlainLink href={href}>{COMPLETE.link}</PlainLink>
      </p>
    </Notice>
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
