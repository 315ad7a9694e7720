import { useEffect, useEffectEvent, useId } from 'react';
import { customerName } from '@/components/entities/customer-name';
import { orderTotal } from '@/components/entities/order-status';
import { FIRST_SALE } from '@/components/organizations/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { Receipt, receiptLines } from '@/components/ui/receipt';
import { Slip, TABLE } from '@/components/ui/slip';
import { formatDateTime, useTimeZone } from '@/components/ui/time';
import { useCommand } from '@/lib/client/queries';
import type { Order } from '@/lib/resources/orders/schema';
import { updateOrganization } from '@/lib/resources/organizations/contract';

/** The first sale of an organization, printed as a receipt: once, to whoever sees it first. */
export function FirstSale({ sale, onDismiss }: { sale: Order; onDismiss: () => void }) {
  const { name } = useOrganization();
  const path = useOrganizationPath();
  const zone = useTimeZone();
  const titleId = useId();
  useNoteSeen();
  const { id, customer, product, lines, tax_amount, currency, invoice_number, created_at } = sale;
  return (
    <section
      aria-labelledby={titleId}
      className={`grid gap-x-12 gap-y-6 px-6 md:grid-cols-[minmax(0,1fr)_24rem] ${TABLE}`}
    >
      <div className="flex flex-col items-start gap-1 pt-6 md:pb-6">
        <h2 id={titleId} className="text-lg font-semibold tracking-tight">
          {FIRST_SALE.title}
        </h2>
        <p className="text-muted wrap-anywhere">
          {FIRST_SALE.text(customerName(customer), product.name)}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <LinkButton href={path(`orders/${id}`)}>{FIRST_SALE.view}</LinkButton>
          <Button onClick={onDismiss}>{FIRST_SALE.dismiss}</Button>
        </div>
      </div>
      {/* The rule is the slot that the receipt comes out of. */}
      <div className="overflow-hidden border-t-4 border-rule pb-6 max-md:-mx-2">
        <div className="prints px-2">
          <Slip className="flex flex-col gap-4 px-5 pt-5 pb-4">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold wrap-anywhere">{name}</span>
              <span className="text-muted">{invoice_number}</span>
            </p>
            <Receipt
              lines={[
                ...receiptLines(lines),
                ...(tax_amount > 0 ? [{ label: FIRST_SALE.tax, amount: tax_amount }] : []),
              ]}
              total={{ label: FIRST_SALE.total, amount: orderTotal(sale) }}
              currency={currency}
            />
            <p className="text-xs text-muted">{formatDateTime(created_at, zone)}</p>
          </Slip>
        </div>
      </div>
    </section>
  );
}

/** Notes that the first sale was seen, once the page is; where that fails the next visit shows it again. */
function useNoteSeen(): void {
  const { id } = useOrganization();
  const { mutate } = useCommand(updateOrganization);
  const note = useEffectEvent(() => mutate({ params: { id }, body: { is_first_sale_seen: true } }));
  useEffect(() => {
    const stop = new AbortController();
    const noteWhenVisible = () => {
      if (document.visibilityState !== 'visible') return;
      stop.abort();
      note();
    };
    document.addEventListener('visibilitychange', noteWhenVisible, { signal: stop.signal });
    noteWhenVisible();
    return () => stop.abort();
  }, []);
}
