import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBenefit, listBenefits } from '@/lib/resources/benefits/contract';
import type { Benefit } from '@/lib/resources/benefits/schema';
import { deleteProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { callApi } from '@/testing/call-api';
import { makeSeller } from '@/testing/factories';
import { makeKeyBenefit, makeProduct } from '@/testing/shop';
import { runs } from '@/testing/soak';

describe('the list of benefits', () => {
  it('is what a plain model says, for every page, sorting and filter', async () => {
    const seller = await makeSeller();
    const types = ['custom', 'ads', 'license_keys'] as const;
    const all: Benefit[] = [];
    for (let index = 0; index < 12; index += 1) {
      const type = types[index % 3] ?? 'custom';
      const description = `Gift ${'ABab'[index % 4]}${index % 5}`;
      const body = { type, description, properties: {} };
      all.push(await callApi(createBenefit, { body }, { as: seller }));
    }
    const keys = {
      created_at: (one: Benefit) => one.created_at,
      description: (one: Benefit) => one.description.toLowerCase(),
      type: (one: Benefit) => one.type as string,
    };
    const sort = fc.constantFrom('created_at', 'description', 'type');
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          sort,
          descending: fc.boolean(),
          type: fc.subarray([...types]),
          query: fc.constantFrom('', 'gift a', 'FT B3'),
          page: fc.integer({ min: 1, max: 4 }),
          limit: fc.integer({ min: 1, max: 6 }),
        }),
        async ({ sort, descending, type, query, page, limit }) => {
          const sorting = [`${descending ? '-' : ''}${sort}` as const];
          const answer = await callApi(
            listBenefits,
            { query: { sorting, type, query, page, limit } },
            { as: seller },
          );
          const key = keys[sort];
          const hits = all
            .filter((one) => type.length === 0 || type.some((wanted) => wanted === one.type))
            .filter((one) => one.description.toLowerCase().includes(query.toLowerCase()))
            .sort((a, b) => {
              if (key(a) !== key(b)) return key(a) < key(b) === descending ? 1 : -1;
              return a.id < b.id ? -1 : 1;
            });
          expect(answer.items.map(({ id }) => id)).toEqual(
            hits.slice((page - 1) * limit, page * limit).map(({ id }) => id),
          );
          expect(answer.pagination.total_count).toBe(hits.length);
        },
      ),
      { numRuns: runs(40) },
    );
  });
});

it('says how many products have a benefit; a product does not say it of its own', async () => {
  const as = await makeSeller();
  const benefit = await makeKeyBenefit(as);
  expect(benefit.products_count).toBe(0);
  const body = { benefits: [benefit.id] };
  const [first, second] = [await makeProduct(as), await makeProduct(as)];
  for (const { id } of [first, second]) {
    const product = await callApi(updateProductBenefits, { params: { id }, body }, { as });
    expect(product.benefits[0]).not.toHaveProperty('products_count');
  }
  const count = async () =>
    (await callApi(listBenefits, {}, { as })).items.map(({ products_count }) => products_count);
  expect(await count()).toEqual([2]);
  await callApi(deleteProduct, { params: { id: first.id } }, { as });
  expect(await count()).toEqual([1]);
});
