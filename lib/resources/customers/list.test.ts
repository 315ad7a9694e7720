import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { ContractOutput } from '@/lib/contract/contract';
import { createCustomer, listCustomers, updateCustomer } from '@/lib/resources/customers/contract';
import { CUSTOMER_SORTS } from '@/lib/resources/customers/schema';
import { callApi } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { runs } from '@/testing/soak';

// The list against a plain model in memory: same rows, same order, same totals.

type Customer = ContractOutput<typeof createCustomer>;
type Criterion = 'created_at' | 'email' | 'name';

const NAMES = [
  'Ada',
  'ada',
  'Bo_b',
  'Bo%b',
  'Zoe',
  '山田',
  '€uro',
  'a b',
  null,
  null,
  'Zoë',
  "O'Hara",
];

let seller: Seller;
let stranger: Seller;
let customers: Customer[];

beforeAll(async () => {
  [seller, stranger] = await Promise.all([makeSeller(), makeSeller()]);
  customers = await Promise.all(
    NAMES.map(async (name, index) => {
      const email = `${index % 2 ? 'Person' : 'person'}${(index * 7) % NAMES.length}@example.com`;
      await callApi(createCustomer, { body: { email, name } }, { as: stranger });
      return callApi(createCustomer, { body: { email, name } }, { as: seller });
    }),
  );
  const [changed] = customers;
  if (!changed) throw new Error('There are no customers');
  const body = { email: 'aaa@example.com' };
  customers[0] = await callApi(
    updateCustomer,
    { params: { id: changed.id }, body },
    { as: seller },
  );
});

const fold = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function compare(a: Customer, b: Customer, criterion: Criterion | `-${Criterion}`): number {
  const [x, y] = [a, b].map((customer) => customer[criterion.replace('-', '') as Criterion]);
  if (x == null || y == null) return Number(x == null) - Number(y == null);
  const order = Buffer.compare(Buffer.from(fold(x)), Buffer.from(fold(y)));
  return criterion.startsWith('-') ? -order : order;
}

const criterion = fc.constantFrom(
  ...CUSTOMER_SORTS.flatMap((sort): (Criterion | `-${Criterion}`)[] => [sort, `-${sort}`]),
);

test('pages are slices of the sorted rows, with true totals', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(criterion, { maxLength: 3 }),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(1, 3, 5, 100, 1000),
      fc.constantFrom('', 'person', 'ADA', 'b', '_', '%', '@example', 'zoë', '山'),
      async (sorting, page, limit, text) => {
        const query = { page, limit, sorting, ...(text ? { query: text } : {}) };
        const { items, pagination } = await callApi(listCustomers, { query }, { as: seller });
        const criteria = sorting.length > 0 ? sorting : (['-created_at'] as const);
        const expected = customers
          .filter(({ name, email }) =>
            [name ?? '', email].some((value) => fold(value).includes(fold(text))),
          )
          .sort((a, b) => {
            for (const criterion of criteria) {
              const order = compare(a, b, criterion);
              if (order !== 0) return order;
            }
            return a.id < b.id ? -1 : 1;
          });
        const size = Math.min(limit, 100);
        expect(items).toEqual(expected.slice((page - 1) * size, page * size));
        expect(pagination).toEqual({
          total_count: expected.length,
          max_page: Math.ceil(expected.length / size),
        });
      },
    ),
    { numRuns: runs(60) },
  );
});

test('the window holds who was created from its start to before its end', async () => {
  const times = customers.map(({ created_at }) => created_at).sort();
  const created_after = times[2] ?? '';
  const created_before = times[8] ?? '';
  const { items } = await callApi(
    listCustomers,
    { query: { limit: 100, created_after, created_before } },
    { as: seller },
  );
  const expected = customers.filter(
    ({ created_at }) => created_at >= created_after && created_at < created_before,
  );
  expect(items.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
});

test('a customer is found by id, and nobody of another organization', async () => {
  const [first] = customers;
  const find = async (query: object) => {
    const { items } = await callApi(listCustomers, { query }, { as: seller });
    return items.map(({ id }) => id);
  };
  expect(await find({ query: first?.id })).toEqual([first?.id]);
  expect(await find({ organization_id: [stranger.organizationId] })).toEqual([]);
  expect(await find({ organization_id: [seller.organizationId], query: 'aaa@' })).toEqual([
    first?.id,
  ]);
});
