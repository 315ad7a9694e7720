'use client';

import {
  ArrowRight,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  TimerOff,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from '@/components/hosted-checkout/checkout-frame';
import {
  CLOSED,
  COMPLETE,
  ENDED,
  EXPIRED,
  FAILED,
  NOT_CHARGED,
  PROCESSING,
  UNPAID,
} from '@/components/hosted-checkout/notice-texts';
import { PayLink } from '@/components/hosted-checkout/pay-button';
import { confirmationPath, isHostedConfirmation } from '@/components/hosted-checkout/success-page';
import { Spinner } from '@/components/ui/button';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';
import type { PortalSeller } from '@/lib/resources/portal';

// What a checkout says where there is nothing to fill in.

const ICON = 'size-7';

interface Of {
  seller: PortalSeller;
  checkout: CheckoutPublic;
  /** What was to be bought: of the page, which has it loaded. */
  receipt: ReactNode;
}

function titleOf({ title }: { title: string }, isNotCharged: boolean): string {
  return isNotCharged ? `${title} ${NOT_CHARGED}` : title;
}

export function ExpiredCheckout({
  seller,
  receipt,
  isNotCharged,
}: Pick<Of, 'seller'> & {
  /** None where the API no longer answers the checkout. */
  receipt?: ReactNode;
  /** No payment of it can have been under way elsewhere, as the API knows it or this page does. */
  isNotCharged: boolean;
}) {
  return (
    <Notice
      seller={seller}
      receipt={receipt}
      icon={<TimerOff aria-hidden className={`${ICON} text-muted`} />}
      title={titleOf(EXPIRED, isNotCharged)}
    >
      <p className="text-muted">{EXPIRED.text(seller.name)}</p>
    </Notice>
  );
}

/** The seller has taken the product or its price out of sale since. */
export function UnavailableCheckout({
  seller,
  checkout,
  receipt,
  wasTried = false,
}: Of & {
  /** The buyer has tried to pay. */
  wasTried?: boolean;
}) {
  const { name, is_archived } = checkout.product;
  const isClosing = checkout.organization.deletion_scheduled_at !== null;
  return (
    <Notice
      seller={seller}
      receipt={receipt}
      icon={<CircleSlash aria-hidden className={`${ICON} text-muted`} />}
      title={titleOf(isClosing ? CLOSED : ENDED, wasTried)}
    >
      <p className="text-muted">
        {isClosing ? CLOSED.text(seller.name) : ENDED.text(name, !is_archived)}
      </p>
    </Notice>
  );
}

/** The payment is being processed; the page polls for the result. */
export function ProcessingPayment({ seller, checkout, receipt }: Of) {
  return (
    <Notice
      seller={seller}
      receipt={receipt}
      icon={<Spinner className={ICON} />}
      title={PROCESSING.title}
    >
      <p role="status" className="text-muted">
        {PROCESSING.text(checkout.product.name)}
      </p>
    </Notice>
  );
}

export function FailedPayment({ seller, receipt }: Omit<Of, 'checkout'>) {
  return (
    <Notice
      seller={seller}
      receipt={receipt}
      icon={<CircleX aria-hidden className={`${ICON} text-bad`} />}
      title={FAILED.title}
    >
      <p className="text-muted">{FAILED.text(seller.name)}</p>
    </Notice>
  );
}

/** The confirmation page was opened before the payment. */
export function UnpaidCheckout({ seller, checkout, receipt }: Of) {
  return (
    <Notice
      seller={seller}
      receipt={receipt}
      icon={<CircleDashed aria-hidden className={`${ICON} text-muted`} />}
      title={UNPAID.title}
    >
      <p className="text-muted">{UNPAID.text(checkout.product.name)}</p>
      <WayOn seller={seller} href={`/checkout/${checkout.client_secret}`}>
        {UNPAID.link}
      </WayOn>
    </Notice>
  );
}

/** The checkout was paid, here earlier or in another window. */
export function CompletedPurchase({ seller, checkout, receipt }: Of) {
  const href = isHostedConfirmation(checkout)
    ? confirmationPath(checkout.client_secret)
    : checkout.success_url;
  return (
    <Notice
      seller={seller}
      receipt={receipt}
      icon={<CircleCheck aria-hidden className={`${ICON} text-ok`} />}
      title={COMPLETE.title}
    >
      <p className="text-muted">{COMPLETE.text(checkout.product.name)}</p>
      <WayOn seller={seller} href={href}>
        {COMPLETE.link}
      </WayOn>
    </Notice>
  );
}

/** The one thing to do on the page. */
function WayOn({
  seller,
  href,
  children,
}: Pick<Of, 'seller'> & { href: string; children: string }) {
  return (
    <div className="flex flex-col pt-3">
      <PayLink accent={seller.accentColor} href={href}>
        {children}
      </PayLink>
    </div>
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
