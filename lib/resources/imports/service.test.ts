import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { listCustomers } from '@/lib/resources/customers/contract';
import { undoImport } from '@/lib/resources/imports/contract';
import { listLicenseKeys, validateLicenseKey } from '@/lib/resources/license-keys/contract';
import { callApi, refusal } from '@/testing/call-api';
import { makeBenefit, makeCustomer, makeSeller, type Seller } from '@/testing/factories';
import { useTemporaryStorage } from '@/testing/files';
import { importAll, importFile, workImport } from '@/testing/imports';

let seller: Seller;
beforeAll(async () => {
  await useTemporaryStorage();
});
beforeEach(async () => {
  seller = await makeSeller();
});

const customers = () =>
  callApi(
    listCustomers,
    { query: { organization_id: [seller.organizationId], sorting: ['email'] } },
    { as: seller },
  );

describe('an import of customers', () => {
  const CSV = `\ufeffexternal_id,email,name,billing_address_country,metadata,created_at
c-1,ada@example.com,Ada,US,"{""plan"": ""pro""}",2024-02-03T04:05:06Z
c-2,bo@example.com,"Bo, ""the"" Buyer",,,
`;

  it('makes them, and says what it would do before', async () => {
    const body = { kind: 'customers', source: 'custom' } as const;
    const dry = await importFile(seller, CSV, { ...body, dry_run: true });
    expect(dry).toMatchObject({ status: 'ready', total: 2, done: 2, created: 2, errors: [] });
    expect((await customers()).items).toEqual([]);
    const done = await importFile(seller, CSV, body);
    expect(done).toMatchObject({ status: 'done', created: 2, updated: 0, skipped: 0, errors: [] });
    expect((await customers()).items).toMatchObject([
      {
        email: 'ada@example.com',
        name: 'Ada',
        external_id: 'c-1',
        metadata: { plan: 'pro' },
        created_at: '2024-02-03T04:05:06.000Z',
        billing_address: { country: 'US' },
      },
      { email: 'bo@example.com', name: 'Bo, "the" Buyer', external_id: 'c-2' },
    ]);
  });

  it('changes nothing the second time', async () => {
    const body = { kind: 'customers', source: 'custom' } as const;
    await importFile(seller, CSV, body);
    const before = await customers();
    expect(await importFile(seller, CSV, body)).toMatchObject({
      skipped: 2,
      created: 0,
      updated: 0,
    });
    expect(await customers()).toEqual(before);
  });

  it('lets a customer with the same email address adopt the row, and gives it back its values', async () => {
    const { id } = await makeCustomer(seller.organizationId, {
      email: 'ADA@example.com',
      name: 'Old',
    });
    const found = await importFile(seller, CSV, { kind: 'customers', source: 'custom' });
    expect(found).toMatchObject({ created: 1, updated: 1 });
    expect((await customers()).items[0]).toMatchObject({ id, name: 'Ada', external_id: 'c-1' });
    await callApi(undoImport, { params: { id: found.id } }, { as: seller });
    expect(await workImport(seller, found.id)).toMatchObject({ status: 'undone', kept: 0 });
    expect((await customers()).items).toMatchObject([
      { id, name: 'Old', email: 'ADA@example.com', external_id: null, modified_at: null },
    ]);
    const left = await db(null).externalId.count({
      where: { organizationId: seller.organizationId },
    });
    expect(left).toBe(0);
    const failure = await refusal(undoImport, { params: { id: found.id } }, { as: seller });
    expect(failure.status).toBe(409);
  });
});

describe('an import of license keys', () => {
  it('keeps their values, limits and activations, and they validate at once', async () => {
    const benefit = await makeBenefit(seller.organizationId, { type: 'license_keys' });
    await makeCustomer(seller.organizationId, { email: 'ada@example.com' });
    const key = '3f1c8f0e-1b1a-4b7e-9c5d-2a6f7e8d9c0b';
    const row = {
      external_id: '77',
      key,
      customer_email: 'ada@example.com',
      limit_activations: 3,
      activations: '[{"label": "Laptop"}]',
      expires_at: '2099-01-01',
    };
    const done = await importAll(seller, {
      kind: 'license_keys',
      source: 'custom',
      rows: [row, { ...row, external_id: '78', key: 'abc' }, row],
    });
    expect(done.errors).toMatchObject([
      { row: 2, column: 'key', code: 'weak_key' },
      { row: 3, column: 'external_id', code: 'duplicate' },
    ]);
    expect(done).toMatchObject({ status: 'done', total: 3, done: 3, created: 1 });
    const { items } = await callApi(
      listLicenseKeys,
      { query: { organization_id: [seller.organizationId] } },
      { as: seller },
    );
    expect(items).toMatchObject([
      {
        key,
        external_id: '77',
        benefit_id: benefit.id,
        activations_count: 1,
        limit_activations: 3,
      },
    ]);
    const body = { key, organization_id: seller.organizationId };
    expect(await callApi(validateLicenseKey, { body })).toMatchObject({ id: items[0]?.id });
  });
});
