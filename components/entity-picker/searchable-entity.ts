import type { LucideIcon } from 'lucide-react';
import { query } from '@/lib/client/queries';
import type { AnyOperation, ContractInput } from '@/lib/contract/contract';
import type { ListOperation } from '@/lib/contract/list-operation';

/** How an entity is shown in a list: its name, and a second line such as an e-mail address or a price. */
export interface EntityDescription {
  name: string;
  detail?: string | undefined;
  icon?: LucideIcon;
}

/** A resource whose rows can be searched and picked by name: its list and get operations, and its labels. */
export interface SearchableEntity<Item extends { id: string } = { id: string }> {
  noun: { one: string; many: string };
  list: ListOperation<Item>;
  get: AnyOperation;
  /** The order while nothing is typed; by default that of the operation. */
  sorting?: string;
  /** Further filters of the list operation. */
  filters?: object;
  describe: (item: Item) => EntityDescription;
}

const LIMIT = 25;

/** The first 25 rows of an organization that match a text. */
export function searchQuery<Item extends { id: string }>(
  entity: SearchableEntity<Item>,
  organization: string,
  text: string,
  filters: object,
) {
  return query(entity.list, {
    query: {
      organization_id: [organization],
      limit: LIMIT,
      ...(entity.sorting ? { sorting: [entity.sorting] } : {}),
      ...entity.filters,
      ...filters,
      ...(text === '' ? {} : { query: text }),
    },
  } as ContractInput<typeof entity.list>);
}

/** One row, by its id. */
export function entityQuery<Item extends { id: string }>(
  entity: SearchableEntity<Item>,
  id: string,
) {
  return query(entity.get, { params: { id } } as unknown as ContractInput<AnyOperation>);
}
