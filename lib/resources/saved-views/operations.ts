import type { OperationsOf } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';
import type * as contracts from '@/lib/resources/saved-views/contract';

const { list, get } = plainEndpoints('saved_views');

export const endpoints = {
  listSavedViews: list,
  updateSavedView: { ...get, method: 'PATCH', id: 'saved-views:update' } as const,
};

/** For the menu of every list, whose pages load no schemas of saved views. */
export const { listSavedViews, updateSavedView }: OperationsOf<typeof endpoints, typeof contracts> =
  endpoints;
