import type { Role } from '@/lib/contract/scopes';
import { prisma } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { sql } from '@/lib/database/connection/sql';
import { digest } from '@/lib/runtime/secrets';

// Look-ups by credential: the tenant is not known yet, so they take no scope.

export interface FoundToken {
  id: string;
  userId: string | null;
  organizationId: string | null;
  scopes: string[];
  /**
   * The role of the token's user in each organization. An organization token has the role of an admin: only
   * admins can create one, and no token may do more than its creator.
   */
  roles: ReadonlyMap<string, Role>;
}

type TokenCells = [
  id: string,
  userId: string | null,
  organizationId: string | null,
  scopes: string[],
  expiresAt: Date | null,
  lastUsedAt: Date | null,
  memberOf: string | null,
  role: Role | null,
];

/** A personal or organization token by its digest; undefined when it is unknown or expired. */
export async function findToken(token: string, now: Date): Promise<FoundToken | undefined> {
  // Every request with a token runs this: one prepared statement, one row per organization of the user.
  const rows = (await execute(
    null,
    sql`SELECT k.id, k.user_id, k.organization_id, k.scopes, k.expires_at, k.last_used_at,
               m.organization_id, m.role
        FROM tokens k LEFT JOIN memberships m ON m.user_id = k.user_id
        WHERE k.digest = ${digest(token)}`,
    { prepared: true },
  )) as unknown as TokenCells[];
  const [first] = rows;
  if (!first) return undefined;
  const [id, userId, organizationId, scopes, expiresAt, lastUsedAt] = first;
  if (expiresAt && expiresAt <= now) return undefined;
  await touchToken(id, lastUsedAt, now);
  const roles: [string, Role][] = organizationId
    ? [[organizationId, 'admin']]
    : rows.flatMap(([, , , , , , member, role]) => (member && role ? [[member, role]] : []));
  return { id, userId, organizationId, scopes, roles: new Map(roles) };
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

/** The checkout with a client secret; null where there is none. */
export async function findCheckoutBySecret(clientSecret: string) {
  // Secrets have only these characters. PostgreSQL refuses some others (NUL) with an error instead of finding
  // nothing.
  if (!/^[\w-]{1,200}$/.test(clientSecret)) return null;
  const [found] = await execute(
    null,
    sql`SELECT id, organization_id, embed_origin FROM checkouts
        WHERE client_secret = ${clientSecret}`,
    { prepared: true },
  );
  if (!found) return null;
  const [id, organizationId, embedOrigin] = found as [string, string, string | null];
  return { id, organizationId, embedOrigin };
}

/** A customer session that has not expired, by its token. */
export function findCustomerSession(token: string, now: Date) {
  return prisma().customerSession.findFirst({
    where: { digest: digest(token), expiresAt: { gt: now }, customer: { deletedAt: null } },
    select: { id: true, organizationId: true, customerId: true, checkoutId: true },
  });
}
