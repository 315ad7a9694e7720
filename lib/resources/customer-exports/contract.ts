import { contract } from '@/lib/contract/contract';
import { IdParams } from '@/lib/contract/fields';
import { CustomerPortalExport } from '@/lib/resources/customer-exports/schema';
import { endpoints } from '@/lib/resources/customer-sessions/operations';

export const exportPortalCustomer = contract({
  ...endpoints.exportPortalCustomer,
  summary: 'Export what is stored about the customer',
  description: 'The customer with orders, subscriptions, license keys and benefits, newest first.',
  params: IdParams,
  response: CustomerPortalExport,
});
