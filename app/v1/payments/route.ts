import { implement } from '@/lib/resources/implement';
import { listPayments } from '@/lib/resources/payment-attempts/contract';
import * as service from '@/lib/resources/payment-attempts/service';

export const GET = implement(listPayments, ({ context, query }) =>
  service.listAll(context.scope, query),
);
