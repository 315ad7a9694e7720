import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import * as service from '@/lib/resources/customer-sessions/service';
import { implement } from '@/lib/resources/implement';

export const POST = implement(createCustomerSession, ({ context, body }) =>
  service.create(context, body),
);
