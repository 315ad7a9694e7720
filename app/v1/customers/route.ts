import { createCustomer, listCustomers } from '@/lib/resources/customers/contract';
import * as service from '@/lib/resources/customers/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(listCustomers, service.listAll);
export const POST = route.create(createCustomer, service.create);
