import { beforeAll, expect, it } from 'vitest';
import { db, disconnect } from '@/lib/database/connection/client';
import { contracts } from '@/lib/resources/registry';
import { sendRaw } from '@/testing/call-api';
import { fillTenant, type Tenant } from '@/testing/tenant';
import { actorOf, paramsOf, queryOf } from '@/testing/tenant-requests';

// Reads write nothing: each is answered by a database that refuses to.

let tenant: Tenant;
beforeAll(async () => {
  tenant = await fillTenant('readtenant');
  const { id } = tenant.openCheckout;
  const { organizationId } = tenant.seller;
  await db(null).checkout.updateMany({
    where: { organizationId, status: 'open', id: { not: id } },
    data: { expiresAt: new Date(0) },
  });
  const [{ name } = { name: '' }] = await db(null).$queryRaw<{ name: string }[]>`
    SELECT current_database() AS name`;
  await db(null).$executeRawUnsafe(
    `ALTER DATABASE "${name}" SET default_transaction_read_only = on`,
  );
  // What connects from now on reads only.
  await disconnect();
});

it('is a database that refuses writes', async () => {
  const write = db(null).organization.updateMany({ data: { name: 'Changed' } });
  await expect(write).rejects.toThrow(/read-only/);
});

const reads = contracts.filter(({ method }) => method === 'GET');

it.each(reads)('$id writes nothing', async (operation) => {
  const params = paramsOf(tenant)[operation.path];
  const search = new URLSearchParams(queryOf(operation, tenant)).toString();
  const response = await sendRaw(
    operation,
    { search, ...(params ? { params } : {}) },
    { as: actorOf(operation, tenant), headers: { 'x-client-ip': '203.0.113.9' } },
  );
  expect(response.status, (await response.text()).slice(0, 500)).toBe(operation.status);
});

it.each([['open'], ['expired']])(
  'a list and its export by the status %s write nothing',
  async (status) => {
    for (const path of ['/v1/checkouts/custom/', '/v1/checkouts/custom/export']) {
      const operation = reads.find((one) => one.path === path);
      if (!operation) throw new Error(`No operation reads ${path}`);
      const response = await sendRaw(
        operation,
        { search: `status=${status}` },
        { as: tenant.seller },
      );
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text.includes(tenant.openCheckout.id)).toBe(status === 'open');
    }
  },
);
