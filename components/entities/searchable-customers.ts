import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';
import { getCustomer, listCustomers } from '@/lib/resources/customers/operations';
import type { Customer } from '@/lib/resources/customers/schema';

export const CUSTOMERS: SearchableEntity<Customer> = {
  noun: { one: 'customer', many: 'customers' },
  list: listCustomers,
  get: getCustomer,
  describe: ({ name, email }) => (name === null ? { name: email } : { name, detail: email }),
};
