import { z } from 'zod';
import { secret } from '@/lib/contract/secret';

/** What a page needs of whoever takes a payment (docs/contract/payments.md#payment-form). */
export const ProcessorMetadata = secret(z.record(z.string(), z.unknown())).meta({
  description: 'For Stripe’s payment form, or of what waits for its buyer’s authentication.',
});
