import { MetadataInput } from '@/lib/contract/fields';
import { DiscountCreate } from '@/lib/resources/discounts/schema';
import type { Cells } from '@/lib/resources/import-formats/kinds/cells';
import {
  type Context,
  given,
  type KindRules,
  type KnownProduct,
} from '@/lib/resources/import-formats/kinds/kind';

const FIELDS = [
  'name',
  'code',
  'type',
  'amount',
  'currency',
  'basis_points',
  'duration',
  'duration_in_months',
  'starts_at',
  'ends_at',
  'max_redemptions',
];

/** docs/contract/imports.md#discounts. What a discount takes off stays as it is once it is there. */
export const discounts: KindRules = {
  nature: 'discount',
  wants(cells, wanted) {
    for (const name of cells.names('products')) {
      wanted.products.add(name);
      wanted.productNames.add(name);
    }
  },
  natural: {
    name: 'code',
    valueOf: (cells) => cells.text('code', 300)?.trim().toLowerCase() ?? null,
    isAdopted: false,
    error: {
      column: 'code',
      code: 'code_taken',
      detail: 'Another discount already uses this code.',
    },
  },
  draft(cells, context) {
    const name = cells.needed('name', 500);
    const type = neededOf(cells, 'type', ['fixed', 'percentage']);
    const duration = neededOf(cells, 'duration', ['once', 'forever', 'repeating']);
    const startsAt = cells.time('starts_at');
    const endsAt = cells.time('ends_at');
    const maxRedemptions = cells.int('max_redemptions', { min: 1 });
    const redemptionsCount = cells.int('redemptions_count') ?? 0;
    const isFixed = type === 'fixed';
    const written = {
      name,
      code: cells.text('code', 300),
      type,
      amount: isFixed ? cells.int('amount', { min: 1, max: 999_999_999_999 }) : undefined,
      currency: isFixed ? (cells.currency('currency') ?? context.currency) : undefined,
      basis_points: isFixed ? undefined : cells.int('basis_points', { min: 1, max: 10_000 }),
      duration,
      duration_in_months:
        duration === 'repeating' ? cells.int('duration_in_months', { min: 1 }) : undefined,
      max_redemptions: maxRedemptions,
    };
    if (cells.errors.length === 0) report(cells, written);
    if (startsAt && endsAt && startsAt >= endsAt) {
      cells.fail('ends_at', 'invalid_time', 'The end must be after the start.');
    }
    if (maxRedemptions !== null && redemptionsCount > maxRedemptions) {
      const why = 'It was redeemed more often than it can be.';
      cells.fail('redemptions_count', 'invalid_number', why);
    }
    return {
      given: {
        ...given('name', name || null),
        ...given('code', written.code),
        ...given('startsAt', startsAt),
        ...given('endsAt', endsAt),
        ...given('maxRedemptions', maxRedemptions),
        ...given('metadata', cells.object('metadata', MetadataInput)),
      },
      defaults: {
        code: null,
        startsAt: null,
        endsAt: null,
        maxRedemptions: null,
        metadata: {},
        type,
        amount: written.amount ?? null,
        currency: written.currency ?? null,
        basisPoints: written.basis_points ?? null,
        duration,
        durationInMonths: written.duration_in_months ?? null,
        redemptionsCount,
        createdAt: cells.time('created_at'),
        modifiedAt: cells.time('modified_at'),
      },
      productIds: productsOf(cells, context).map(({ id }) => id),
    };
  },
  changes({ maxRedemptions, ...changes }, { redemptionsCount }) {
    const isLower = typeof maxRedemptions === 'number' && maxRedemptions < Number(redemptionsCount);
    return isLower || maxRedemptions === undefined ? changes : { ...changes, maxRedemptions };
  },
};

function neededOf<const Value extends string>(
  cells: Cells,
  name: string,
  values: readonly Value[],
): Value | null {
  if (cells.text(name) === null)
    return cells.fail(name, 'missing', 'This cell is empty, and is needed.');
  return cells.oneOf(name, values);
}

/** Reports what a discount that is made by hand may not be. */
function report(cells: Cells, written: object): void {
  const parsed = DiscountCreate.safeParse(written);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const column = FIELDS.find((name) => path.includes(name)) ?? 'name';
    cells.fail(column, 'invalid_discount', message);
  }
}

function productsOf(cells: Cells, { known }: Context): KnownProduct[] {
  return cells.names('products').flatMap((name) => {
    const found = known.product(name) ?? known.productByName(name);
    if (found && found !== 'ambiguous') return [found];
    const why = found ? `Several products are called ${name}.` : `There is no product ${name}.`;
    cells.fail('products', found ? 'ambiguous' : 'unknown_product', why);
    return [];
  });
}
