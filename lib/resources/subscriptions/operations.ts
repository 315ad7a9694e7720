import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';
import type * as contracts from '@/lib/resources/subscriptions/contract';

const { list, get } = plainEndpoints('subscriptions', [
  'customers',
  'products',
  'benefits',
  'files',
  'custom_fields',
  'discounts',
]);

export const endpoints = {
  listSubscriptions: list,
  getSubscription: get,
  listCustomerSubscriptions: {
    tag: 'customer_portal',
    method: 'GET',
    auth: 'customer',
    id: 'customer_portal:subscriptions:list',
    path: '/v1/customer-portal/subscriptions/',
  },
  getCustomerSubscription: {
    tag: 'customer_portal',
    auth: 'customer',
    id: 'customer_portal:subscriptions:get',
    method: 'GET',
    path: '/v1/customer-portal/subscriptions/{id}',
  },
  updateCustomerSubscription: {
    tag: 'customer_portal',
    auth: 'customer',
    id: 'customer_portal:subscriptions:update',
    method: 'PATCH',
    path: '/v1/customer-portal/subscriptions/{id}',
  },
  cancelCustomerSubscription: {
    tag: 'customer_portal',
    auth: 'customer',
    id: 'customer_portal:subscriptions:cancel',
    method: 'DELETE',
    path: '/v1/customer-portal/subscriptions/{id}',
  },
  previewCustomerSubscription: {
    tag: 'customer_portal',
    auth: 'customer',
    id: 'customer_portal:subscriptions:preview',
    method: 'GET',
    path: '/v1/customer-portal/subscriptions/{id}/preview',
  },
  setCustomerSubscriptionPaymentMethod: {
    tag: 'customer_portal',
    auth: 'customer',
    id: 'customer_portal:subscriptions:set_payment_method',
    method: 'POST',
    path: '/v1/customer-portal/subscriptions/{id}/payment-method',
  },
  payCustomerSubscription: {
    tag: 'customer_portal',
    auth: 'customer',
    id: 'customer_portal:subscriptions:pay',
    method: 'POST',
    path: '/v1/customer-portal/subscriptions/{id}/pay',
  },
} as const satisfies Record<string, Endpoint>;

/** For pages that load no schemas of subscriptions: the hosted ones, and lists with a filter by subscription. */
export const {
  listSubscriptions,
  getSubscription,
  listCustomerSubscriptions,
  getCustomerSubscription,
  updateCustomerSubscription,
  cancelCustomerSubscription,
  previewCustomerSubscription,
  setCustomerSubscriptionPaymentMethod,
  payCustomerSubscription,
}: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
