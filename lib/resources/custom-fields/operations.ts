import type { OperationsOf } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';
import type * as contracts from '@/lib/resources/custom-fields/contract';

const { list, get } = plainEndpoints('custom_fields');

export const endpoints = { listCustomFields: list, getCustomField: get };

/** For pickers and filters, whose pages load no schemas of custom fields. */
export const {
  listCustomFields,
  getCustomField,
}: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
