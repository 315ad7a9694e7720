import { implement } from '@/lib/api/implement';
import { listSubscriptions } from '@/lib/subscriptions/contract';
import * as service from '@/lib/subscriptions/service';

export const GET = implement(listSubscriptions, ({ context, query }) =>
  service.listAll(context.scope, query),
);
