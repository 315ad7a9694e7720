import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listQuery, MAX_LIMIT, paginated, sorting } from '@/lib/contract/pagination';

const Query = listQuery({ sorting: sorting(['created_at', 'name'], '-created_at') });

describe('listQuery', () => {
  it('has the defaults of the contract', () => {
    expect(Query.parse({})).toEqual({ page: 1, limit: 10, sorting: ['-created_at'] });
  });

  it('serves more than 100 as 100, and takes any other page and limit as they are', () => {
    const counted = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(counted, counted, (page, limit) => {
        const parsed = Query.parse({ page: String(page), limit: String(limit) });
        expect(parsed).toMatchObject({ page, limit: Math.min(limit, MAX_LIMIT) });
      }),
    );
  });

  it('refuses what is no whole number from 1 up', () => {
    const wrong = fc.oneof(fc.integer({ max: 0 }), fc.double({ noInteger: true }), fc.string());
    fc.assert(
      fc.property(wrong, (value) => {
        fc.pre(!/^[+]?0*[1-9]\d*$/.test(String(value)));
        expect(Query.safeParse({ page: String(value) }).success).toBe(false);
        expect(Query.safeParse({ limit: String(value) }).success).toBe(false);
      }),
    );
  });

  it('knows its own criteria alone', () => {
    expect(Query.parse({ sorting: ['name', '-created_at'] }).sorting).toEqual([
      'name',
      '-created_at',
    ]);
    for (const criterion of ['-', '', '--name', 'Name', 'email', ' name']) {
      const { error } = Query.safeParse({ sorting: [criterion] });
      expect(error?.issues).toMatchObject([
        { path: ['sorting', 0], message: 'Sort by one of created_at, -created_at, name, -name.' },
      ]);
    }
  });
});

describe('paginated', () => {
  it('has as many pages as hold all rows', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: MAX_LIMIT }), (total, limit) => {
        const { items, pagination } = paginated([], total, limit);
        const { total_count, max_page } = pagination;
        expect({ items, total_count }).toEqual({ items: [], total_count: total });
        expect(max_page * limit).toBeGreaterThanOrEqual(total);
        expect((max_page - 1) * limit).toBeLessThan(Math.max(total, 1));
        expect(max_page === 0).toBe(total === 0);
      }),
    );
  });
});
