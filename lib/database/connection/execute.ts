import { createHash } from 'node:crypto';
import pg from 'pg';
import { pool } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { isPooled } from '@/lib/database/connection/session';
import type { Prisma } from '@/lib/database/generated/client';

type Values = readonly unknown[];

/**
 * Which statements each connection keeps prepared, and how many different texts there is statementBudget for, because
 * each costs memory: of `list`s and of `write`s there are many, by what is asked for and which fields are
 * given, the others are as many as stand in the code.
 */
const statementBudget = { always: 200, list: 200, write: 100 };
export type Prepared = keyof typeof statementBudget | 'never';
const names = new Map<string, string>();

function statementName(text: string, kind: keyof typeof statementBudget): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  // A pooler in between may give each statement another connection, which knows no names.
  if (isPooled() || statementBudget[kind] === 0) return undefined;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  statementBudget[kind] -= 1;
  return name;
}

/** `2026-11-21 14:08:42.123+00`, as sessions that speak UTC print moments. */
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
 * A statement straight on the connection of the scope's transaction, else on any, its rows as arrays of
 * columns. Like `query`, it sees every
 * tenant: its text names the scope's organizations, or rows that were found through them.
 */
export async function execute(
  scope: Pick<Scope, 'connection'> | null,
  statement: Prisma.Sql,
  { prepared = 'never' }: { prepared?: Prepared } = {},
): Promise<Values[]> {
  const { text, values } = statement;
  const name = prepared === 'never' ? undefined : statementName(text, prepared);
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
