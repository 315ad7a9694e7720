import { exportCustomers } from '@/lib/resources/customers/contract';
import * as service from '@/lib/resources/customers/service';
import { route } from '@/lib/resources/routes';

export const GET = route.export(exportCustomers, service.exportAll);
