import { contract } from '@/lib/contract/contract';
import { IdParams } from '@/lib/contract/fields';
import { endpoints } from '@/lib/resources/customer-exports/operations';
import { CustomerPortalExport } from '@/lib/resources/customer-exports/schema';

export const exportPortalCustomer = contract({
  ...endpoints.exportPortalCustomer,
  summary: 'Export what is stored about the customer',
  description:
    'The customer with orders, subscriptions, license keys, benefits and advertisements, newest first.',
  params: IdParams,
  response: CustomerPortalExport,
});
