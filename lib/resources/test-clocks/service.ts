import { invalid, notFound } from '@/lib/contract/errors';
import { timestamp } from '@/lib/contract/serialize';
import type { Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/test-clocks/repository';
import type { TestClock } from '@/lib/resources/test-clocks/schema';

export type { DueItem, TestClockRow } from '@/lib/resources/test-clocks/repository';

/** The test clocks, for their advance. */
export const clocks = {
  find: repository.find,
  lock: repository.lock,
  begin: repository.begin,
  end: repository.end,
  saveProgress: repository.saveProgress,
  findDue: repository.findDue,
  setAside: repository.setAside,
  requeue: repository.requeue,
  waitForWriters: repository.waitForWriters,
  isAnotherWaiting: repository.isAnotherWaiting,
};

/** The time of an organization: the named one, or the only one. Throws 404, and 422 where one has to be named. */
export async function get(scope: Scope, named: string | undefined): Promise<TestClock> {
  const organizationId = named ?? onlyOf(scope);
  if (!scope.organizationIds.includes(organizationId)) throw notFound('The organization');
  return serializeTestClock(
    organizationId,
    await repository.find(scope, organizationId),
    scope.realTime,
  );
}

function onlyOf({ organizationIds }: Scope): string {
  const [only, ...others] = organizationIds;
  if (only !== undefined && others.length === 0) return only;
  const loc = ['query', 'organization_id'];
  throw invalid({ loc, msg: 'Specify one of your organizations.', type: 'missing' });
}

/** A clock as the API prints it; null is one that has never been frozen. */
export function serializeTestClock(
  organizationId: string,
  row: repository.TestClockRow | null,
  realTime: Date,
): TestClock {
  return {
    organization_id: organizationId,
    now: timestamp(row?.now ?? realTime),
    is_frozen: row !== null,
    status: row?.target ? 'advancing' : 'ready',
    target: timestamp(row?.target ?? null),
    done: row?.done ?? 0,
    total: row?.total ?? 0,
    failed: row?.failed ?? 0,
  };
}
