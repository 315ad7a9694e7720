import { scalarsOf } from '@/lib/api/scalars';
import { withFields } from '@/lib/contract/serialize';
import type { CustomerSessionRow } from '@/lib/resources/customer-sessions/repository';
import { CustomerSession } from '@/lib/resources/customer-sessions/schema';
import { type CustomerRow, serializeCustomer } from '@/lib/resources/customers/serialize';

const scalars = scalarsOf('CustomerSession', CustomerSession);

/** A new session, with its token, which is not stored and never printed again. */
export function serializeCustomerSession(
  row: CustomerSessionRow,
  token: string,
  customer: CustomerRow,
): CustomerSession {
  return withFields(scalars(row), { token, customer: serializeCustomer(customer) });
}
