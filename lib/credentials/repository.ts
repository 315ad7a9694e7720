import type { Role } from '@/lib/api/scopes';
import { prisma } from '@/lib/database/client';
import { digest } from '@/lib/secrets';

// Look-ups by credential: they come before any tenant is known, so they use no scope.

export interface FoundToken {
  id: string;
  userId: string | null;
  organizationId: string | null;
  scopes: string[];
  /**
   * The role of the token's user in each organization. An organization token acts as an admin, for
   * an admin can make one, and no token may do more than its maker.
   */
  roles: ReadonlyMap<string, Role>;
}

/** A live personal or organization token, by digest; undefined when unknown or expired. */
export async function findToken(token: string, now: Date): Promise<FoundToken | undefined> {
  const found = await prisma().token.findUnique({
    where: { digest: digest(token) },
    include: { user: { include: { memberships: true } } },
  });
  if (!found || (found.expiresAt && found.expiresAt <= now)) return undefined;
  await touchToken(found.id, found.lastUsedAt, now);
  const { id, userId, organizationId, scopes } = found;
  const roles = organizationId
    ? new Map<string, Role>([[organizationId, 'admin']])
    : new Map(found.user?.memberships.map(({ organizationId, role }) => [organizationId, role]));
  return { id, userId, organizationId, scopes, roles };
}

/** `last_used_at` is written at most once a minute, whatever the number of requests. */
async function touchToken(id: string, lastUsedAt: Date | null, now: Date): Promise<void> {
  const minuteAgo = new Date(now.getTime() - 60_000);
  if (lastUsedAt && lastUsedAt > minuteAgo) return;
  await prisma().token.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: minuteAgo } }] },
    data: { lastUsedAt: now },
  });
}

/** The roles of a user by organization. */
export async function findRoles(userId: string): Promise<ReadonlyMap<string, Role>> {
  const memberships = await prisma().membership.findMany({ where: { userId } });
  return new Map(memberships.map(({ organizationId, role }) => [organizationId, role]));
}

/** The checkout that a client secret opens. */
export function findCheckoutBySecret(clientSecret: string) {
  return prisma().checkout.findUnique({
    where: { clientSecret },
    select: { id: true, organizationId: true, embedOrigin: true },
  });
}

/** The live session of a buyer, by its token. */
export function findCustomerSession(token: string, now: Date) {
  return prisma().customerSession.findFirst({
    where: { digest: digest(token), expiresAt: { gt: now }, customer: { deletedAt: null } },
    select: { id: true, organizationId: true, customerId: true, checkoutId: true },
  });
}
