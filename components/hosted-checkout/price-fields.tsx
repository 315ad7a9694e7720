'use client';

import { useField } from '@/components/form/use-field';
import {
  amountIn,
  bounds as boundsText,
  YOUR_PRICE,
} from '@/components/hosted-checkout/form-texts';
import {
  type boundsOf,
  chosenPrice,
  type FormPart,
} from '@/components/hosted-checkout/form-values';
import { LARGE } from '@/components/purchase/control-classes';
import { currencyOf, pricesIn } from '@/components/purchase/currencies';
import { PriceOptions } from '@/components/purchase/price-options';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { formatMoney } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { currencyTerms, symbolOf } from '@/lib/contract/money';

/** The amount of a price that the buyer chooses, within its bounds. */
export function AmountField({
  form,
  bounds,
}: Pick<FormPart, 'form'> & { bounds: NonNullable<ReturnType<typeof boundsOf>> }) {
  const { field, error } = useField(form, 'amount');
  const money = (amount: number) => formatMoney(amount, bounds.currency);
  const isLimited = bounds.most < currencyTerms(bounds.currency).maximum;
  const symbol = symbolOf(bounds.currency);
  return (
    <Section title={YOUR_PRICE} className="gap-4!">
      <Field
        label={amountIn(bounds.currency)}
        error={error}
        // The limit of every price says nothing to a buyer.
        help={boundsText(money(bounds.least), isLimited ? money(bounds.most) : null)}
      >
        {(aria) => (
          <span className="relative block">
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted"
            >
              {symbol}
            </span>
            <Input
              {...field}
              {...aria}
              className={`${LARGE} ${symbol.length === 1 ? 'pl-7!' : 'pl-14!'}`}
              inputMode="decimal"
              autoComplete="off"
            />
          </span>
        )}
      </Field>
    </Section>
  );
}

/** How often to pay, where the product has a price for each. */
export function PlanChoice({ form, checkout }: FormPart) {
  const { field } = useField(form, 'product_price_id');
  const { prices } = checkout.product;
  const chosen = chosenPrice(checkout, field.value);
  return (
    <PriceOptions
      prices={pricesIn(currencyOf(chosen), prices)}
      name={field.name}
      chosenId={field.value}
      hasTrials={checkout.trial_unavailable_reason === null}
      onChoose={field.onChange}
    />
  );
}
