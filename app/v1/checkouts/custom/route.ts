import { implement } from '@/lib/api/implement';
import { createCheckout, listCheckouts } from '@/lib/checkouts/contract';
import * as service from '@/lib/checkouts/service';

export const GET = implement(listCheckouts, ({ context, query }) =>
  service.listAll(context, query),
);
export const POST = implement(createCheckout, ({ context, body }) => service.create(context, body));
