import { implement } from '@/lib/api/implement';
import { confirmCheckout } from '@/lib/checkouts/contract';
import * as service from '@/lib/confirmations/service';

export const POST = implement(confirmCheckout, ({ context, body }) =>
  service.confirm(context, body),
);
