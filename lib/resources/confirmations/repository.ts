import { db, prisma, tenant } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { PaymentAttempt } from '@/lib/database/generated/client';
import type { RowMapping } from '@/lib/database/rows/mapping';
import { selectOne, selectRow } from '@/lib/database/rows/rows';
import { type Fields, insertRow, updateRow } from '@/lib/database/rows/write';

export type AttemptRow = PaymentAttempt;

const MAPPING = {
  model: 'PaymentAttempt',
  table: 'payment_attempts',
  relations: {},
} as const satisfies RowMapping;

/** The attempt that a checkout waits for, if it waits. */
export function findOpenAttempt(scope: Scope, checkoutId: string): Promise<AttemptRow | null> {
  return selectOne(
    scope,
    MAPPING,
    sql`SELECT a.id, 1 AS position FROM payment_attempts a WHERE ${tenant(scope, 'a')}
        AND a.checkout_id = ${checkoutId}::uuid AND a.status IN ('pending', 'processing') LIMIT 1`,
  );
}

/** Whether another checkout waits for a payment that will move this subscription. */
export async function isMoving(
  scope: Scope,
  subscriptionId: string,
  checkoutId: string,
): Promise<boolean> {
  const attempt = await db(scope).paymentAttempt.findFirst({
    where: {
      checkoutId: { not: checkoutId },
      status: { in: ['pending', 'processing'] },
      checkout: { subscriptionId },
    },
    select: { id: true },
  });
  return attempt !== null;
}

/** The attempt that a request with this idempotency entry made. */
export function findAttemptOfRequest(
  scope: Scope,
  checkoutId: string,
  idempotencyId: string,
): Promise<AttemptRow | null> {
  return db(scope).paymentAttempt.findFirst({
    where: { checkoutId, idempotencyId },
    orderBy: { createdAt: 'desc' },
  });
}

export function find(scope: Scope, id: string): Promise<AttemptRow | null> {
  return selectRow(scope, MAPPING, id);
}

export function create(scope: Scope, data: Fields<AttemptRow>): Promise<AttemptRow> {
  return insertRow(scope, MAPPING, data, { prepared: true });
}

export function update(scope: Scope, id: string, changes: Fields<AttemptRow>): Promise<AttemptRow> {
  return updateRow(scope, MAPPING, id, changes, { prepared: true });
}

/** Attempts of all organizations that have waited since before `before`: work in the background. */
export function findWaiting(before: Date): Promise<AttemptRow[]> {
  return prisma().paymentAttempt.findMany({
    where: { status: { in: ['pending', 'processing'] }, createdAt: { lte: before } },
    orderBy: { createdAt: 'asc' },
    take: 500,
  });
}
