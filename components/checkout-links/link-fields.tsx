'use client';

import type { FieldValues } from 'react-hook-form';
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
          label="Price"
          emptyLabel="The product’s first price"
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
        label="Label"
        optional
        help="Where you share the link. Only your team sees it."
      />
      <EntityField
        form={form}
        name="discount_id"
        entity={DISCOUNTS}
        label="Discount"
        optional
        emptyLabel="None"
        emptyText="There are no discounts yet."
      />
      <CheckboxField
        form={form}
        name="allow_discount_codes"
        label="The buyer may enter a discount code"
      />
      <TextField
        form={form}
        name="success_url"
        label="Success URL"
        optional
        inputMode="url"
        placeholder="https://example.com/thanks?checkout={CHECKOUT_ID}"
        help="Where the buyer goes after payment. {CHECKOUT_ID} is replaced. Left empty, the buyer sees a confirmation page."
      />
      <MetadataField
        form={form}
        name="metadata"
        label="Metadata"
        help="Copied to each checkout that the link opens."
      />
    </>
  );
}
