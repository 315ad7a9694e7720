import type { QueryOf } from '@/lib/contract/contract';
import { db, query as run, tenant } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, type Sql, sql } from '@/lib/database/connection/sql';
import type { File } from '@/lib/database/generated/client';
import { callerPredicate } from '@/lib/database/query/customer';
import { createdFilter, idFilter, searchFilter, textOrder } from '@/lib/database/query/list';
import { customerGrants } from '@/lib/resources/benefit-grants/relations';
import type { listDownloadables } from '@/lib/resources/downloadables/contract';
import type { DownloadableSort } from '@/lib/resources/downloadables/schema';

/** A file that a grant gives. */
export interface Offer {
  grantId: string;
  benefitId: string;
  file: File;
}

interface Place {
  grant_id: string;
  benefit_id: string;
  file_id: string;
}

const SORTS: Record<DownloadableSort, Sql> = {
  granted_at: sql`o.granted_at`,
  name: textOrder('o.name'),
};

/** The files that grants `t` give now: those of live benefits that are there and not archived. */
function offered(conditions: (Sql | undefined)[]): Sql {
  const where = join(
    conditions.filter((condition) => condition !== undefined),
    ' AND ',
  );
  return sql`
    SELECT DISTINCT ON (t.benefit_id, f.id)
      t.id AS grant_id, t.benefit_id, f.id AS file_id, f.name, t.granted_at
    FROM benefit_grants t
    JOIN benefits b ON b.id = t.benefit_id AND b.deleted_at IS NULL AND b.type = 'downloadables'
    CROSS JOIN LATERAL jsonb_array_elements_text(b.properties -> 'files') AS x (id)
    JOIN files f ON f.id = x.id::uuid AND f.organization_id = t.organization_id
      AND f.is_uploaded AND f.deleted_at IS NULL
    WHERE t.granted_at IS NOT NULL AND t.revoked_at IS NULL
      AND NOT coalesce((b.properties -> 'archived' ->> x.id)::boolean, false) AND ${where}
    ORDER BY t.benefit_id, f.id, t.granted_at DESC, t.id`;
}

/** One page of the files that the calling buyer may download. */
export async function list(scope: Scope, request: QueryOf<typeof listDownloadables>) {
  const { page, limit, sorting } = request;
  const offers = offered([
    tenant(scope, 't', request.organization_id),
    callerPredicate(scope, { table: 'benefit_grants', customerPredicate: customerGrants }),
    idFilter('t.benefit_id', request.benefit_id),
    searchFilter(['f.name', 'b.description'], request.query),
    ...createdFilter(request),
  ]);
  const order = sorting.map((criterion) => {
    const by = SORTS[criterion.replace(/^-/, '') as DownloadableSort];
    return criterion.startsWith('-') ? sql`${by} DESC` : sql`${by} ASC`;
  });
  const [counted] = await run<{ count: bigint }>(
    scope,
    sql`SELECT count(*) AS count FROM (${offers}) o`,
  );
  const places = await run<Place>(
    scope,
    sql`SELECT o.grant_id, o.benefit_id, o.file_id FROM (${offers}) o
        ORDER BY ${join([...order, sql`o.file_id, o.benefit_id`])}
        LIMIT ${raw(String(limit))} OFFSET ${(page - 1) * limit}`,
  );
  return { offers: await load(scope, places), totalCount: Number(counted?.count ?? 0) };
}

/** The file, where its grant still gives it; the caller has proved that he may ask. */
export async function find(scope: Scope, grantId: string, fileId: string): Promise<Offer | null> {
  const offer = offered([
    tenant(scope, 't'),
    sql`t.id = ${grantId}::uuid`,
    sql`f.id = ${fileId}::uuid`,
  ]);
  const [found] = await load(scope, await run<Place>(scope, offer));
  return found ?? null;
}

async function load(scope: Scope, places: readonly Place[]): Promise<Offer[]> {
  const ids = places.map(({ file_id }) => file_id);
  const files = await db(scope).file.findMany({ where: { id: { in: ids } } });
  const byId = new Map(files.map((file) => [file.id, file]));
  return places.flatMap(({ grant_id, benefit_id, file_id }) => {
    const file = byId.get(file_id);
    return file ? [{ grantId: grant_id, benefitId: benefit_id, file }] : [];
  });
}
