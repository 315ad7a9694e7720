'use client';

import { useField } from '@/components/form/use-field';
import { LARGE } from '@/components/hosted-checkout/control-classes';
import type { boundsOf, FormPart } from '@/components/hosted-checkout/form-values';
import { buyerPriceLabel, trialDaysOf } from '@/components/purchase/summary';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { formatMoney, pluralize } from '@/components/ui/money';
import { Section } from '@/components/ui/section';

/** The amount of a price that the buyer chooses, within its bounds. */
export function AmountField({
  form,
  bounds,
}: Pick<FormPart, 'form'> & { bounds: NonNullable<ReturnType<typeof boundsOf>> }) {
  const { field, error } = useField(form, 'amount');
  const money = (amount: number) => formatMoney(amount, bounds.currency);
  return (
    <Section title="Choose your price" className="gap-4!">
      <Field
        label={`Amount in ${bounds.currency.toUpperCase()}`}
        error={error}
        help={`From ${money(bounds.least)} to ${money(bounds.most)}.`}
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

const PLAN = { month: 'Monthly', year: 'Yearly' } as const;

/** How often to pay, where the product has a price for each. */
export function PlanChoice({ form, checkout }: FormPart) {
  const { field } = useField(form, 'product_price_id');
  const { prices } = checkout.product;
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-3 w-full border-b border-ink pb-1 font-semibold">Billing period</legend>
      {prices.map((price) => {
        const trial = trialDaysOf(price);
        return (
          <label
            key={price.id}
            className="flex min-h-11 cursor-pointer items-center gap-3 border-b border-line last:border-b-0"
          >
            <input
              type="radio"
              className="size-4 shrink-0 accent-accent"
              name={field.name}
              value={price.id}
              checked={field.value === price.id}
              onChange={() => field.onChange(price.id)}
            />
            <span className="font-medium">
              {price.type === 'recurring' ? PLAN[price.recurring_interval] : 'Once'}
            </span>
            {trial !== null && <span className="text-muted">{pluralize(trial, 'day')} free</span>}
            <span className="ml-auto">{buyerPriceLabel(price)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
