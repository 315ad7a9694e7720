import { ApiError, notFound } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/documents/repository';
import { DocumentContent, type IssuedDocument } from '@/lib/resources/documents/schema';
import { publicUrl } from '@/lib/runtime/env';
import { readToken, signToken } from '@/lib/runtime/secrets';

const LINK_MS = 3_600_000;
const PURPOSE = 'invoice';

type Issued = (number: string) => Promise<void>;
/** The invoices that a transaction issues before its commit, by order. */
const pending = new WeakMap<object, Map<string, Issued[]>>();

/**
 * Issues the invoice of an order just before the commit of the transaction that makes it, and calls `issued`
 * with its number. The counter is locked from there to the commit, so that sales of an organization wait for
 * each other as briefly as can be (docs/decisions/invoices.md). Throws outside a transaction.
 */
export function issueInvoice(scope: Scope, orderId: string, issued: Issued): void {
  const { transaction, beforeCommit } = scope;
  if (!transaction || !beforeCommit) {
    throw new Error('An invoice is issued in the transaction of its order');
  }
  const noted = pending.get(transaction);
  if (noted) {
    noted.set(orderId, [issued]);
    return;
  }
  const orders = new Map([[orderId, [issued]]]);
  pending.set(transaction, orders);
  // Before the events are written, which show the numbers.
  beforeCommit(async () => {
    const numbers = await repository.issueInvoices(scope, [...orders.keys()]);
    for (const [id, all] of orders) for (const done of all) await done(numbers.get(id) ?? '');
  }, 'first');
}

/**
 * Has `issued` called as well, with the number of the invoice of an order that this transaction makes: what is short,
 * for other sales of the organization wait for it. Throws where the transaction makes no such order.
 */
export function whenInvoiceIssued({ transaction }: Scope, orderId: string, issued: Issued): void {
  const calls = transaction && pending.get(transaction)?.get(orderId);
  if (!calls) throw new Error('No invoice of this order is to be issued');
  calls.push(issued);
}

/**
 * Issues the credit note of a refund that has succeeded, in the transaction of its settlement, and returns its
 * number. The counter stays locked until that ends, so this comes last in it.
 */
export const { issueCreditNote } = repository;

/** A signed URL of the document of an order or a refund, which is the credential to read it for an hour. */
export function documentUrl(id: string, now: Date): string {
  const token = signToken(id, new Date(now.getTime() + LINK_MS), PURPOSE);
  return `${publicUrl()}/invoices/${token}`;
}

/**
 * The document of a signed URL's token. Throws 404 for a token with a wrong signature, 410 when it has
 * expired.
 */
export async function openDocument(token: string, now: Date): Promise<IssuedDocument> {
  const signed = readToken(token, PURPOSE, now);
  if (signed?.isExpired) {
    throw new ApiError('ResourceUnavailable', 'This invoice link has expired. Ask for a new one.');
  }
  const row = signed && (await repository.find(signed.text));
  if (!row) throw notFound('The invoice');
  return { kind: row.kind, content: DocumentContent.parse(row.content) };
}

/** A credit note that was issued for an invoice's order since; the amount includes tax, in minor units. */
export interface IssuedCreditNote {
  number: string;
  amount: number;
  /** As {@link documentUrl}. */
  url: string;
}

/** What has changed since an invoice was issued, which never changes itself; nothing for a credit note. */
export async function creditNotesOf(
  { kind, content }: IssuedDocument,
  now: Date,
): Promise<IssuedCreditNote[]> {
  if (kind === 'credit_note') return [];
  const refunds = await repository.creditNotesOf(content.order_id);
  return refunds.map(({ id, amount, creditNoteNumber }) => ({
    number: creditNoteNumber ?? '',
    amount,
    url: documentUrl(id, now),
  }));
}
