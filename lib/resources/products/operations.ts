import type { OperationsOf } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';
import type * as contracts from '@/lib/resources/products/contract';

const { list, get } = plainEndpoints('products');

export const endpoints = { listProducts: list, getProduct: get };

/** For pickers and filters, whose pages load no schemas of products. */
export const { listProducts, getProduct }: OperationsOf<typeof endpoints, typeof contracts> =
  endpoints;
