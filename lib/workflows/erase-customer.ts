import { z } from 'zod';
import { Id } from '@/lib/contract/fields';
import { DAY_MS } from '@/lib/contract/times';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { findDeleted } from '@/lib/resources/customers/service';
import { KEPT_DAYS } from '@/lib/resources/request-logs/schema';
import { eraseRequestsOfCustomer } from '@/lib/resources/request-logs/service';
import { eraseDeliveriesOfCustomer } from '@/lib/resources/webhook-deliveries/service';
import { addJob, handler, jobKind } from '@/lib/runtime/jobs/job';

/**
 * When what names a deleted customer is erased (ms after the deletion): once the lines that all nodes had in memory are
 * written, which takes 3 s, and once more for what a slow database or a receiver of webhooks has kept for longer.
 */
const FIRST_MS = 5000;
const SECOND_MS = 60_000;
/** After so much work the next part is a job of its own, so that other work has its turn in between (ms). */
const SLICE_MS = 2000;
/** So many tries of deliveries are erased by one statement. */
const TRIES_AT_ONCE = 1000;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Looks through the lines of the request log after a place (`after_at`, `after_id`), up to a time. */
export const eraseCustomerKind = jobKind(
  'erase_customer',
  z.object({
    organization_id: Id,
    customer_id: Id,
    after_at: z.iso.datetime(),
    after_id: Id,
    until: z.iso.datetime(),
  }),
);
type Part = z.output<typeof eraseCustomerKind.payload>;

/**
 * Has what names a deleted customer erased from the request log and from the answers to webhooks
 * (docs/contract/events.md#request-log), in the transaction of the deletion.
 */
export async function addErasures(
  scope: Scope,
  { customerId, organizationId }: { customerId: string; organizationId: string },
): Promise<void> {
  const deletedAt = scope.realTime.getTime();
  const later = (ms: number) => new Date(deletedAt + ms);
  for (const { since, runAt } of [
    { since: later(-(KEPT_DAYS + 1) * DAY_MS), runAt: later(FIRST_MS) },
    { since: later(-SECOND_MS), runAt: later(FIRST_MS + SECOND_MS) },
  ]) {
    const part = {
      organization_id: organizationId,
      customer_id: customerId,
      after_at: since.toISOString(),
      after_id: FIRST_ID,
      // What a new customer with this address does afterwards is kept.
      until: later(SECOND_MS).toISOString(),
    };
    await addJob(scope, eraseCustomerKind, part, { runAt });
  }
}

/** Erases a part of what names a deleted customer. A run that is broken off begins again where its job does. */
export const eraseCustomer = handler(eraseCustomerKind, async (part, signal) => {
  const { organization_id: organizationId, customer_id: id } = part;
  const scope = systemScope(organizationId);
  const customer = await findDeleted(scope, id);
  if (!customer) return;
  const ends = performance.now() + SLICE_MS;
  const next = await eraseUntil(scope, customer, part, () => {
    signal.throwIfAborted();
    return performance.now() > ends;
  });
  if (next) await transaction(scope, (inner) => addJob(inner, eraseCustomerKind, next));
});

/** Erases until nothing is left or the time is over; returns what is left, null for nothing. */
async function eraseUntil(
  scope: Scope,
  customer: { id: string; email: string },
  part: Part,
  isOver: () => boolean,
): Promise<Part | null> {
  const until = new Date(part.until);
  let after = { at: new Date(part.after_at), id: part.after_id };
  for (;;) {
    const erased = await eraseDeliveriesOfCustomer(scope, customer.id, TRIES_AT_ONCE);
    const place = await eraseRequestsOfCustomer(scope, customer, { after, until });
    if (place === null && erased < TRIES_AT_ONCE) return null;
    after = place ?? { at: until, id: after.id };
    if (isOver()) return { ...part, after_at: after.at.toISOString(), after_id: after.id };
  }
}
