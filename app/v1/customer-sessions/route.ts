import { implement } from '@/lib/api/implement';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import * as service from '@/lib/resources/customer-sessions/service';

export const POST = implement(createCustomerSession, ({ context, body }) =>
  service.create(context, body),
);
