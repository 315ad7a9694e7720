import { listCustomerPayments } from '@/lib/resources/payments/contract';
import * as service from '@/lib/resources/payments/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(listCustomerPayments, service.listOfBuyer);
