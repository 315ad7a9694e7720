'use client';

import type { FieldValues } from 'react-hook-form';
import { FIELDS } from '@/components/checkout-links/texts';
import { priceLabel } from '@/components/entities/price-labels';
import { DISCOUNTS } from '@/components/entities/searchable-discounts';
import { EntityField } from '@/components/entity-picker/entity-field';
import { CheckboxField, MetadataField, SelectField, TextField } from '@/components/form/fields';
import type { ContractForm } from '@/components/form/use-contract-form';
import type { Metadata } from '@/lib/contract/fields';
import type { ProductPrice } from '@/lib/resources/products/schema';

/** The values of the form of a checkout link, new or existing. */
export interface LinkValues extends FieldValues {
  product_id: string | null;
  label: string | null;
  product_price_id: string | null;
  discount_id: string | null;
  allow_discount_codes: boolean;
  success_url: string | null;
  metadata: Metadata;
}

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
          label={FIELDS.price}
          emptyLabel={FIELDS.firstPrice}
          options={prices.map((price) => ({
            value: price.id,
            label: price.is_archived ? FIELDS.retired(priceLabel(price)) : priceLabel(price),
          }))}
        />
      )}
      <TextField form={form} name="label" label={FIELDS.label} optional help={FIELDS.labelHelp} />
      <EntityField
        form={form}
        name="discount_id"
        entity={DISCOUNTS}
        label={FIELDS.discount}
        optional
        emptyLabel={FIELDS.noDiscount}
        emptyText={FIELDS.noDiscounts}
      />
      <CheckboxField form={form} name="allow_discount_codes" label={FIELDS.codes} />
      <TextField
        form={form}
        name="success_url"
        label={FIELDS.successUrl}
        optional
        inputMode="url"
        placeholder="https://example.com/thanks?checkout={CHECKOUT_ID}"
        help={FIELDS.successUrlHelp}
      />
      <MetadataField
        form={form}
        name="metadata"
        label={FIELDS.metadata}
        help={FIELDS.metadataHelp}
      />
    </>
  );
}
