import { contract } from '@/lib/contract/contract';
import { CustomerSession, CustomerSessionCreate } from '@/lib/resources/customer-sessions/schema';

export const createCustomerSession = contract({
  tag: 'customer_sessions',
  id: 'customer-sessions:create',
  method: 'POST',
  path: '/v1/customer-sessions/',
  summary: 'Create a customer session',
  description:
    'Its token works on the customer portal alone, for one hour, with full access to what the ' +
    'customer has bought.',
  scopes: ['customer_sessions:write'],
  body: CustomerSessionCreate,
  response: CustomerSession,
  secretReply: true,
});
