'use client';

import { useState } from 'react';
import { MoneyField, NumberField } from '@/components/form/number-fields';
import { Radios } from '@/components/form/radios';
import { useField } from '@/components/form/use-field';
import { PRODUCT } from '@/components/products/presentation';
import { PriceChanges } from '@/components/products/price-changes';
import {
  currencyOfDraft,
  type Interval,
  inAllCurrencies,
  NEW_PRICE,
  type PriceDraft,
  type ProductForm,
} from '@/components/products/product-values';
import { billingTypeLabel } from '@/components/products/status';
import { PRICE_EDITOR } from '@/components/products/texts';
import { useOrganization } from '@/components/session/organization';
import { Button } from '@/components/ui/button';
import { FieldError } from '@/components/ui/field';
import { Option, Select } from '@/components/ui/input';
import { formatMoney } from '@/components/ui/money';
import { CURRENCIES } from '@/lib/contract/currencies';
import { symbolOf } from '@/lib/contract/money';
import { presetAmount } from '@/lib/resources/products/rules';
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
  const all = form.watch('prices');
  const { default_currency } = useOrganization();
  const codes = [...new Set(all.map((price) => currencyOfDraft(price, default_currency)))];
  // A product from before another default was chosen has none of it.
  const currency = codes.includes(default_currency)
    ? default_currency
    : (codes[0] ?? default_currency);
  const isOwn = (price: PriceDraft) => currencyOfDraft(price, default_currency) === currency;
  const prices = all.filter(isOwn);
  const others = all.filter((price) => !isOwn(price));
  const [kind, setKind] = useState(prices[0]?.type ?? 'one_time');
  const [first = { ...NEW_PRICE, type: kind }] = prices;
  const isRecurring = kind === 'recurring';
  const change = (next: PriceDraft[], foreign = codes.filter((code) => code !== currency)) => {
    form.clearErrors('prices');
    field.onChange(inAllCurrencies(next, others, foreign));
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
          label={PRODUCT.labels.type}
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
                      : {
                          price_currency: currency,
                          price_amount: first.price_amount ?? null,
                          trial_days: null,
                        }),
                  }
                : startOf('one_time', first.amount_type, first, currency),
            ]);
          }}
        />
      )}
      <Radios
        label={PRODUCT.labels.price}
        value={first.amount_type}
        options={isRecurring ? RENEWED : ONCE}
        onChange={(amountType) => {
          // The stored price comes back by its id when its terms do.
          const stored = product?.prices.find(
            (price) => price.amount_type === amountType && isStoredIn(price, currency),
          );
          const next = startOf(first.type, amountType, first, currency);
          change([stored ? { ...next, id: stored.id } : next]);
        }}
      />
      {isRecurring ? (
        <Renewals
          form={form}
          prices={prices}
          product={product}
          currency={currency}
          change={change}
        />
      ) : (
        <Once key={first.amount_type} form={form} price={first} currency={currency} />
      )}
      {first.amount_type !== 'free' && (
        <OtherCurrencies
          form={form}
          all={all}
          currencies={codes.filter((code) => code !== currency)}
          own={currency}
          onChange={(foreign) => change(prices, foreign)}
        />
      )}
      {error && <FieldError>{error}</FieldError>}
      {product && <PriceChanges product={product} prices={all} />}
    </div>
  );
}

function startOf(
  type: PriceDraft['type'],
  amountType: AmountType,
  before: PriceDraft,
  price_currency: string,
): PriceDraft {
  const interval = type === 'recurring' ? (before.recurring_interval ?? 'month') : undefined;
  const shared = {
    type,
    amount_type: amountType,
    ...(interval && { recurring_interval: interval }),
  };
  if (amountType === 'free') return shared;
  if (amountType === 'custom') {
    return {
      ...shared,
      price_currency,
      minimum_amount: null,
      preset_amount: null,
      maximum_amount: null,
    };
  }
  const trial = type === 'recurring' ? { trial_days: before.trial_days ?? null } : {};
  return { ...shared, price_currency, price_amount: before.price_amount ?? null, ...trial };
}

/** Whether a stored price is one of a currency; a free one is of all. */
function isStoredIn(price: Product['prices'][number], currency: string): boolean {
  return price.amount_type === 'free' || price.price_currency === currency;
}

function Once({
  form,
  price,
  currency,
  at = 0,
}: {
  form: ProductForm;
  price: PriceDraft;
  currency: string;
  /** Its place among all prices. */
  at?: number;
}) {
  if (price.amount_type === 'free') {
    return <p className="text-muted">{PRICE_EDITOR.theBuyerLeavesAn}</p>;
  }
  if (price.amount_type === 'fixed') {
    return (
      <div className="max-w-56">
        <MoneyField
          form={form}
          name={`prices.${at}.price_amount`}
          label={PRICE_EDITOR.amount}
          currency={currency}
          suffix={suffixOf(currency)}
        />
      </div>
    );
  }
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <MoneyField
        form={form}
        name={`prices.${at}.minimum_amount`}
        currency={currency}
        label={PRICE_EDITOR.minimum}
        optional
      />
      <MoneyField
        form={form}
        name={`prices.${at}.preset_amount`}
        currency={currency}
        label={PRICE_EDITOR.proposed}
        optional
        help={PRICE_EDITOR.defaultAmount(formatMoney(presetAmount({}, currency), currency))}
      />
      <MoneyField
        form={form}
        name={`prices.${at}.maximum_amount`}
        currency={currency}
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
  currency,
  change,
}: {
  form: ProductForm;
  prices: PriceDraft[];
  product: Product | null;
  currency: string;
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
              one.price_currency === currency &&
              one.recurring_interval === interval,
          );
          const added: PriceDraft = {
            ...(stored ? { id: stored.id } : {}),
            type: 'recurring',
            amount_type: 'fixed',
            price_currency: currency,
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
                  currency={currency}
                  suffix={suffixOf(currency)}
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

/** The same prices in further currencies, and the choice of another one. */
function OtherCurrencies({
  form,
  all,
  currencies,
  own,
  onChange,
}: {
  form: ProductForm;
  all: readonly PriceDraft[];
  currencies: readonly string[];
  own: string;
  onChange: (currencies: string[]) => void;
}) {
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4">
      {currencies.map((currency) => {
        const code = currency.toUpperCase();
        return (
          <fieldset key={currency} className="flex flex-col gap-3">
            <legend className="mb-2 font-medium">{PRICE_EDITOR.pricesIn(code)}</legend>
            {all.map((price, at) =>
              price.price_currency !== currency ? null : price.recurring_interval ? (
                <div key={price.recurring_interval} className="max-w-56">
                  <MoneyField
                    form={form}
                    name={`prices.${at}.price_amount`}
                    label={PRICE_EDITOR.every(price.recurring_interval)}
                    currency={currency}
                    suffix={suffixOf(currency)}
                  />
                </div>
              ) : (
                <Once
                  key={price.amount_type}
                  form={form}
                  price={price}
                  currency={currency}
                  at={at}
                />
              ),
            )}
            <Button
              size="small"
              className="self-start"
              onClick={() => onChange(currencies.filter((other) => other !== currency))}
            >
              {PRICE_EDITOR.removeCurrency(code)}
            </Button>
          </fieldset>
        );
      })}
      <Select
        className="w-40"
        aria-label={PRICE_EDITOR.addCurrency}
        value=""
        onChange={({ target }) => onChange([...currencies, target.value])}
      >
        <option value="" disabled>
          {PRICE_EDITOR.addCurrency}
        </option>
        {CURRENCIES.filter((code) => code !== own && !currencies.includes(code)).map((code) => (
          <option key={code} value={code}>
            {code.toUpperCase()}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** The code behind an amount, where the sign before it does not say it. */
function suffixOf(currency: string): string {
  const code = currency.toUpperCase();
  return symbolOf(currency) === code ? '' : code;
}
