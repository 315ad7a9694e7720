import type { Findable } from '@/components/entity-picker/findable';
import { getCustomer, listCustomers } from '@/lib/customers/contract';
import type { Customer } from '@/lib/customers/schema';

export const CUSTOMERS: Findable<Customer> = {
  noun: { one: 'customer', many: 'customers' },
  list: listCustomers,
  get: getCustomer,
  words: ({ name, email }) => (name === null ? { name: email } : { name, detail: email }),
};
