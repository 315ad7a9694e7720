import type { OperationsOf } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';
import type * as contracts from '@/lib/resources/benefits/contract';

const { list, get } = plainEndpoints('benefits');

export const endpoints = { listBenefits: list, getBenefit: get };

/** For pickers and filters, whose pages load no schemas of benefits. */
export const { listBenefits, getBenefit }: OperationsOf<typeof endpoints, typeof contracts> =
  endpoints;
