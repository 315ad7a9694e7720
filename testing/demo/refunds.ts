import type { Prisma } from '@/lib/database/generated/client';
import { statusOf } from '@/lib/resources/orders/rules';
import type { Random } from '@/testing/demo/random';

/** Refunds, and their entries in the ledger of the sandbox. */
export interface Refunds {
  refunds: Prisma.RefundCreateManyInput[];
  ledger: Prisma.SandboxRefundCreateManyInput[];
}

const DAY = 24 * 3_600_000;

/** One paid order of so many is refunded. */
const EVERY = 17;

/** How a refund went, in turn: which part of the order, why, and what the seller noted. */
const CASES = [
  {
    part: 1,
    reason: 'customer_request',
    comment: 'Bought the wrong edition.',
    status: 'succeeded',
  },
  { part: 0.5, reason: 'service_disruption', comment: null, status: 'succeeded' },
  { part: 1, reason: 'duplicate', comment: 'Paid twice within a minute.', status: 'succeeded' },
  { part: 1, reason: 'fraudulent', comment: null, status: 'failed' },
  { part: 0.25, reason: 'other', comment: 'Goodwill for a late reply.', status: 'succeeded' },
] as const;

/** Refunds some of the orders, and writes it on them. Benefits are kept. */
export function refundSome(
  orders: readonly Prisma.OrderCreateManyInput[],
  random: Random,
  now: Date,
): Refunds {
  const made: Refunds = { refunds: [], ledger: [] };
  const paid = orders.filter(({ attemptId }) => attemptId);
  const chosen = paid.filter((_, index) => index % EVERY === 3);
  for (const [index, order] of chosen.entries()) {
    const { part, reason, comment, status } = CASES[index % CASES.length] as (typeof CASES)[number];
    const boughtAt = new Date(order.createdAt as Date);
    const at = new Date(Math.min(boughtAt.getTime() + random.between(1, 12) * DAY, now.getTime()));
    const id = random.id(at);
    const total = order.amount + order.taxAmount;
    const amount = Math.round(total * part);
    const { organizationId, customerId, currency, subscriptionId = null } = order;
    const shared = { createdAt: at, amount, currency };
    made.refunds.push({
      id,
      ...shared,
      organizationId,
      customerId,
      subscriptionId,
      orderId: order.id,
      settledAt: at,
      status,
      reason,
      comment,
      revokeBenefits: false,
    });
    made.ledger.push({
      idempotencyKey: id,
      ...shared,
      chargeKey: String(order.attemptId),
      outcome: status,
    });
    if (status === 'failed') continue;
    Object.assign(order, {
      modifiedAt: at,
      refundedAmount: amount,
      status: statusOf({ total, refunded: amount }),
    });
  }
  return made;
}
