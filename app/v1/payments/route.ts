import { implement } from '@/lib/resources/implement';
import { listPayments } from '@/lib/resources/payments/contract';
import * as service from '@/lib/resources/payments/service';

export const GET = implement(listPayments, ({ context, query }) =>
  service.listAll(context.scope, query),
);
