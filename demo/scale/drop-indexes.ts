import type pg from 'pg';

/**
 * Drops the foreign keys and secondary indexes of tables in the caller's transaction, and returns the
 * statements that create them again: building them once over all rows costs a third of maintaining them row
 * by row. The tables are locked meanwhile; a failed transaction changes nothing.
 */
export async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name,
       pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY($1::regclass[]) ORDER BY conname`,
    [tables],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index i WHERE indrelid = ANY($1::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid) ORDER BY 1`,
    [tables],
  );
  for (const { table, name } of keys) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  }
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  return [
    "SET LOCAL maintenance_work_mem = '256MB'",
    ...indexes.map(({ definition }) => definition),
    ...keys.map(
      ({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
    ),
  ];
}
