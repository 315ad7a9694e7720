import type { RequestContext } from '@/lib/api/context';
import type { Role } from '@/lib/contract/scopes';
import * as repository from '@/lib/resources/me/repository';
import type { Me } from '@/lib/resources/me/schema';
import { serializeSeller } from '@/lib/resources/me/serialize';
import {
  type OrganizationRow,
  serializeOrganization,
} from '@/lib/resources/organizations/serialize';

/** Who is calling (docs/contract/additions.md#caller). */
export async function get({ scope, scopes }: RequestContext): Promise<Me> {
  const user = await repository.findUser(scope);
  const memberships = user
    ? await repository.listMemberships(scope, user.id)
    : (await repository.listOrganizations(scope)).map(asAdmin);
  return {
    type: user ? 'user' : 'organization',
    user: user && serializeSeller(user),
    scopes: [...scopes],
    organizations: memberships.map(({ organization, role }) => ({
      ...serializeOrganization(organization),
      role,
    })),
  };
}

/** An organization's token acts as an admin of it. */
function asAdmin(organization: OrganizationRow): { organization: OrganizationRow; role: Role } {
  return { organization, role: 'admin' };
}
