import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, type Sql, sql } from '@/lib/database/connection/sql';
import { currentStatus, isLapsing } from '@/lib/database/query/lapse';
import { likePattern, textOrder } from '@/lib/database/query/list';
import { withNumber } from '@/lib/resources/documents/relations';
import { ID_ENDING, KEY_ENDING, type Wanted } from '@/lib/resources/search/rules';
import type { MatchedField, SearchKind } from '@/lib/resources/search/schema';

// One prepared statement for each kind (docs/decisions/search.md). It collects the ids of all that can be among the
// best, each branch by an index, and ranks them: exact, then at the beginning of a text, then inside of it.

/** The newest rows of a kind, which are tested one by one: where they have enough hits, older ones need not be read. */
const NEWEST = 500;

/** What is shown of a hit, by its kind. */
export interface ShownColumns {
  customer: { name: string | null; email: string };
  product: { name: string; isRecurring: boolean; isArchived: boolean };
  order: Sale & { amount: number; currency: string; invoiceNumber: string };
  subscription: Sale & { status: string };
  checkout: Sale & { status: string };
  discount: { name: string; code: string | null };
  license_key: { key: string; name: string | null; email: string };
  benefit: { description: string; type: string };
}

/** What is sold to whom. */
interface Sale {
  product: string;
  name: string | null;
  email: string | null;
}

export interface Hit<Kind extends SearchKind> {
  id: string;
  matched: MatchedField;
  shown: ShownColumns[Kind];
}

/** How a kind is searched; `t` is the alias of its table, `c` of the customer, `p` of the product. */
interface Searched {
  table: string;
  /** Rows are never found otherwise. */
  where?: string;
  /** Columns of its own that have an index in text order, and all together a trigram index. */
  texts?: Partial<Record<MatchedField, string>>;
  /** Columns of its customer, who is found before. */
  buyer?: Partial<Record<MatchedField, string>>;
  /** Columns that are found by their last characters. */
  hasKey?: boolean;
  hasInvoice?: boolean;
  joins?: string;
  /** The columns of {@link ShownColumns}. */
  shown: Record<string, string>;
}

const BUYER = { name: 'c.name', email: 'c.email' };
const JOIN_BUYER = 'JOIN customers c ON c.id = t.customer_id';
const SALE = {
  buyer: { 'customer.name': 'c.name', 'customer.email': 'c.email' },
  joins: `${JOIN_BUYER} JOIN products p ON p.id = t.product_id`,
  shown: { ...BUYER, product: 'p.name' },
};

const SEARCHED: Record<SearchKind, Searched> = {
  customer: {
    table: 'customers',
    where: 't.deleted_at IS NULL',
    texts: { email: 't.email', name: 't.name' },
    shown: { name: 't.name', email: 't.email' },
  },
  product: {
    table: 'products',
    texts: { name: 't.name' },
    shown: { name: 't.name', isRecurring: 't.is_recurring', isArchived: 't.is_archived' },
  },
  order: {
    table: 'orders',
    ...SALE,
    hasInvoice: true,
    shown: {
      ...SALE.shown,
      amount: 't.amount',
      currency: 't.currency',
      invoiceNumber: 't.invoice_number',
    },
  },
  subscription: {
    table: 'subscriptions',
    ...SALE,
    shown: { ...SALE.shown, status: 't.status' },
  },
  checkout: {
    table: 'checkouts',
    texts: { customer_email: 't.customer_email', customer_name: 't.customer_name' },
    joins: 'JOIN products p ON p.id = t.product_id',
    shown: {
      product: 'p.name',
      name: 't.customer_name',
      email: 't.customer_email',
      status: 't.status',
    },
  },
  discount: {
    table: 'discounts',
    where: 't.deleted_at IS NULL',
    texts: { code: 't.code', name: 't.name' },
    shown: { name: 't.name', code: 't.code' },
  },
  license_key: {
    table: 'license_keys',
    hasKey: true,
    joins: JOIN_BUYER,
    shown: { key: 't.key', ...BUYER },
  },
  benefit: {
    table: 'benefits',
    where: 't.deleted_at IS NULL',
    texts: { description: 't.description' },
    shown: { description: 't.description', type: 't.type' },
  },
};

/** What is searched for and where. */
export interface Request {
  /** Some of the scope's. */
  organizationIds: readonly string[];
  wanted: Wanted;
  /** How many are wanted. */
  limit: number;
  /** Customers whose orders and subscriptions are found. */
  buyers?: readonly string[];
}

/** A value of the request: the statement takes each once, and reads it like a row that the planner cannot know. */
const given = (name: keyof ReturnType<typeof valuesOf>) => raw(`(SELECT q.${name} FROM q)`);

/** What a statement is given, lowered by the database: its idea of letters may differ from this language's. */
function valuesOf({ wanted, organizationIds, buyers = [] }: Request) {
  const { text, idEnding, keyEnding, isShort, isAddress } = wanted;
  return {
    organizations: sql`${[...organizationIds]}::uuid[]`,
    buyers: sql`${[...buyers]}::uuid[]`,
    text: sql`lower(${text}::text)`,
    // Behind every text that begins with it: the last code point of all.
    after: sql`lower(${text}::text) || chr(1114111)`,
    inside: sql`lower(${likePattern(text)}::text)`,
    is_long: sql`${!isShort}::boolean`,
    is_address: sql`${isAddress}::boolean`,
    id_ending: sql`lower(${idEnding}::text)`,
    key_ending: sql`lower(${keyEnding}::text)`,
  };
}

/** The best hits of a kind, in the order of docs/contract/additions.md#search-ranks. */
export async function find<Kind extends SearchKind>(
  scope: Scope,
  kind: Kind,
  request: Request,
): Promise<Hit<Kind>[]> {
  const { wanted, limit } = request;
  const searched = SEARCHED[kind];
  const { table, buyer, joins = '', shown } = searched;
  const numbered = searched.hasInvoice ? withNumber(scope, 'invoice', wanted.text) : undefined;
  const ranks = ranksOf(searched, numbered);
  const found = candidates(searched, limit);
  if (numbered) found.push(numbered);
  const names = ranks.map((_, nth) => `r${nth}`);
  const matched = ranks.map(({ field }, nth) => `WHEN r${nth} THEN '${field}'`).join(' ');
  const columns = Object.entries(shown).map(
    ([name, column]) =>
      sql`${raw(`'${name}'`)}, ${isLapsing(table, column) ? currentStatus(scope, table) : raw(column)}`,
  );
  const values = Object.entries(valuesOf(request)).map(([name, by]) => sql`${by} AS ${raw(name)}`);
  // An array instead of a join: whatever number of rows the planner expects, it reads them by their ids.
  return execute<Hit<Kind>>(
    scope,
    sql`WITH q AS MATERIALIZED (SELECT ${join(values)}),
        i AS MATERIALIZED (SELECT ${goesInside(searched)} AS goes)
      SELECT t.id, h.matched, json_build_object(${join(columns)}) AS shown FROM (
        SELECT id, created_at, rank, CASE rank ${raw(matched)} END AS matched FROM (
          SELECT *, least(${raw(names.join())}) AS rank FROM (
            SELECT t.id, t.created_at, ${join(ranks.map(({ by }, nth) => sql`${by} AS ${raw(names[nth] ?? '')}`))}
            FROM ${raw(table)} t ${raw(buyer ? JOIN_BUYER : '')}
            WHERE t.id = ANY(ARRAY(${join(found, ' UNION ALL ')})) AND ${isOwn(searched)} OFFSET 0
          ) each
        ) ranked WHERE rank IS NOT NULL
        ORDER BY rank, created_at DESC, id LIMIT ${raw(String(limit))}
      ) h JOIN ${raw(table)} t ON t.id = h.id ${raw(joins)} ORDER BY h.rank, h.created_at DESC, h.id`,
    { prepared: true },
  );
}

/** The rank of a row by each field, null where the field does not have the text. */
function ranksOf(
  { texts = {}, buyer = {}, hasKey }: Searched,
  numbered: Sql | undefined,
): { field: MatchedField; by: Sql }[] {
  const isEnding = (column: string, ending: Sql) =>
    sql`CASE WHEN right(${raw(column)}, length(${ending})) = ${ending} THEN 0 END`;
  const ranks = Object.entries({ ...texts, ...buyer }).map(([field, column]) => ({
    field: field as MatchedField,
    by: textRank(column),
  }));
  ranks.push({ field: 'id', by: isEnding('t.id::text', given('id_ending')) });
  if (hasKey) ranks.push({ field: 'key', by: isEnding('lower(t.key)', given('key_ending')) });
  if (numbered) {
    const number = isEnding('lower(t.invoice_number)', given('text'));
    ranks.push({
      field: 'invoice_number',
      by: sql`CASE WHEN t.id IN (${numbered}) THEN ${number} END`,
    });
  }
  return ranks;
}

function textRank(column: string): Sql {
  const lowered = raw(`lower(${column})`);
  return sql`CASE sign(strpos(${lowered}, ${given('text')}) - 1)
    WHEN 0 THEN (${lowered} <> ${given('text')})::int WHEN 1 THEN CASE WHEN ${INSIDE} THEN 2 END END`;
}

/** Whether the text is looked for inside of others (docs/contract/additions.md#search-ranks). */
const INSIDE = raw('(SELECT i.goes FROM i)');

function goesInside(searched: Searched): Sql {
  const isWhole = Object.values(searched.texts ?? {}).map(
    (column) => sql`EXISTS (${rowsOf(searched, sql`${textOrder(column)} = ${given('text')}`)})`,
  );
  const isKnown = sql`(${given('is_address')} AND (${join([sql`false`, ...isWhole], ' OR ')}))`;
  return sql`${given('is_long')} AND NOT ${isKnown}`;
}

/** Which rows `t` of the kind may be found. */
function isOwn({ where = 'true' }: Searched): Sql {
  return sql`t.organization_id = ANY(${given('organizations')}::uuid[]) AND ${raw(where)}`;
}

function rowsOf(searched: Searched, condition: Sql): Sql {
  return sql`SELECT t.id FROM ${raw(searched.table)} t WHERE ${isOwn(searched)} AND ${condition}`;
}

/** Selects the ids of rows among which the best hits are. */
function candidates(searched: Searched, limit: number): Sql[] {
  const { table, texts, buyer, hasKey } = searched;
  const ending = (column: string, length: number, text: Sql) => {
    const last = raw(String(length));
    return rowsOf(searched, sql`right(${raw(column)}, ${last}) = right(${text}, ${last})`);
  };
  const found = [ending('t.id::text', ID_ENDING, given('id_ending'))];
  if (hasKey) found.push(ending('lower(t.key)', KEY_ENDING, given('key_ending')));
  if (buyer) {
    found.push(sql`SELECT t.id FROM unnest(${given('buyers')}) b (id) CROSS JOIN LATERAL (
      SELECT t.id FROM ${raw(table)} t WHERE ${isOwn(searched)} AND t.customer_id = b.id
      ORDER BY t.created_at DESC, t.id LIMIT ${raw(String(limit))}) t`);
  }
  if (texts) found.push(withText(searched, Object.values(texts), limit));
  return found;
}

/**
 * Rows whose texts have the wanted one. What many rows have is read of the newest, what few have by the indexes of the
 * texts: of either only so many rows are read.
 */
function withText(searched: Searched, columns: readonly string[], limit: number): Sql {
  const { table, where = 'true' } = searched;
  const newest = raw(`ORDER BY t.created_at DESC, t.id LIMIT ${NEWEST}`);
  const tested = sql`SELECT t.id, least(${join(columns.map(textRank))}) AS rank FROM (
    SELECT t.* FROM unnest(${given('organizations')}) o (id) CROSS JOIN LATERAL (
      SELECT t.* FROM ${raw(table)} t WHERE t.organization_id = o.id AND ${raw(where)} ${newest}) t ${newest}) t`;
  const unlessSeen = (rank: number) =>
    raw(`(SELECT count(*) < ${limit} FROM tested WHERE rank <= ${rank})`);
  const sorted = columns
    .map(textOrder)
    .flatMap((text) => [
      sql`${text} = ${given('text')}`,
      sql`${unlessSeen(1)} AND ${text} >= ${given('text')} AND ${text} < ${given('after')}`,
    ]);
  const inside = columns.map((column) => sql`lower(${raw(column)}) LIKE ${given('inside')}`);
  const conditions = [...sorted, sql`${INSIDE} AND ${unlessSeen(2)} AND (${join(inside, ' OR ')})`];
  const rows = conditions.map((condition) => rowsOf(searched, condition));
  return sql`(WITH tested AS MATERIALIZED (${tested})
    ${join([sql`SELECT id FROM tested WHERE rank IS NOT NULL`, ...rows], ' UNION ALL ')})`;
}
