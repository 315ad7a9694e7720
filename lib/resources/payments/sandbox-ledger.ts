import { prisma } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { sql } from '@/lib/database/connection/sql';

// The sandbox processor's ledger stands for a service outside: it belongs to no organization, is
// written in no transaction of the product, and nothing else reads it.

export interface LedgerEntry {
  idempotencyKey: string;
  amount: number;
  currency: string;
  /** The reference of the payment method; null where a charge never arrived. */
  paymentMethod: string | null;
  outcome: string;
  code: string | null;
  declineCode: string | null;
}

/** Writes the entry of a key unless it has one, and returns the one it has. */
export async function enter(entry: LedgerEntry): Promise<LedgerEntry> {
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

/** Moves an entry from one outcome to another; returns what it is now. */
export async function move(
  idempotencyKey: string,
  from: string,
  to: Pick<LedgerEntry, 'outcome' | 'code' | 'declineCode'>,
): Promise<LedgerEntry> {
  await prisma().sandboxCharge.updateMany({ where: { idempotencyKey, outcome: from }, data: to });
  return prisma().sandboxCharge.findUniqueOrThrow({ where: { idempotencyKey } });
}

/** How many charges of an amount a payment method has paid. */
export function countPaid(paymentMethod: string): Promise<number> {
  return prisma().sandboxCharge.count({
    where: { paymentMethod, amount: { gt: 0 }, outcome: 'succeeded' },
  });
}
