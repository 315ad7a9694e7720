import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { type File, Prisma } from '@/lib/database/generated/client';
import {
  createdFilter,
  enumFilter,
  idFilter,
  type ListDefinition,
  required,
  searchFilter,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { crud } from '@/lib/database/rows/crud';
import { TYPE as DOWNLOADABLES } from '@/lib/resources/benefits/types/downloadables';
import type { exportFiles } from '@/lib/resources/files/contract';
import { MAX_USES } from '@/lib/resources/files/rules';
import type { FileService, FileSort, FileUse } from '@/lib/resources/files/schema';
import { lockProductsUsing } from '@/lib/resources/product-locks/service';

const LIST: ListDefinition<FileSort> = {
  table: 'files',
  sorts: {
    created_at: required(sql`t.created_at`),
    name: textOrder('t.name'),
    size: sql`t.size`,
    service: sql`t.service::text COLLATE "C"`,
  },
};

/** The scope's uploaded files. */
export function list(scope: Scope, query: QueryOf<typeof exportFiles>) {
  const conditions = [
    sql`t.is_uploaded AND t.deleted_at IS NULL`,
    idFilter('t.id', query.ids),
    // Published clients know no files to import: they are listed where they are asked for.
    enumFilter('t.service', 'file_service', query.service) ?? sql`t.service <> 'import'`,
    searchFilter(['t.name'], query.query),
    ...createdFilter(query),
  ];
  return listing(scope, LIST, query, conditions, async (ids) =>
    withUses(scope, await db(scope).file.findMany({ where: { id: { in: ids } } })),
  );
}

/** The files with what uses them. */
export async function withUses(scope: Scope, files: readonly File[]): Promise<UsedFile[]> {
  const ids = files.map(({ id }) => id);
  const uses = await execute<FileUse & { file_id: string; count: number }>(
    scope,
    sql`SELECT u.file_id, u.kind, u.id, u.name, u.count FROM (
          SELECT x.*, count(*) OVER (PARTITION BY x.file_id)::int AS count,
            row_number() OVER (PARTITION BY x.file_id ORDER BY ${textOrder('x.name')}, x.id) AS place
          FROM (
            SELECT m.file_id, 'product' AS kind, t.id, t.name
            FROM product_medias m JOIN products t ON t.id = m.product_id
            WHERE ${tenant(scope, 'm')} AND m.file_id = ANY(${ids}::uuid[])
            UNION ALL
            SELECT f.id::uuid, 'benefit', t.id, t.description
            FROM benefits t CROSS JOIN LATERAL jsonb_array_elements_text(t.properties -> 'files') AS f (id)
            WHERE ${tenant(scope, 't')} AND t.type = ${DOWNLOADABLES}::benefit_type AND t.deleted_at IS NULL
              AND f.id = ANY(${ids})
            UNION ALL
            SELECT f.id, 'organization', t.id, t.name
            FROM files f JOIN organizations t ON t.id = f.organization_id
            WHERE ${tenant(scope, 'f')} AND f.id = ANY(${ids}::uuid[])
              AND f.service = 'organization_avatar' AND t.avatar_url LIKE '%/media/' || f.id
          ) x
        ) u WHERE u.place <= ${MAX_USES} ORDER BY u.place`,
  );
  return files.map((file) => {
    const used = uses.filter(({ file_id }) => file_id === file.id);
    return {
      ...file,
      uses: used.map(({ kind, id, name }) => ({ kind, id, name })),
      useCount: used[0]?.count ?? 0,
    };
  });
}

/** A file with at most {@link MAX_USES} objects that use it, and the number of all. */
export type UsedFile = File & { uses: FileUse[]; useCount: number };

/** A file, uploaded or not; null when there is none in the scope. */
export function find(scope: Scope, id: string): Promise<File | null> {
  return db(scope).file.findFirst({ where: { id, deletedAt: null } });
}

/** {@link find}, locked until the transaction ends. */
export async function lock(scope: Scope, id: string): Promise<File | null> {
  await lockProductsUsing(scope, 'files', [id]);
  const locked = await execute(
    scope,
    sql`SELECT t.id FROM files t WHERE ${tenant(scope, 't')} AND t.id = ${id}::uuid FOR UPDATE`,
  );
  return locked.length > 0 ? find(scope, id) : null;
}

/**
 * The uploaded files of one organization with these ids, locked against deletion until the transaction ends.
 */
export async function lockUploaded(
  scope: Scope,
  where: { organizationId: string; service: FileService; ids: readonly string[] },
): Promise<{ id: string }[]> {
  const { organizationId, service, ids } = where;
  return execute(
    scope,
    sql`SELECT t.id FROM files t
        WHERE ${tenant(scope, 't', [organizationId])} AND t.id = ANY(${[...ids]}::uuid[])
          AND t.service = ${service}::file_service AND t.is_uploaded AND t.deleted_at IS NULL
        ORDER BY t.id FOR SHARE`,
  );
}

/**
 * How many bytes the files of an organization have, those included whose upload is not complete. Its row is locked, so
 * that no other file is announced before the transaction ends.
 */
export async function lockStorage(scope: Scope, organizationId: string): Promise<number> {
  const only = [organizationId];
  await execute(
    scope,
    sql`SELECT o.id FROM organizations o WHERE o.id = ${organizationId}::uuid FOR NO KEY UPDATE`,
  );
  const [used] = await execute<{ bytes: number }>(
    scope,
    sql`SELECT ((SELECT coalesce(sum(t.size), 0) FROM files t
          WHERE ${tenant(scope, 't', only)} AND t.deleted_at IS NULL)
        + (SELECT coalesce(sum(t.size), 0) FROM advertisement_images t
          WHERE ${tenant(scope, 't', only)}))::float8 AS bytes`,
  );
  return used?.bytes ?? 0;
}

/** A file of any organization: its URL is the credential, as that of a public picture or a signed one. */
export function findByAddress(id: string): Promise<File | null> {
  return db(null).file.findFirst({ where: { id, deletedAt: null } });
}

export const { create, update } = crud('File');

/** Marks an upload complete, with the checksums and type of its bytes. */
export function complete(
  scope: Scope,
  id: string,
  data: Pick<
    Prisma.FileUncheckedUpdateInput,
    'mimeType' | 'checksumEtag' | 'checksumSha256Base64' | 'checksumSha256Hex' | 'lastModifiedAt'
  >,
) {
  return update(scope, id, { ...data, isUploaded: true, uploadParts: Prisma.DbNull });
}

/** Marks a file deleted and detaches it from every product. */
export async function remove(scope: Scope, id: string, now: Date): Promise<void> {
  await db(scope).productMedia.deleteMany({ where: { fileId: id } });
  await update(scope, id, { deletedAt: now });
}

/**
 * The condition for files to remove: deleted ones; uploads from before `createdBefore` that are not complete;
 * pictures from before it that no product, no organization, no seller and no app uses. The avatars of an organization that has
 * issued invoices stay, for those show the one of their time.
 */
function removable(createdBefore: Date) {
  return sql`(f.deleted_at IS NOT NULL OR f.created_at < ${createdBefore.toISOString()}::timestamptz
    AND CASE
      WHEN NOT f.is_uploaded THEN true
      WHEN f.service = 'product_media'
        THEN NOT EXISTS (SELECT FROM product_medias m WHERE m.file_id = f.id)
      WHEN f.service = 'organization_avatar'
        THEN NOT EXISTS (SELECT FROM organizations o
          WHERE o.id = f.organization_id AND o.avatar_url LIKE '%/media/' || f.id)
          AND NOT EXISTS (SELECT FROM users u WHERE u.image LIKE '%/media/' || f.id)
          AND NOT EXISTS (SELECT FROM oauth_clients a WHERE a.logo_uri LIKE '%/media/' || f.id)
          AND NOT EXISTS (SELECT FROM documents d WHERE d.organization_id = f.organization_id)
      ELSE false
    END)`;
}

/** The organizations that {@link lockRemovable} would find files of, at most 500, for the background job. */
export async function organizationsWithRemovable(createdBefore: Date): Promise<string[]> {
  const rows = await execute<{ id: string }>(
    null,
    sql`SELECT DISTINCT f.organization_id AS id FROM files f WHERE ${removable(createdBefore)} LIMIT 500`,
  );
  return rows.map(({ id }) => id);
}

/** Locks at most 100 removable files of the scope; rows that another transaction has locked are skipped. */
export async function lockRemovable(scope: Scope, createdBefore: Date): Promise<File[]> {
  const inScope = tenant(scope, 'f');
  const locked = await execute<{ id: string }>(
    scope,
    sql`SELECT f.id FROM files f WHERE ${inScope} AND ${removable(createdBefore)}
        ORDER BY f.id LIMIT 100 FOR UPDATE SKIP LOCKED`,
  );
  // Checked again under the lock: a picture may have come into use since.
  const still = await execute<{ id: string }>(
    scope,
    sql`SELECT f.id FROM files f
        WHERE ${inScope} AND f.id = ANY(${locked.map(({ id }) => id)}::uuid[]) AND ${removable(createdBefore)}`,
  );
  return db(scope).file.findMany({ where: { id: { in: still.map(({ id }) => id) } } });
}

/** Deletes the rows of files. */
export async function purge(scope: Scope, ids: readonly string[]): Promise<void> {
  await db(scope).file.deleteMany({ where: { id: { in: [...ids] } } });
}
