import { timestamp } from '@/lib/contract/serialize';
import type { CustomerSessionRow } from '@/lib/resources/customer-sessions/repository';
import type { CustomerSession } from '@/lib/resources/customer-sessions/schema';
import { type CustomerRow, serializeCustomer } from '@/lib/resources/customers/serialize';

/** A new session, with its token, which is not stored and never printed again. */
export function serializeCustomerSession(
  row: CustomerSessionRow,
  token: string,
  customer: CustomerRow,
): CustomerSession {
  return {
    id: row.id,
    created_at: timestamp(row.createdAt),
    modified_at: timestamp(row.modifiedAt),
    token,
    expires_at: timestamp(row.expiresAt),
    customer_id: row.customerId,
    customer: serializeCustomer(customer),
  };
}
