'use client';

import { type CheckoutValues, type Offer, priceOf } from '@/components/checkouts/checkout-values';
import { AMOUNT_PREVIEW } from '@/components/checkouts/texts';
import { DISCOUNTS } from '@/components/entities/searchable-discounts';
import { useSelectedEntity } from '@/components/entity-picker/use-selected-entity';
import { discountFor } from '@/components/purchase/amounts';
import { BuyerPreview } from '@/components/purchase/buyer-preview';
import { useOrganization } from '@/components/session/organization';
import { Section } from '@/components/ui/section';

/** The buyer's checkout as it will be, by the rules that the API itself follows. */
export function AmountPreview({ offer, values }: { offer: Offer | null; values: CheckoutValues }) {
  const seller = useOrganization();
  const chosen = useSelectedEntity(DISCOUNTS, values.discount_id).item ?? null;
  const priceId = priceOf(offer, values.product_price_id)?.id;
  return (
    <Section title={AMOUNT_PREVIEW.whatTheBuyerSees}>
      {offer ? (
        <BuyerPreview
          key={`${offer.id} ${priceId}`}
          seller={seller}
          offer={offer}
          priceId={priceId}
          discount={discountFor(chosen, offer.id)}
          customAmount={typeof values.amount === 'number' ? values.amount : null}
        />
      ) : (
        <p className="text-muted">{AMOUNT_PREVIEW.chooseAProductTo}</p>
      )}
    </Section>
  );
}
