import type { OperationsOf } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';
import type * as contracts from '@/lib/resources/repositories/contract';

const { list, get } = plainEndpoints('repositories');

export const endpoints = { listRepositories: list, getRepository: get };

/** For the picker, whose pages load no schemas of repositories and their organizations. */
export const { listRepositories, getRepository }: OperationsOf<typeof endpoints, typeof contracts> =
  endpoints;
