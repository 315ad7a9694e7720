import { Lock } from 'lucide-react';
import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';
import { getRepository, listRepositories } from '@/lib/resources/repositories/operations';
import type { Repository } from '@/lib/resources/repositories/schema';

/** The repositories of the connected GitHub organizations. */
export const REPOSITORIES: SearchableEntity<Repository> = {
  noun: { one: 'repository', many: 'repositories' },
  list: listRepositories,
  get: getRepository,
  sorting: 'name',
  describe: ({ name, description, is_private, organization }) => ({
    name: `${organization.name}/${name}`,
    ...(description && { detail: description }),
    ...(is_private && { icon: Lock }),
  }),
};
