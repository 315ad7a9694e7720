'use client';

import { CircleCheck, Printer, Undo2 } from 'lucide-react';
import { givesKey } from '@/components/benefit-types/buyer/buyer-types';
import { SellerContact, takeFocus } from '@/components/hosted-checkout/checkout-frame';
import {
  boughtFrom,
  continueTo,
  inPortal,
  isYours,
  OTHER_WINDOW,
  PORTAL_LINK,
  PRINT_RECEIPT,
  paidInAll,
  RECEIPT_MAILED,
  refundedPart,
  refundedText,
  refundedTitle,
  SEE_PURCHASES,
  THANKS,
} from '@/components/hosted-checkout/confirmation-texts';
import { InvoiceLink } from '@/components/hosted-checkout/invoice-link';
import { PlainLink } from '@/components/hosted-checkout/notices';
import { PayLink } from '@/components/hosted-checkout/pay-button';
import { noteEmail } from '@/components/hosted-checkout/portal-email';
import { keepBoundSession } from '@/components/hosted-checkout/portal-session';
import { Purchases } from '@/components/hosted-checkout/purchases';
import { RenewalNotice } from '@/components/hosted-checkout/renewal-notice';
import { isHostedConfirmation } from '@/components/hosted-checkout/success-page';
import type { BoughtOrder } from '@/components/hosted-checkout/use-bought-order';
import { dueToday } from '@/components/purchase/summary';
import { Button } from '@/components/ui/button';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

/** Thanks, and everything that was bought. */
export function PurchasePanel({
  checkout,
  token,
  bought: { order, isKnown, isLoading },
  isMailed,
}: {
  checkout: CheckoutPublic;
  /** Of the customer session that the confirmation answered; null in any other window. */
  token: string | null;
  bought: BoughtOrder;
  /** Mails of the seller reach buyers. */
  isMailed: boolean;
}) {
  const { organization, product, customer_id: customerId, customer_email: email } = checkout;
  const { accent_color: accent } = organization.profile_settings;
  const leadsOn = !isHostedConfirmation(checkout);
  const isRefunded = order?.status === 'refunded';
  const Icon = isRefunded ? Undo2 : CircleCheck;
  // A window that cannot ask for the order does not know whether it was refunded since.
  const paid = order && !isRefunded ? dueToday(checkout) : null;
  return (
    <div className="flex flex-col gap-9">
      <header className="flex flex-col gap-2">
        {paid && checkout.currency ? (
          <Stamp>{paidInAll(paid, checkout.currency)}</Stamp>
        ) : (
          <Icon aria-hidden className={`size-7 ${isRefunded ? 'text-muted' : 'text-ok'}`} />
        )}
        <h1 ref={takeFocus} tabIndex={-1} className="text-xl font-semibold tracking-tight">
          {isRefunded ? refundedTitle(product.name) : isKnown ? isYours(product.name) : THANKS}
        </h1>
        {email && (
          <p className="text-muted wrap-anywhere">
            {boughtFrom(organization.name, email)}
            {isMailed && token && ` ${RECEIPT_MAILED}`}
          </p>
        )}
        {order && order.refunded_amount > 0 && (
          <p className="text-muted">
            {(isRefunded ? refundedText : refundedPart)(order.refunded_amount, order.currency)}
          </p>
        )}
        {token && <RenewalNotice checkout={checkout} token={token} isMailed={isMailed} />}
      </header>
      {product.benefits.length > 0 &&
        (token ? (
          <Purchases checkout={checkout} token={token} isMailed={isMailed} />
        ) : (
          <p className="border-l-2 border-info bg-info-fill px-3 py-2.5 text-info">
            {isMailed ? inPortal(product.benefits.some(givesKey)) : OTHER_WINDOW}
          </p>
        ))}
      {isMailed ? (
        <PayLink
          accent={accent}
          href={`/portal/${organization.slug}`}
          onClick={token ? () => noteEmail(organization.slug, email) : undefined}
        >
          {token ? SEE_PURCHASES : PORTAL_LINK}
        </PayLink>
      ) : (
        // Nobody could sign in there: it opens with the session of this page, while that works.
        token &&
        customerId &&
        (isKnown || isLoading) && (
          <PayLink
            accent={accent}
            href={`/portal/${organization.slug}`}
            onClick={() =>
              keepBoundSession(organization.slug, { token, customerId, email: email ?? '' })
            }
          >
            {SEE_PURCHASES}
          </PayLink>
        )
      )}
      {order && token ? (
        <InvoiceLink order={order} token={token} />
      ) : (
        !isLoading && (
          <div className="no-print">
            <Button icon={Printer} onClick={() => window.print()}>
              {PRINT_RECEIPT}
            </Button>
          </div>
        )
      )}
      {(leadsOn || organization.email) && (
        <div className="flex flex-col items-start gap-3 border-t border-line pt-5">
          {leadsOn && (
            <PlainLink href={checkout.success_url}>{continueTo(organization.name)}</PlainLink>
          )}
          <SellerContact seller={organization} />
        </div>
      )}
    </div>
  );
}

/** What a cashier stamps on a paid receipt. */
function Stamp({ children }: { children: string }) {
  return (
    <p className="stamped mb-1 flex h-7 w-fit -rotate-3 items-center gap-1.5 rounded-control border-3 border-double border-ok px-2 text-sm font-semibold text-ok">
      <CircleCheck aria-hidden className="size-4 shrink-0" />
      {children}
    </p>
  );
}
