import { Check } from 'lucide-react';
import { priceLabel } from '@/components/entities/price-labels';
import { ProductPicture } from '@/components/products/product-picture';
import {
  type Purchase,
  payButtonLabel,
  priceSubtitle,
  receiptLines,
  renewalNotice,
  totalLine,
} from '@/components/purchase/summary';
import { useOrganization } from '@/components/session/organization';
import { Avatar } from '@/components/ui/avatar';
import { Receipt } from '@/components/ui/receipt';
import type { ProductPrice } from '@/lib/resources/products/schema';

/** What a buyer reads of a product; a form fills it in as it is typed. */
export interface Offer {
  name: string;
  description: string | null;
  /** The first picture's address. */
  picture: string | null;
  prices: readonly ProductPrice[];
  benefits: readonly { id: string; description: string }[];
  /** The words of the fields that are asked for. */
  fields: readonly { id: string; label: string; required: boolean }[];
}

/** The product as its checkout shows it: receipt, benefits, description and custom fields. */
export function BuyerPreview({ offer }: { offer: Offer }) {
  const { name: seller, avatar_url } = useOrganization();
  const { name, description, picture, prices, benefits, fields } = offer;
  const [price] = prices;
  const others = prices.slice(1);
  const purchase = price && purchaseOf(name, price);
  const renewal = purchase && renewalNotice(purchase);
  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-center gap-2 text-muted">
        <Avatar name={seller} src={avatar_url} tone="accent" className="size-5 text-xs" />
        <span className="truncate">{seller}</span>
      </p>
      <div className="flex flex-col gap-4 border-t border-b border-t-line border-b-control bg-surface px-5 pt-5 pb-4 [border-bottom-style:dashed]">
        {picture && (
          // biome-ignore lint/performance/noImgElement: it is served as the seller uploaded it
          <img
            src={picture}
            alt=""
            className="aspect-video w-full rounded-control bg-sunken object-cover"
          />
        )}
        <div className="flex items-start gap-3">
          {!picture && <ProductPicture product={{ medias: [] }} className="size-10" />}
          <div className="flex min-w-0 flex-col">
            <p className="text-lg font-semibold tracking-tight wrap-anywhere">
              {name.trim() || <span className="text-muted">Name of the product</span>}
            </p>
            <p className="text-muted">{price ? priceSubtitle(price) : 'No price yet'}</p>
          </div>
        </div>
        {purchase && (
          <Receipt
            currency={purchase.currency}
            lines={receiptLines(purchase)}
            total={totalLine(purchase)}
          />
        )}
        {renewal && <p className="text-xs text-muted">{renewal}</p>}
        {others.map((other) => (
          <p key={other.id} className="text-xs text-muted">
            Also sold for {priceLabel(other)}.
          </p>
        ))}
        {purchase && (
          <span
            aria-hidden
            className="flex h-9 items-center justify-center rounded-control bg-accent text-sm font-medium text-on-accent"
          >
            {payButtonLabel(purchase)}
          </span>
        )}
      </div>
      {benefits.length > 0 && (
        <div className="flex flex-col gap-1.5">
          <p className="font-medium text-muted">You get</p>
          <ul className="flex flex-col gap-1">
            {benefits.map((benefit) => (
              <li key={benefit.id} className="flex items-start gap-2">
                <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
                <span className="min-w-0 wrap-anywhere">{benefit.description}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {description?.trim() && (
        <p className="line-clamp-12 whitespace-pre-line text-muted wrap-anywhere">{description}</p>
      )}
      {fields.length > 0 && (
        <div className="flex flex-col gap-1.5">
          <p className="font-medium text-muted">Asked at checkout</p>
          <ul className="flex flex-col gap-1">
            {fields.map((field) => (
              <li key={field.id} className="wrap-anywhere">
                {field.label}
                {!field.required && <span className="text-muted"> (optional)</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** A sale of the product as it is written, before discounts and taxes. */
function purchaseOf(name: string, price: ProductPrice): Purchase {
  const amount =
    price.amount_type === 'fixed'
      ? price.price_amount
      : price.amount_type === 'custom'
        ? price.preset_amount
        : 0;
  return {
    product: { name: name.trim() || 'Product' },
    product_price: price,
    currency: 'usd',
    discount: null,
    amount,
    subtotal_amount: amount,
    tax_amount: null,
    total_amount: amount,
  };
}
