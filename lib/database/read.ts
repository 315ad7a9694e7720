import { createHash } from 'node:crypto';
import pg from 'pg';
import { pool } from '@/lib/database/client';
import type { Prisma } from '@/lib/database/generated/client';
import type { Scope } from '@/lib/database/scope';
import { env } from '@/lib/env';

type Values = readonly unknown[];

/** Statements beyond so many different texts are not kept prepared: each costs every connection memory. */
const MOST_NAMES = 400;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  const { DATABASE_URL, DIRECT_DATABASE_URL } = env();
  // A pooler in between may give each statement another connection, which knows no names.
  const isPooled = DIRECT_DATABASE_URL !== undefined && DIRECT_DATABASE_URL !== DATABASE_URL;
  if (isPooled || names.size >= MOST_NAMES) return undefined;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}

/** `2026-11-21 14:08:42.123+00`, as sessions that speak UTC print moments. */
function momentOf(text: string): Date {
  const isPlain = text.endsWith('+00') && text.charAt(4) === '-';
  if (!isPlain) return pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === pg.types.builtins.TIMESTAMPTZ
      ? momentOf
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * A statement straight on the connection of the scope's transaction, else on any, its rows as arrays of
 * columns. A connection keeps it prepared where the text is one of few. Like `query`, it sees every
 * tenant: its text names the scope's organizations, or rows that were found through them.
 */
export async function read(
  scope: Pick<Scope, 'connection'> | null,
  statement: Prisma.Sql,
  { isOneOfFew = false } = {},
): Promise<Values[]> {
  const { text, values } = statement;
  const name = isOneOfFew ? nameOf(text) : undefined;
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
