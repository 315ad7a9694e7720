import { createHash } from 'node:crypto';
import pg from 'pg';
import { endUnanswered } from '@/lib/database/connection/adapter';
import { pool } from '@/lib/database/connection/client';
import { isStalePlan } from '@/lib/database/connection/errors';
import type { Scope } from '@/lib/database/connection/scope';
import { isPooled } from '@/lib/database/connection/session';
import type { Prisma } from '@/lib/database/generated/client';

/** The selected values of one row. */
export type Cells = readonly unknown[];

interface Options {
  /**
   * Has connections keep the statement, under a name, for as long as they live. It is for texts of which the code
   * knows all variants, never for one that depends on what a client combines: PostgreSQL keeps each variant in
   * memory, and a limit on their number could be used up by one client.
   */
  prepared?: boolean;
}

interface Named {
  name: string;
  text: string;
}

/** The prepared statements by their original texts. */
const named = new Map<string, Named>();

/** A part of the names of prepared statements: with another one every connection prepares them anew. */
let generation = 0;

/** The type that a template gives a parameter, as the beginning of what follows it: `::uuid[]`. */
const TYPE = /^(?:::\w+(?:\[\])?)+/;

/**
 * The statement under the name by which each connection keeps it; undefined behind a pooler, which may give each
 * statement another connection, on which it is not prepared.
 */
function nameOf(statement: Prisma.Sql): Named | undefined {
  if (isPooled()) return undefined;
  const { text } = statement;
  const known = named.get(text);
  if (known) return known;
  const name = createHash('sha256').update(`${generation} ${text}`).digest('hex').slice(0, 32);
  const made = { name, text: withHiddenValues(statement) };
  named.set(text, made);
  return made;
}

/**
 * The text with each typed parameter in a subquery: `t.id = (SELECT $1::uuid)::uuid`, whose result the planner cannot
 * know. (The outer cast makes `ANY(…)` take an array, not the rows of the subquery.)
 *
 * PostgreSQL keeps a plan for any values (a generic plan) only where that seems no dearer than plans for the values
 * given, which it makes anew at each execution; so both cost the same. To plan the joins of a list's rows takes 1 to
 * 3 ms. Names alone do not do it: the `statementNameGenerator` of Prisma's adapter names statements and sends their
 * texts as they are. Nor does `plan_cache_mode`, which is a setting of the session: it would give a generic plan to
 * statements without a name as well, whose plans have to know the values that a client combines.
 */
function withHiddenValues({ strings }: Prisma.Sql): string {
  return strings.reduce((text, part, index) => {
    const [type] = TYPE.exec(part) ?? [];
    const parameter = `$${index}`;
    if (!type) return `${text}${parameter}${part}`;
    return `${text}(SELECT ${parameter}${type})${part}`;
  });
}

/** Parses `2026-11-21 14:08:42.123+00`, as sessions in UTC print timestamps. */
function parseTimestamp(text: string): Date {
  const isPlain = text.endsWith('+00') && text.charAt(4) === '-';
  if (!isPlain) return pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

/** Parsers in place of those of `pg`. No `bigint` is beyond the safe integers: amounts, counts and sequences. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.TIMESTAMPTZ]: parseTimestamp,
  [pg.types.builtins.INT8]: Number,
};

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * Runs a hand-written statement on the connection of the scope's transaction, else on any, past Prisma. It sees every
 * tenant: its text names the scope's organizations by `tenant`, or rows that were found through them. Its rows have
 * the names that the statement gives to its columns; `bigint` is a number, and `numeric` a string, so that a statement
 * casts what it sums.
 */
export async function execute<Row extends object>(
  scope: Pick<Scope, 'connection'> | null,
  statement: Prisma.Sql,
  options: Options = {},
): Promise<Row[]> {
  return (await run<Row>(scope, statement, options)).rows;
}

/** The same with arrays of columns as rows: for the row helpers, which know their columns by position. */
export async function selectCells(
  scope: Pick<Scope, 'connection'> | null,
  statement: Prisma.Sql,
  options: Options = {},
): Promise<Cells[]> {
  return (await run<unknown[]>(scope, statement, { ...options, rowMode: 'array' })).rows;
}

function run<Row extends object>(
  scope: Pick<Scope, 'connection'> | null,
  statement: Prisma.Sql,
  { prepared, rowMode }: Options & { rowMode?: 'array' },
): Promise<pg.QueryResult<Row>> {
  const connection = scope?.connection?.();
  const { text, values } = statement;
  const query = {
    text,
    values,
    types,
    ...(rowMode && { rowMode }),
    ...(prepared && nameOf(statement)),
  } as pg.QueryConfig;
  const answer = (connection ?? pool()).query<Row>(query);
  return answer.catch((error: unknown) => {
    if (!isStalePlan(error)) return endUnanswered(connection, error);
    // A migration has changed the types of columns. A transaction is run again as a whole.
    generation += 1;
    named.clear();
    if (connection) throw error;
    return run<Row>(scope, statement, rowMode ? { rowMode } : {});
  });
}
