'use client';

import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { HIDE_RECEIPT, ORDER, SHOW_RECEIPT, titleFor } from '@/components/hosted-checkout/texts';
import { OrderSlip, SoldParts } from '@/components/purchase/order-slip';
import { Seller } from '@/components/purchase/seller';
import { dueToday, type Payable } from '@/components/purchase/summary';
import { classes } from '@/components/ui/classes';
import { formatMoney } from '@/components/ui/money';
import type { ReceiptLine } from '@/components/ui/receipt';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

/** Product, seller and receipt. On small screens it collapses to the total. */
export function OrderSummary({
  checkout,
  payable = 'due',
  after,
}: {
  checkout: CheckoutPublic;
  payable?: Payable;
  /** Below the total of the receipt. */
  after?: readonly ReceiptLine[] | undefined;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { product, currency, organization } = checkout;
  const [picture] = product.medias;
  return (
    <section aria-label={ORDER} className="px-5 sm:px-8 lg:sticky lg:top-0 lg:px-14 lg:py-8">
      {payable === 'due' && (
        <h1 className="sr-only">{titleFor(product.name, organization.name)}</h1>
      )}
      <div className="mx-auto flex w-full max-w-[30rem] flex-col lg:mr-0">
        <div className="flex items-center justify-between gap-4 py-3 lg:hidden print:hidden">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="flex min-h-11 min-w-0 items-center gap-3 rounded-control text-left"
          >
            {picture && (
              // biome-ignore lint/performance/noImgElement: it is served as the seller uploaded it
              <img
                src={picture.public_url}
                alt=""
                className="size-12 shrink-0 rounded-control object-cover"
              />
            )}
            <span className="flex min-w-0 flex-col">
              <span className="truncate text-sm text-muted">{organization.name}</span>
              <span className="truncate font-medium">{product.name}</span>
            </span>
            <ChevronDown
              aria-hidden
              className={classes('size-4 shrink-0 text-muted', open && 'rotate-180')}
            />
            <span className="sr-only">{open ? HIDE_RECEIPT : SHOW_RECEIPT}</span>
          </button>
          <span className="shrink-0 text-lg font-semibold">
            {formatMoney(dueToday(checkout), currency)}
          </span>
        </div>
        <div
          id={id}
          className={classes('flex flex-col gap-8 max-lg:pb-6', !open && 'max-lg:not-print:hidden')}
        >
          <Seller organization={organization} url={checkout.url} />
          <OrderSlip product={product} purchase={checkout} payable={payable} after={after} />
          {payable !== 'over' && <SoldParts product={product} />}
        </div>
      </div>
    </section>
  );
}
