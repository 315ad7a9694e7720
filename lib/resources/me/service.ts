import type { Role } from '@/lib/contract/permissions';
import { timestamp } from '@/lib/contract/serialize';
import type { Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/me/repository';
import type { Me } from '@/lib/resources/me/schema';
import { serializeSeller } from '@/lib/resources/me/serialize';
import {
  type OrganizationRow,
  serializeOrganization,
} from '@/lib/resources/organizations/serialize';

/** What every page of a live organization says whose account was disconnected. */
const DISCONNECTED =
  'Stripe is disconnected. Nothing can be bought, and renewals wait until an account is connected again.';

/** The caller with permissions, organizations and roles (docs/contract/additions.md#caller). */
export async function getMe(scope: Scope): Promise<Me> {
  const user = await repository.findCaller(scope);
  const memberships = user
    ? await repository.listMemberships(scope, user.id)
    : (await repository.listOrganizations(scope)).map(asAdmin);
  const ids = memberships.map(({ organization }) => organization.id);
  const paid = await repository.findPaymentConnections(ids);
  return {
    type: user ? 'user' : 'organization',
    user: user && serializeSeller(user),
    scopes: [...scope.rights.permissions],
    organizations: memberships.map(({ organization, role }) => ({
      ...serializeOrganization(organization),
      role,
      test_clock: frozenClock(scope, organization.id),
      payment_connection: connectionOf(paid.get(organization.id)),
      two_factor_required: scope.withoutFactorIds.includes(organization.id),
    })),
  };
}

/** One that is closed has a problem of its own: what was sold through it is not charged. */
function connectionOf(row: Me['organizations'][number]['payment_connection'] | undefined) {
  if (!row) return null;
  return row.status === 'closed' ? { ...row, problem: DISCONNECTED } : row;
}

function frozenClock({ testClocks }: Scope, organizationId: string) {
  const clock = testClocks?.get(organizationId);
  return clock ? { now: timestamp(clock.now), is_advancing: clock.isAdvancing } : null;
}

/** An organization token has the role of an admin. */
function asAdmin(organization: OrganizationRow): { organization: OrganizationRow; role: Role } {
  return { organization, role: 'admin' };
}
