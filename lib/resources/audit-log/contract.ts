import { exportOf } from '@/lib/contract/export-of';
import { Id, many, text } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { AUDIT_SORTS, AuditEntry } from '@/lib/resources/audit-log/schema';

const auditLog = resource('audit_log', AuditEntry, { permissions: 'organizations' });

export const listAuditLog = auditLog.list(
  {
    action: many(text({ min: 1, max: 100 })).meta({ description: 'Such as `product.updated`.' }),
    object_kind: many(text({ min: 1, max: 100 })),
    object_id: many(Id),
    actor_id: many(Id),
    request_id: many(text({ min: 1, max: 64 })),
    sorting: sorting(AUDIT_SORTS, '-created_at'),
  },
  {
    permissions: ['admin'],
    administrators: true,
    summary: 'List the audit log',
    description:
      'Who changed what in an organization. `query` is an id or a part of the name of an object.',
  },
);

export const exportAuditLog = exportOf(listAuditLog, [
  'id',
  'created_at',
  'actor.type',
  'actor.id',
  'actor.name',
  'action',
  'object.kind',
  'object.id',
  'object.name',
  ['changes', ({ changes }) => JSON.stringify(changes)],
  'request_id',
  'client_address',
  'organization_id',
]);
