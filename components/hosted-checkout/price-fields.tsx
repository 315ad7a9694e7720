'use client';

import { useField } from '@/components/form/use-field';
import type { boundsOf, FormPart } from '@/components/hosted-checkout/form-values';
import { amountIn, bounds as boundsText, YOUR_PRICE } from '@/components/hosted-checkout/texts';
import { LARGE } from '@/components/purchase/control-classes';
import { PriceOptions } from '@/components/purchase/price-options';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { formatMoney } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { MAX_PRICE } from '@/lib/resources/products/rules';

/** The amount of a price that the buyer chooses, within its bounds. */
export function AmountField({
  form,
  bounds,
}: Pick<FormPart, 'form'> & { bounds: NonNullable<ReturnType<typeof boundsOf>> }) {
  const { field, error } = useField(form, 'amount');
  const money = (amount: number) => formatMoney(amount, bounds.currency);
  return (
    <Section title={YOUR_PRICE} className="gap-4!">
      <Field
        label={amountIn(bounds.currency)}
        error={error}
        // The limit of every price says nothing to a buyer.
        help={boundsText(money(bounds.least), bounds.most < MAX_PRICE ? money(bounds.most) : null)}
      >
        {(aria) => (
          <span className="relative block">
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted"
            >
              $
            </span>
            <Input
              {...field}
              {...aria}
              className={`${LARGE} pl-7!`}
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
  return (
    <PriceOptions
      prices={checkout.product.prices}
      name={field.name}
      chosenId={field.value}
      hasTrials={checkout.trial_unavailable_reason === null}
      onChoose={field.onChange}
    />
  );
}
