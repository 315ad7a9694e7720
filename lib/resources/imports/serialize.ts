import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, timestamp, withFields } from '@/lib/contract/serialize';
import type { Import as ImportRow } from '@/lib/database/generated/client';
import { undoUntil } from '@/lib/resources/imports/rules';
import { ImportBase } from '@/lib/resources/imports/schema';

export type { ImportRow };

const scalars = scalarsOf('Import', ImportBase);

/** An import as the list and its event print it (docs/contract/imports.md#fields). */
export function serializeImport(row: ImportRow): ImportBase {
  const until = undoUntil(row);
  return withFields(scalars(row), {
    kind: jsonColumn<ImportBase['kind']>(row.kind),
    source: jsonColumn<ImportBase['source']>(row.source),
    status: jsonColumn<ImportBase['status']>(row.status),
    mapping: jsonColumn<ImportBase['mapping']>(row.mapping),
    undo_until: until && timestamp(until),
  });
}
