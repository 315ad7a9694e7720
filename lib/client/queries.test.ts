import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createQueryClient, invalidateChanges, query } from '@/lib/client/queries';
import type { AnyOperation, ContractInput } from '@/lib/contract/contract';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import { deleteBenefit, getBenefit, listBenefits } from '@/lib/resources/benefits/contract';
import { cancelSubscription, getSubscription } from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';

const client = createQueryClient();

/** A page's query that is open: how often it was sent. */
async function open<C extends AnyOperation>(operation: C, input: ContractInput<C>) {
  const sent = { count: 0 };
  const queryFn = async () => {
    sent.count += 1;
    return {} as never;
  };
  new QueryObserver(client, { ...query(operation, input), queryFn }).subscribe(() => {});
  await expect.poll(() => sent.count).toBe(1);
  return sent;
}

it('what a deletion leaves is loaded again, and nothing of the deleted object', async () => {
  const params = { id: newId() };
  const own = await open(getBenefit, { params });
  const part = await open(listBenefitGrants, { params, query: { page: 2 } });
  const other = await open(getBenefit, { params: { id: newId() } });
  const list = await open(listBenefits, {});
  await invalidateChanges(client, deleteBenefit, { params });
  expect([own, part, other, list]).toEqual([1, 1, 2, 2].map((count) => ({ count })));
  const { queryKey } = query(getBenefit, { params });
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

it('an object that DELETE answers is still there', async () => {
  const params = { id: newId() };
  const own = await open(getSubscription, { params });
  await invalidateChanges(client, cancelSubscription, { params });
  expect(own).toEqual({ count: 2 });
});
