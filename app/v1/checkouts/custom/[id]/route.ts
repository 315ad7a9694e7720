import { getCheckout, updateCheckout } from '@/lib/resources/checkouts/contract';
import * as service from '@/lib/resources/checkouts/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(getCheckout, ({ context, params }) => service.get(context, params.id));
export const PATCH = implement(updateCheckout, ({ context, params, body }) =>
  service.update(context, params.id, body),
);
