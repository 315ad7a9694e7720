import type { OperationsOf } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';
import type * as contracts from '@/lib/resources/checkout-links/contract';

const { list, get } = plainEndpoints('checkout_links', [
  'products',
  'benefits',
  'files',
  'discounts',
]);

export const endpoints = { listCheckoutLinks: list, getCheckoutLink: get };

/** For pickers and filters, whose pages load no schemas of checkout links. */
export const {
  listCheckoutLinks,
  getCheckoutLink,
}: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
