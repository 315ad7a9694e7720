import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { installationScope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { transaction } from '@/lib/database/connection/transaction';
import type { SandboxRefund } from '@/lib/database/generated/client';

// The sandbox processor's ledger replaces an external service: it belongs to no organization, is written
// outside of the product's transactions, and nothing else reads it.

export interface LedgerEntry {
  idempotencyKey: string;
  amount: number;
  currency: string;
  /** The digest of the payment method's reference; null where a charge never arrived. */
  paymentMethod: string | null;
  /** The reference itself, encrypted. */
  method: string | null;
  outcome: string;
  code: string | null;
  declineCode: string | null;
}

/** Inserts an entry unless its key has one; returns the entry of the key. */
export async function insertIfMissing(entry: LedgerEntry): Promise<LedgerEntry> {
  const { idempotencyKey, amount, currency, paymentMethod, method } = entry;
  const { outcome, code, declineCode } = entry;
  const [entered] = await execute(
    null,
    sql`INSERT INTO sandbox_charges
          (idempotency_key, amount, currency, payment_method, method, outcome, code, decline_code)
        VALUES (${idempotencyKey}, ${amount}, ${currency}, ${paymentMethod}, ${method}, ${outcome}, ${code},
          ${declineCode})
        ON CONFLICT DO NOTHING RETURNING idempotency_key`,
    { prepared: true },
  );
  if (entered) return entry;
  return db(null).sandboxCharge.findUniqueOrThrow({ where: { idempotencyKey } });
}

/** The entry of a key; null where it has none. */
export function findEntry(idempotencyKey: string): Promise<LedgerEntry | null> {
  return db(null).sandboxCharge.findUnique({ where: { idempotencyKey } });
}

/** Changes an entry's outcome where it is still `from`; returns the entry as it is then. */
export async function transition(
  idempotencyKey: string,
  from: string,
  to: Pick<LedgerEntry, 'outcome' | 'code' | 'declineCode'>,
): Promise<LedgerEntry> {
  await db(null).sandboxCharge.updateMany({ where: { idempotencyKey, outcome: from }, data: to });
  return db(null).sandboxCharge.findUniqueOrThrow({ where: { idempotencyKey } });
}

/** How many charges of an amount the payment method with this digest has paid. */
export function countPaid(paymentMethod: string): Promise<number> {
  return db(null).sandboxCharge.count({
    where: { paymentMethod, amount: { gt: 0 }, outcome: 'succeeded' },
  });
}

/** The same for several methods; those that have paid nothing are left out. */
export async function countPaidOf(paymentMethods: string[]): Promise<ReadonlyMap<string, number>> {
  const counted = await db(null).sandboxCharge.groupBy({
    by: ['paymentMethod'],
    where: { paymentMethod: { in: paymentMethods }, amount: { gt: 0 }, outcome: 'succeeded' },
    _count: true,
  });
  return new Map(counted.map(({ paymentMethod, _count }) => [paymentMethod ?? '', _count]));
}

type Refund = Pick<SandboxRefund, 'idempotencyKey' | 'chargeKey' | 'amount' | 'currency'>;

/**
 * Enters a refund unless its key has one; returns the refund of the key. `decide` is given its charge, null
 * where there is none, and what is left of it, minor units. One refund of a charge at a time.
 */
export function refundIfMissing(
  refund: Refund,
  decide: (charge: LedgerEntry | null, left: number) => Pick<SandboxRefund, 'outcome' | 'reason'>,
): Promise<SandboxRefund> {
  const { idempotencyKey, chargeKey } = refund;
  return transaction(installationScope(), async (scope) => {
    const ledger = db(scope);
    await execute(
      scope,
      sql`SELECT FROM sandbox_charges WHERE idempotency_key = ${chargeKey} FOR UPDATE`,
    );
    const charge = await ledger.sandboxCharge.findUnique({ where: { idempotencyKey: chargeKey } });
    const { _sum: given } = await ledger.sandboxRefund.aggregate({
      where: { chargeKey, outcome: { not: 'failed' } },
      _sum: { amount: true },
    });
    const decided = decide(charge, (charge?.amount ?? 0) - (given.amount ?? 0));
    await ledger.sandboxRefund.createMany({
      data: { ...refund, ...decided },
      skipDuplicates: true,
    });
    return ledger.sandboxRefund.findUniqueOrThrow({ where: { idempotencyKey } });
  });
}

/** Changes a refund's outcome where it is still `from`; returns the refund as it is then. */
export async function transitionRefund(
  idempotencyKey: string,
  from: string,
  to: Pick<SandboxRefund, 'outcome' | 'reason'>,
): Promise<SandboxRefund> {
  await db(null).sandboxRefund.updateMany({ where: { idempotencyKey, outcome: from }, data: to });
  return db(null).sandboxRefund.findUniqueOrThrow({ where: { idempotencyKey } });
}
