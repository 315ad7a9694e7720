import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import type { Organization } from '@/lib/resources/organizations/schema';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import {
  type AttemptRow,
  attempts,
  chargeAttempt,
  charging,
} from '@/lib/resources/payments/service';
import { plan } from '@/lib/resources/subscriptions/life-cycle';
import {
  type DueSubscription,
  findDue,
  lifeCycleOf,
  lockDue,
} from '@/lib/resources/subscriptions/service';
import { log } from '@/lib/runtime/log';
import { preparePlan, settleTogether } from '@/lib/workflows/charge-subscription';

/** How many are read at once, and how many of them run side by side. */
const BATCH = 100;
const CONCURRENCY = 4;

/**
 * Runs everything that is due: renewals, ends of trials, retries and cancellations
 * (docs/contract/subscriptions.md#renewals). Safe beside itself on other nodes: who has the row lock
 * does it, the others pass it by. One that fails is logged and left for the next time.
 */
export async function runDueSubscriptions(realTime: Date): Promise<void> {
  // Those that failed, or that another worker is at: they stop nobody else's.
  const passedBy: string[] = [];
  for (;;) {
    const due = await findDue(realTime, { limit: BATCH, except: passedBy });
    const next = due.values();
    const worker = async () => {
      for (const { id, organizationId, now } of next) {
        try {
          const scope = systemScope(organizationId, now);
          const organization = await getOrganization(scope, organizationId);
          const run = await runDue(scope, organization, [{ id, now }]);
          if (run === 0) passedBy.push(id);
        } catch (error) {
          passedBy.push(id);
          log.error({ err: error, subscription: id }, 'a subscription could not be renewed');
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    if (due.length < BATCH) return;
  }
}

/**
 * Runs what is due of subscriptions of an organization, each at its moment by the organization's time; nothing
 * where that is done, or another worker is at it. Several share the transactions before and after their
 * charges: one that fails undoes what they have not charged yet. With `waits` it waits for the other worker.
 * Returns the number of those that it has run.
 */
export function runDue(
  scope: Scope,
  organization: Organization,
  due: readonly DueSubscription[],
  { waits = false } = {},
): Promise<number> {
  return charging((begin) => chargeDue(scope, organization, due, { waits, begin }));
}

async function chargeDue(
  scope: Scope,
  organization: Organization,
  due: readonly DueSubscription[],
  { waits, begin }: { waits: boolean; begin: (attempt: AttemptRow) => void },
): Promise<number> {
  // It is held, or about to be.
  if (organization.deletion_scheduled_at !== null) return 0;
  const { charges, run } = await transaction(scope, async (inner) => {
    const locked = await lockDue(inner, due, { waits });
    const waiting = await attempts.findWaitingFor(
      inner,
      locked.map(({ row }) => row.id),
    );
    const free = locked.filter(({ row }) => !waiting.has(row.id));
    const prepared = [];
    for (const { row, now } of free) {
      const before = await lifeCycleOf(inner, row);
      const { dunning_end: dunningEnd } = organization.subscription_settings;
      const planned = plan(before, { type: 'run_due', catchUp: true, dunningEnd }, now);
      const cause = { now, idempotencyId: null, organization };
      const result = await preparePlan(inner, row, before, planned, cause);
      if (result.kind !== 'charge') continue;
      begin(result.attempt);
      prepared.push({ attempt: result.attempt, now });
    }
    return { charges: prepared, run: free.length };
  });
  const outcomes = await Promise.allSettled(charges.map(({ attempt }) => chargeAttempt(attempt)));
  const charged = charges.flatMap((charge, place) => {
    const outcome = outcomes[place];
    return outcome?.status === 'fulfilled' ? [{ ...charge, outcome: outcome.value }] : [];
  });
  if (charged.length > 0) await transaction(scope, (inner) => settleTogether(inner, charged));
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
  return run;
}
