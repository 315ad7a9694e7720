import { z } from 'zod';
import { MetadataInput } from '@/lib/contract/fields';
import type { Cells } from '@/lib/resources/import-formats/kinds/cells';
import { type Context, given, type KindRules } from '@/lib/resources/import-formats/kinds/kind';
import { type PriceCreate, ProductCreate } from '@/lib/resources/products/schema';

const Prices = z.array(z.record(z.string(), z.unknown())).min(1).max(100);

/**
 * docs/contract/imports.md#products. The prices and benefits of a product that is there already stay as they are.
 */
export const products: KindRules = {
  nature: 'product',
  wants: () => {},
  draft(cells, context) {
    const name = cells.needed('name', 500);
    const prices = pricesOf(cells, context, name);
    const isArchived = cells.bool('is_archived');
    return {
      given: {
        ...given('name', name || null),
        ...given('description', cells.text('description')),
        ...given('metadata', cells.object('metadata', MetadataInput)),
        ...given('isArchived', isArchived),
      },
      defaults: {
        description: null,
        metadata: {},
        isArchived: false,
        isRecurring: prices.some(({ type }) => type === 'recurring'),
        createdAt: cells.time('created_at'),
        modifiedAt: cells.time('modified_at'),
      },
      prices: prices.map(rowOf),
      benefitIds: cells
        .names('benefits')
        .flatMap((description) => context.known.benefitByDescription(description) ?? []),
    };
  },
};

/** Of a new product the prices by the rules of those that are made by hand; reports those that break one. */
function pricesOf(cells: Cells, { currency }: Context, name: string): PriceCreate[] {
  const listed = cells.object('prices_json', Prices);
  const prices = listed ?? singlePrice(cells, currency);
  if (prices === null || name === '' || cells.errors.length > 0) return [];
  const parsed = ProductCreate.safeParse({ name, prices });
  if (parsed.success) return parsed.data.prices;
  for (const { path, message } of parsed.error.issues) {
    const column = path[0] === 'prices' ? columnOf(listed !== null, path.at(-1)) : 'name';
    cells.fail(column, 'invalid_price', message);
  }
  return [];
}

function columnOf(isListed: boolean, field: PropertyKey | undefined): string {
  if (isListed) return 'prices_json';
  return field === 'price_currency' || field === 'recurring_interval' ? field : 'price_amount';
}

function singlePrice(cells: Cells, currency: string): object[] | null {
  const amount = cells.int('price_amount', { max: 999_999_999_999 });
  const type = cells.oneOf('price_amount_type', ['free', 'fixed', 'custom']);
  const interval = cells.oneOf('recurring_interval', ['month', 'year']);
  const price_currency = cells.currency('price_currency') ?? currency;
  const kind = type ?? (amount === null || amount === 0 ? 'free' : 'fixed');
  const recurring = interval === null ? {} : { recurring_interval: interval };
  if (kind === 'free') return [{ ...recurring, amount_type: 'free' }];
  if (kind === 'custom') return [{ amount_type: 'custom', price_currency, preset_amount: amount }];
  if (amount === null) {
    cells.fail('price_amount', 'missing', 'A fixed price needs an amount.');
    return null;
  }
  return [{ ...recurring, amount_type: 'fixed', price_currency, price_amount: amount }];
}

/** A price as it is stored. */
function rowOf(price: PriceCreate, position: number) {
  const amounts: Partial<Record<string, unknown>> = price;
  return {
    position,
    type: price.type,
    amountType: price.amount_type,
    currency: amounts.price_currency,
    amount: amounts.price_amount ?? null,
    minimumAmount: amounts.minimum_amount ?? null,
    maximumAmount: amounts.maximum_amount ?? null,
    presetAmount: amounts.preset_amount ?? null,
    recurringInterval: amounts.recurring_interval ?? null,
    trialDays: amounts.trial_days ?? null,
    isArchived: false,
  };
}
