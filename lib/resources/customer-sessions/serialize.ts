import { scalarsOf } from '@/lib/api/scalars';
import { withFields } from '@/lib/contract/serialize';
import type { CustomerSessionRow } from '@/lib/resources/customer-sessions/repository';
import { CustomerSession } from '@/lib/resources/customer-sessions/schema';
import { type CustomerRow, serializeCustomer } from '@/lib/resources/customers/serialize';
import { publicUrl } from '@/lib/runtime/env';

const scalars = scalarsOf('CustomerSession', CustomerSession);

/** A new session, with its token, which is not stored and never printed again. */
export function serializeCustomerSession(
  row: CustomerSessionRow,
  token: string,
  customer: CustomerRow,
): CustomerSession {
  return withFields(scalars(row), {
    token,
    customer_id: customer.id,
    customer: serializeCustomer(customer),
  });
}

/**
 * The address of a link to the portal. The token is in the fragment, which no browser sends to a server: neither logs
 * nor `Referer` hold it, and opening the address redeems nothing.
 */
export function portalLinkUrl(slug: string, token: string): string {
  return `${publicUrl()}/portal/${slug}/access#${token}`;
}
