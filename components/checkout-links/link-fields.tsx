'use client';

import { CHECKOUT_LINK } from '@/components/checkout-links/presentation';
import { priceLabel } from '@/components/entities/price-labels';
import { DISCOUNTS } from '@/components/entities/searchable-discounts';
import { EntityField } from '@/components/entity-picker/entity-field';
import { CheckboxField, SelectField, TextField } from '@/components/form/fields';
import { MetadataField } from '@/components/form/metadata-field';
import type { ContractForm } from '@/components/form/use-contract-form';
import { emptyOf } from '@/components/resource/form-values';
import { CheckoutLinkCreate } from '@/lib/resources/checkout-links/schema';
import type { ProductPrice } from '@/lib/resources/products/schema';

const { labels } = CHECKOUT_LINK;

/** The values of the form of a new checkout link. */
export const EMPTY = emptyOf(CheckoutLinkCreate);

/** The values of the form of a checkout link, new or existing. */
export type LinkValues = typeof EMPTY;

/** The fields that can be changed later; `prices` are those that the link may sell at. */
export function LinkFields({
  form,
  prices,
}: {
  form: ContractForm<LinkValues>;
  prices: readonly ProductPrice[];
}) {
  return (
    <>
      {prices.length > 1 && (
        <SelectField
          form={form}
          name="product_price_id"
          label="Price"
          emptyLabel="The product’s default price"
          options={prices.map((price) => ({
            value: price.id,
            label: price.is_archived
              ? `${priceLabel(price)}, no longer offered`
              : priceLabel(price),
          }))}
        />
      )}
      <TextField
        form={form}
        name="label"
        label={labels.label}
        optional
        help="Where you share the link. Only your team sees it."
      />
      <EntityField
        form={form}
        name="discount_id"
        entity={DISCOUNTS}
        label={labels.discount}
        optional
        emptyLabel="None"
        emptyText="No discounts yet."
      />
      <CheckboxField form={form} name="allow_discount_codes" label="Allow discount codes" />
      <TextField
        form={form}
        name="success_url"
        label="Success URL"
        optional
        inputMode="url"
        placeholder="https://example.com/thanks?checkout={CHECKOUT_ID}"
        help="Where buyers go after payment. {CHECKOUT_ID} is replaced. Leave blank for the confirmation page."
      />
      <MetadataField
        form={form}
        name="metadata"
        help="Copied to each checkout that the link opens."
      />
    </>
  );
}
