import { beforeAll, expect, it } from 'vitest';
import { commit, step } from '@/lib/api/commands';
import { ApiError } from '@/lib/contract/errors';
import { db } from '@/lib/database/connection/client';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import * as discounts from '@/lib/resources/discounts/service';
import { makeSeller, type Seller } from '@/testing/factories';

// Commands by the scope of a job: without a request, its key and its reply.

let seller: Seller;
let scope: Scope;
beforeAll(async () => {
  seller = await makeSeller();
  scope = systemScope(seller.organizationId, new Date());
});

const named = (name: string) => ({
  name,
  type: 'percentage' as const,
  basis_points: 1000,
  duration: 'once' as const,
});
const stored = async () =>
  (await db(null).discount.findMany({ where: { organizationId: seller.organizationId } }))
    .map(({ name }) => name)
    .sort();
const rename = (inner: Scope, from: string, to: string) =>
  db(inner).discount.updateMany({ where: { name: from }, data: { name: to } });

it('give their result to whoever calls, and are part of his transaction', async () => {
  const made = await discounts.create(scope, named('Alone'));
  expect(made).toMatchObject({ name: 'Alone', organization_id: seller.organizationId });
  const both = transaction(scope, async (inner) => {
    for (const name of ['First', 'Second']) await discounts.create(inner, named(name));
    throw new Error('undone');
  });
  await expect(both).rejects.toThrow('undone');
  expect(await stored()).toEqual(['Alone']);
});

it('keep what they wrote with an error that they return, and nothing with one that they throw', async () => {
  const refused = (name: string) => new ApiError('Conflict', name);
  const returning = commit(scope, async (inner) => {
    await rename(inner, 'Alone', 'Kept');
    return refused('returned');
  });
  await expect(returning).rejects.toThrow(refused('returned'));
  const throwing = commit(scope, async (inner) => {
    await rename(inner, 'Kept', 'Lost');
    throw refused('thrown');
  });
  await expect(throwing).rejects.toThrow(refused('thrown'));
  await step(scope, (inner) => rename(inner, 'Kept', 'Stepped'));
  expect(await stored()).toEqual(['Stepped']);
});
