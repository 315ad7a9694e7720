import { getCheckoutByClient, updateCheckoutByClient } from '@/lib/resources/checkouts/contract';
import * as service from '@/lib/resources/checkouts/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(getCheckoutByClient, ({ context }) => service.getByClient(context));
export const PATCH = implement(updateCheckoutByClient, ({ context, body }) =>
  service.updateByClient(context, body),
);
