import type { FieldValues } from 'react-hook-form';
import type { ContractForm } from '@/components/form/use-contract-form';
import type { Metadata } from '@/lib/contract/fields';
import { presetAmount } from '@/lib/resources/products/rules';
import type { Product, ProductPrice } from '@/lib/resources/products/schema';

export type Interval = 'month' | 'year';

/** A price as the form holds it; what is no number yet stays as it was typed. */
export interface PriceDraft {
  /** Of a price that is there already. */
  id?: string;
  type: 'one_time' | 'recurring';
  amount_type: 'fixed' | 'custom' | 'free';
  recurring_interval?: Interval;
  /** Absent where it is the organization's default, and of a free price. */
  price_currency?: string;
  price_amount?: number | null;
  minimum_amount?: number | null;
  preset_amount?: number | null;
  maximum_amount?: number | null;
  trial_days?: number | null;
}

export interface FieldDraft {
  custom_field_id: string;
  required: boolean;
}

/** What the form of a product holds: the body of either operation, and the benefits. */
export interface ProductValues extends FieldValues {
  name: string;
  description: string | null;
  prices: PriceDraft[];
  medias: string[];
  attached_custom_fields: FieldDraft[];
  metadata: Metadata;
  benefits: string[];
}

export type ProductForm = ContractForm<ProductValues>;

export const NEW_PRICE: PriceDraft = { type: 'one_time', amount_type: 'fixed', price_amount: null };

export function valuesOf(product: Product): ProductValues {
  return {
    name: product.name,
    description: product.description,
    prices: product.prices.map(draftOf),
    medias: product.medias.map(({ id }) => id),
    attached_custom_fields: product.attached_custom_fields.map(({ custom_field_id, required }) => ({
      custom_field_id,
      required,
    })),
    metadata: product.metadata,
    benefits: product.benefits.map(({ id }) => id),
  };
}

export function draftOf(price: ProductPrice): PriceDraft {
  const { id, type, amount_type } = price;
  const amounts =
    price.amount_type === 'fixed'
      ? { price_currency: price.price_currency, price_amount: price.price_amount }
      : price.amount_type === 'custom'
        ? {
            price_currency: price.price_currency,
            minimum_amount: price.minimum_amount,
            preset_amount: price.preset_amount,
            maximum_amount: price.maximum_amount,
          }
        : {};
  const renewal =
    price.type === 'recurring'
      ? { recurring_interval: price.recurring_interval, trial_days: price.trial_days }
      : {};
  return { id, type, amount_type, ...amounts, ...renewal };
}

const TERMS = [
  'type',
  'amount_type',
  'recurring_interval',
  'price_currency',
  'price_amount',
  'minimum_amount',
  'preset_amount',
  'maximum_amount',
  'trial_days',
] as const;

/** The stored price that a draft still is; null for a new one and one whose terms were changed. */
export function unchangedPrice(
  draft: PriceDraft,
  stored: readonly ProductPrice[],
): ProductPrice | null {
  const price = stored.find(({ id }) => id === draft.id);
  if (!price) return null;
  const before = draftOf(price);
  const isSame = TERMS.every((term) => (draft[term] ?? null) === (before[term] ?? null));
  return isSame ? price : null;
}

/** The stored prices that the form changes or leaves out: saving archives them. */
export function removedPrices(
  drafts: readonly PriceDraft[],
  stored: readonly ProductPrice[],
): ProductPrice[] {
  const kept = drafts.map((draft) => unchangedPrice(draft, stored)?.id);
  return stored.filter(({ id }) => !kept.includes(id));
}

/** The body of either operation; the benefits are saved by one of their own. */
export function requestBody(
  { benefits: _, ...values }: ProductValues,
  stored: readonly ProductPrice[],
  defaultCurrency: string,
) {
  return {
    ...values,
    prices: values.prices.map((draft) => requestPrice(draft, stored, defaultCurrency)),
  };
}

/** A price that stays is sent by its id, any other one as new. */
function requestPrice(draft: PriceDraft, stored: readonly ProductPrice[], defaultCurrency: string) {
  const kept = unchangedPrice(draft, stored);
  if (kept) return { id: kept.id };
  const { id: _, price_currency = defaultCurrency, ...terms } = draft;
  return terms.amount_type === 'free' ? terms : { ...terms, price_currency };
}

/** Whether a price can be shown: one that asks for an amount has none until it is typed. */
export function isPriced({ amount_type, price_amount }: PriceDraft): boolean {
  return amount_type !== 'fixed' || typeof price_amount === 'number';
}

/** A price as its checkout would show it while it is typed. */
export function previewPrice(
  draft: PriceDraft,
  index: number,
  defaultCurrency: string,
): ProductPrice {
  const { price_currency = defaultCurrency } = draft;
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  const bounds = {
    minimum_amount: number(draft.minimum_amount),
    maximum_amount: number(draft.maximum_amount),
    preset_amount: number(draft.preset_amount),
  };
  return {
    ...draft,
    ...bounds,
    id: draft.id ?? String(index),
    price_currency,
    price_amount: number(draft.price_amount),
    preset_amount: draft.amount_type === 'custom' ? presetAmount(bounds, price_currency) : null,
    trial_days: number(draft.trial_days) || null,
  } as unknown as ProductPrice;
}

/** The currency of a draft. */
export function currencyOfDraft({ price_currency }: PriceDraft, defaultCurrency: string): string {
  return price_currency ?? defaultCurrency;
}

/**
 * The drafts of a product: those in its own currency as they are given, and in each other currency the same ones, with
 * the amounts that are there already. A free price has no others.
 */
export function inAllCurrencies(
  own: readonly PriceDraft[],
  others: readonly PriceDraft[],
  currencies: readonly string[],
): PriceDraft[] {
  if (own.some(({ amount_type }) => amount_type === 'free')) return [...own];
  const mirrored = currencies.flatMap((price_currency) =>
    own.map((draft) => {
      const known = others.find(
        (other) =>
          other.price_currency === price_currency &&
          other.recurring_interval === draft.recurring_interval &&
          other.amount_type === draft.amount_type,
      );
      const { id: _, price_amount: __, ...terms } = draft;
      const none =
        draft.amount_type === 'custom'
          ? { minimum_amount: null, preset_amount: null, maximum_amount: null }
          : { price_amount: null };
      return known ?? { ...terms, ...none, price_currency };
    }),
  );
  return [...own, ...mirrored];
}
