'use client';

import {
  amountRange,
  type CheckoutForm,
  type Offer,
  priceOf,
  valuesFor,
} from '@/components/checkouts/checkout-values';
import { LABELS, builder as texts } from '@/components/checkouts/texts';
import { priceLabel } from '@/components/entities/price-labels';
import { DISCOUNTS } from '@/components/entities/searchable-discounts';
import { PRODUCTS } from '@/components/entities/searchable-products';
import { EntityField } from '@/components/entity-picker/entity-field';
import { useSelectedEntity } from '@/components/entity-picker/use-selected-entity';
import { CheckboxField, SelectField } from '@/components/form/fields';
import { FormPart } from '@/components/form/form-part';
import { MoneyField } from '@/components/form/number-fields';
import { previewAmounts } from '@/components/purchase/amounts';
import { formatMoney } from '@/components/ui/money';
import type { Discount } from '@/lib/resources/discounts/schema';

/** What is sold and for how much. */
export function SalePart({
  form,
  offer,
  isNew,
}: {
  form: CheckoutForm;
  offer: Offer | null;
  /** The product is settled when a checkout is made. */
  isNew: boolean;
}) {
  const prices = offer?.prices ?? [];
  const price = priceOf(offer, form.watch('product_price_id'));
  const discount = useSelectedEntity(DISCOUNTS, form.watch('discount_id')).item;
  return (
    <FormPart title={LABELS.product}>
      {isNew && (
        <EntityField
          form={form}
          name="product_id"
          entity={PRODUCTS}
          label={LABELS.product}
          filters={{ is_archived: false }}
          onPick={(product) => {
            const next = valuesFor(product);
            form.setValue('product_price_id', next.product_price_id);
            form.setValue('amount', next.amount);
            form.setValue('custom_field_data', next.custom_field_data);
          }}
        />
      )}
      {prices.length > 1 && (
        <SelectField
          form={form}
          name="product_price_id"
          label={LABELS.price}
          options={prices.map((each) => ({ value: each.id, label: priceLabel(each) }))}
          onInput={() => form.setValue('amount', null)}
        />
      )}
      {price?.amount_type === 'custom' && (
        <MoneyField
          form={form}
          name="amount"
          label={texts.amount}
          suffix={price.price_currency.toUpperCase()}
          optional
          help={texts.amountHelp(
            amountRange(price),
            formatMoney(previewAmounts(price, null, null).amount, price.price_currency),
          )}
        />
      )}
      <EntityField
        form={form}
        name="discount_id"
        entity={DISCOUNTS}
        label={LABELS.discount}
        optional
        emptyLabel={texts.none}
        emptyText={texts.noDiscounts}
        help={discount && offer && mismatchOf(discount, offer, price)}
      />
      <CheckboxField form={form} name="allow_discount_codes" label={texts.allowCodes} />
    </FormPart>
  );
}

/** Why a discount will not be taken. */
function mismatchOf(
  { products }: Discount,
  offer: Offer,
  price: ReturnType<typeof priceOf>,
): string | undefined {
  if (price?.amount_type !== 'fixed') return texts.onlyFixed;
  const isElsewhere = products.length > 0 && products.every(({ id }) => id !== offer.id);
  return isElsewhere ? texts.otherProducts : undefined;
}
