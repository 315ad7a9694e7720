import { createHash } from 'node:crypto';
import pg from 'pg';
import { pool } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { isPooled } from '@/lib/database/connection/session';
import type { Prisma } from '@/lib/database/generated/client';

type Values = readonly unknown[];

/** The names of the prepared statements, by their texts. */
const names = new Map<string, string>();

/** The name under which each connection keeps a statement prepared; undefined behind a pooler. */
function statementName(text: string): string | undefined {
  // A pooler may give each statement another connection, on which it is not prepared.
  if (isPooled()) return undefined;
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}

/** Parses `2026-11-21 14:08:42.123+00`, as sessions in UTC print timestamps. */
function parseTimestamp(text: string): Date {
  const isPlain = text.endsWith('+00') && text.charAt(4) === '-';
  if (!isPlain) return pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === pg.types.builtins.TIMESTAMPTZ
      ? parseTimestamp
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * Runs a statement on the connection of the scope's transaction, else on any, past Prisma; its rows are arrays
 * of columns. Like `query`, it sees every tenant: its text names the scope's organizations, or rows that were
 * found through them.
 *
 * `prepared` has connections keep the statement, under a name, for as long as they live. It is for texts of
 * which the code knows all variants, never for one that depends on what a client combines: PostgreSQL keeps
 * each variant in memory, and a limit on their number could be used up by one client.
 */
export async function execute(
  scope: Pick<Scope, 'connection'> | null,
  statement: Prisma.Sql,
  { prepared = false }: { prepared?: boolean } = {},
): Promise<Values[]> {
  const { text, values } = statement;
  const name = prepared ? statementName(text) : undefined;
  const on = scope?.connection?.() ?? pool();
  const { rows } = await on.query<Values>({
    text,
    values: values as unknown[],
    rowMode: 'array',
    types,
    ...(name === undefined ? {} : { name }),
  } as pg.QueryArrayConfig);
  return rows;
}
