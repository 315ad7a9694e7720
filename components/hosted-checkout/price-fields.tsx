'use client';

import type { FormPart } from '@/components/hosted-checkout/buyer-fields';
import { LARGE } from '@/components/hosted-checkout/control-classes';
import { boundsOf } from '@/components/hosted-checkout/form-values';
import { buyerPriceLabel, trialDaysOf } from '@/components/purchase/summary';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { formatMoney, pluralize } from '@/components/ui/money';
import { Section } from '@/components/ui/section';

const AMOUNT = 'amount';
const PRICE = 'product_price_id';

/** The amount of a price that the buyer chooses, within its bounds. */
export function AmountField({ checkout, values, problemOf, onChange, onBlur }: FormPart) {
  const bounds = boundsOf(checkout);
  if (!bounds) return null;
  const money = (amount: number) => formatMoney(amount, bounds.currency);
  return (
    <Section title="Choose your price" className="gap-4!">
      <div data-path={AMOUNT}>
        <Field
          label={`Amount in ${bounds.currency.toUpperCase()}`}
          error={problemOf(AMOUNT)}
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
                {...aria}
                className={`${LARGE} pl-7!`}
                inputMode="decimal"
                autoComplete="off"
                name="amount"
                value={values.amount}
                onChange={({ target }) => onChange({ amount: target.value }, AMOUNT)}
                onBlur={() => onBlur(AMOUNT)}
              />
            </span>
          )}
        </Field>
      </div>
    </Section>
  );
}

const PLAN = { month: 'Monthly', year: 'Yearly' } as const;

/** How often to pay, where the product has a price for each. */
export function PlanChoice({
  checkout,
  values,
  onChange,
}: Pick<FormPart, 'checkout' | 'values' | 'onChange'>) {
  const { prices } = checkout.product;
  if (prices.length < 2) return null;
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
              name={PRICE}
              value={price.id}
              checked={values.priceId === price.id}
              onChange={() => onChange({ priceId: price.id }, PRICE)}
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
