import { beforeAll, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { listBenefits } from '@/lib/resources/benefits/contract';
import { createCustomer, exportCustomers } from '@/lib/resources/customers/contract';
import { createDiscount, exportDiscounts } from '@/lib/resources/discounts/contract';
import type { ImportKind } from '@/lib/resources/import-formats/schema';
import {
  activateLicenseKey,
  exportLicenseKeys,
  transferLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { exportOrders } from '@/lib/resources/orders/contract';
import { exportProducts, updateProductBenefits } from '@/lib/resources/products/contract';
import { exportSubscriptions, updateSubscription } from '@/lib/resources/subscriptions/contract';
import { callApi, sendRaw } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { useTemporaryStorage } from '@/testing/files';
import { importAll, importFile } from '@/testing/imports';
import {
  buyer,
  confirm,
  fixed,
  makeCheckout,
  makeKeyBenefit,
  makeProduct,
  monthly,
  yearly,
} from '@/testing/shop';

// @module-tag soak

const EXPORTS = {
  customers: exportCustomers,
  products: exportProducts,
  discounts: exportDiscounts,
  subscriptions: exportSubscriptions,
  orders: exportOrders,
  license_keys: exportLicenseKeys,
} as const;
const KINDS = Object.keys(EXPORTS) as ImportKind[];

const ACTIVATIONS = { activations: { limit: 3, enable_customer_admin: true } };

let seller: Seller;
beforeAll(async () => {
  await useTemporaryStorage();
  seller = await makeSeller();
  const options = { as: seller };
  const benefit = await makeKeyBenefit(seller, ACTIVATIONS);
  const plan = await makeProduct(seller, [...(monthly() ?? []), ...(yearly(15_000) ?? [])], {
    name: 'Plan, "the" big one',
    description: '=1+1',
    metadata: { shelf: 'top' },
  });
  const once = await makeProduct(seller, fixed(), { name: 'Once' });
  for (const { id } of [plan, once]) {
    await callApi(
      updateProductBenefits,
      { params: { id }, body: { benefits: [benefit.id] } },
      options,
    );
  }
  const kim = await callApi(
    createCustomer,
    {
      body: {
        email: 'kim@example.com',
        name: '-Kim, with "quotes"\nand lines',
        billing_address: { country: 'DE', line1: '=Weg 1', city: 'Köln' },
        tax_id: ['DE123456788', 'eu_vat'],
        metadata: { source: 'x', count: 2 },
      },
    },
    options,
  );
  const discount = await callApi(
    createDiscount,
    {
      body: {
        type: 'percentage',
        basis_points: 2500,
        duration: 'repeating',
        duration_in_months: 3,
        name: 'Spring',
        code: 'SPRING',
        products: [plan.id],
        max_redemptions: 9,
      },
    },
    options,
  );
  await confirm(await makeCheckout(seller, plan.id, { discount_id: discount.id }), {
    ...buyer(),
    customer_email: 'bo@example.com',
  });
  const [subscription] = await callApi(exportSubscriptions, {}, options);
  await callApi(
    updateSubscription,
    { params: { id: subscription?.id ?? '' }, body: { cancel_at_period_end: true } },
    options,
  );
  await confirm(await makeCheckout(seller, once.id), {
    ...buyer(),
    customer_email: 'bo@example.com',
  });
  const [key, given] = await callApi(exportLicenseKeys, {}, options);
  const { organizationId: organization_id } = seller;
  const device = {
    label: 'A "laptop"',
    conditions: { edition: 'pro', major: 3 },
    meta: { os: 'Haiku, R1' },
  };
  for (const label of [device.label, 'B']) {
    const body = { organization_id, key: key?.key ?? '', ...device, label };
    await callApi(activateLicenseKey, { body });
  }
  // Goes on ending with what somebody else bought.
  const transfer = { params: { id: given?.id ?? '' }, body: { customer_id: kim.id } };
  await callApi(transferLicenseKey, transfer, options);
  await importElsewhere();
});

/** What came from elsewhere, and is called by its names there. */
async function importElsewhere() {
  const sub = { customer_id: 'c-9', product_id: 'p-9', recurring_interval: 'month', amount: 900 };
  const rows = {
    customers: [{ external_id: 'c-9', email: 'ida@example.com', name: 'Ida' }],
    products: [
      {
        external_id: 'p-9',
        name: 'From elsewhere',
        price_amount: 900,
        recurring_interval: 'month',
        benefits: 'License key',
      },
    ],
    discounts: [
      { external_id: 'd-9', name: 'Old', type: 'fixed', amount: 100, duration: 'forever' },
    ],
    subscriptions: [
      {
        ...sub,
        external_id: 'sub-9',
        status: 'active',
        order_id: 'o-9',
        started_at: '2024-01-31T10:00:00Z',
        current_period_end: '2099-02-28T10:00:00Z',
      },
      {
        ...sub,
        external_id: 'sub-10',
        status: 'active',
        current_period_end: '2099-03-01T10:00:00Z',
        started_at: '2024-03-01T10:00:00Z',
        cancel_at_period_end: 'true',
      },
      {
        ...sub,
        external_id: 'sub-11',
        status: 'canceled',
        current_period_end: '2024-03-01T10:00:00Z',
        ended_at: '2024-02-20T10:00:00Z',
      },
    ],
    license_keys: [
      {
        external_id: 'k-9',
        key: 'b1946ac9-2ad0-4f4c-8f65-5a1dd1a3a1a9',
        order_id: 'o-9',
        activations: '[{"label": "Server", "conditions": {"rack": 4}}]',
        limit_activations: 4,
      },
    ],
    orders: [
      {
        external_id: 'o-9',
        subscription_id: 'sub-9',
        created_at: '2024-01-31T10:00:00Z',
        amount: 800,
        tax_amount: 70,
        discount_amount: 100,
        refunded_amount: 10,
        billing_reason: 'subscription_create',
      },
    ],
  };
  for (const kind of KINDS) {
    const done = await importAll(seller, { kind, source: 'custom', rows: rows[kind] });
    expect(done, kind).toMatchObject({ errors: [], status: 'done' });
  }
}

async function csvOf(as: Seller, kind: ImportKind): Promise<string> {
  const search = `?organization_id=${as.organizationId}`;
  const response = await sendRaw(
    EXPORTS[kind],
    { search },
    { as, headers: { Accept: 'text/csv' } },
  );
  return response.text();
}

const rowsOf = async (as: Seller, kind: ImportKind) => {
  const query = { organization_id: [as.organizationId] };
  const rows = await callApi(EXPORTS[kind] as typeof exportCustomers, { query }, { as });
  return JSON.parse(JSON.stringify(rows)) as Record<string, unknown>[];
};

it('our own exports change nothing where they come from', async () => {
  for (const kind of KINDS) {
    const before = await rowsOf(seller, kind);
    expect(before.length, kind).toBeGreaterThan(0);
    for (const dry_run of [true, false]) {
      const done = await importFile(seller, await csvOf(seller, kind), {
        kind,
        source: 'tilldesk',
        dry_run,
      });
      expect(done.errors, kind).toEqual([]);
      expect(done, kind).toMatchObject({ created: 0, updated: 0, skipped: before.length });
    }
    expect(await rowsOf(seller, kind), kind).toEqual(before);
  }
});

/** What is of one organization alone, or follows from its being imported. */
const OWN = new Set([
  'organization_id',
  'modified_at',
  'invoice_number',
  'is_imported',
  'is_held',
  'import_hold',
  'checkout_id',
  'payment_method',
  'external_id',
]);

/** The rows of a list by what they are called, with the names of objects in place of their ids. */
async function comparable(as: Seller, kind: ImportKind) {
  const names = new Map<string, string>();
  for (const one of KINDS) {
    for (const row of await rowsOf(as, one)) {
      names.set(String(row.id), `${one} ${row.external_id ?? row.id}`);
    }
  }
  const { items: benefits } = await callApi(listBenefits, {}, { as });
  for (const { id, description } of benefits) names.set(id, `benefit ${description}`);
  const organization = { where: { organizationId: as.organizationId } };
  for (const { id, productId, amount, recurringInterval } of await db(null).price.findMany(
    organization,
  )) {
    names.set(id, `price ${names.get(productId)} ${amount} ${recurringInterval}`);
  }
  const named = (value: unknown): unknown => {
    if (typeof value === 'string') return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== 'object' || value === null) return value;
    // What an order was for is told in its own words, which an export has not.
    if ('period_start' in value && 'amount' in value) return value.amount;
    // A benefit is the one that was there, a price one that was made for the import.
    const isPart = 'amount_type' in value || 'selectable' in value;
    const fields = Object.entries(value).filter(
      ([name]) => !OWN.has(name) && !(isPart && name === 'created_at'),
    );
    return Object.fromEntries(fields.map(([name, own]) => [name, named(own)]));
  };
  const rows = (await rowsOf(as, kind)).map((row) => named(row) as { id: string });
  return rows.sort((one, two) => (one.id < two.id ? -1 : 1));
}

it('our own exports make equal lists in another organization', async () => {
  const other = await makeSeller();
  await makeKeyBenefit(other, ACTIVATIONS);
  for (const kind of KINDS) {
    const done = await importFile(other, await csvOf(seller, kind), { kind, source: 'tilldesk' });
    expect(done.errors, kind).toEqual([]);
    const again = await importFile(other, await csvOf(seller, kind), { kind, source: 'tilldesk' });
    expect(again, kind).toMatchObject({ created: 0, updated: 0, errors: [] });
  }
  for (const kind of KINDS) {
    expect(await comparable(other, kind), kind).toEqual(await comparable(seller, kind));
  }
  const keys = await comparable(other, 'license_keys');
  const transferred = (await rowsOf(seller, 'license_keys')).find(
    ({ transferred_at }) => transferred_at !== null,
  );
  expect(transferred?.order_id).toEqual(expect.any(String));
  // Each key is the one of its purchase: none was made beside it.
  expect(keys).toHaveLength(4);
});
