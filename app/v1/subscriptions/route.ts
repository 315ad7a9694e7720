import { implement } from '@/lib/resources/implement';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import * as service from '@/lib/resources/subscriptions/service';

export const GET = implement(listSubscriptions, ({ context, query }) =>
  service.listAll(context.scope, query),
);
