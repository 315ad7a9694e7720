import type { OperationsOf } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';
import type * as contracts from '@/lib/resources/customers/contract';

const { list, get } = plainEndpoints('customers');

export const endpoints = { listCustomers: list, getCustomer: get };

/** For pickers and filters, whose pages load no schemas of customers. */
export const { listCustomers, getCustomer }: OperationsOf<typeof endpoints, typeof contracts> =
  endpoints;
