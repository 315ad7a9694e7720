import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import * as service from '@/lib/resources/customer-sessions/service';
import { route } from '@/lib/resources/routes';

export const POST = route.create(createCustomerSession, service.create);
