import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { Id, IdParams, many, OrganizationFilter, QueryBoolean } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import {
  CUSTOMER_SUBSCRIPTION_SORTS,
  CustomerSubscription,
  SUBSCRIPTION_SORTS,
  Subscription,
  SubscriptionStatus,
} from '@/lib/resources/subscriptions/schema';

const subscriptions = resource('subscriptions', Subscription);

const active = QueryBoolean.optional().meta({
  description: '`true`: trialing and active ones; `false`: past due, canceled and unpaid ones.',
});

export const listSubscriptions = subscriptions.list(
  {
    product_id: many(Id),
    customer_id: many(Id),
    discount_id: many(Id),
    active,
    status: many(SubscriptionStatus),
    sorting: sorting(SUBSCRIPTION_SORTS, '-started_at'),
  },
  {
    description:
      'Sorts: `customer` by name, then e-mail; `product` and `discount` by name; `amount` as what it ' +
      'comes to in a month; `status` in life-cycle order. What has no value comes last both ways.',
  },
);

export const exportSubscriptions = exportOf(listSubscriptions, [
  'id',
  'created_at',
  'status',
  'amount',
  'currency',
  'recurring_interval',
  'customer_id',
  'customer.name',
  'customer.email',
  'product_id',
  'product.name',
  'discount.name',
  'discount.code',
  'started_at',
  'current_period_start',
  'current_period_end',
  'cancel_at_period_end',
  'ended_at',
  'checkout_id',
  'custom_field_data',
  'metadata',
]);

export const getSubscription = subscriptions.get();

const portal = { tag: 'customer_portal', auth: 'customer' } as const;

export const listCustomerSubscriptions = contract({
  ...portal,
  id: 'customer_portal:subscriptions:list',
  method: 'GET',
  path: '/v1/customer-portal/subscriptions/',
  summary: 'List the subscriptions of the customer',
  description:
    'A session that is bound to a checkout sees the subscription of that checkout alone.',
  query: listQuery({
    organization_id: OrganizationFilter,
    product_id: many(Id),
    active,
    sorting: sorting(CUSTOMER_SUBSCRIPTION_SORTS, '-started_at'),
  }),
  response: page(CustomerSubscription),
});

export const getCustomerSubscription = contract({
  ...portal,
  id: 'customer_portal:subscriptions:get',
  method: 'GET',
  path: '/v1/customer-portal/subscriptions/{id}',
  summary: 'Get a subscription of the customer',
  params: IdParams,
  response: CustomerSubscription,
});
