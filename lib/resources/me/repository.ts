import { db } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';

/** The seller who is calling; null when an organization is. */
export async function findCaller(scope: Scope) {
  const { caller } = scope;
  return caller.kind === 'user'
    ? db(scope).user.findUnique({ where: { id: caller.userId } })
    : null;
}

/** The caller's memberships with their organizations, oldest organization first. */
export function listMemberships(scope: Scope, userId: string) {
  return db(scope).membership.findMany({
    where: { userId },
    include: { organization: true },
    orderBy: [{ organization: { createdAt: 'asc' } }, { organizationId: 'asc' }],
  });
}

/** The organizations of the scope. */
export function listOrganizations(scope: Scope) {
  return db(scope).organization.findMany();
}

/** What becomes of payments, by the organizations that the caller is in. */
export async function findPaymentConnections(organizationIds: readonly string[]) {
  const rows = await db(null).paymentConnection.findMany({
    where: {
      organizationId: { in: [...organizationIds] },
      OR: [{ status: { not: 'closed' } }, { mode: 'live' }],
    },
    select: { organizationId: true, mode: true, status: true, problem: true },
    // The active one is the last, and so the one of the map.
    orderBy: [{ status: 'desc' }, { createdAt: 'asc' }],
  });
  return new Map(rows.map(({ organizationId, ...row }) => [organizationId, row]));
}
