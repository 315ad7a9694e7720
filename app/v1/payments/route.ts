import { implement } from '@/lib/api/implement';
import { listPayments } from '@/lib/payment-attempts/contract';
import * as service from '@/lib/payment-attempts/service';

export const GET = implement(listPayments, ({ context, query }) =>
  service.listAll(context.scope, query),
);
