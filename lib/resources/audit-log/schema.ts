import { z } from 'zod';
import { Id, Timestamp } from '@/lib/contract/fields';
import { EventActor } from '@/lib/resources/actors/schema';

const Change = z
  .object({
    field: z.string(),
    before: z.unknown(),
    after: z.unknown(),
  })
  .meta({ id: 'AuditChange' });
export type Change = z.infer<typeof Change>;

/** A change of an organization, or what was done in it (docs/contract/events.md#audit-log). */
export const AuditEntry = z
  .object({
    id: Id,
    organization_id: Id,
    created_at: Timestamp,
    actor: EventActor.meta({ description: 'Who has done it.' }),
    action: z.string().meta({ description: 'Such as `product.updated`.' }),
    object: z
      .object({ kind: z.string(), id: Id.nullable(), name: z.string().nullable() })
      .meta({ resource: 'audit_log' }),
    changes: z.array(Change).meta({ description: 'A secret is `set` or `changed`.' }),
    request_id: z.string().nullable(),
    client_address: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry', resource: 'audit_log' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AUDIT_SORTS = ['created_at'] as const;
export type AuditSort = (typeof AUDIT_SORTS)[number];
