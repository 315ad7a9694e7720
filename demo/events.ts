import type { Scope } from '@/lib/database/connection/scope';
import { systemScope } from '@/lib/database/connection/scope';
import type { Prisma } from '@/lib/database/generated/client';
import { customerOf } from '@/lib/resources/events/rules';
import type { EventKind } from '@/lib/resources/events/schema';
import * as orders from '@/lib/resources/orders/service';
import * as refunds from '@/lib/resources/refunds/service';
import * as subscriptions from '@/lib/resources/subscriptions/service';
import { newId } from '@/lib/runtime/ids';

/** How many of the newest objects of each kind have events. */
const NEWEST = { page: 1, limit: 40 };
const BY_CREATION = { ...NEWEST, sorting: ['-created_at' as const] };

type Row = Prisma.EventCreateManyInput & { createdAt: Date };

/** Events about what the demo has sold last and has not changed since, in the order of their times. */
export async function makeEvents(organizationId: string, moment: Date): Promise<Row[]> {
  const scope: Scope = systemScope(organizationId, moment);
  const rowOf = (kind: EventKind, at: string, snapshot: { id: string }): Row => ({
    id: newId(),
    organizationId,
    createdAt: new Date(at),
    occurredAt: new Date(at),
    kind,
    objectId: snapshot.id,
    customerId: customerOf({ kind, snapshot }),
    snapshot: snapshot as unknown as Prisma.InputJsonObject,
    actor: { type: 'system' },
  });
  const [sold, running, refunded] = await Promise.all([
    orders.listAll(scope, BY_CREATION),
    subscriptions.listAll(scope, { ...NEWEST, sorting: ['-started_at'] }),
    refunds.listAll(scope, BY_CREATION),
  ]);
  return [
    ...running.items
      .filter(({ status, canceled_at }) => status === 'active' && canceled_at === null)
      .map((one) => rowOf('subscription.created', one.created_at, one)),
    ...sold.items
      .filter(({ refunded_amount }) => refunded_amount === 0)
      .map((one) => rowOf('order.created', one.created_at, one)),
    ...refunded.items.map((one) => rowOf('refund.updated', one.modified_at ?? one.created_at, one)),
  ].sort((one, other) => Number(one.createdAt) - Number(other.createdAt));
}
