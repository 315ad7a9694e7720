'use client';

import type { LinkValues } from '@/components/checkout-links/link-fields';
import { DISCOUNTS } from '@/components/entities/searchable-discounts';
import { PRODUCTS } from '@/components/entities/searchable-products';
import { useSelectedEntity } from '@/components/entity-picker/use-selected-entity';
import { discountFor } from '@/components/purchase/amounts';
import { BuyerPreview } from '@/components/purchase/buyer-preview';
import { useOrganization } from '@/components/session/organization';
import { Section } from '@/components/ui/section';

/** The checkout that a link opens. */
export function LinkPreview({
  link: { product_id, product_price_id, discount_id },
}: {
  link: Pick<LinkValues, 'product_id' | 'product_price_id' | 'discount_id'>;
}) {
  const seller = useOrganization();
  const product = useSelectedEntity(PRODUCTS, product_id).item;
  const discount = useSelectedEntity(DISCOUNTS, discount_id).item ?? null;
  return (
    <Section title="What the buyer sees">
      {product ? (
        <BuyerPreview
          key={`${product.id} ${product_price_id}`}
          seller={seller}
          offer={product}
          priceId={product_price_id}
          discount={discountFor(discount, product.id)}
        />
      ) : (
        <p className="text-muted">Choose a product to see its checkout.</p>
      )}
    </Section>
  );
}
