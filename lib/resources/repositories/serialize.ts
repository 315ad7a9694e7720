import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, withFields } from '@/lib/contract/serialize';
import { serializeExternalOrganization } from '@/lib/resources/external-organizations/serialize';
import { serializeOrganization } from '@/lib/resources/organizations/serialize';
import type { RepositoryRow } from '@/lib/resources/repositories/repository';
import { Repository } from '@/lib/resources/repositories/schema';

const scalars = scalarsOf('Repository', Repository);

/** A repository as the API prints it, with the organization here that has connected it. */
export function serializeRepository(row: RepositoryRow): Repository {
  return withFields(scalars(row), {
    platform: 'github' as const,
    profile_settings: jsonColumn<Repository['profile_settings']>(row.profileSettings),
    organization: serializeExternalOrganization(row.externalOrganization),
    internal_organization: serializeOrganization(row.organization),
  });
}
