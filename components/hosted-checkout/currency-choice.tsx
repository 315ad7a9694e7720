'use client';

import { useField } from '@/components/form/use-field';
import { CURRENCY } from '@/components/hosted-checkout/form-texts';
import { chosenPrice, type FormPart } from '@/components/hosted-checkout/form-values';
import { counterpart, currenciesOf, currencyOf } from '@/components/purchase/currencies';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { decimalAmount } from '@/lib/contract/money';

/** What to pay in, where the product has prices in several currencies. */
export function CurrencyChoice({ form, checkout }: FormPart) {
  const { field } = useField(form, 'product_price_id');
  const { prices } = checkout.product;
  const chosen = chosenPrice(checkout, field.value);
  return (
    <Field label={CURRENCY}>
      {(aria) => (
        <Select
          {...aria}
          value={currencyOf(chosen)}
          onChange={({ target }) => {
            const price = counterpart(target.value, chosen, prices);
            if (!price) return;
            // An amount of the other currency says nothing in this one.
            if (price.amount_type === 'custom' && price.preset_amount !== null) {
              form.setValue('amount', decimalAmount(price.preset_amount, price.price_currency));
            }
            field.onChange(price.id);
          }}
        >
          {currenciesOf(prices).map((currency) => (
            <option key={currency} value={currency}>
              {currency.toUpperCase()}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
