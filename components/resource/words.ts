import type { Noun } from '@/components/data-table/texts';
import { capitalized } from '@/lib/contract/formats';

/** The words of a resource's pages that follow from what one of it is called. */
export function wordsOf({ one, many }: Noun) {
  const One = capitalized(one);
  return {
    /** The list's title, and the breadcrumb to it. */
    title: capitalized(many),
    /** The title of the facts on the page of one. */
    one: One,
    /** "Could not load this discount." */
    this: `this ${one}`,
    new: `New ${one}`,
    create: `Create ${one}`,
    created: `${One} created.`,
    editing: 'Edit',
    edit: (name: string) => `Edit ${name}`,
    save: `Save ${one}`,
    saved: `${One} saved.`,
    delete: 'Delete',
    deleteOne: (name: string) => `Delete ${name}`,
    deleted: `${One} deleted.`,
  };
}

export type Words = ReturnType<typeof wordsOf>;
