import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { Currency, ExternalIdFilter, IdParams } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { endpoints } from '@/lib/resources/customers/operations';
import {
  CUSTOMER_SORTS,
  CustomerCreate,
  CustomerPortalCustomer,
  CustomerUpdate,
  CustomerWithTotals,
  PortalCustomerUpdate,
} from '@/lib/resources/customers/schema';

const customers = resource('customers', CustomerWithTotals);

const currency = Currency.optional().meta({
  description: "What `spent` is in; by default the organization's.",
});

export const listCustomers = customers.list({
  external_id: ExternalIdFilter,
  currency,
  sorting: sorting(CUSTOMER_SORTS, '-created_at'),
});

export const exportCustomers = exportOf(listCustomers, [
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
  'spent',
  'currency',
  'orders_count',
  'subscriptions_count',
  'active_subscriptions_count',
  'past_due_subscriptions_count',
  'paused_subscriptions_count',
  'license_keys_count',
  'granted_benefits_count',
  'metadata',
  'external_id',
]);

export const createCustomer = customers.create(CustomerCreate, {
  description:
    'The email address is unique in the organization, in any case. `tax_id` is the identifier and ' +
    'its type; it is kept without blanks, dots, dashes and slashes.',
});

export const getCustomer = customers.get();

export const updateCustomer = customers.update(CustomerUpdate, {
  description:
    '`null` clears the name, the address and the tax id. `metadata` replaces the old one.',
});

export const deleteCustomer = customers.delete({
  description:
    'Cancels active subscriptions at once, revokes benefits, ends customer sessions and frees the ' +
    'email address. Orders and subscriptions keep naming the customer. While a subscription of the customer is ' +
    'not over, `subscriptions:write` is needed too.',
  errors: ['NotPermitted'],
  changes: ['subscriptions', 'checkouts', 'benefits', 'license_keys'],
});

export const getPortalCustomer = contract({
  ...endpoints.getPortalCustomer,
  row: 'customers',
  summary: 'Get the customer',
  description: 'The one whose session it is; none where the session is bound to a checkout.',
  params: IdParams,
  response: CustomerPortalCustomer,
});

export const updatePortalCustomer = contract({
  ...endpoints.updatePortalCustomer,
  row: 'customers',
  summary: 'Update the customer',
  description:
    'Their name, address and tax id; `null` clears. The email address changes only at the seller.',
  params: IdParams,
  body: PortalCustomerUpdate,
  response: CustomerPortalCustomer,
  changes: ['customers'],
});
