'use client';

import { useId, useState, useSyncExternalStore } from 'react';
import { payButtonLook } from '@/components/purchase/accent';
import { previewPurchase } from '@/components/purchase/amounts';
import { OrderSlip, type Sold, SoldParts } from '@/components/purchase/order-slip';
import { PriceOptions } from '@/components/purchase/price-options';
import { Seller } from '@/components/purchase/seller';
import { type Purchase, payButtonLabel, renewalNotice } from '@/components/purchase/summary';
import { ASKED, NO_PRICE, OPTIONAL } from '@/components/purchase/texts';
import { labelOf } from '@/lib/resources/custom-fields/rules';
import type { CustomField } from '@/lib/resources/custom-fields/schema';
import type { Organization } from '@/lib/resources/organizations/schema';
import type { ProductPrice } from '@/lib/resources/products/schema';

/** What is offered; a form fills it in as it is typed. */
export interface Offer extends Sold {
  prices: readonly ProductPrice[];
  attached_custom_fields: readonly {
    custom_field_id: string;
    required: boolean;
    custom_field: Pick<CustomField, 'name' | 'properties'>;
  }[];
}

/**
 * What the buyer of an offer sees, made of the parts of the hosted checkout. `priceId` is the price that is
 * chosen at first; the buyer's choices can be tried, and change nothing.
 */
export function BuyerPreview({
  seller,
  offer,
  priceId,
  discount = null,
  customAmount = null,
}: {
  seller: Pick<Organization, 'name' | 'avatar_url' | 'profile_settings'>;
  offer: Offer;
  priceId?: string | null | undefined;
  discount?: Purchase['discount'];
  /** Of a price that the buyer chooses: the amount at first, minor units. */
  customAmount?: number | null;
}) {
  const [triedId, setTriedId] = useState<string>();
  const name = useId();
  const url = useSyncExternalStore(
    never,
    () => window.location.href,
    () => null,
  );
  const { prices, attached_custom_fields: fields } = offer;
  const byId = (id: string | null | undefined) => prices.find((price) => price.id === id);
  const price = byId(triedId) ?? byId(priceId) ?? prices[0];
  const purchase = price ? previewPurchase(offer, price, { customAmount, discount }) : null;
  return (
    <div className="flex flex-col gap-5 rounded-control border border-line bg-[light-dark(var(--sunken),var(--surface))] p-4 text-base">
      <Seller organization={seller} url={url} />
      <OrderSlip
        product={offer}
        purchase={purchase}
        renewal={purchase && renewalNotice(purchase)}
        heading="h3"
      />
      <SoldParts product={offer} heading="h3" />
      {prices.length > 1 && (
        <PriceOptions prices={prices} name={name} chosenId={price?.id} onChoose={setTriedId} />
      )}
      {fields.length > 0 && (
        <div className="flex flex-col gap-2">
          <h3 className="text-sm font-medium text-muted">{ASKED}</h3>
          <ul className="flex flex-col gap-1">
            {fields.map(({ custom_field_id: id, custom_field: field, required }) => (
              <li key={id} className="wrap-anywhere">
                {labelOf(field)}
                {!required && <span className="text-muted"> {OPTIONAL}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {purchase ? (
        <span aria-hidden {...payButtonLook(seller.profile_settings.accent_color)}>
          {payButtonLabel(purchase)}
        </span>
      ) : (
        <p className="text-muted">{NO_PRICE}</p>
      )}
    </div>
  );
}

/** The address of the page does not change while a preview is shown. */
function never(): () => void {
  return () => {};
}
