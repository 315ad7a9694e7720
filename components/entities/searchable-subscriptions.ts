import { customerName } from '@/components/entities/customer-name';
import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';
import { getSubscription, listSubscriptions } from '@/lib/resources/subscriptions/operations';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

export const SUBSCRIPTIONS: SearchableEntity<Subscription> = {
  noun: { one: 'subscription', many: 'subscriptions' },
  list: listSubscriptions,
  get: getSubscription,
  describe: ({ product, customer }) => ({
    name: customerName(customer),
    detail: customer.name === null ? product.name : `${product.name}, ${customer.email}`,
  }),
};
