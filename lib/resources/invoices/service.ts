import { ApiError, notFound } from '@/lib/contract/errors';
import * as repository from '@/lib/resources/invoices/repository';
import { type Invoice, serializeInvoice } from '@/lib/resources/invoices/serialize';
import { publicUrl } from '@/lib/runtime/env';
import { readToken, signToken } from '@/lib/runtime/secrets';

const LINK_MS = 3_600_000;
const PURPOSE = 'invoice';

/** The address of an order's invoice: whoever has it may read that for an hour. */
export function invoiceUrl(orderId: string, now: Date): string {
  const token = signToken(orderId, new Date(now.getTime() + LINK_MS), PURPOSE);
  return `${publicUrl()}/invoices/${token}`;
}

/** The invoice that an address is about. Throws 404 for one not made here, 410 when it is over. */
export async function openInvoice(token: string, now: Date): Promise<Invoice> {
  const said = readToken(token, PURPOSE, now);
  if (said?.isExpired) {
    throw new ApiError(
      'ResourceUnavailable',
      'This link to the invoice is over. Ask for a new one.',
    );
  }
  const row = said && (await repository.findByAddress(said.text));
  if (!row) throw notFound('The invoice');
  return serializeInvoice(row);
}
