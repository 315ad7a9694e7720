import { createHash } from 'node:crypto';
import pg from 'pg';
import { pool } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { isPooled } from '@/lib/database/connection/session';
import type { Prisma } from '@/lib/database/generated/client';

type Values = readonly unknown[];

interface Named {
  name: string;
  text: string;
}

/** The prepared statements by their original texts. */
const prepared = new Map<string, Named>();

/** A parameter with its type. */
const TYPED_PARAMETER = /\$\d+((?:::\w+(?:\[\])?)+)/g;

/**
 * The statement under the name by which each connection keeps it; undefined behind a pooler, which may give each
 * statement another connection, on which it is not prepared.
 *
 * PostgreSQL keeps a plan for any values (a generic plan) only where that seems no dearer than plans for the
 * values given, which it makes anew at each execution. So the values are selected by subqueries, whose results the
 * planner cannot know: both cost the same. To plan the joins of a list's rows takes 1 to 3 ms.
 */
function named(original: string): Named | undefined {
  if (isPooled()) return undefined;
  const known = prepared.get(original);
  if (known) return known;
  const name = createHash('sha256').update(original).digest('hex').slice(0, 32);
  const made = { name, text: original.replace(TYPED_PARAMETER, '(SELECT $&)$1') };
  prepared.set(original, made);
  return made;
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
  options: { prepared?: boolean } = {},
): Promise<Values[]> {
  const { text, values } = statement;
  const on = scope?.connection?.() ?? pool();
  const { rows } = await on.query<Values>({
    text,
    values: values as unknown[],
    rowMode: 'array',
    types,
    ...(options.prepared && named(text)),
  } as pg.QueryArrayConfig);
  return rows;
}
