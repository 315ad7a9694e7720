import { FIELDS } from '@/lib/resources/import-formats/rules';
import { ImportKind } from '@/lib/resources/import-formats/schema';
import type { SourceTable } from '@/lib/resources/import-formats/sources/source';

/** Our own exports: each column by its name, and what a row is called is its ID. */
export const tilldesk: SourceTable = {
  isGuarded: true,
  kinds: Object.fromEntries(
    ImportKind.options.map((kind) => [
      kind,
      {
        columns: {
          ...Object.fromEntries(FIELDS[kind].map(({ name }) => [name, name])),
          external_id: ['external_id', 'id'],
        },
      },
    ]),
  ),
};

/** Files of the seller's own: our names, where no other are given. */
export const custom: SourceTable = {
  ...tilldesk,
  kinds: Object.fromEntries(
    ImportKind.options.map((kind) => [
      kind,
      { columns: Object.fromEntries(FIELDS[kind].map(({ name }) => [name, name])) },
    ]),
  ),
};
