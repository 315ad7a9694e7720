import type { CheckoutChanges } from '@/lib/checkouts/rules';
import { db, prisma } from '@/lib/database/client';
import type { PaymentAttempt, Prisma } from '@/lib/database/generated/client';
import type { Scope } from '@/lib/database/scope';

export type AttemptRow = PaymentAttempt;

/** The attempt that a checkout waits for, if it waits. */
export function findOpenAttempt(scope: Scope, checkoutId: string): Promise<AttemptRow | null> {
  return db(scope).paymentAttempt.findFirst({
    where: { checkoutId, status: { in: ['pending', 'processing'] } },
  });
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

/** The attempt that a request with this safe-retry entry made. */
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
  return db(scope).paymentAttempt.findFirst({ where: { id } });
}

export function create(
  scope: Scope,
  data: Prisma.PaymentAttemptUncheckedCreateInput,
): Promise<AttemptRow> {
  return db(scope).paymentAttempt.create({ data });
}

export function update(
  scope: Scope,
  id: string,
  data: Prisma.PaymentAttemptUncheckedUpdateInput,
): Promise<AttemptRow> {
  return db(scope).paymentAttempt.update({ where: { id }, data });
}

/** Changes as the column that carries them until the payment is settled. */
export function asJson(changes: CheckoutChanges): Prisma.InputJsonObject {
  return changes as unknown as Prisma.InputJsonObject;
}

/** Attempts of all organizations that have waited since before `before`: work in the background. */
export function findWaiting(before: Date): Promise<AttemptRow[]> {
  return prisma().paymentAttempt.findMany({
    where: { status: { in: ['pending', 'processing'] }, createdAt: { lte: before } },
    orderBy: { createdAt: 'asc' },
    take: 500,
  });
}
