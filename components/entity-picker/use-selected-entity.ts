'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { entityQuery, type SearchableEntity } from '@/components/entity-picker/searchable-entity';

/** The entity that was selected by id. `cache` stores one that is loaded already. */
export function useSelectedEntity<Item extends { id: string }>(
  entity: SearchableEntity<Item>,
  id: string | null,
) {
  const client = useQueryClient();
  const selected = useQuery({ ...entityQuery(entity, id ?? ''), enabled: id !== null });
  return {
    item: id === null ? undefined : (selected.data as Item | undefined),
    error: id === null ? null : selected.error,
    cache: (item: Item) => client.setQueryData(entityQuery(entity, item.id).queryKey, item),
  };
}
