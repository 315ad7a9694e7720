import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, type Sql, sql } from '@/lib/database/connection/sql';
import type { File } from '@/lib/database/generated/client';
import { callerPredicate } from '@/lib/database/query/customer';
import { createdFilter, idFilter, searchFilter, textOrder } from '@/lib/database/query/list';
import type { listDownloadables } from '@/lib/resources/benefit-grants/contract';
import { GRANTS_OF_BUYER } from '@/lib/resources/benefit-grants/relations';
import type { DownloadableSort } from '@/lib/resources/benefit-grants/schema';
import { TYPE } from '@/lib/resources/benefits/types/downloadables';

/** A file that a customer may download by a grant. */
export interface DownloadableRow {
  grantId: string;
  benefitId: string;
  file: File;
}

interface DownloadableIds {
  grant_id: string;
  benefit_id: string;
  file_id: string;
}

const DOWNLOADABLE_ORDER: Record<DownloadableSort, Sql> = {
  granted_at: sql`o.granted_at`,
  name: textOrder('o.name'),
};

/**
 * The files that grants `t` give access to: grants that are not revoked, benefits that are not deleted, files
 * that are uploaded and not archived in the benefit. A file comes once per benefit, of its newest grant.
 */
function downloadables(conditions: (Sql | undefined)[]): Sql {
  const where = join(
    conditions.filter((condition) => condition !== undefined),
    ' AND ',
  );
  return sql`
    SELECT DISTINCT ON (t.benefit_id, f.id)
      t.id AS grant_id, t.benefit_id, f.id AS file_id, f.name, t.granted_at
    FROM benefit_grants t
    JOIN benefits b ON b.id = t.benefit_id AND b.deleted_at IS NULL AND b.type = ${TYPE}::benefit_type
    CROSS JOIN LATERAL jsonb_array_elements_text(b.properties -> 'files') AS x (id)
    JOIN files f ON f.id = x.id::uuid AND f.organization_id = t.organization_id
      AND f.is_uploaded AND f.deleted_at IS NULL
    WHERE t.granted_at IS NOT NULL AND t.revoked_at IS NULL
      AND NOT coalesce((b.properties -> 'archived' ->> x.id)::boolean, false) AND ${where}
    ORDER BY t.benefit_id, f.id, t.granted_at DESC, t.id`;
}

/** One page of the files that the calling customer may download. */
export async function listOfBuyer(scope: Scope, request: QueryOf<typeof listDownloadables>) {
  const { page, limit, sorting } = request;
  const granted = downloadables([
    tenant(scope, 't', request.organization_id),
    callerPredicate(scope, { table: 'benefit_grants', customerPredicate: GRANTS_OF_BUYER }),
    idFilter('t.benefit_id', request.benefit_id),
    searchFilter(['f.name', 'b.description'], request.query),
    ...createdFilter(request),
  ]);
  const order = sorting.map((criterion) => {
    const by = DOWNLOADABLE_ORDER[criterion.replace(/^-/, '') as DownloadableSort];
    return criterion.startsWith('-') ? sql`${by} DESC` : sql`${by} ASC`;
  });
  const [counted] = await execute<{ count: number }>(
    scope,
    sql`SELECT count(*)::int AS count FROM (${granted}) o`,
  );
  const ids = await execute<DownloadableIds>(
    scope,
    sql`SELECT o.grant_id, o.benefit_id, o.file_id FROM (${granted}) o
        ORDER BY ${join([...order, sql`o.file_id, o.benefit_id`])}
        LIMIT ${raw(String(limit))} OFFSET ${(page - 1) * limit}`,
  );
  return { rows: await loadFiles(scope, ids), totalCount: counted?.count ?? 0 };
}

/**
 * The file where its grant still gives access to it; null otherwise. The scope is one of the system: the
 * caller has checked the signed link.
 */
export async function find(
  scope: Scope,
  grantId: string,
  fileId: string,
): Promise<DownloadableRow | null> {
  const granted = downloadables([
    tenant(scope, 't'),
    sql`t.id = ${grantId}::uuid`,
    sql`f.id = ${fileId}::uuid`,
  ]);
  const [found] = await loadFiles(scope, await execute<DownloadableIds>(scope, granted));
  return found ?? null;
}

async function loadFiles(
  scope: Scope,
  ids: readonly DownloadableIds[],
): Promise<DownloadableRow[]> {
  const files = await db(scope).file.findMany({
    where: { id: { in: ids.map(({ file_id }) => file_id) } },
  });
  const byId = new Map(files.map((file) => [file.id, file]));
  return ids.flatMap(({ grant_id, benefit_id, file_id }) => {
    const file = byId.get(file_id);
    return file ? [{ grantId: grant_id, benefitId: benefit_id, file }] : [];
  });
}
