import { prisma } from '@/lib/database/client';

// The sandbox processor's ledger stands for a service outside: it belongs to no organization, is
// written in no transaction of the product, and nothing else reads it.

export interface LedgerEntry {
  idempotencyKey: string;
  amount: number;
  currency: string;
  outcome: string;
  code: string | null;
  declineCode: string | null;
}

/** Writes the entry of a key unless it has one, and returns the one it has. */
export async function enter(entry: LedgerEntry): Promise<LedgerEntry> {
  const { idempotencyKey } = entry;
  const [entered] = await prisma().sandboxCharge.createManyAndReturn({
    data: entry,
    skipDuplicates: true,
  });
  if (entered) return entered;
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
