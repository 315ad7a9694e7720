import { createCheckout, listCheckouts } from '@/lib/resources/checkouts/contract';
import * as service from '@/lib/resources/checkouts/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(listCheckouts, ({ context, query }) =>
  service.listAll(context, query),
);
export const POST = implement(createCheckout, ({ context, body }) => service.create(context, body));
