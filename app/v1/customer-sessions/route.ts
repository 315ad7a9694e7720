import { implement } from '@/lib/api/implement';
import { createCustomerSession } from '@/lib/customer-sessions/contract';
import * as service from '@/lib/customer-sessions/service';

export const POST = implement(createCustomerSession, ({ context, body }) =>
  service.create(context, body),
);
