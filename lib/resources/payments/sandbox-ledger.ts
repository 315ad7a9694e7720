import { prisma } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { sql } from '@/lib/database/connection/sql';

// The sandbox processor's ledger replaces an external service: it belongs to no organization, is written
// outside of the product's transactions, and nothing else reads it.

export interface LedgerEntry {
  idempotencyKey: string;
  amount: number;
  currency: string;
  /** The digest of the payment method's reference; null where a charge never arrived. */
  paymentMethod: string | null;
  outcome: string;
  code: string | null;
  declineCode: string | null;
}

/** Inserts an entry unless its key has one; returns the entry of the key. */
export async function insertIfMissing(entry: LedgerEntry): Promise<LedgerEntry> {
  const { idempotencyKey, amount, currency, paymentMethod, outcome, code, declineCode } = entry;
  const [entered] = await execute(
    null,
    sql`INSERT INTO sandbox_charges
          (idempotency_key, amount, currency, payment_method, outcome, code, decline_code)
        VALUES (${idempotencyKey}, ${amount}, ${currency}, ${paymentMethod}, ${outcome}, ${code}, ${declineCode})
        ON CONFLICT DO NOTHING RETURNING idempotency_key`,
    { prepared: true },
  );
  if (entered) return entry;
  return prisma().sandboxCharge.findUniqueOrThrow({ where: { idempotencyKey } });
}

/** Changes an entry's outcome where it is still `from`; returns the entry as it is then. */
export async function transition(
  idempotencyKey: string,
  from: string,
  to: Pick<LedgerEntry, 'outcome' | 'code' | 'declineCode'>,
): Promise<LedgerEntry> {
  await prisma().sandboxCharge.updateMany({ where: { idempotencyKey, outcome: from }, data: to });
  return prisma().sandboxCharge.findUniqueOrThrow({ where: { idempotencyKey } });
}

/** How many charges of an amount the payment method with this digest has paid. */
export function countPaid(paymentMethod: string): Promise<number> {
  return prisma().sandboxCharge.count({
    where: { paymentMethod, amount: { gt: 0 }, outcome: 'succeeded' },
  });
}
