import type { OperationsOf } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';
import type * as contracts from '@/lib/resources/repositories/contract';

const { list, get } = plainEndpoints('repositories', ['external_organizations', 'organizations']);

export const endpoints = { listRepositories: list, getRepository: get };

/** For pages that pick, name or count repositories, and load no schemas of them and of their organizations. */
export const { listRepositories, getRepository }: OperationsOf<typeof endpoints, typeof contracts> =
  endpoints;
