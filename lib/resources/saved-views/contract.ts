import { z } from 'zod';
import { exportOf } from '@/lib/contract/export-of';
import { QueryBoolean } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import {
  SAVED_VIEW_SORTS,
  SavedView,
  SavedViewCreate,
  SavedViewUpdate,
} from '@/lib/resources/saved-views/schema';

const savedViews = resource('saved_views', SavedView, { permissions: 'organizations' });

// Members of every role have views: their sessions have the permission `web_default`.
const own = { permissions: ['organizations:write', 'web_default'] } as const;

export const listSavedViews = savedViews.list(
  {
    page_name: z.string().max(100).optional().meta({ description: 'Those of one list.' }),
    is_shared: QueryBoolean.optional(),
    sorting: sorting(SAVED_VIEW_SORTS, 'name'),
  },
  { description: "The caller's own views, and the shared ones of their organizations." },
);

export const exportSavedViews = exportOf(listSavedViews, [
  'id',
  'created_at',
  'page',
  'name',
  'query',
  'columns',
  'is_shared',
  'user_id',
]);

export const createSavedView = savedViews.create(SavedViewCreate, {
  ...own,
  description: 'A token of an organization has no views of its own: it shares what it makes.',
});

export const getSavedView = savedViews.get();

export const updateSavedView = savedViews.update(SavedViewUpdate, {
  ...own,
  description: 'Shared views are changed by their maker, by admins and by owners.',
  errors: ['NotPermitted'],
});

export const deleteSavedView = savedViews.delete({ ...own, errors: ['NotPermitted'] });
