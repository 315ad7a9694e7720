import type { OperationsOf } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';
import type * as contracts from '@/lib/resources/benefits/contract';

const { list, get } = plainEndpoints('benefits');

export const endpoints = { listBenefits: list, getBenefit: get };

/** For pages that pick or name benefits, and load no schemas of them. */
export const { listBenefits, getBenefit }: OperationsOf<typeof endpoints, typeof contracts> =
  endpoints;
