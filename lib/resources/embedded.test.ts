import { expect, test } from 'vitest';
import { z } from 'zod';
import { partsOf, resourcesChangedBy, resourcesShownBy } from '@/lib/contract/embedded';
import { listCheckouts } from '@/lib/resources/checkouts/contract';
import { getMe } from '@/lib/resources/me/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { contracts } from '@/lib/resources/registry';

test('an answer shows its own resource and those that it embeds, at any depth', () => {
  expect(resourcesShownBy(getMe).sort()).toEqual([
    'me',
    'organizations',
    'payment_connections',
    'test_clocks',
  ]);
  expect(resourcesShownBy(listOrders).sort()).toEqual([
    'customers',
    'discounts',
    'orders',
    'products',
    'subscriptions',
  ]);
  expect(resourcesShownBy(listCheckouts)).toEqual(
    expect.arrayContaining(['products', 'benefits', 'files', 'discounts', 'custom_fields']),
  );
});

test('a command changes its own resource and what its contract names', () => {
  expect(resourcesChangedBy(updateProduct)).toEqual(['products', 'custom_fields', 'files']);
  expect(resourcesChangedBy(updateProductBenefits)).toEqual([
    'products',
    'benefits',
    'license_keys',
    'customers',
  ]);
});

const tags = new Set(contracts.map(({ tag }) => tag));

test.each(contracts.map((contract) => [contract.id, contract] as const))(
  '%s names the resource of every object that it prints with an id, and only those that there are',
  (id, contract) => {
    const named = [...resourcesShownBy(contract), ...resourcesChangedBy(contract)];
    expect(named.filter((tag) => !tags.has(tag))).toEqual([]);
    expect(contract.response ? unnamedIn(contract.response, id) : []).toEqual([]);
  },
);

/** Where objects with an id are printed that name no resource; the variants of a named union are named. */
function unnamedIn(schema: z.ZodType, path: string, isVariant = false): string[] {
  const isNamed = isVariant || schema.meta()?.resource !== undefined;
  if (schema instanceof z.ZodObject) {
    const own = isNamed || !('id' in schema.shape) ? [] : [path];
    const fields = Object.entries<z.ZodType>(schema.shape);
    return [...own, ...fields.flatMap(([key, field]) => unnamedIn(field, `${path}.${key}`))];
  }
  const areNamed = isNamed && schema instanceof z.ZodUnion;
  return partsOf(schema).flatMap((part) => unnamedIn(part, path, areNamed));
}
