import { getPortalCustomer, updatePortalCustomer } from '@/lib/resources/customers/contract';
import * as service from '@/lib/resources/customers/service';
import { route } from '@/lib/resources/routes';

export const GET = route.get(getPortalCustomer, service.getOfBuyer);
export const PATCH = route.update(updatePortalCustomer, service.updateOfBuyer);
