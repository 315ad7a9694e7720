import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import type { Organization } from '@/lib/resources/organizations/schema';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import { attempts, chargeAttempt } from '@/lib/resources/payments/service';
import { plan } from '@/lib/resources/subscriptions/life-cycle';
import { findDue, lifeCycleOf, lockDue } from '@/lib/resources/subscriptions/service';
import { log } from '@/lib/runtime/log';
import { preparePlan, settle } from '@/lib/workflows/charge-subscription';

/** How many are read at once, and how many of them run side by side. */
const BATCH = 100;
const CONCURRENCY = 4;

/**
 * Runs everything that is due: renewals, ends of trials, retries and cancellations
 * (docs/contract/subscriptions.md#renewals). Safe beside itself on other nodes: who has the row lock
 * does it, the others pass it by. One that fails is logged and left for the next time.
 */
export async function runDueSubscriptions(realTime: Date): Promise<void> {
  for (;;) {
    const due = await findDue(realTime, BATCH);
    const next = due.values();
    let done = 0;
    const worker = async () => {
      for (const { id, organizationId, now } of next) {
        try {
          const scope = systemScope(organizationId, now);
          const organization = await getOrganization(scope, organizationId);
          await runDue(scope, organization, id, now);
          done += 1;
        } catch (error) {
          log.error({ err: error, subscription: id }, 'a subscription could not be renewed');
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    if (due.length < BATCH || done === 0) return;
  }
}

/**
 * Runs what is due of a subscription at `now`, the time of its organization; nothing where that is done, or
 * another worker is at it.
 */
export async function runDue(
  scope: Scope,
  organization: Organization,
  id: string,
  now: Date,
): Promise<void> {
  const prepared = await transaction(scope, async (inner) => {
    const row = await lockDue(inner, id, now);
    if (!row || (await attempts.findOpen(inner, id))) return null;
    const before = await lifeCycleOf(inner, row);
    const { dunning_end: dunningEnd } = organization.subscription_settings;
    const due = plan(before, { type: 'run_due', catchUp: true }, { at: now, dunningEnd });
    return preparePlan(inner, row, before, due, { now, idempotencyId: null });
  });
  if (prepared?.kind !== 'charge') return;
  const { attempt } = prepared;
  const isSandbox = organization.is_sandbox;
  const outcome = await chargeAttempt(attempt, { isSandbox, buyer: null });
  await transaction(scope, (inner) => settle(inner, attempt.id, outcome, now));
}
