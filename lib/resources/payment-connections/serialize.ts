import { scalarsOf } from '@/lib/api/scalars';
import { timestamp, withFields } from '@/lib/contract/serialize';
import type { PaymentConnectionRow } from '@/lib/resources/payment-connections/repository';
import { webhookPath } from '@/lib/resources/payment-connections/rules';
import { PaymentConnection } from '@/lib/resources/payment-connections/schema';
import { publicUrl } from '@/lib/runtime/env';

const scalars = scalarsOf('PaymentConnection', PaymentConnection);

/** A payment connection as the API prints it, without its keys. */
export function serializePaymentConnection(row: PaymentConnectionRow): PaymentConnection {
  return withFields(scalars(row), {
    processor: 'stripe' as const,
    webhook: {
      url: publicUrl() + webhookPath(row.id),
      status: row.webhookStatus,
      last_event_at: timestamp(row.lastEventAt),
    },
  });
}
