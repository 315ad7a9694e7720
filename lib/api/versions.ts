import { type AnyContract, takesIfMatch } from '@/lib/contract/contract';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { isLapsing, lapsed } from '@/lib/database/query/lapse';
import { type RowAddress, rowVersion } from '@/lib/database/rows/version';

/** The single object that a request reads or writes (docs/contract/conventions.md#concurrent-updates). */
export interface VersionedObject {
  table: string;
  /** Undefined where the operation creates it. */
  id: string | undefined;
  /** Whether the request's `If-Match` names an `ETag`; undefined without the header. */
  ifMatch: ((etag: string | null) => boolean) | undefined;
}

/** The object of a request; undefined where the operation is about none, or several. */
export function versionedObject(
  operation: AnyContract,
  { scope, params, request }: { scope: Scope; params: unknown; request: Request },
): VersionedObject | undefined {
  const { row: table } = operation;
  if (table === undefined) return undefined;
  const { caller } = scope;
  const id =
    caller.kind === 'checkout'
      ? caller.checkoutId
      : Object.values(params as Record<string, string>).at(-1);
  const header = takesIfMatch(operation) ? request.headers.get('if-match') : null;
  return { table, id, ifMatch: header === null ? undefined : matcherOf(header) };
}

/** `*` names every version, a weak tag none. */
function matcherOf(header: string): (etag: string | null) => boolean {
  const named = header.split(',').map((tag) => tag.trim());
  return (etag) => etag !== null && (named.includes('*') || named.includes(etag));
}

/** The `ETag` of one of the scope's rows; null where there is no such row. `lock` keeps it as it is. */
export async function etagOf(
  scope: Scope,
  row: RowAddress,
  { lock = false } = {},
): Promise<string | null> {
  const suffix = isLapsing(row.table)
    ? sql`CASE WHEN ${lapsed(scope, row.table)} THEN '-lapsed' ELSE '' END`
    : undefined;
  const version = await rowVersion(scope, row, { lock, suffix });
  return version === null ? null : `"${version}"`;
}
