import { raw, type Sql, sql } from '@/lib/database/connection/sql';

/** Whether the present value of the license key `alias` is from a pool, so that its case counts. */
export function isFromPool(alias: string): Sql {
  const t = raw(alias);
  return sql`EXISTS (SELECT FROM pool_keys p WHERE p.organization_id = ${t}.organization_id AND p.key = ${t}.key)`;
}
