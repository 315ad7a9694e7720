import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import {
  createdFilter,
  type ListDefinition,
  required,
  searchFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { crud } from '@/lib/database/rows/crud';
import type { RowMapping } from '@/lib/database/rows/mapping';
import { selectOne } from '@/lib/database/rows/rows';
import type { exportPaymentConnections } from '@/lib/resources/payment-connections/contract';
import type { PaymentConnectionSort } from '@/lib/resources/payment-connections/schema';

const rows = crud('PaymentConnection');
export const { find, create, update } = rows;

const MAPPING = {
  model: 'PaymentConnection',
  table: 'payment_connections',
} as const satisfies RowMapping;

export type PaymentConnectionRow = NonNullable<Awaited<ReturnType<typeof find>>>;

const LIST: ListDefinition<PaymentConnectionSort> = {
  table: 'payment_connections',
  sorts: { created_at: required(sql`t.created_at`) },
};

/** The connections of an organization of the scope. */
export function list(
  scope: Scope,
  organizationId: string,
  request: QueryOf<typeof exportPaymentConnections>,
) {
  const conditions = [
    sql`t.organization_id = ${organizationId}::uuid`,
    searchFilter(['t.account_id'], request.query),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, rows.load(scope));
}

/** The one that takes an organization's payments; null for none. */
export function findActive(scope: Scope, organizationId: string) {
  return selectOne(
    scope,
    MAPPING,
    sql`SELECT c.id, 1 AS position FROM payment_connections c
        WHERE ${tenant(scope, 'c')} AND c.organization_id = ${organizationId}::uuid AND c.status <> 'closed' LIMIT 1`,
  );
}

/** Those that fail and were not asked since a time, of all organizations: background work asks. */
export function findFailing(before: Date, limit: number) {
  return db(null).paymentConnection.findMany({
    where: { status: 'failing', checkedAt: { lt: before } },
    orderBy: { checkedAt: 'asc' },
    take: limit,
  });
}

/**
 * Those whose events are to be looked for: where an endpoint hears of them not after so many, elsewhere after each minute.
 * Of all organizations: background work asks.
 */
export function findUnpolled(
  { withEndpoint, without }: { withEndpoint: Date; without: Date },
  limit: number,
) {
  return db(null).paymentConnection.findMany({
    where: {
      OR: [
        { polledAt: null },
        { polledAt: { lt: withEndpoint } },
        { webhookStatus: 'none', polledAt: { lt: without } },
      ],
    },
    orderBy: { polledAt: { sort: 'asc', nulls: 'first' } },
    take: limit,
  });
}

/** Takes one for looking; false where another node has taken it since it was read. */
export async function takePoll(
  { id, polledAt }: Pick<PaymentConnectionRow, 'id' | 'polledAt'>,
  now: Date,
): Promise<boolean> {
  const { count } = await db(null).paymentConnection.updateMany({
    where: { id, polledAt },
    data: { polledAt: now },
  });
  return count > 0;
}

/** A connection, and the origin of pages on which its account does not know yet that buyers pay. */
export interface UnknownOrigin {
  id: string;
  origin: string;
}

/** Of connections that work: the product's own origin, and those that embed open checkouts. Background work asks. */
export function findUnknownOrigins(own: string, limit: number): Promise<UnknownOrigin[]> {
  return execute(
    null,
    sql`SELECT p.id, d.origin FROM payment_connections p CROSS JOIN LATERAL (
          SELECT ${own}::text AS origin UNION
          SELECT c.embed_origin FROM checkouts c
          WHERE c.organization_id = p.organization_id AND c.embed_origin IS NOT NULL AND c.status = 'open') d
        WHERE p.status = 'ok' AND d.origin ~ '^https://[^:/]+$' AND substr(d.origin, 9) <> ALL (p.domains)
        LIMIT ${limit}::int`,
  );
}

/** Notes that the account of a connection knows a domain. */
export async function addDomain(id: string, domain: string): Promise<void> {
  const where = { id, NOT: { domains: { has: domain } } };
  await db(null).paymentConnection.updateMany({ where, data: { domains: { push: domain } } });
}

/** Keeps an event, in the caller's transaction; false for one that is known. */
export async function keepEvent(
  scope: Scope,
  event: {
    connectionId: string;
    eventId: string;
    organizationId: string;
    type: string;
    objectId: string;
  },
): Promise<boolean> {
  const { count } = await db(scope).paymentEvent.createMany({
    data: [{ ...event, createdAt: scope.realTime }],
    skipDuplicates: true,
  });
  return count > 0;
}

/** Deletes the events that came before a time. */
export async function purgeEvents(before: Date): Promise<void> {
  await db(null).paymentEvent.deleteMany({ where: { createdAt: { lt: before } } });
}

/** Changes one that has a status of these; false where it has not, which a concurrent change has seen to. */
export async function transition(
  scope: Scope,
  id: string,
  from: PaymentConnectionRow['status'][],
  data: Partial<Omit<PaymentConnectionRow, 'id' | 'organizationId'>>,
): Promise<boolean> {
  const { count } = await db(scope).paymentConnection.updateMany({
    where: { id, status: { in: from } },
    data,
  });
  return count > 0;
}

/** The modes of connections, by their ids. */
export function findModes(scope: Scope, ids: readonly string[]) {
  const where = { id: { in: [...ids] } };
  return db(scope).paymentConnection.findMany({ where, select: { id: true, mode: true } });
}

/** Any connection, by its id: who took a payment is asked about it, whatever organization is. Takes no scope. */
export function findById(id: string) {
  return db(null).paymentConnection.findUnique({ where: { id } });
}

/** The account's customer of a buyer; null where none is known. */
export async function findCustomer(connectionId: string, buyerId: string): Promise<string | null> {
  const found = await db(null).paymentCustomer.findUnique({
    where: { connectionId_buyerId: { connectionId, buyerId } },
  });
  return found?.reference ?? null;
}

/** Forgets a customer that the account has no more. */
export async function forgetCustomer(connectionId: string, reference: string): Promise<void> {
  await db(null).paymentCustomer.deleteMany({ where: { connectionId, reference } });
}

/** Keeps the account's customer of a buyer, unless one is known; returns the one that is. */
export async function keepCustomer(customer: {
  connectionId: string;
  buyerId: string;
  organizationId: string;
  reference: string;
}): Promise<string> {
  await db(null).paymentCustomer.createMany({ data: [customer], skipDuplicates: true });
  return (await findCustomer(customer.connectionId, customer.buyerId)) ?? customer.reference;
}
