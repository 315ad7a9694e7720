import type { Findable } from '@/components/entity-picker/findable';
import { getSubscription, listSubscriptions } from '@/lib/subscriptions/contract';
import type { Subscription } from '@/lib/subscriptions/schema';

export const SUBSCRIPTIONS: Findable<Subscription> = {
  noun: { one: 'subscription', many: 'subscriptions' },
  list: listSubscriptions,
  get: getSubscription,
  words: ({ product, customer }) => ({
    name: customer.name ?? customer.email,
    detail: customer.name === null ? product.name : `${product.name}, ${customer.email}`,
  }),
};
