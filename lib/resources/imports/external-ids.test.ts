import { beforeAll, expect, it } from 'vitest';
import { listCustomers } from '@/lib/resources/customers/contract';
import { listDiscounts } from '@/lib/resources/discounts/contract';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { listProducts } from '@/lib/resources/products/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { callApi } from '@/testing/call-api';
import { makeBenefit, makeSeller, type Seller } from '@/testing/factories';
import { importAll } from '@/testing/imports';

const KEY = '80e15db5-c796-436b-850c-8f9c98a48abe';
const KEY_PROPERTIES = { prefix: null, expires: null, activations: null, limit_usage: null };
const LISTS = {
  customers: listCustomers,
  products: listProducts,
  discounts: listDiscounts,
  subscriptions: listSubscriptions,
  orders: listOrders,
  license_keys: listLicenseKeys,
} as const;
type Kind = keyof typeof LISTS;
const KINDS = Object.keys(LISTS) as Kind[];

const of = { customer_id: 'one', product_id: 'one' };
const at = '2099-01-01T00:00:00Z';
const ROWS: Record<Kind, Record<string, string | number>> = {
  customers: { email: 'ada@example.com' },
  products: { name: 'Plan', price_amount: 900, recurring_interval: 'month' },
  discounts: { name: 'Spring', type: 'percentage', basis_points: 1000, duration: 'once' },
  subscriptions: { ...of, status: 'active', recurring_interval: 'month', current_period_end: at },
  orders: { ...of, amount: 900, created_at: '2024-01-01' },
  license_keys: { customer_id: 'one', key: KEY },
};
/** What of a second object of a kind is different. */
const OTHERS: Partial<Record<Kind, Record<string, string>>> = {
  customers: { email: 'bo@example.com' },
  license_keys: { key: `${KEY}-2` },
};

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
  await makeBenefit(seller.organizationId, { type: 'license_keys', properties: KEY_PROPERTIES });
  const other = await makeSeller();
  await makeBenefit(other.organizationId, { type: 'license_keys', properties: KEY_PROPERTIES });
  for (const as of [other, seller]) {
    for (const kind of KINDS) {
      const rows = [
        { ...ROWS[kind], external_id: 'one' },
        { ...ROWS[kind], ...OTHERS[kind], external_id: 'two' },
      ];
      const done = await importAll(as, { kind, source: 'custom', rows });
      expect(done, kind).toMatchObject({ created: 2, errors: [] });
    }
  }
});

const named = async (kind: Kind, ...external_id: string[]) => {
  const query = { organization_id: [seller.organizationId], external_id };
  const page = await callApi(LISTS[kind] as typeof listCustomers, { query }, { as: seller });
  expect(page.pagination.total_count).toBe(page.items.length);
  return page.items.map((item) => item.external_id).sort();
};

it.each(KINDS)('filters the list of %s', async (kind) => {
  expect(await named(kind, 'one')).toEqual(['one']);
  expect(await named(kind, 'one', 'two')).toEqual(['one', 'two']);
  expect(await named(kind, 'One')).toEqual([]);
});

it('finds a customer by each that it has', async () => {
  const rows = [{ email: 'ADA@example.com', external_id: 'elsewhere' }];
  const done = await importAll(seller, { kind: 'customers', source: 'custom', rows });
  expect(done).toMatchObject({ updated: 1, errors: [] });
  expect(await named('customers', 'elsewhere')).toEqual(['one']);
  expect(await named('customers', 'one')).toEqual(['one']);
  expect(await named('products', 'elsewhere')).toEqual([]);
});
