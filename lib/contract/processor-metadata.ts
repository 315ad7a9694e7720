import { z } from 'zod';
import { secret } from '@/lib/contract/secret';

/** What a page needs of whoever takes a payment (docs/contract/payments.md#payment-form). */
export const ProcessorMetadata = secret(z.record(z.string(), z.unknown())).meta({
  description:
    'Of a payment or payment method that waits for its buyer: `publishable_key`, `intent_client_secret` and ' +
    '`intent_status`. Of an open checkout that is paid through Stripe: `publishable_key` and `mode`.',
});
