import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/customers/route';
import { CustomersPage } from '@/components/customers/customers-page';
import { listCustomers } from '@/lib/resources/customers/contract';

export default listRoute(CustomersPage, listCustomers, GET);
