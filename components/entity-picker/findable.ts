import type { LucideIcon } from 'lucide-react';
import type { ListContract } from '@/components/entity-picker/list-contract';
import type { AnyContract, ContractInput } from '@/lib/api/contract';
import { query } from '@/lib/api/queries';

/** How an object is told from others: a name, and a second line such as an e-mail address or a price. */
export interface Words {
  name: string;
  detail?: string | undefined;
  icon?: LucideIcon;
}

/** Objects of a resource that are chosen by typing; the API searches. */
export interface Findable<Item extends { id: string } = { id: string }> {
  noun: { one: string; many: string };
  list: ListContract<Item>;
  get: AnyContract;
  /** The order of the list while nothing is typed; by itself the operation's own. */
  sorting?: string;
  words: (item: Item) => Words;
}

const SHOWN = 25;

/** The first objects of an organization that match a text. */
export function findQuery<Item extends { id: string }>(
  of: Findable<Item>,
  organization: string,
  text: string,
  narrow: object,
) {
  return query(of.list, {
    query: {
      organization_id: [organization],
      limit: SHOWN,
      ...(of.sorting ? { sorting: [of.sorting] } : {}),
      ...narrow,
      ...(text === '' ? {} : { query: text }),
    },
  } as ContractInput<typeof of.list>);
}

/** One object, chosen before. */
export function getQuery<Item extends { id: string }>(of: Findable<Item>, id: string) {
  return query(of.get, { params: { id } } as unknown as ContractInput<AnyContract>);
}
