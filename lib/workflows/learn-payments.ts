import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { ApiError, notFound } from '@/lib/contract/errors';
import { Id } from '@/lib/contract/fields';
import { DAY_MS } from '@/lib/contract/times';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { OutsideFailure } from '@/lib/integrations/outgoing/failure';
import {
  eventsSince,
  isUnlisted,
  listedSince,
  refundedSince,
  type StripeEvent,
  verifiedEvents,
} from '@/lib/integrations/stripe/events';
import { inBackground, paceOf } from '@/lib/integrations/stripe/pace';
import { stripeName } from '@/lib/integrations/stripe/processor';
import * as connections from '@/lib/resources/payment-connections/service';
import {
  type AttemptRow,
  findAttempt,
  findUnbooked,
  isBooked,
  methodColumns,
  methodDigest,
  methodIdIn,
  processorNamed,
} from '@/lib/resources/payments/service';
import { plan } from '@/lib/resources/subscriptions/life-cycle';
import * as subscriptions from '@/lib/resources/subscriptions/service';
import { addJob, handler, jobKind } from '@/lib/runtime/jobs/job';
import { finishSetup } from '@/lib/workflows/change-subscription';
import { recordRefundOutcome, recordRefundsOf } from '@/lib/workflows/refund-order';
import { recordOutcome } from '@/lib/workflows/settle-payments';

// What Stripe tells by itself (docs/contract/payments.md#learning): its deliveries, and its list of events, lead to the same
// job, which reads the object of the event anew. So neither order nor repetition matters, and one that never comes is
// found.

const MINUTE_MS = 60_000;
/** How often the events of a connection are looked for that has an endpoint; without one it is each time. */
const LOOKED_MS = 10 * MINUTE_MS;
/** Less than the pause between two runs, so that a run a moment early does not leave one out. */
const EACH_TIME_MS = MINUTE_MS / 2;
const LOOKED_AT_ONCE = 20;
/** Longer than Stripe repeats a delivery, and lists events. */
const KEPT_MS = 40 * DAY_MS;

const learnKind = jobKind(
  'learn_payment',
  z.object({ connection_id: Id, object_id: z.string(), type: z.string() }),
  { lane: 'effects' },
);

/**
 * Takes a delivery of Stripe, whose body is read once its connection is known. Throws 404 for an unknown connection, 400 for a
 * signature that is none of its, or is stale, and what reading throws.
 */
export async function receiveEvent(
  connectionId: string,
  read: () => Promise<string>,
  signature: string,
  now: Date,
): Promise<void> {
  const row = Id.safeParse(connectionId).success ? await connections.findById(connectionId) : null;
  if (!row) throw notFound('The payment connection');
  const secret = connections.webhookSecretOf(row);
  const events = secret === null ? null : verifiedEvents(await read(), signature, secret, now);
  if (!events) throw new ApiError('BadRequest', 'The signature is not valid.');
  await keep(row, events, {});
}

type Row = NonNullable<Awaited<ReturnType<typeof connections.findById>>>;

/** Keeps events that are new, each with its job, together with what is noted of the connection. */
async function keep(
  { id: connectionId, organizationId, lastEventAt }: Row,
  events: readonly StripeEvent[],
  noted: { eventsCursor?: string },
): Promise<void> {
  await transaction(systemScope(organizationId), async (scope) => {
    let last = lastEventAt?.getTime() ?? 0;
    for (const { id: eventId, type, objectId, createdAt } of events) {
      const event = { connectionId, eventId, organizationId, type, objectId };
      if (!(await connections.keepEvent(scope, event))) continue;
      await addLearning(scope, event);
      last = Math.max(last, createdAt.getTime());
    }
    const isNewer = last > (lastEventAt?.getTime() ?? 0);
    if (!isNewer && noted.eventsCursor === undefined) return;
    await connections.update(scope, connectionId, {
      ...noted,
      ...(isNewer && { lastEventAt: new Date(last) }),
    });
  });
}

function addLearning(
  scope: Scope,
  {
    connectionId: connection_id,
    objectId: object_id,
    type,
  }: { connectionId: string; objectId: string; type: string },
): Promise<string> {
  return addJob(scope, learnKind, { connection_id, object_id, type }, { queue: null });
}

/** Looks for events that no delivery has told, of all connections whose turn it is. A failure is left for the next time. */
export async function pollEvents(now: Date): Promise<void> {
  const since = {
    withEndpoint: new Date(now.getTime() - LOOKED_MS),
    without: new Date(now.getTime() - EACH_TIME_MS),
  };
  for (;;) {
    const due = await connections.findUnpolled(since, LOOKED_AT_ONCE);
    await Promise.all(
      due.map(async (row) => {
        if (await connections.takePoll(row, now)) await pollOne(row, now);
      }),
    );
    if (due.length < LOOKED_AT_ONCE) break;
  }
  await connections.purgeEvents(new Date(now.getTime() - KEPT_MS));
}

async function pollOne(row: Row, now: Date): Promise<void> {
  const since = listedSince(row.createdAt, now);
  try {
    const pages = eventsSince(connections.secretKeyOf(row), row.eventsCursor, since, paceOf(row));
    for await (const events of pages) {
      const newest = events.at(-1);
      if (newest) await keep(row, events, { eventsCursor: newest.id });
    }
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    if (error.kind === 'missing' || error.kind === 'invalid') {
      // The event that was last seen is not listed any more: from a time on, then.
      await sweep(row, now);
      await connections.update(systemScope(row.organizationId), row.id, { eventsCursor: null });
      return;
    }
    const problem = connections.problemOf(error);
    if (problem !== null) await connections.fail(row, problem);
  }
}

/**
 * Learns what happened in a time that no event tells of any more (docs/contract/payments.md#learning): refunds, stored methods
 * that were replaced or detached, and what payments came to on the balance. Payments whose outcome is open are asked for by
 * themselves.
 */
async function sweep(row: Row, now: Date): Promise<void> {
  const since = row.lastEventAt ?? row.createdAt;
  if (!isUnlisted(since, now)) return;
  const { id: connectionId, organizationId } = row;
  const learnOf = (ids: readonly string[], type: string) =>
    transaction(systemScope(organizationId), async (scope) => {
      for (const objectId of new Set(ids)) {
        await addLearning(scope, { connectionId, objectId, type });
      }
    });
  for await (const payments of refundedSince(connections.secretKeyOf(row), since, paceOf(row))) {
    await learnOf(payments, 'charge.refunded');
  }
  await learnOf(await findUnbooked(stripeName(connectionId)), 'charge.updated');
  await learnOf(
    (await subscriptions.findMethods(connectionId)).flatMap((sealed) => methodIdIn(sealed) ?? []),
    'payment_method.updated',
  );
}

/** Reads the object of an event anew, and settles what waits for it. */
export const learnPayment = handler(learnKind, async ({ connection_id, object_id, type }) => {
  const row = await connections.findById(connection_id);
  if (row) await inBackground(() => learn(row, object_id, type));
});

/**
 * Has the subscriptions that charge a stored method show what it has become, and go without one that is gone
 * (docs/contract/payments.md#methods-that-change).
 */
async function followMethod(
  { processor, id }: { processor: string; id: string },
  organizationId: string,
): Promise<void> {
  const digest = methodDigest(processor, id);
  const ids = await subscriptions.findByMethod(digest);
  if (ids.length === 0) return;
  const details = await (await processorNamed(processor)).retrieveMethod?.(id);
  if (details === undefined) return;
  for (const subscriptionId of ids) {
    await transaction(systemScope(organizationId), async (scope) => {
      const row = await subscriptions.lockSubscription(scope, subscriptionId);
      if (row.paymentMethodDigest !== digest) return;
      // An organization that is connected has no other clock.
      const { realTime: now } = scope;
      const before = await subscriptions.lifeCycleOf(scope, row);
      const isSame = isDeepStrictEqual(details, row.paymentMethodDetails);
      if (details && isSame) return;
      // A card that its network has replaced may be paid again.
      const { paid } = details ? plan(before, { type: 'resume_retries' }, now) : { paid: before };
      const method = details ? { paymentMethodDetails: details } : methodColumns(null, null);
      const changes = { ...method, ...subscriptions.changesBetween(before, paid) };
      await subscriptions.saveChanges(scope, row, changes, now);
    });
  }
}

async function learn({ id, organizationId }: Row, reference: string, type: string): Promise<void> {
  const processor = stripeName(id);
  const { realTime } = systemScope(organizationId);
  if (/^(?:payment|setup)_intent\./.test(type) || type === 'charge.updated') {
    if (type.startsWith('setup_intent.')) {
      for (const waiting of await subscriptions.findSetups({ processor, reference }))
        await finishSetup(waiting);
    }
    const found = await findAttempt({ processor, processorReference: reference }, realTime);
    if (!found || (await isKnown(found.attempt, type))) return;
    const outcome = await (await processorNamed(processor)).retrieve(reference);
    await recordOutcome({ processor, reference }, outcome, realTime);
  } else if (type === 'charge.refunded' || type === 'refund.created') {
    await recordRefundsOf({ processor, reference }, realTime);
  } else if (type.startsWith('payment_method.')) {
    await followMethod({ processor, id: reference }, organizationId);
  } else if (type.startsWith('refund.')) {
    const asked = await (await processorNamed(processor)).retrieveRefund({ reference });
    await recordRefundOutcome({ processor, reference }, asked.outcome, realTime);
  }
}

/** Whether all that an event can tell of an attempt is known: that it is settled, or what it came to on the balance. */
async function isKnown({ id, organizationId, settledAt, status }: AttemptRow, type: string) {
  if (settledAt === null) return false;
  if (type !== 'charge.updated' || status !== 'succeeded') return true;
  return isBooked(systemScope(organizationId), id);
}
