import { confirmCheckout } from '@/lib/resources/checkouts/contract';
import * as service from '@/lib/resources/confirmations/service';
import { implement } from '@/lib/resources/implement';

export const POST = implement(confirmCheckout, ({ context, body }) =>
  service.confirm(context, body),
);
