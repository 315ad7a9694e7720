'use client';

import { useState } from 'react';
import { MoneyField, NumberField } from '@/components/form/number-fields';
import { Radios } from '@/components/form/radios';
import { useField } from '@/components/form/use-field';
import { PriceChanges } from '@/components/products/price-changes';
import {
  type Interval,
  NEW_PRICE,
  type PriceDraft,
  type ProductForm,
} from '@/components/products/product-values';
import { billingTypeLabel } from '@/components/products/status';
import { PRICE_EDITOR } from '@/components/products/texts';
import { FieldError } from '@/components/ui/field';
import { Option } from '@/components/ui/input';
import type { Product } from '@/lib/resources/products/schema';

const INTERVALS: readonly { value: Interval; label: string }[] = [
  { value: 'month', label: PRICE_EDITOR.monthly },
  { value: 'year', label: PRICE_EDITOR.yearly },
];

type AmountType = PriceDraft['amount_type'];

const ONCE: readonly { value: AmountType; label: string }[] = [
  { value: 'fixed', label: PRICE_EDITOR.fixedPrice },
  { value: 'custom', label: PRICE_EDITOR.payWhatYouWant },
  { value: 'free', label: PRICE_EDITOR.free },
];

const RENEWED: readonly { value: AmountType; label: string }[] = [
  { value: 'fixed', label: PRICE_EDITOR.fixedPrice },
  { value: 'free', label: PRICE_EDITOR.free },
];

/** How a product is sold: once or renewed, and for what. Of a stored product the kind is settled. */
export function PriceEditor({ form, product }: { form: ProductForm; product: Product | null }) {
  const { field, error } = useField(form, 'prices');
  // The controller re-renders for changes of the whole list only, `watch` also for those of an amount.
  const prices = form.watch('prices');
  const [kind, setKind] = useState(prices[0]?.type ?? 'one_time');
  const [first = { ...NEW_PRICE, type: kind }] = prices;
  const isRecurring = kind === 'recurring';
  const change = (next: PriceDraft[]) => {
    form.clearErrors('prices');
    field.onChange(next);
  };
  return (
    <div className="flex flex-col gap-4">
      {product ? (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{billingTypeLabel(product)}</span>
          <span className="text-xs text-muted">{PRICE_EDITOR.theTypeOfA}</span>
        </p>
      ) : (
        <Radios
          label={PRICE_EDITOR.type}
          value={first.type}
          options={[
            { value: 'one_time', label: PRICE_EDITOR.oneTime },
            { value: 'recurring', label: PRICE_EDITOR.recurring },
          ]}
          onChange={(type) => {
            setKind(type);
            change([
              type === 'recurring'
                ? {
                    type,
                    amount_type: first.amount_type === 'free' ? 'free' : 'fixed',
                    recurring_interval: 'month',
                    ...(first.amount_type === 'free'
                      ? {}
                      : { price_amount: first.price_amount ?? null, trial_days: null }),
                  }
                : startOf('one_time', first.amount_type, first),
            ]);
          }}
        />
      )}
      <Radios
        label={PRICE_EDITOR.price}
        value={first.amount_type}
        options={isRecurring ? RENEWED : ONCE}
        onChange={(amountType) => {
          // The stored price comes back by its id when its terms do.
          const stored = product?.prices.find(({ amount_type }) => amount_type === amountType);
          const next = startOf(first.type, amountType, first);
          change([stored ? { ...next, id: stored.id } : next]);
        }}
      />
      {isRecurring ? (
        <Renewals form={form} prices={prices} product={product} change={change} />
      ) : (
        <Once key={first.amount_type} form={form} price={first} />
      )}
      {error && <FieldError>{error}</FieldError>}
      {product && <PriceChanges product={product} prices={prices} />}
    </div>
  );
}

function startOf(type: PriceDraft['type'], amountType: AmountType, before: PriceDraft): PriceDraft {
  const interval = type === 'recurring' ? (before.recurring_interval ?? 'month') : undefined;
  const shared = {
    type,
    amount_type: amountType,
    ...(interval && { recurring_interval: interval }),
  };
  if (amountType === 'free') return shared;
  if (amountType === 'custom') {
    return { ...shared, minimum_amount: null, preset_amount: null, maximum_amount: null };
  }
  const trial = type === 'recurring' ? { trial_days: before.trial_days ?? null } : {};
  return { ...shared, price_amount: before.price_amount ?? null, ...trial };
}

function Once({ form, price }: { form: ProductForm; price: PriceDraft }) {
  if (price.amount_type === 'free') {
    return <p className="text-muted">{PRICE_EDITOR.theBuyerLeavesAn}</p>;
  }
  if (price.amount_type === 'fixed') {
    return (
      <div className="max-w-56">
        <MoneyField
          form={form}
          name="prices.0.price_amount"
          label={PRICE_EDITOR.amount}
          suffix={PRICE_EDITOR.usd}
        />
      </div>
    );
  }
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <MoneyField
        form={form}
        name="prices.0.minimum_amount"
        label={PRICE_EDITOR.minimum}
        optional
      />
      <MoneyField
        form={form}
        name="prices.0.preset_amount"
        label={PRICE_EDITOR.proposed}
        optional
        help={PRICE_EDITOR.defaultAmount}
      />
      <MoneyField
        form={form}
        name="prices.0.maximum_amount"
        label={PRICE_EDITOR.maximum}
        optional
      />
    </div>
  );
}

function Renewals({
  form,
  prices,
  product,
  change,
}: {
  form: ProductForm;
  prices: PriceDraft[];
  product: Product | null;
  change: (prices: PriceDraft[]) => void;
}) {
  const [first = NEW_PRICE] = prices;
  if (first.amount_type === 'free') {
    return (
      <Radios
        label={PRICE_EDITOR.renews}
        value={first.recurring_interval ?? 'month'}
        options={INTERVALS}
        onChange={(interval) => change([{ ...first, recurring_interval: interval }])}
      />
    );
  }
  return (
    <ul className="flex flex-col border-t border-line">
      {INTERVALS.map(({ value: interval, label }) => {
        const index = prices.findIndex((price) => price.recurring_interval === interval);
        const price = prices[index];
        const toggle = (on: boolean) => {
          if (!on) {
            change(prices.filter((other) => other !== price));
            return;
          }
          const stored = product?.prices.find(
            (one) =>
              one.type === 'recurring' &&
              one.amount_type === 'fixed' &&
              one.recurring_interval === interval,
          );
          const added: PriceDraft = {
            ...(stored ? { id: stored.id } : {}),
            type: 'recurring',
            amount_type: 'fixed',
            recurring_interval: interval,
            price_amount: stored?.amount_type === 'fixed' ? stored.price_amount : null,
            trial_days:
              stored?.type === 'recurring' ? stored.trial_days : (first.trial_days ?? null),
          };
          // The first price is the one that a checkout starts with: the shorter interval.
          change(interval === 'month' ? [added, ...prices] : [...prices, added]);
        };
        return (
          <li
            key={interval}
            className="grid items-start gap-x-4 gap-y-2 border-b border-line py-3 sm:grid-cols-[7rem_minmax(0,1fr)]"
          >
            <Option checked={index >= 0} onChange={({ target }) => toggle(target.checked)}>
              {label}
            </Option>
            {price && (
              // A key per interval and index, so that typed text is not kept for another price.
              <div key={`${interval}${index}`} className="grid grid-cols-2 gap-4">
                <MoneyField
                  form={form}
                  name={`prices.${index}.price_amount`}
                  label={PRICE_EDITOR.every(interval)}
                  suffix={PRICE_EDITOR.usd}
                />
                <NumberField
                  form={form}
                  name={`prices.${index}.trial_days`}
                  label={PRICE_EDITOR.freeTrial}
                  optional
                  suffix="days"
                />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
