'use client';

import { type CheckoutValues, type Offer, priceOf } from '@/components/checkouts/checkout-values';
import { previewAmounts } from '@/components/checkouts/prices';
import { DISCOUNTS } from '@/components/entities/searchable-discounts';
import { useSelectedEntity } from '@/components/entity-picker/use-entity-search';
import {
  type Purchase,
  payButtonLabel,
  receiptLines,
  renewalNotice,
  totalLine,
} from '@/components/purchase/summary';
import { Receipt } from '@/components/ui/receipt';
import { Section } from '@/components/ui/section';

/** The buyer's receipt as it will be, by the rules that the API itself follows. */
export function AmountPreview({ offer, values }: { offer: Offer | null; values: CheckoutValues }) {
  const chosen = useSelectedEntity(DISCOUNTS, values.discount_id).item;
  const price = priceOf(offer, values.product_price_id);
  return (
    <Section title="What the buyer pays">
      {offer && price ? (
        <Amounts purchase={purchaseOf(offer, price, values, chosen ?? null)} />
      ) : (
        <p className="text-muted">Choose a product to see its receipt.</p>
      )}
    </Section>
  );
}

function Amounts({ purchase }: { purchase: Purchase }) {
  const renewal = renewalNotice(purchase);
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      <Receipt
        currency={purchase.currency}
        lines={receiptLines(purchase)}
        total={totalLine(purchase)}
      />
      {renewal && <p className="text-xs text-muted">{renewal}</p>}
      <p className="text-xs text-muted">
        The button says <span className="font-medium text-ink">{payButtonLabel(purchase)}</span>.
      </p>
    </div>
  );
}

function purchaseOf(
  offer: Offer,
  price: NonNullable<ReturnType<typeof priceOf>>,
  { amount: typed }: CheckoutValues,
  chosen: Parameters<typeof previewAmounts>[2],
): Purchase {
  const isFor = chosen?.products.length === 0 || chosen?.products.some(({ id }) => id === offer.id);
  const discount = isFor ? chosen : null;
  const custom = typeof typed === 'number' ? typed : null;
  const { amount, subtotalAmount, taxAmount, totalAmount } = previewAmounts(
    price,
    custom,
    discount,
  );
  return {
    product: offer,
    product_price: price,
    currency: price.amount_type === 'free' ? 'usd' : price.price_currency,
    discount,
    amount,
    subtotal_amount: subtotalAmount,
    tax_amount: taxAmount,
    total_amount: totalAmount,
  };
}
