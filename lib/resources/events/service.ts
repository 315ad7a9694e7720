import type { Caller, Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/events/repository';
import { newId } from '@/lib/runtime/ids';

/**
 * The kinds of events that this version records, with their published names, and those of refunds, which are added
 * (docs/contract/events.md#kinds).
 */
export type EventKind =
  | 'benefit.created'
  | 'benefit.updated'
  | 'benefit_grant.created'
  | 'benefit_grant.revoked'
  | 'benefit_grant.updated'
  | 'checkout.created'
  | 'checkout.updated'
  | 'order.created'
  | 'organization.updated'
  | 'product.created'
  | 'product.updated'
  | 'refund.created'
  | 'refund.updated'
  | 'subscription.active'
  | 'subscription.canceled'
  | 'subscription.created'
  | 'subscription.revoked'
  | 'subscription.updated';

/** A transaction's events are buffered and written by one INSERT before its commit, or at this number. */
const MAX_BUFFERED = 500;
const buffered = new WeakMap<object, repository.NewEventRow[]>();

export interface NewEvent {
  /** Made earlier where the event has its place before others of the transaction. */
  id?: string;
  kind: EventKind;
  organizationId: string;
  /** The object as the API shows it; its `id` is the event's object. */
  snapshot: { id: string };
}

/**
 * Writes an event in the transaction that causes it (docs/contract/events.md#recording), at the real time:
 * it is delivered and kept by that, whatever the organization's clock. Throws outside a transaction.
 */
export function record(scope: Scope, event: NewEvent): Promise<void> {
  return recordAll(scope, [event]);
}

/** Writes events in their order, in the transaction that causes them. Throws outside one. */
export async function recordAll(scope: Scope, events: readonly NewEvent[]): Promise<void> {
  const { transaction, beforeCommit } = scope;
  if (!transaction || !beforeCommit) {
    throw new Error('An event is written in the transaction of its cause');
  }
  const rows = events.map((event) => ({
    id: event.id ?? newId(),
    organizationId: event.organizationId,
    createdAt: scope.realTime,
    kind: event.kind,
    objectId: event.snapshot.id,
    snapshot: JSON.stringify(event.snapshot),
    actor: actorOf(scope.caller),
    requestId: scope.requestId,
  }));
  const noted = buffered.get(transaction);
  if (noted) {
    noted.push(...rows);
    if (noted.length > MAX_BUFFERED) await write(scope, noted);
  } else {
    buffered.set(transaction, rows);
    beforeCommit(() => write(scope, rows));
  }
}

async function write(scope: Scope, rows: repository.NewEventRow[]): Promise<void> {
  while (rows.length > 0) await repository.create(scope, rows.splice(0, MAX_BUFFERED));
}

function actorOf(caller: Caller): object {
  switch (caller.kind) {
    case 'user':
      return { type: 'user', id: caller.userId };
    case 'organization':
      return { type: 'organization', id: caller.organizationId };
    case 'checkout':
      return { type: 'checkout', id: caller.checkoutId };
    case 'customer':
      return { type: 'customer', id: caller.customerId };
    default:
      return { type: caller.kind };
  }
}
