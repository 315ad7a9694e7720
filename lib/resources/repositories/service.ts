import { commit } from '@/lib/api/commands';
import { listAndExport } from '@/lib/api/list';
import { orNotFound } from '@/lib/contract/errors';
import { jsonColumn } from '@/lib/contract/serialize';
import type { Scope } from '@/lib/database/connection/scope';
import type { GitHubRepository } from '@/lib/integrations/github/client';
import * as repository from '@/lib/resources/repositories/repository';
import type {
  Repository,
  RepositoryProfileSettings,
  RepositoryUpdate,
} from '@/lib/resources/repositories/schema';
import { serializeRepository } from '@/lib/resources/repositories/serialize';
import { newId } from '@/lib/runtime/ids';

export const { all, findByExternalId, findByName } = repository;

export const { listAll, exportAll } = listAndExport(repository.list, serializeRepository);

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<Repository> {
  return serializeRepository(orNotFound(await repository.find(scope, id), 'The repository'));
}

/** Changes how a repository is shown. Throws 404. */
export function update(
  scope: Scope,
  id: string,
  { profile_settings: changes }: RepositoryUpdate,
): Promise<Repository> {
  return commit(scope, async (scope) => {
    const row = orNotFound(await repository.find(scope, id), 'The repository');
    if (!changes) return get(scope, id);
    const before = jsonColumn<RepositoryProfileSettings | null>(row.profileSettings) ?? {};
    const { set_description, set_cover_image_url, ...given } = changes;
    const settings: RepositoryProfileSettings = {
      ...before,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value != null)),
      ...(set_description && { description: given.description ?? null }),
      ...(set_cover_image_url && { cover_image_url: given.cover_image_url ?? null }),
    };
    await repository.update(scope, id, { modifiedAt: scope.realTime, profileSettings: settings });
    return get(scope, id);
  });
}

/** Makes the repositories of a connection those that were read from it, in the caller's transaction. */
export async function replaceAll(
  scope: Scope,
  connection: { organizationId: string; connectionId: string },
  read: readonly GitHubRepository[],
): Promise<void> {
  await repository.replaceAll(
    scope,
    connection,
    read.map(({ id, owner, isPrivate, ...row }) => ({
      id: newId(),
      external_id: id,
      is_private: isPrivate,
      ...row,
    })),
  );
}
