import { z } from 'zod';
import { Id, OrganizationIdInput, Timestamp, text, trimmedText } from '@/lib/contract/fields';
import { updateOf } from '@/lib/contract/update-of';

/** A list page with its filters, sorting and columns, under a name. */
export const SavedView = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    organization_id: Id,
    user_id: Id.nullable().meta({
      description: 'Its maker; null where a token of the organization made it.',
    }),
    page: z.string(),
    name: z.string(),
    query: z.string(),
    columns: z.array(z.string()),
    is_shared: z.boolean(),
  })
  .meta({ id: 'SavedView', resource: 'saved_views' });
export type SavedView = z.infer<typeof SavedView>;

const page = trimmedText({ max: 100 })
  .regex(/^[a-z][a-z-]*(?:\/[a-z][a-z-]*)*$/, {
    error: 'Enter the path of a list, such as orders.',
  })
  .meta({ description: 'The list, by the last part of its page: `orders`, `license-keys`.' });
const name = trimmedText({ min: 1, max: 100 });
const query = text({ max: 4000 }).meta({
  description: "The list's filters and sorting, as the query string of its operation.",
});
const columns = z
  .array(trimmedText({ min: 1, max: 100 }))
  .max(100, { error: 'Name at most 100 columns.' })
  .meta({ description: 'The columns that are shown, in their order; none: those of the page.' });
const shared = z.boolean().meta({ description: 'Whether the whole organization sees it.' });

export const SavedViewCreate = z
  .object({
    organization_id: OrganizationIdInput,
    page,
    name,
    query: query.default(''),
    columns: columns.default([]),
    is_shared: shared.nullish(),
  })
  .meta({ id: 'SavedViewCreate' });
export type SavedViewCreate = z.infer<typeof SavedViewCreate>;

export const SavedViewUpdate = updateOf(SavedView, SavedViewCreate, ['page']).meta({
  id: 'SavedViewUpdate',
});
export type SavedViewUpdate = z.infer<typeof SavedViewUpdate>;

export const SAVED_VIEW_SORTS = ['created_at', 'name'] as const;
export type SavedViewSort = (typeof SAVED_VIEW_SORTS)[number];
