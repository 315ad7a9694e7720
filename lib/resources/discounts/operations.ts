import type { OperationsOf } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';
import type * as contracts from '@/lib/resources/discounts/contract';

const { list, get } = plainEndpoints('discounts', ['products']);

export const endpoints = { listDiscounts: list, getDiscount: get };

/** For pickers and filters, whose pages load no schemas of discounts. */
export const { listDiscounts, getDiscount }: OperationsOf<typeof endpoints, typeof contracts> =
  endpoints;
