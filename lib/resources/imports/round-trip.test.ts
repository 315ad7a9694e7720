import { beforeAll, expect, it } from 'vitest';
import { createCustomer, exportCustomers } from '@/lib/resources/customers/contract';
import { createDiscount, exportDiscounts } from '@/lib/resources/discounts/contract';
import type { ImportKind } from '@/lib/resources/import-formats/schema';
import { activateLicenseKey, exportLicenseKeys } from '@/lib/resources/license-keys/contract';
import { exportOrders } from '@/lib/resources/orders/contract';
import { exportProducts, updateProductBenefits } from '@/lib/resources/products/contract';
import { exportSubscriptions } from '@/lib/resources/subscriptions/contract';
import { callApi, sendRaw } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { useTemporaryStorage } from '@/testing/files';
import { importFile } from '@/testing/imports';
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

const EXPORTS = {
  customers: exportCustomers,
  products: exportProducts,
  discounts: exportDiscounts,
  subscriptions: exportSubscriptions,
  license_keys: exportLicenseKeys,
  orders: exportOrders,
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
  await callApi(
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
  await confirm(await makeCheckout(seller, once.id), {
    ...buyer(),
    customer_email: 'bo@example.com',
  });
  const [key] = await callApi(exportLicenseKeys, {}, options);
  const { organizationId: organization_id } = seller;
  await callApi(activateLicenseKey, { body: { organization_id, key: key?.key ?? '', label: 'A' } });
});

async function csvOf(as: Seller, kind: ImportKind): Promise<string> {
  const search = `?organization_id=${as.organizationId}&timezone=UTC`.replace('&timezone=UTC', '');
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

it('our own exports make equal lists in another organization', async () => {
  const other = await makeSeller();
  await makeKeyBenefit(other, ACTIVATIONS);
  for (const kind of KINDS) {
    const done = await importFile(other, await csvOf(seller, kind), { kind, source: 'tilldesk' });
    expect(done.errors, kind).toEqual([]);
  }
  /** What lists print, without what is of one organization alone, and the rows by what they are called. */
  const comparable = async (as: Seller, kind: ImportKind) => {
    const rows = await rowsOf(as, kind);
    const plain = rows.map((row) => {
      const { id, external_id, ...others } = row;
      const fields = Object.entries(others).filter(
        ([name, value]) =>
          !/(?:^|_)id$|avatar_url|organization|modified_at|invoice_number|is_imported|is_held|import_hold|checkout|payment_method|activations_count|email_verified|prices?$|benefits|lines|canceled_at|active_subscriptions/.test(
            name,
          ) &&
          (typeof value !== 'object' ||
            value === null ||
            name === 'metadata' ||
            name === 'billing_address' ||
            name === 'tax_id'),
      );
      return { called: external_id ?? id, ...Object.fromEntries(fields) };
    });
    return plain.sort((one, two) => String(one.called).localeCompare(String(two.called)));
  };
  for (const kind of KINDS) {
    expect(await comparable(other, kind), kind).toEqual(await comparable(seller, kind));
  }
  const [products] = [await rowsOf(other, 'products'), await rowsOf(seller, 'products')];
  const plan = products.find(({ name }) => String(name).startsWith('Plan')) as {
    prices: { price_amount: number }[];
    benefits: object[];
  };
  expect(plan.prices.map(({ price_amount }) => price_amount)).toEqual([1500, 15_000]);
  expect(plan.benefits).toHaveLength(1);
  // Each key is the one of its purchase: none was made beside it.
  expect(await rowsOf(other, 'license_keys')).toHaveLength(2);
});
