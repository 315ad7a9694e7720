import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { countsOf } from '@/lib/contract/counts-of';
import { exportOf } from '@/lib/contract/export-of';
import {
  ExternalIdFilter,
  Id,
  IdParams,
  many,
  OrganizationFilter,
  QueryBoolean,
  TimestampInput,
} from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { endpoints } from '@/lib/resources/subscriptions/operations';
import {
  CUSTOMER_SUBSCRIPTION_SORTS,
  CustomerSubscription,
  CustomerSubscriptionUpdate,
  ProrationBehavior,
  SUBSCRIPTION_SORTS,
  Subscription,
  SubscriptionHistory,
  SubscriptionPaymentMethodCreate,
  SubscriptionPreview,
  SubscriptionStatus,
  SubscriptionUpdate,
} from '@/lib/resources/subscriptions/schema';

const subscriptions = resource('subscriptions', Subscription);

/** What a charge or an end also changes. */
const CHANGED = ['orders', 'payments', 'customers', 'benefits', 'license_keys'];

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
    cancel_at_period_end: QueryBoolean.optional(),
    external_id: ExternalIdFilter,
    paused: QueryBoolean.optional().meta({ description: '`true`: those with a `paused_at`.' }),
    current_period_end_before: TimestampInput.optional(),
    sorting: sorting(SUBSCRIPTION_SORTS, '-started_at'),
  },
  {
    description:
      'Sorts: `customer` by name, then email; `product` and `discount` by name; `amount` as what it ' +
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
  'anchor_day',
  'is_held',
  'external_id',
  'canceled_at',
]);

export const countSubscriptions = countsOf(listSubscriptions, ['status']);

export const getSubscription = subscriptions.get();

export const updateSubscription = subscriptions.update(SubscriptionUpdate, {
  description:
    'Cancels it at the end of the period or keeps it, pauses or resumes it, sets or removes its ' +
    'discount, or changes its price, with the proration that you choose (`invoice` by default). ' +
    'The preview tells what it would cost. Of one that has ended only `metadata` changes.',
  errors: ['PaymentError', 'AlreadyCanceledSubscription', 'Conflict'],
  changes: CHANGED,
});

export const getSubscriptionHistory = contract({
  tag: 'subscriptions',
  id: 'subscriptions:history',
  method: 'GET',
  path: '/v1/subscriptions/{id}/history',
  summary: 'Get the changes of a subscription',
  description: 'A change of its status, price, discount or pause each, with what it became.',
  permissions: ['subscriptions:read'],
  params: IdParams,
  response: SubscriptionHistory,
});

export const previewSubscription = contract({
  tag: 'subscriptions',
  id: 'subscriptions:preview',
  method: 'GET',
  path: '/v1/subscriptions/{id}/preview',
  summary: 'Preview a change of a subscription',
  description:
    'What an update or an immediate end would charge and change. Without parameters: the next renewal.',
  permissions: ['subscriptions:read'],
  params: IdParams,
  query: z.object({
    product_price_id: Id.optional(),
    proration_behavior: ProrationBehavior.optional(),
    cancel_at_period_end: QueryBoolean.optional(),
    discount_id: Id.optional(),
    remove_discount: QueryBoolean.optional(),
    paused: QueryBoolean.optional(),
    cancel_now: QueryBoolean.optional(),
  }),
  response: SubscriptionPreview,
  errors: ['AlreadyCanceledSubscription'],
});

export const cancelSubscription = contract({
  tag: 'subscriptions',
  id: 'subscriptions:cancel',
  method: 'DELETE',
  path: '/v1/subscriptions/{id}',
  row: 'subscriptions',
  summary: 'End a subscription now',
  description: 'It is canceled at once, without a refund, and its benefits are revoked.',
  permissions: ['subscriptions:write'],
  params: IdParams,
  response: Subscription,
  errors: ['AlreadyCanceledSubscription'],
  changes: CHANGED,
});

export const retrySubscription = contract({
  tag: 'subscriptions',
  id: 'subscriptions:retry',
  method: 'POST',
  path: '/v1/subscriptions/{id}/retry',
  row: 'subscriptions',
  summary: 'Charge what is due',
  description: 'Tries the failed renewal of a past due or unpaid subscription again, now.',
  permissions: ['subscriptions:write'],
  params: IdParams,
  response: Subscription,
  errors: ['PaymentError', 'Conflict'],
  changes: CHANGED,
});

export const setSubscriptionPaymentMethod = contract({
  tag: 'subscriptions',
  id: 'subscriptions:set_payment_method',
  method: 'POST',
  path: '/v1/subscriptions/{id}/payment-method',
  row: 'subscriptions',
  summary: 'Set the payment method',
  description:
    'Renewals charge it from now on. What is due is charged at once; the payment method stays even ' +
    'when that is declined.',
  permissions: ['subscriptions:write'],
  params: IdParams,
  body: SubscriptionPaymentMethodCreate,
  response: Subscription,
  errors: ['PaymentError', 'AlreadyCanceledSubscription', 'Conflict'],
  changes: CHANGED,
});

export const listCustomerSubscriptions = contract({
  ...endpoints.listCustomerSubscriptions,
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
  ...endpoints.getCustomerSubscription,
  row: 'subscriptions',
  summary: 'Get a subscription of the customer',
  params: IdParams,
  response: CustomerSubscription,
});

export const updateCustomerSubscription = contract({
  ...endpoints.updateCustomerSubscription,
  row: 'subscriptions',
  summary: 'Change or keep a subscription of the customer',
  description:
    'Changes it to another price of the same product, whose difference is charged now, or keeps one that was to ' +
    'end with its period.',
  params: IdParams,
  body: CustomerSubscriptionUpdate,
  response: CustomerSubscription,
  errors: ['PaymentError', 'NotPermitted', 'AlreadyCanceledSubscription', 'Conflict'],
  changes: ['subscriptions'],
});

export const cancelCustomerSubscription = contract({
  ...endpoints.cancelCustomerSubscription,
  row: 'subscriptions',
  summary: 'Cancel a subscription of the customer',
  description: 'It ends with its period.',
  params: IdParams,
  response: CustomerSubscription,
  errors: ['NotPermitted', 'AlreadyCanceledSubscription'],
  changes: ['subscriptions'],
});

export const previewCustomerSubscription = contract({
  ...endpoints.previewCustomerSubscription,
  summary: 'Preview a change of a subscription of the customer',
  description: 'What a change would charge. Without parameters: the next renewal.',
  params: IdParams,
  query: z.object({
    product_price_id: Id.optional(),
    cancel_at_period_end: QueryBoolean.optional(),
  }),
  response: SubscriptionPreview,
  errors: ['NotPermitted', 'AlreadyCanceledSubscription'],
});

export const setCustomerSubscriptionPaymentMethod = contract({
  ...endpoints.setCustomerSubscriptionPaymentMethod,
  row: 'subscriptions',
  summary: 'Set the payment method of a subscription of the customer',
  description:
    'Renewals charge it from now on. What is due is charged at once; the payment method stays even ' +
    'when that is declined.',
  params: IdParams,
  body: SubscriptionPaymentMethodCreate,
  response: CustomerSubscription,
  errors: ['PaymentError', 'NotPermitted', 'AlreadyCanceledSubscription', 'Conflict'],
  changes: CHANGED,
});

export const payCustomerSubscription = contract({
  ...endpoints.payCustomerSubscription,
  row: 'subscriptions',
  summary: 'Pay what is due on a subscription of the customer',
  description: 'Charges its payment method while the customer is there to authenticate that.',
  params: IdParams,
  response: CustomerSubscription,
  errors: ['PaymentError', 'NotPermitted', 'Conflict', 'TooManyRequests'],
  changes: CHANGED,
});
