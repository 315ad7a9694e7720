import type { z } from 'zod';

/** A query as a page's address holds it: one value, or several of a repeated key. */
export type Search = Record<string, string | string[]>;

/** What of an address's search string belongs to a query; empty values count as absent. */
export function readSearch(schema: z.ZodObject, search: URLSearchParams): Search {
  const found: Search = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    const values = search.getAll(key).filter((value) => value !== '');
    const [first] = values;
    if (first === undefined) continue;
    found[key] = takesSeveral(field) ? values : first;
  }
  return found;
}

/** Parameters of a list that the route of its page determines, never the address's search string. */
const FROM_ROUTE = 'organization_id';
/** Rows a page of a list page, unless its address says otherwise. */
export const PAGE_SIZE = 25;

/** What the search string of a list's page says to the list's operation. */
export function readListSearch(schema: z.ZodObject, search: URLSearchParams): Search {
  const { [FROM_ROUTE]: _, ...inAddress } = readSearch(schema, search);
  return inAddress;
}

/** What a list's page asks for beside its search string. */
export interface ListDefaults {
  /** Parameters that the route determines, such as `{ organization_id: [id] }`. */
  routeQuery: Search;
  /** The sorting of this page, if it differs from the API's. */
  initialSorting?: readonly string[] | undefined;
}

/** The query that a list's page sends to its operation, on the server as in the browser. */
export function listPageQuery(
  search: Search,
  { routeQuery, initialSorting }: ListDefaults,
): Search {
  return {
    limit: String(PAGE_SIZE),
    ...(initialSorting && { sorting: [...initialSorting] }),
    ...search,
    ...routeQuery,
  };
}

/** The query of a list's counts by one of its filters, for the query of its page: the other filters. */
export function countsQuery(query: Search, by: string): Search {
  const { page: _, limit: __, sorting: ___, [by]: ____, ...others } = query;
  return { ...others, by };
}

/** {@link countsQuery} of a part of the rows; undefined where the query is narrowed in this way already. */
export function partQuery(query: Search, part: Search, by: string): Search | undefined {
  const isNarrowed = Object.keys(part).some((name) => name in query);
  return isNarrowed ? undefined : countsQuery({ ...query, ...part }, by);
}

/** The search string of a query, in the order of its keys: the same query has one address. */
export function writeSearch(search: Search): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) params.append(key, item);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** The criteria that a list sorts by, as its query declares them, without their descending forms. */
export function sortCriteria(schema: z.ZodObject): string[] {
  const field = schema.shape.sorting;
  return (optionsOf(field) ?? []).filter((option) => !option.startsWith('-'));
}

/** What a list sorts by unless it is told. */
export function defaultSorting(schema: z.ZodObject): string[] {
  const sorting = schema.safeParse({}).data?.sorting;
  return Array.isArray(sorting) ? sorting : [];
}

interface Definition {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  entries?: Record<string, string>;
}

function definitionOf(schema: unknown): Definition | undefined {
  return (schema as z.ZodType | undefined)?.def as Definition | undefined;
}

/** Whether a parameter of a query may be repeated. */
export function takesSeveral(schema: unknown): boolean {
  const { type, innerType } = definitionOf(schema) ?? {};
  return type === 'array' || (innerType !== undefined && takesSeveral(innerType));
}

function optionsOf(schema: unknown): string[] | undefined {
  const { innerType, element, entries } = definitionOf(schema) ?? {};
  if (entries) return Object.values(entries);
  const inner = innerType ?? element;
  return inner ? optionsOf(inner) : undefined;
}
