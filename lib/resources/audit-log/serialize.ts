import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, withFields } from '@/lib/contract/serialize';
import type { AuditEntry as AuditRow } from '@/lib/database/generated/client';
import { printedActor, type StoredActor } from '@/lib/resources/actors/rules';
import { AuditEntry } from '@/lib/resources/audit-log/schema';

const scalars = scalarsOf('AuditEntry', AuditEntry);

/** A row of the audit log as the API prints it. */
export function serializeAuditEntry(row: AuditRow): AuditEntry {
  return withFields(scalars(row), {
    actor: printedActor(row.actor as unknown as StoredActor),
    object: { kind: row.objectKind, id: row.objectId, name: row.objectName },
    changes: jsonColumn<AuditEntry['changes']>(row.changes),
  });
}
