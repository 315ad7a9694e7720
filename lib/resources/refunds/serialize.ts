import { scalarsOf } from '@/lib/api/scalars';
import { timestamp, withFields } from '@/lib/contract/serialize';
import { serializeCustomer } from '@/lib/resources/customers/serialize';
import type { RefundRow } from '@/lib/resources/refunds/repository';
import { Refund } from '@/lib/resources/refunds/schema';

const scalars = scalarsOf('Refund', Refund);

/** A refund as the API prints it. */
export function serializeRefund(row: RefundRow): Refund {
  return withFields(scalars(row), {
    modified_at: timestamp(row.settledAt),
    order_invoice_number: row.order.invoiceNumber,
    customer: serializeCustomer(row.customer),
  });
}
