import { tenant } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { type Sql, sql } from '@/lib/database/connection/sql';
import type { ImportKind } from '@/lib/resources/import-formats/schema';

/**
 * The objects `t` of a kind that have one of these external ids, of which an object may have several
 * (docs/contract/imports.md#external-ids); undefined when there is no filter.
 */
export function externalIdFilter(
  scope: Scope,
  kind: ImportKind,
  values: readonly string[] | undefined,
): Sql | undefined {
  if (!values?.length) return undefined;
  return sql`t.id IN (SELECT x.object_id FROM external_ids x
    WHERE ${tenant(scope, 'x')} AND x.kind = ${kind} AND x.external_id = ANY(${[...values]}::text[]))`;
}
