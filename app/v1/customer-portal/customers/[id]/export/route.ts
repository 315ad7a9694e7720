import { exportPortalCustomer } from '@/lib/resources/customer-exports/contract';
import { route } from '@/lib/resources/routes';
import { exportCustomer } from '@/lib/workflows/export-customer';

export const GET = route.get(exportPortalCustomer, exportCustomer);
