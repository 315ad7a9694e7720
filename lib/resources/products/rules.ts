import { bodyProblem, type Problem } from '@/lib/contract/errors';
import { currencyTerms, DEFAULT_CURRENCY, printMoney } from '@/lib/contract/money';
import { grownField, jsonBytes, KIB } from '@/lib/contract/size';
import type {
  PriceCreate,
  PriceUpdate,
  Product,
  ProductPrice,
} from '@/lib/resources/products/schema';

const DEFAULT_PRESET = 1000;

/** The bounds of a product (docs/contract/catalogue.md#bounds); one that is larger already may only shrink. */
export const MAX_BENEFITS = 50;
export const MAX_PRODUCT_BYTES = 64 * KIB;

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether an item of a price list refers to an existing price. */
export function isExistingPrice(value: unknown): boolean {
  return isObject(value) && value.id !== undefined && value.id !== null;
}

/** Adds the `type` and `amount_type` that a new price leaves out, inferred from its other fields. */
export function inferPriceKind(value: unknown): unknown {
  if (!isObject(value)) return value;
  return {
    ...value,
    type: value.type ?? (value.recurring_interval ? 'recurring' : 'one_time'),
    amount_type: value.amount_type ?? inferAmountType(value),
  };
}

function inferAmountType(price: Json): string {
  if ('price_amount' in price) return 'fixed';
  const bounds = ['minimum_amount', 'maximum_amount', 'preset_amount'];
  return bounds.some((bound) => bound in price) ? 'custom' : 'free';
}

/** Why a product cannot be deleted (docs/contract/catalogue.md#product-deletion), as a sentence; null where it can. */
export function deletionObstacle(use: {
  isSold: boolean;
  hasCheckouts: boolean;
  isAwaited: boolean;
  hasOwnDiscount: boolean;
}): string | null {
  if (use.isSold) return 'This product was sold. Archive it instead.';
  if (use.hasCheckouts) return 'This product has checkouts. Archive it instead.';
  if (use.isAwaited) return 'A subscription is about to change to this product.';
  if (use.hasOwnDiscount) {
    return 'A discount is for this product alone. Delete the discount first, or add another product to it.';
  }
  return null;
}

/** Whether a product has more than {@link MAX_PRODUCT_BYTES} as other objects embed it. */
export function isTooLarge(product: Product): boolean {
  return jsonBytes(product) > MAX_PRODUCT_BYTES;
}

const FIELDS = [
  'name',
  'description',
  'metadata',
  'prices',
  'benefits',
  'medias',
  'attached_custom_fields',
] as const satisfies (keyof Product)[];

/** The field by which a product became too large; undefined where it is not, or has not grown. */
export function tooLargeField(before: Product | null, after: Product): string | undefined {
  return isTooLarge(after) ? grownField(before, after, FIELDS) : undefined;
}

/** What to do about a field by which a product would become too large. */
export function tooLargeProblem({ name }: Pick<Product, 'name'>, field: string): Problem {
  const most = `${MAX_PRODUCT_BYTES / KIB} KB`;
  return bodyProblem(
    field,
    `With this, the product “${name}” would be larger than ${most}. Shorten this, or remove ` +
      'benefits, pictures, custom fields, or metadata from the product.',
  );
}

/** The part of a price that the rules of a product's prices depend on. */
export interface PriceShape {
  type: 'one_time' | 'recurring';
  amountType: 'custom' | 'fixed' | 'free';
  currency: string;
  recurringInterval: 'month' | 'year' | null;
}

/** A problem; `path` starts at the list of prices. */
export interface PriceProblem {
  path: (string | number)[];
  msg: string;
}

/**
 * Problems of a product's prices together (docs/contract/catalogue.md#kinds, docs/contract/catalogue.md#currencies). In
 * each currency a one-time product has exactly one price, and a recurring one has one or two fixed ones with distinct
 * intervals, or in all one free price. Every currency has the same prices, and one of them is `defaultCurrency`. An
 * undefined item is a price that failed validation.
 */
export function priceSetProblems(
  prices: readonly (PriceShape | undefined)[],
  isRecurring: boolean,
  defaultCurrency: string,
): PriceProblem[] {
  if (prices.length === 0) return [{ path: [], msg: 'A product has at least one price.' }];
  const kind = isRecurring ? 'recurring' : 'one_time';
  const strangers = prices.flatMap((price, index) =>
    price === undefined || price.type === kind
      ? []
      : [{ path: [index, 'type'], msg: `Every price of this product is ${kind}.` }],
  );
  if (strangers.length > 0) return strangers;
  const known = prices.filter((price) => price !== undefined);
  if (known.some(({ amountType }) => amountType === 'free')) {
    if (prices.length === 1) return [];
    return [{ path: [], msg: 'A free price must be the only price.' }];
  }
  const again = prices.flatMap((price, index) => {
    const isSecond = price && prices.findIndex((other) => other && isAlike(other, price)) < index;
    return isSecond ? [secondProblem(price, index)] : [];
  });
  if (again.length > 0) return again;
  if (known.length < prices.length) return [];
  return currencyProblems(known, defaultCurrency);
}

/** Whether two prices would be sold for the same: the interval in a currency. */
function isAlike(one: PriceShape, other: PriceShape): boolean {
  return one.currency === other.currency && one.recurringInterval === other.recurringInterval;
}

function secondProblem(
  { recurringInterval: interval, currency }: PriceShape,
  index: number,
): PriceProblem {
  const code = currency.toUpperCase();
  if (interval === null) {
    return { path: [], msg: `A one-time product has exactly one price in ${code}.` };
  }
  const msg = `Only one price is allowed per ${interval} in ${code}.`;
  return { path: [index, 'recurring_interval'], msg };
}

function currencyProblems(prices: readonly PriceShape[], defaultCurrency: string): PriceProblem[] {
  const own = prices.filter(({ currency }) => currency === defaultCurrency);
  if (own.length === 0) {
    const msg = `Add a price in ${defaultCurrency.toUpperCase()}, the default currency.`;
    return [{ path: [], msg }];
  }
  const currencies = new Set(prices.map(({ currency }) => currency));
  return [...currencies].flatMap((currency) => {
    const set = prices.filter((price) => price.currency === currency);
    const has = (wanted: PriceShape, among: readonly PriceShape[]) =>
      among.some(
        ({ recurringInterval, amountType }) =>
          recurringInterval === wanted.recurringInterval && amountType === wanted.amountType,
      );
    const isSame = set.every((price) => has(price, own)) && own.every((price) => has(price, set));
    const [code, ownCode] = [currency.toUpperCase(), defaultCurrency.toUpperCase()];
    return isSame ? [] : [{ path: [], msg: `Give ${code} the same prices as ${ownCode}.` }];
  });
}

/** The bounds of a custom price in a request; an absent one is no bound. */
export interface CustomBounds {
  minimum_amount?: number | null | undefined;
  maximum_amount?: number | null | undefined;
  preset_amount?: number | null | undefined;
}

/** Problems of a custom price: minimum ≤ preset ≤ maximum (docs/contract/catalogue.md#custom-prices). */
export function customPriceProblems(bounds: CustomBounds): PriceProblem[] {
  const { minimum_amount: minimum, maximum_amount: maximum, preset_amount: preset } = bounds;
  if (isNumber(minimum) && isNumber(maximum) && minimum > maximum) {
    return [{ path: ['minimum_amount'], msg: 'The minimum is greater than the maximum.' }];
  }
  if (!isNumber(preset)) return [];
  if (isNumber(minimum) && preset < minimum) {
    return [{ path: ['preset_amount'], msg: 'The preset amount is less than the minimum.' }];
  }
  if (isNumber(maximum) && preset > maximum) {
    return [{ path: ['preset_amount'], msg: 'The preset amount is greater than the maximum.' }];
  }
  return [];
}

/** The preset of a custom price: the given one, else 1000 minor units moved into the bounds. */
export function presetAmount(bounds: CustomBounds, currency: string): number {
  const { minimum_amount: minimum, maximum_amount: maximum, preset_amount: preset } = bounds;
  if (isNumber(preset)) return preset;
  const terms = currencyTerms(currency);
  return Math.min(Math.max(DEFAULT_PRESET, minimum ?? terms.minimum), maximum ?? terms.maximum);
}

/** A price as its seller reads it: "$8.00 / month", "Pay what you want", "Free". */
export function priceInWords(price: ProductPrice): string {
  const per = price.type === 'recurring' ? ` / ${price.recurring_interval}` : '';
  switch (price.amount_type) {
    case 'fixed':
      return printMoney(price.price_amount, price.price_currency) + per;
    case 'custom':
      return `Pay what you want${per}`;
    case 'free':
      return `Free${per}`;
  }
}

/** The columns of a new price; amounts are minor units. */
export interface PriceColumns extends PriceShape {
  amount: number | null;
  minimumAmount: number | null;
  maximumAmount: number | null;
  presetAmount: number | null;
  trialDays: number | null;
}

/** The columns of a new price; a free one has the organization's currency, in which nothing is charged. */
export function priceColumns(price: PriceCreate, defaultCurrency: string): PriceColumns {
  const isCustom = price.amount_type === 'custom';
  return {
    type: price.type,
    amountType: price.amount_type,
    recurringInterval: price.type === 'recurring' ? price.recurring_interval : null,
    currency: price.amount_type === 'free' ? defaultCurrency : price.price_currency,
    amount: price.amount_type === 'fixed' ? price.price_amount : null,
    minimumAmount: isCustom ? (price.minimum_amount ?? null) : null,
    maximumAmount: isCustom ? (price.maximum_amount ?? null) : null,
    presetAmount: isCustom ? presetAmount(price, price.price_currency) : null,
    trialDays: 'trial_days' in price ? (price.trial_days ?? null) : null,
  };
}

/** The changes of a product's prices. */
export interface PricePlan {
  isRecurring: boolean;
  added: { position: number; columns: PriceColumns }[];
  kept: { position: number; id: string }[];
  /** The ids of prices to archive. */
  archived: string[];
  problems: PriceProblem[];
}

/**
 * Computes the changes for a new list of prices: those named by id stay, new ones are added, missing ones are
 * archived (docs/contract/catalogue.md#price-updates). The product's kind is `isRecurring`; a new product
 * takes the kind of its first price. Prices in the default currency come first: a checkout that names none takes the
 * first. The plan may be written when it has no problems.
 */
export function planPrices(
  items: readonly PriceUpdate[],
  defaultCurrency: string,
  live: readonly (PriceShape & { id: string })[] = [],
  isRecurring?: boolean,
): PricePlan {
  const added: PricePlan['added'] = [];
  const kept: PricePlan['kept'] = [];
  const problems: PriceProblem[] = [];
  const set = items.map((item, position): PriceShape | undefined => {
    if (!('id' in item)) {
      const columns = priceColumns(item, defaultCurrency);
      added.push({ position, columns });
      if (item.amount_type === 'custom') {
        for (const { path, msg } of customPriceProblems(item)) {
          problems.push({ path: [position, ...path], msg });
        }
      }
      return columns;
    }
    const { id } = item;
    const row = live.find((price) => price.id === id);
    if (!row) {
      problems.push({
        path: [position, 'id'],
        msg: 'This product has no active price with this ID.',
      });
    } else if (kept.some((price) => price.id === id)) {
      problems.push({ path: [position, 'id'], msg: 'This price is listed twice.' });
    } else {
      kept.push({ position, id });
    }
    return row;
  });
  const recurring = isRecurring ?? set[0]?.type === 'recurring';
  const ofSet = priceSetProblems(set, recurring, defaultCurrency);
  // Published clients send a currency that their caller has not chosen.
  const foreign = ofSet.length > 0 ? presumedProblems(items, defaultCurrency, live) : [];
  problems.push(...(foreign.length > 0 ? foreign : ofSet));
  const staying = new Set(kept.map(({ id }) => id));
  const archived = live.flatMap(({ id }) => (staying.has(id) ? [] : [id]));
  const inOrder = [...set.keys()].sort(
    (one, other) => rankOf(set[one], defaultCurrency) - rankOf(set[other], defaultCurrency),
  );
  const moved = <Item extends { position: number }>(item: Item) => ({
    ...item,
    position: inOrder.indexOf(item.position),
  });
  return {
    isRecurring: recurring,
    added: added.map(moved),
    kept: kept.map(moved),
    archived,
    problems,
  };
}

function rankOf(price: PriceShape | undefined, defaultCurrency: string): number {
  return price?.currency === defaultCurrency ? 0 : 1;
}

/**
 * The problems of new prices in the currency that published clients send by default, where the product has none in it
 * and the organization another default.
 */
function presumedProblems(
  items: readonly PriceUpdate[],
  defaultCurrency: string,
  live: readonly PriceShape[],
): PriceProblem[] {
  const isKnown = live.some(({ currency }) => currency === DEFAULT_CURRENCY);
  if (defaultCurrency === DEFAULT_CURRENCY || isKnown) return [];
  const msg = `Name the currency of this price. This organization's default is ${defaultCurrency}.`;
  return items.flatMap((item, position) =>
    'price_currency' in item && item.price_currency === DEFAULT_CURRENCY
      ? [{ path: [position, 'price_currency'], msg }]
      : [],
  );
}

function isNumber(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}

/** A price as it is made anew: without what is of it alone. */
export function termsOf({
  id: _,
  created_at,
  modified_at,
  is_archived,
  product_id,
  ...terms
}: ProductPrice) {
  return terms;
}
