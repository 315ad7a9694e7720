import { scalarsOf } from '@/lib/api/scalars';
import { withFields } from '@/lib/contract/serialize';
import type { ExternalOrganizationRow } from '@/lib/resources/external-organizations/repository';
import { ExternalOrganization } from '@/lib/resources/external-organizations/schema';

const scalars = scalarsOf('ExternalOrganization', ExternalOrganization);

/** A connected GitHub organization as the API prints it, without its credentials. */
export function serializeExternalOrganization(row: ExternalOrganizationRow): ExternalOrganization {
  return withFields(scalars(row), { platform: 'github' as const });
}
