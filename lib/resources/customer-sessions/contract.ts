import { contract } from '@/lib/contract/contract';
import { endpoints } from '@/lib/resources/customer-sessions/operations';
import {
  CustomerSession,
  CustomerSessionCreate,
  CustomerSessionWithLink,
  PortalAccessRedeem,
  PortalAccessRequest,
} from '@/lib/resources/customer-sessions/schema';

export const createCustomerSession = contract({
  ...endpoints.createCustomerSession,
  summary: 'Create a customer session',
  description:
    'Its token works on the customer portal alone, for one hour, with full access to what the ' +
    'customer has bought. `customer_portal_url` opens a session of its own in a browser, once.',
  permissions: ['customer_sessions:write'],
  body: CustomerSessionCreate,
  response: CustomerSessionWithLink,
  secretReply: true,
});

export const requestPortalAccess = contract({
  ...endpoints.requestPortalAccess,
  summary: 'Request a link to the customer portal',
  description:
    'Sends a link and a code of 6 digits to the address, where it is that of a customer. The answer ' +
    'is the same for every address.',
  body: PortalAccessRequest,
  status: 202,
});

export const redeemPortalAccess = contract({
  ...endpoints.redeemPortalAccess,
  summary: 'Redeem a link or a code of the customer portal',
  description:
    '`{token}` of a link, or `{organization_id, email, code}`. Either works once, for 15 minutes; ' +
    'ten wrong codes end the code.',
  body: PortalAccessRedeem,
  response: CustomerSession,
  errors: ['ResourceNotFound'],
  secretReply: true,
});

export const endPortalSession = contract({
  ...endpoints.endPortalSession,
  summary: 'End the customer session',
  description: 'The session of the call works no longer. The customer’s other sessions stay.',
  status: 204,
});
