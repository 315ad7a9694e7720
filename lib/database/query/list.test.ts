import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Sorting } from '@/lib/contract/pagination';
import { db } from '@/lib/database/connection/client';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { Prisma } from '@/lib/database/generated/client';
import {
  type Conditions,
  type ListDefinition,
  type ListRequest,
  likePattern,
  required,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import type { CustomFieldSort, CustomFieldType } from '@/lib/resources/custom-fields/schema';
import { ORGANIZATION_NAME } from '@/lib/resources/organizations/relations';
import { newId } from '@/lib/runtime/ids';
import { makeSeller } from '@/testing/factories';
import { runs } from '@/testing/soak';
import { inModelOrder } from '@/testing/sorting';

// Lists against a plain model of them: many rows with few distinct values, so that ties are common.

const TYPES: CustomFieldType[] = ['checkbox', 'date', 'number', 'select', 'text'];
const NAMES = [
  'Alpha',
  'alpha',
  'ALPHA',
  'beta',
  'Zeta',
  'zeta',
  'äpfel',
  '中文',
  '😀',
  '_',
  '100%',
];
const MOMENTS = [0, 1, 1, 2].map((day) => new Date(Date.UTC(2026, 0, 1 + day)));

const LIST: ListDefinition<CustomFieldSort | 'modified_at'> = {
  table: 'custom_fields',
  sorts: {
    created_at: required(sql`t.created_at`),
    modified_at: sql`t.modified_at`,
    slug: ORGANIZATION_NAME,
    name: textOrder('t.name'),
    type: sql`t.type::text COLLATE "C"`,
  },
};

type Row = Prisma.CustomFieldGetPayload<object>;
type Sort = keyof typeof LIST.sorts;
let rows: Row[];
let scope: Scope;

beforeAll(async () => {
  const [seller, other] = await Promise.all([makeSeller(), makeSeller()]);
  scope = systemScope(seller.organizationId);
  const make = (organizationId: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: newId(),
      organizationId,
      type: TYPES[index % 5] ?? 'text',
      slug: `${index}-${newId()}`,
      name: NAMES[(index * 7) % NAMES.length] ?? '',
      createdAt: MOMENTS[index % 4] ?? new Date(),
      modifiedAt: index % 3 === 0 ? null : (MOMENTS[(index * 3) % 4] ?? null),
    }));
  const data = [...make(seller.organizationId, 60), ...make(other.organizationId, 10)];
  // Not in the order of their ids.
  await db(null).customField.createMany({
    data: data.sort((a, b) => a.slug.localeCompare(b.slug)),
  });
  rows = await db(null).customField.findMany({ where: { organizationId: seller.organizationId } });
});

const KEYS: Record<Sort, (row: Row) => (string | number | null)[]> = {
  created_at: ({ createdAt }) => [createdAt.getTime()],
  modified_at: ({ modifiedAt }) => [modifiedAt?.getTime() ?? null],
  slug: () => [0],
  name: ({ name }) => [name],
  type: ({ type }) => [type],
};

const criterion = fc
  .tuple(fc.constantFrom(...(Object.keys(KEYS) as Sort[])), fc.boolean())
  .map(([sort, descending]): Sorting<Sort> => (descending ? `-${sort}` : sort));

async function listIds(
  { sorting, ...paging }: ListRequest<Sort>,
  conditions: Conditions,
  small = 0,
) {
  const load = async (ids: string[]) => ids.map((id) => ({ id })).sort();
  const list = listing(scope, LIST, { sorting }, conditions, load);
  const { rows, totalCount } = await list.page(paging, { filterThenSortMax: small });
  return { ids: rows.map(({ id }) => id), totalCount };
}

describe('a page', () => {
  it('gives the page that the plain model gives, and the exact number of all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(criterion, { maxLength: 4 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 70 }),
        fc.option(fc.constantFrom(...TYPES), { nil: undefined }),
        fc.constantFrom(0, 1000),
        async (sorting, page, limit, type, small) => {
          const condition = type && sql`t.type = ${type}::custom_field_type`;
          const wanted = rows.filter((row) => type === undefined || row.type === type);
          const expected = inModelOrder(wanted, sorting, KEYS).map(({ id }) => id);
          const found = await listIds({ page, limit, sorting }, [condition], small);
          expect(found).toEqual({
            ids: expected.slice((page - 1) * limit, page * limit),
            totalCount: expected.length,
          });
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it('shows every row once over all its pages, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(criterion, { maxLength: 2 }), async (sorting) => {
        const ids: string[] = [];
        for (let page = 1; page <= 6; page += 1) {
          ids.push(...(await listIds({ page, limit: 10, sorting }, [])).ids);
        }
        expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
      }),
      { numRuns: runs(20) },
    );
  });

  it('has nothing beyond its last page, however far', async () => {
    const request = { page: Number.MAX_SAFE_INTEGER, limit: 100, sorting: [] };
    expect(await listIds(request, [])).toEqual({ ids: [], totalCount: 60 });
  });
});

describe('likePattern', () => {
  it('finds a text anywhere, and takes nothing in it as a wildcard', async () => {
    const words = fc.string({
      unit: fc.constantFrom('a', '%', '_', '\\', "'", '😀'),
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(words, words, async (text, part) => {
        const [{ hit } = { hit: null }] = await db(null).$queryRaw<{ hit: boolean }[]>`
          SELECT ${text}::text LIKE ${likePattern(part)} AS hit`;
        expect(hit).toBe(text.includes(part));
      }),
      { numRuns: runs(100) },
    );
  });
});
