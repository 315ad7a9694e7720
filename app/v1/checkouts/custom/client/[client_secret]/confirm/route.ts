import { implement } from '@/lib/api/implement';
import { confirmCheckout } from '@/lib/resources/checkouts/contract';
import * as service from '@/lib/resources/confirmations/service';

export const POST = implement(confirmCheckout, ({ context, body }) =>
  service.confirm(context, body),
);
