'use client';

import { Check, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Seller } from '@/components/hosted-checkout/seller';
import {
  dueToday,
  priceSubtitle,
  receiptLines,
  renewalNotice,
  totalLine,
} from '@/components/purchase/summary';
import { classes } from '@/components/ui/classes';
import { formatMoney } from '@/components/ui/money';
import { Receipt } from '@/components/ui/receipt';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

/** Product, seller and receipt. On small screens it collapses to the total. */
export function OrderSummary({
  checkout,
  isPaid = false,
}: {
  checkout: CheckoutPublic;
  isPaid?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { product, currency, organization } = checkout;
  return (
    <section aria-label="Your order" className="px-5 sm:px-8 lg:sticky lg:top-0 lg:px-14 lg:py-14">
      {!isPaid && (
        <h1 className="sr-only">
          {product.name} from {organization.name}
        </h1>
      )}
      <div className="mx-auto flex w-full max-w-[30rem] flex-col lg:mr-0">
        <div className="flex items-center justify-between gap-4 py-3 lg:hidden">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="flex min-h-11 min-w-0 items-center gap-2 rounded-control text-left"
          >
            <span className="flex min-w-0 flex-col">
              <span className="truncate text-sm text-muted">{organization.name}</span>
              <span className="truncate font-medium">{product.name}</span>
            </span>
            <ChevronDown
              aria-hidden
              className={classes('size-4 shrink-0 text-muted', open && 'rotate-180')}
            />
            <span className="sr-only">{open ? 'Hide the receipt' : 'Show the receipt'}</span>
          </button>
          <span className="shrink-0 text-lg font-semibold">
            {formatMoney(dueToday(checkout), currency)}
          </span>
        </div>
        <div
          id={id}
          className={classes('flex flex-col gap-8 max-lg:pb-6', !open && 'max-lg:hidden')}
        >
          <Seller organization={organization} url={checkout.url} />
          <Slip checkout={checkout} isPaid={isPaid} />
          {product.benefits.length > 0 && (
            <div className="flex flex-col gap-2">
              <h2 className="text-sm font-medium text-muted">You get</h2>
              <ul className="flex flex-col gap-1.5">
                {product.benefits.map((benefit) => (
                  <li key={benefit.id} className="flex items-start gap-2.5">
                    <Check aria-hidden className="mt-1 size-4 shrink-0 text-ok" />
                    <span className="min-w-0 wrap-anywhere">{benefit.description}</span>
                  </li>
                ))}
              </ul>
            </div>
          )}
          {product.description && (
            <p className="max-w-prose whitespace-pre-line text-muted wrap-anywhere">
              {product.description}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

/** The receipt. */
function Slip({ checkout, isPaid }: { checkout: CheckoutPublic; isPaid: boolean }) {
  const { product, product_price: price, currency } = checkout;
  // Once it is bought, the subscription says what comes next: it may be canceled or paused by now.
  const renewal = isPaid ? null : renewalNotice(checkout);
  const [picture] = product.medias;
  return (
    <div className="flex flex-col">
      <div className="flex flex-col gap-6 bg-[light-dark(var(--surface),var(--sunken))] px-6 pt-6 pb-5 sm:px-8 sm:pt-8">
        {picture && (
          // biome-ignore lint/performance/noImgElement: it is served as the seller uploaded it
          <img
            src={picture.public_url}
            alt=""
            className="aspect-[16/9] w-full rounded-control object-cover"
          />
        )}
        <div className="flex flex-col gap-1">
          <h2 className="text-xl font-semibold tracking-tight">{product.name}</h2>
          <p className="text-muted">{priceSubtitle(price)}</p>
        </div>
        <Receipt
          large
          lines={receiptLines(checkout)}
          total={totalLine(checkout, { isPaid })}
          currency={currency}
        />
        {renewal && <p className="text-sm text-muted">{renewal}</p>}
      </div>
      <TornEdge />
    </div>
  );
}

function TornEdge() {
  return (
    <svg
      aria-hidden="true"
      className="h-2 w-full text-[light-dark(var(--surface),var(--sunken))]"
      preserveAspectRatio="none"
    >
      <defs>
        <pattern id="torn-edge" width="12" height="8" patternUnits="userSpaceOnUse">
          <path d="M0 0h12L6 7z" fill="currentColor" />
        </pattern>
      </defs>
      <rect width="100%" height="8" fill="url(#torn-edge)" />
    </svg>
  );
}
