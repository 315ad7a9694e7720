import { paginated, printed } from '@/lib/contract/pagination';
import type { Scope } from '@/lib/database/connection/scope';
import type { Listing } from '@/lib/database/query/listing';

interface Paging {
  page: number;
  limit: number;
}

/**
 * The service functions `listAll`, a page of a list, and `exportAll`, all its rows in batches
 * (docs/contract/lists.md#envelope, docs/contract/lists.md#exports).
 *
 * @param list the repository's list
 * @param serialize a row as it is printed
 */
export function listAndExport<Query, Row, Item>(
  list: (scope: Scope, query: Query) => Listing<Row>,
  serialize: (row: Row) => Item,
) {
  return {
    async listAll(scope: Scope, query: Query & Paging) {
      const { rows, totalCount } = await list(scope, query).page(query);
      return paginated(rows.map(serialize), totalCount, query.limit);
    },
    exportAll: (scope: Scope, query: Query) => printed(list(scope, query).all(), serialize),
  };
}
