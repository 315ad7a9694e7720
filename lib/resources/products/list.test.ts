import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import { exportProducts, listProducts } from '@/lib/resources/products/contract';
import { priceColumns } from '@/lib/resources/products/rules';
import { PRODUCT_SORTS, type PriceCreate, type ProductSort } from '@/lib/resources/products/schema';
import { newId } from '@/lib/runtime/ids';
import { callApi, places, refusal, sendRaw } from '@/testing/call-api';
import { makeOrganization, makeSeller, type Seller } from '@/testing/factories';
import { makeProduct, monthly, yearly } from '@/testing/shop';
import { runs } from '@/testing/soak';

/** A product as the model knows it. */
interface Modelled {
  id: string;
  organizationId: string;
  createdAt: Date;
  name: string;
  isArchived: boolean;
  isRecurring: boolean;
  benefits: string[];
  price: { type: string; amountType: string; amount: number | null };
}

const PRICES: PriceCreate[] = [
  { type: 'one_time', amount_type: 'free' },
  { type: 'one_time', amount_type: 'fixed', price_currency: 'usd', price_amount: 500 },
  { type: 'one_time', amount_type: 'fixed', price_currency: 'usd', price_amount: 900 },
  { type: 'one_time', amount_type: 'custom', price_currency: 'usd' },
  { type: 'recurring', amount_type: 'free', recurring_interval: 'month' },
  {
    type: 'recurring',
    amount_type: 'fixed',
    price_currency: 'usd',
    price_amount: 900,
    recurring_interval: 'year',
  },
];
const NAMES = [
  'atlas',
  'Atlas',
  'a 100% guide',
  'a 100 page guide',
  'Zine_1',
  'zine-1',
  'B',
  'b c',
];
const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03'] as const;

let seller: Seller;
let benefitIds: string[];
let organizationIds: string[];
let all: Modelled[];

beforeAll(async () => {
  seller = await makeSeller();
  const second = await makeOrganization(seller.userId);
  const stranger = await makeSeller();
  organizationIds = [seller.organizationId, second.id];
  benefitIds = [newId(), newId()];
  const benefit = { type: 'custom', description: 'Thanks', properties: { note: null } } as const;
  await db(null).benefit.createMany({
    data: benefitIds.map((id) => ({ ...benefit, id, organizationId: seller.organizationId })),
  });
  all = [...Array(40).keys()].map((index) => {
    const columns = priceColumns(PRICES[(index * 5) % PRICES.length] as PriceCreate, 'usd');
    return {
      id: newId(),
      organizationId: organizationIds[index % 3 === 0 ? 1 : 0] ?? '',
      createdAt: new Date(`${DAYS[index % 3]}T00:00:00.000Z`),
      name: NAMES[(index * 3) % NAMES.length] ?? '',
      isArchived: index % 4 === 0,
      isRecurring: columns.type === 'recurring',
      benefits: benefitIds.filter((_, at) => index % (at + 3) === 0),
      price: columns,
    };
  });
  await write(all);
  await write([
    { ...(all[0] as Modelled), id: newId(), organizationId: stranger.organizationId, benefits: [] },
  ]);
});

async function write(products: Modelled[]) {
  await db(null).product.createMany({
    data: products.map(({ benefits: _, price: __, ...row }) => row),
  });
  await db(null).price.createMany({
    data: products.flatMap(({ id: productId, organizationId, price, isRecurring }) => {
      const common = { organizationId, productId, ...price } as ReturnType<typeof priceColumns> & {
        organizationId: string;
        productId: string;
      };
      // An archived price in front decides nothing; with a fixed one behind, the first one counts.
      return [
        { ...common, id: newId(), position: 0, isArchived: true },
        { ...common, id: newId(), position: 1 },
        ...(isRecurring && price.amountType === 'fixed'
          ? [{ ...common, id: newId(), position: 2, amount: 60 }]
          : []),
      ];
    }),
  });
  await db(null).productBenefit.createMany({
    data: products.flatMap(({ id: productId, organizationId, benefits }) =>
      benefits.map((benefitId, position) => ({ organizationId, productId, benefitId, position })),
    ),
  });
}

const KEYS: Record<ProductSort, (product: Modelled) => string | number | null> = {
  created_at: ({ createdAt }) => createdAt.getTime(),
  name: ({ name }) => name.toLowerCase(),
  price_type: ({ price }) => price.type,
  price_amount_type: ({ price }) => price.amountType,
  price_amount: ({ price }) => price.amount,
};

type Query = NonNullable<ContractInput<typeof listProducts>['query']>;

/** The list as the contract describes it, over plain objects. */
function expected(query: Query) {
  const { page = 1, limit = 10, sorting = ['-created_at'] } = query;
  const hits = all.filter(
    (product) =>
      (query.organization_id?.includes(product.organizationId) ?? true) &&
      (query.is_archived === undefined || product.isArchived === query.is_archived) &&
      (query.is_recurring === undefined || product.isRecurring === query.is_recurring) &&
      (!query.benefit_id?.length ||
        product.benefits.some((id) => query.benefit_id?.includes(id))) &&
      product.name.toLowerCase().includes((query.query ?? '').trim().toLowerCase()) &&
      (query.created_after === undefined || product.createdAt >= new Date(query.created_after)) &&
      (query.created_before === undefined || product.createdAt < new Date(query.created_before)),
  );
  const sorted = hits.sort((a, b) => {
    for (const criterion of sorting) {
      const key = KEYS[criterion.replace(/^-/, '') as ProductSort];
      const [x, y] = [key(a), key(b)];
      if (x === y) continue;
      if (x === null) return 1;
      if (y === null) return -1;
      return x < y === criterion.startsWith('-') ? 1 : -1;
    }
    return a.id < b.id ? -1 : 1;
  });
  return {
    ids: sorted.slice((+page - 1) * +limit, +page * +limit).map(({ id }) => id),
    pagination: { total_count: hits.length, max_page: Math.ceil(hits.length / +limit) },
  };
}

const criterion = fc.constantFrom(...PRODUCT_SORTS.flatMap((sort) => [sort, `-${sort}`] as const));
const moment = fc.constantFrom(...DAYS).map((day) => `${day}T00:00:00.000Z`);
const queries = () =>
  fc.record(
    {
      page: fc.integer({ min: 1, max: 6 }),
      limit: fc.integer({ min: 1, max: 15 }),
      sorting: fc.array(criterion, { minLength: 1, maxLength: 3 }),
      organization_id: fc.subarray(organizationIds, { minLength: 1 }),
      is_archived: fc.boolean(),
      is_recurring: fc.boolean(),
      benefit_id: fc.subarray(benefitIds),
      query: fc.constantFrom('', 'ATLAS', '100%', '_1', ' guide ', 'nothing'),
      created_after: moment,
      created_before: moment,
    },
    { requiredKeys: [] },
  );

describe('the list of products', () => {
  it('is what a plain model says, for every page, sorting and filter', async () => {
    await fc.assert(
      fc.asyncProperty(queries(), async (query) => {
        const { items, pagination } = await callApi(listProducts, { query }, { as: seller });
        expect({ ids: items.map(({ id }) => id), pagination }).toEqual(expected(query));
      }),
      { numRuns: runs(80) },
    );
  });

  it('finds a product by its whole id', async () => {
    const { id } = all[7] as Modelled;
    const { items } = await callApi(listProducts, { query: { query: id } }, { as: seller });
    expect(items.map((item) => item.id)).toEqual([id]);
  });

  it('refuses an unknown criterion', async () => {
    const sorting = ['price'] as unknown as ProductSort[];
    const failure = await refusal(listProducts, { query: { sorting } }, { as: seller });
    expect(places(failure)).toEqual(['query.sorting']);
  });
});

it('is exported with every price in words', async () => {
  const as = await makeSeller();
  await makeProduct(as, [...(monthly(800) ?? []), ...(yearly(8000) ?? [])]);
  const headers = { Accept: 'text/csv' };
  const response = await sendRaw(exportProducts, {}, { as, headers });
  const [head = '', row = ''] = (await response.text()).trim().split('\r\n');
  const place = head.split(',').indexOf('prices');
  expect(row.split(',')[place]).toBe('$8.00 / month; $80.00 / year');
});
