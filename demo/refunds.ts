import type { Random } from '@/demo/random';
import type { Sales } from '@/demo/sales';
import type { Prisma } from '@/lib/database/generated/client';
import { fundOf, NO_FUNDS } from '@/lib/resources/funds/rules';
import { statusOf } from '@/lib/resources/orders/rules';

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
  { part: 1, reason: 'customer_request', comment: 'Changed their mind.', status: 'pending' },
  { part: 0.25, reason: 'other', comment: 'Goodwill for a late reply.', status: 'succeeded' },
] as const;

type Sold = Pick<Sales, 'orders' | 'subscriptions' | 'grants' | 'keys'>;

/**
 * Refunds some of the orders, and writes it on them and on their subscriptions, whose present period cost less then.
 * As by default, a full refund of a one-time purchase takes its benefits. A pending one stays on its way, so that it can always be seen.
 */
export function refundSome(sold: Sold, random: Random, now: Date): Refunds {
  const made: Refunds = { refunds: [], ledger: [] };
  for (const order of sold.orders) holdFunds(sold, order, order.amount);
  const paid = sold.orders.filter(({ attemptId }) => attemptId);
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
    const isPending = status === 'pending';
    const revokeBenefits = part === 1 && subscriptionId === null;
    made.refunds.push({
      id,
      ...shared,
      organizationId,
      customerId,
      subscriptionId,
      orderId: order.id,
      settledAt: isPending ? null : at,
      isAccepted: isPending,
      processorReference: id,
      status,
      reason,
      comment,
      revokeBenefits,
    });
    made.ledger.push({
      idempotencyKey: id,
      ...shared,
      chargeKey: String(order.attemptId),
      outcome: isPending ? 'pending_held' : status,
    });
    if (status !== 'succeeded') continue;
    Object.assign(order, {
      modifiedAt: at,
      refundedAmount: amount,
      status: statusOf({ total, refunded: amount }),
      benefitsRevokedAt: revokeBenefits ? at : null,
    });
    if (revokeBenefits) revoke(sold, order.id, at);
    holdFunds(sold, order, order.amount - amount);
  }
  return made;
}

/** The present period of the order's subscription costs and holds what is left of the order that paid for it. */
function holdFunds(
  { subscriptions }: Sold,
  { id, createdAt, subscriptionId }: Sold['orders'][number],
  left: number,
): void {
  if (!subscriptionId) return;
  const subscription = subscriptions.find((one) => one.id === subscriptionId);
  if (Number(subscription?.currentPeriodStart) !== Number(createdAt)) return;
  Object.assign(subscription ?? {}, {
    periodAmount: left,
    funds: { ...NO_FUNDS, period: fundOf(id ?? null, left) },
  });
}

function revoke({ grants, keys }: Sold, orderId: string, at: Date): void {
  for (const grant of grants.filter((one) => one.orderId === orderId)) {
    Object.assign(grant, { revokedAt: at, modifiedAt: at });
    for (const key of keys.filter(({ grantId }) => grantId === grant.id)) {
      Object.assign(key, { status: 'revoked', modifiedAt: at });
    }
  }
}
