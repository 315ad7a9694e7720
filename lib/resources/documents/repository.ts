import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { Document } from '@/lib/database/generated/client';

/**
 * Issues the invoices of orders of the scope and returns their numbers by order. The function of the database
 * holds the counters of their organizations until the transaction ends.
 */
export async function issueInvoices(
  scope: Scope,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await execute<{ order_id: string; issued_number: string }>(
    scope,
    sql`SELECT order_id, issued_number FROM issue_invoices(${[...orderIds]}::uuid[])`,
    { prepared: true },
  );
  return new Map(rows.map(({ order_id, issued_number }) => [order_id, issued_number]));
}

/** Issues the credit note of a refund of the scope that has succeeded, and returns its number. */
export async function issueCreditNote(scope: Scope, refundId: string): Promise<string> {
  const [row] = await execute<{ issued_number: string }>(
    scope,
    sql`SELECT issued_number FROM issue_credit_notes(ARRAY[${refundId}::uuid])`,
    { prepared: true },
  );
  if (!row) throw new Error(`No credit note was issued of the refund ${refundId}`);
  return row.issued_number;
}

/** The credit notes of an order's refunds, oldest first. The caller has checked the signed link of its invoice. */
export function creditNotesOf(orderId: string) {
  return db(null).refund.findMany({
    where: { orderId, creditNoteNumber: { not: null } },
    select: { id: true, amount: true, creditNoteNumber: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/** A document of any organization. The caller has checked the signed link. */
export function find(id: string): Promise<Document | null> {
  return db(null).document.findUnique({ where: { id } });
}
