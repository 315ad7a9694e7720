import { contract } from '@/lib/api/contract';
import { Id, IdParams, many, OrganizationFilter, QueryBoolean } from '@/lib/api/fields';
import { listQuery, page, sorting } from '@/lib/api/pagination';
import { SUBSCRIPTION_SORTS, Subscription, SubscriptionStatus } from '@/lib/subscriptions/schema';

const common = { tag: 'subscriptions' } as const;

export const listSubscriptions = contract({
  ...common,
  id: 'subscriptions:list',
  method: 'GET',
  path: '/v1/subscriptions/',
  summary: 'List subscriptions',
  description:
    'Sorts: `customer` by name, then e-mail; `product` and `discount` by name; `amount` as what it ' +
    'comes to in a month; `status` in life-cycle order. What has no value comes last both ways.',
  scopes: ['subscriptions:read'],
  query: listQuery({
    organization_id: OrganizationFilter,
    product_id: many(Id),
    customer_id: many(Id),
    discount_id: many(Id),
    active: QueryBoolean.optional().meta({
      description: '`true`: trialing and active ones; `false`: past due, canceled and unpaid ones.',
    }),
    status: many(SubscriptionStatus),
    sorting: sorting(SUBSCRIPTION_SORTS, '-started_at'),
  }),
  response: page(Subscription),
});

export const getSubscription = contract({
  ...common,
  id: 'subscriptions:get',
  method: 'GET',
  path: '/v1/subscriptions/{id}',
  summary: 'Get a subscription',
  scopes: ['subscriptions:read'],
  params: IdParams,
  response: Subscription,
});
