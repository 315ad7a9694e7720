import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { LicenseKeyBulk, Prisma } from '@/lib/database/generated/client';

export type LicenseKeyBulkRow = Omit<LicenseKeyBulk, 'keyIds'>;

export function create(
  scope: Scope,
  data: Prisma.LicenseKeyBulkUncheckedCreateInput,
): Promise<LicenseKeyBulkRow> {
  return db(scope).licenseKeyBulk.create({ data, omit: { keyIds: true } });
}

/** Null when there is none in the scope. */
export function find(scope: Scope, id: string): Promise<LicenseKeyBulkRow | null> {
  return db(scope).licenseKeyBulk.findFirst({ where: { id }, omit: { keyIds: true } });
}

/** One that runs, locked until the transaction ends, with the ids of the keys that come next; else null. */
export async function lockNext(
  scope: Scope,
  id: string,
  limit: number,
): Promise<{ row: LicenseKeyBulkRow; keyIds: string[] } | null> {
  const [locked] = await execute<{ ids: string[] }>(
    scope,
    sql`SELECT t.key_ids[t.done + 1 : t.done + ${limit}::int] AS ids FROM license_key_bulks t
        WHERE ${tenant(scope, 't')} AND t.id = ${id}::uuid AND t.status = 'running' FOR UPDATE`,
  );
  const row = locked && (await find(scope, id));
  return row ? { row, keyIds: locked.ids } : null;
}

export async function save(
  scope: Scope,
  id: string,
  data: Partial<Pick<LicenseKeyBulkRow, 'status' | 'done' | 'changed'>>,
): Promise<void> {
  await db(scope).licenseKeyBulk.updateMany({ where: { id }, data });
}
