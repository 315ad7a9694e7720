import { DAY_MS } from '@/lib/contract/times';
import { clockOf, type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { lockCheckout, save } from '@/lib/resources/checkouts/commands';
import * as repository from '@/lib/resources/checkouts/repository';
import { env } from '@/lib/runtime/env';
import { inBatches } from '@/lib/runtime/jobs/batches';

/** Stores that the scope's due checkouts have expired, with the events (docs/contract/checkouts.md#expiry). */
async function expireDue(scope: Scope): Promise<void> {
  for (;;) {
    const count = await transaction(scope, async (inner) => {
      const due = await repository.lockDue(inner);
      const waiting = await repository.withPendingPayment(
        inner,
        due.map(({ id }) => id),
      );
      const expiring = due.filter(({ id }) => !waiting.has(id));
      for (const { id, organizationId } of expiring) {
        await save(inner, id, { status: 'expired' }, clockOf(inner, organizationId));
      }
      return expiring.length;
    });
    if (count < repository.DUE_BATCH) return;
  }
}

/** Marks a checkout as expired where it is due. Throws 404. */
export function expireCheckout(scope: Scope, id: string): Promise<void> {
  return transaction(scope, async (inner) => {
    const row = await lockCheckout(inner, id);
    const now = clockOf(inner, row.organizationId);
    if (repository.isDue(row, now)) await save(inner, id, { status: 'expired' }, now);
  });
}

/**
 * {@link expireDue} for every organization whose clock is not advancing, which does that itself: at the start and every
 * minute.
 */
export async function expireAllDue(realTime: Date): Promise<void> {
  const due = await repository.findDueEverywhere(realTime);
  const times = new Map(due.map(({ organizationId, now }) => [organizationId, now]));
  for (const [organizationId, now] of times) await expireDue(systemScope(organizationId, now));
}

/** How long what is in the events of a checkout without a sale is kept at most. */
const EVENT_DAYS = 90;

/**
 * Retention of checkouts that expired or failed, in real time since their `expires_at`: after 90 days what is in their
 * events is erased. After `ABANDONED_CHECKOUT_DAYS` (0: never) the buyer's data and the client secret are removed, and
 * what is in the events, which repeat these data, at the latest then.
 */
export async function purgeAbandoned(now: Date): Promise<void> {
  const { ABANDONED_CHECKOUT_DAYS: days } = env();
  const before = (age: number) => new Date(now.getTime() - age * DAY_MS);
  const eventDays = days === 0 ? EVENT_DAYS : Math.min(days, EVENT_DAYS);
  await inBatches(() => repository.purgeEvents(before(eventDays), now));
  if (days > 0) await inBatches(() => repository.purgeBuyers(before(days), now));
}

/** Redacts client secrets in events of earlier versions, whose snapshots contained them. */
export async function redactEvents(): Promise<void> {
  await inBatches(repository.redactEvents);
}
