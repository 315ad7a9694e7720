import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { callApi, places, refusal } from '@/testing/call-api';
import {
  makeBenefit,
  makeCustomer,
  makeLicenseKey,
  makeSeller,
  type Seller,
} from '@/testing/factories';
import type { Key } from '@/testing/license-keys';
import { runs } from '@/testing/soak';

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});

describe('the list of keys', () => {
  const list = (
    as: Seller,
    query: NonNullable<ContractInput<typeof listLicenseKeys>['query']> = {},
  ) => callApi(listLicenseKeys, { query }, { as });

  it('is oldest first, and as a plain model says for every page, sorting and filter', async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    const customers = await Promise.all([
      makeCustomer(organizationId),
      makeCustomer(organizationId),
    ]);
    const type = 'license_keys' as const;
    const properties = { prefix: null, expires: null, activations: null, limit_usage: null };
    const benefits = await Promise.all([
      makeBenefit(organizationId, { type, properties }),
      makeBenefit(organizationId, { type, properties }),
    ]);
    const statuses = ['granted', 'revoked', 'disabled'] as const;
    const rows = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        makeLicenseKey(organizationId, {
          customerId: customers[index % 2]?.id as string,
          benefitId: benefits[Math.floor(index / 3) % 2]?.id as string,
          status: statuses[index % 3] as (typeof statuses)[number],
          createdAt: new Date(LONG_AGO.getTime() + Math.floor(index / 2) * 1000),
        }),
      ),
    );
    const some = <T>(values: T[]) => fc.subarray(values);
    const sort = fc.constantFrom('created_at', '-created_at', 'status', '-status');
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          sorting: fc.array(sort, { maxLength: 2 }),
          status: some([...statuses]),
          customer_id: some(customers.map(({ id }) => id)),
          benefit_id: some(benefits.map(({ id }) => id)),
          key: some(rows.slice(0, 3).map(({ key }) => key)),
          page: fc.integer({ min: 1, max: 4 }),
          limit: fc.integer({ min: 1, max: 6 }),
          created_after: fc.constantFrom(undefined, '2020-01-01T00:00:02Z'),
          created_before: fc.constantFrom(undefined, '2020-01-01T00:00:05Z'),
        }),
        async ({ created_after, created_before, ...query }) => {
          const criteria = query.sorting.length > 0 ? query.sorting : ['created_at'];
          const rank = (row: Key, criterion: string) =>
            (criterion.endsWith('status')
              ? statuses.indexOf(row.status)
              : row.createdAt.getTime()) * (criterion.startsWith('-') ? -1 : 1);
          const isIn = (values: string[], value: string) =>
            values.length === 0 || values.includes(value);
          const expected = rows
            .filter(
              (row) =>
                isIn(query.status, row.status) &&
                isIn(query.customer_id, row.customerId) &&
                isIn(query.benefit_id, row.benefitId) &&
                isIn(query.key, row.key) &&
                (!created_after || row.createdAt >= new Date(created_after)) &&
                (!created_before || row.createdAt < new Date(created_before)),
            )
            .sort(
              (a, b) =>
                criteria.reduce((sum, by) => sum || rank(a, by) - rank(b, by), 0) ||
                (a.id < b.id ? -1 : 1),
            );
          const { items, pagination } = await list(as, {
            ...query,
            sorting: query.sorting as never,
            ...(created_after ? { created_after } : {}),
            ...(created_before ? { created_before } : {}),
          });
          expect(pagination).toEqual({
            total_count: expected.length,
            max_page: Math.ceil(expected.length / query.limit),
          });
          const start = (query.page - 1) * query.limit;
          expect(items.map(({ id }) => id)).toEqual(
            expected.slice(start, start + query.limit).map(({ id }) => id),
          );
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('finds a key by what a person would type', async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    const { id: customerId } = await makeCustomer(organizationId, {
      email: 'Ann.Miller@example.com',
      name: 'Ännchen 100%',
    });
    const key = await makeLicenseKey(organizationId, { customerId, key: 'ACME-ZYXWVU' });
    await makeLicenseKey(organizationId);
    const found = async (query: string) => (await list(as, { query })).items.map(({ id }) => id);
    const queries = ['ACME-ZYXWVU', 'acme', 'ZYXWVU', '****-ZYXWVU', 'ann.miller', 'chen 100%'];
    for (const query of [...queries, key.id]) expect(await found(query)).toEqual([key.id]);
    expect(await found('nobody')).toEqual([]);
    expect(await found('1__%')).toEqual([]);
    expect(await found('  ')).toHaveLength(2);
  });

  it('narrows to an organization, and shows nothing of a foreign one', async () => {
    const [as, other] = [await makeSeller(), await makeSeller()];
    const { id } = await makeLicenseKey(as.organizationId);
    const of = async (organizationId: string) =>
      (await list(as, { organization_id: [organizationId] })).items.map((item) => item.id);
    expect(await of(as.organizationId)).toEqual([id]);
    expect(await of(other.organizationId)).toEqual([]);
  });

  it('refuses unknown criteria and states', async () => {
    const query = { sorting: ['key'], status: ['expired'] } as never;
    expect(places(await refusal(listLicenseKeys, { query }, { as: seller }))).toEqual([
      'query.sorting',
      'query.status',
    ]);
  });
});
