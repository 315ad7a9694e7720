import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { IdParams, OrganizationFilter } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import {
  CUSTOMER_SORTS,
  Customer,
  CustomerCreate,
  CustomerPortalCustomer,
  CustomerUpdate,
} from '@/lib/resources/customers/schema';

const common = { tag: 'customers' } as const;

export const listCustomers = contract({
  ...common,
  id: 'customers:list',
  method: 'GET',
  path: '/v1/customers/',
  summary: 'List customers',
  scopes: ['customers:read'],
  query: listQuery({
    organization_id: OrganizationFilter,
    sorting: sorting(CUSTOMER_SORTS, '-created_at'),
  }),
  response: page(Customer),
});

export const exportCustomers = contract(
  exportOf(listCustomers, [
    'id',
    'created_at',
    'modified_at',
    'name',
    'email',
    'billing_address.line1',
    'billing_address.line2',
    'billing_address.postal_code',
    'billing_address.city',
    'billing_address.state',
    'billing_address.country',
    ['tax_id', ({ tax_id }) => tax_id?.[0]],
    ['tax_id_type', ({ tax_id }) => tax_id?.[1]],
    'metadata',
  ]),
);

export const createCustomer = contract({
  ...common,
  id: 'customers:create',
  method: 'POST',
  path: '/v1/customers/',
  summary: 'Create a customer',
  description:
    'The e-mail address is unique in the organization, in any case. `tax_id` is the identifier and ' +
    'its type; it is kept without blanks, dots, dashes and slashes.',
  scopes: ['customers:write'],
  body: CustomerCreate,
  response: Customer,
});

export const getCustomer = contract({
  ...common,
  id: 'customers:get',
  method: 'GET',
  path: '/v1/customers/{id}',
  summary: 'Get a customer',
  scopes: ['customers:read'],
  params: IdParams,
  response: Customer,
});

export const updateCustomer = contract({
  ...common,
  id: 'customers:update',
  method: 'PATCH',
  path: '/v1/customers/{id}',
  summary: 'Update a customer',
  description:
    '`null` clears the name, the address and the tax id. `metadata` replaces the old one.',
  scopes: ['customers:write'],
  params: IdParams,
  body: CustomerUpdate,
  response: Customer,
});

export const deleteCustomer = contract({
  ...common,
  id: 'customers:delete',
  method: 'DELETE',
  path: '/v1/customers/{id}',
  summary: 'Delete a customer',
  description:
    'Cancels active subscriptions at once, revokes benefits, ends customer sessions and frees the ' +
    'e-mail address. Orders and subscriptions keep naming the customer.',
  scopes: ['customers:write'],
  params: IdParams,
  changes: ['subscriptions', 'benefits', 'license_keys'],
});

export const getPortalCustomer = contract({
  tag: 'customer_portal',
  auth: 'customer',
  id: 'customer_portal:customers:get',
  method: 'GET',
  path: '/v1/customer-portal/customers/{id}',
  summary: 'Get the customer',
  description: 'The one whose session it is; none where the session is bound to a checkout.',
  params: IdParams,
  response: CustomerPortalCustomer,
});
