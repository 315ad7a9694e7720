import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';
import type * as contracts from '@/lib/resources/products/contract';

const { list, get } = plainEndpoints('products', ['benefits', 'files', 'custom_fields']);

export const endpoints = {
  listProducts: list,
  getProduct: get,
  createProduct: {
    ...list,
    id: 'products:create',
    method: 'POST',
    permissions: ['products:write'],
  },
} as const satisfies Record<string, Endpoint>;

/** For pickers, filters and links to the form, whose pages load no schemas of products. */
export const {
  listProducts,
  getProduct,
  createProduct,
}: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
