import type { Role } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { OAuthGrant, Prisma } from '@/lib/database/generated/client';

// A grant belongs to a person, or to an organization by a person, so statements name the person.

/** Whom a grant is by and for: `organizationId` is null for the own account. */
export interface Subject {
  userId: string;
  organizationId: string | null;
}

/**
 * When a session was confirmed, which does not end before the transaction does; null where it has ended. A change that ends
 * all sessions of the account waits, or was first.
 */
export async function holdSession(
  scope: Scope,
  { id, userId }: { id: string; userId: string },
): Promise<Date | null> {
  await execute(scope, sql`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR KEY SHARE`);
  const [found] = await execute<{ confirmed_at: Date }>(
    scope,
    sql`SELECT confirmed_at FROM sessions WHERE id = ${id}::uuid FOR KEY SHARE`,
  );
  return found?.confirmed_at ?? null;
}

/** The role of a person in an organization, which stays until the transaction ends; null where there is none. */
export async function lockRole(
  scope: Scope,
  { userId, organizationId }: Subject,
): Promise<Role | null> {
  const [found] = await execute<{ role: Role }>(
    scope,
    sql`SELECT role FROM memberships
        WHERE user_id = ${userId}::uuid AND organization_id = ${organizationId}::uuid FOR SHARE`,
  );
  return found?.role ?? null;
}

/** The grant of a client by a subject; null where there is none. */
export function find(
  scope: Scope,
  clientId: string,
  { userId, organizationId }: Subject,
): Promise<OAuthGrant | null> {
  return db(scope).oAuthGrant.findFirst({ where: { clientId, userId, organizationId } });
}

/** Stores a grant, or adds scopes to the one that exists; the id of it. */
export async function allow(
  scope: Scope,
  data: Subject & { id: string; clientId: string; scopes: string[]; createdAt: Date },
): Promise<string> {
  const { clientId, scopes } = data;
  await db(scope).oAuthGrant.createMany({ data: [data], skipDuplicates: true });
  const [row] = await execute<{ id: string }>(
    scope,
    sql`UPDATE oauth_grants
        SET scopes = ARRAY(SELECT DISTINCT unnest(scopes || ${scopes}::text[]) ORDER BY 1)
        WHERE client_id = ${clientId}::uuid AND user_id = ${data.userId}::uuid
          AND organization_id IS NOT DISTINCT FROM ${data.organizationId}::uuid
        RETURNING id`,
  );
  return row?.id ?? data.id;
}

/** Stores a code that a client may exchange. */
export async function storeCode(scope: Scope, data: Prisma.OAuthCodeUncheckedCreateInput) {
  await db(scope).oAuthCode.create({ data });
}

/** The grants of a person with their clients, newest first. */
export function listOf(userId: string) {
  return db(null).oAuthGrant.findMany({
    where: { userId },
    include: { client: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

export type GrantRow = Awaited<ReturnType<typeof listOf>>[number];

/** Deletes a grant of a person, with its codes, tokens and endpoints; null where there is none. */
export async function remove(scope: Scope, userId: string, id: string): Promise<GrantRow | null> {
  const row = await db(scope).oAuthGrant.findFirst({
    where: { id, userId },
    include: { client: true },
  });
  if (row) await db(scope).oAuthGrant.deleteMany({ where: { id, userId } });
  return row;
}

/** Deletes the grants of a person but some. */
export async function removeAll(scope: Scope, userId: string, kept: string[]): Promise<number> {
  const { count } = await db(scope).oAuthGrant.deleteMany({
    where: { userId, id: { notIn: kept } },
  });
  return count;
}

/** Deletes what a person has let apps do for an organization. */
export async function removeOfOrganization(
  scope: Scope,
  userId: string,
  organizationId: string,
): Promise<void> {
  await db(scope).oAuthGrant.deleteMany({ where: { userId, organizationId } });
}

/** A person, with the organizations that he may let an app act for, by name. */
export async function findPerson(userId: string) {
  const found = await db(null).user.findUnique({
    where: { id: userId },
    select: {
      id: true,
      email: true,
      name: true,
      memberships: {
        select: { role: true, organization: true },
        orderBy: [{ organization: { name: 'asc' } }, { organizationId: 'asc' }],
      },
    },
  });
  return found;
}
