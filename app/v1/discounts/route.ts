import { createDiscount, listDiscounts } from '@/lib/resources/discounts/contract';
import * as service from '@/lib/resources/discounts/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(listDiscounts, ({ context, query }) =>
  service.listAll(context.scope, query),
);
export const POST = implement(createDiscount, ({ context, body }) => service.create(context, body));
