import { z } from 'zod';
import { Id } from '@/lib/contract/fields';
import type { Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/key-pools/repository';
import { addJob, jobKind } from '@/lib/runtime/jobs/job';

export type { FreeKey } from '@/lib/resources/key-pools/repository';

/** The job that hands out keys to the grants that wait, and tells the owners what their pool needs. */
export const tendKind = jobKind(
  'tend_key_pool',
  z.object({ organization_id: Id, benefit_id: Id, is_sold: z.boolean() }),
);

/** A pool, by its benefit. */
interface Pool {
  organizationId: string;
  benefitId: string;
}

/** Has the owners told, by {@link queueTending}, where the caller has left a pool with at most `lowStockAt` free keys. */
export async function tellIfLow(
  scope: Scope,
  pool: Pool,
  lowStockAt: number | null | undefined,
): Promise<void> {
  if (!lowStockAt || !(await repository.hasAtMost(scope, pool.benefitId, lowStockAt))) return;
  await queueTending(scope, pool, { isSold: true });
}

/**
 * Has a pool looked after once the caller's transaction has committed. `isSold`: keys were given or missed, so the owners
 * may have to be told. It has no key, as those who sell would wait for each other at that.
 */
export async function queueTending(
  scope: Scope,
  { organizationId, benefitId }: Pool,
  { isSold }: { isSold: boolean },
): Promise<void> {
  const job = { organization_id: organizationId, benefit_id: benefitId, is_sold: isSold };
  await addJob(scope, tendKind, job);
}

/**
 * The oldest free keys of a pool, at most `limit`, locked for the caller's transaction, which gives them by
 * {@link markGranted}. Two transactions never get the same one. Keys that the organization has given out another way
 * since they were added leave the pool.
 */
export async function takeFree(
  scope: Scope,
  benefitId: string,
  limit: number,
): Promise<repository.FreeKey[]> {
  for (;;) {
    const locked = await repository.lockFree(scope, benefitId, limit);
    const used = locked.filter(({ isUsed }) => isUsed);
    if (used.length === 0) return locked;
    await repository.remove(
      scope,
      used.map(({ id }) => id),
    );
  }
}

export const {
  countsOf,
  dequeue,
  dequeueServed,
  empty,
  enqueue,
  findTendable,
  insertNew,
  isWaitedFor,
  lockPool,
  lockWaiting,
  markGranted,
  putBack,
  savePool,
  takeBack,
} = repository;
