import type { QueryOf } from '@/lib/contract/contract';
import type { Role } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { type Organization, Prisma } from '@/lib/database/generated/client';
import {
  createdFilter,
  type ListDefinition,
  required,
  searchFilter,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { lockRow } from '@/lib/database/rows/lock';
import type { RowMapping } from '@/lib/database/rows/mapping';
import { selectRow } from '@/lib/database/rows/rows';
import { type Fields, updateRow } from '@/lib/database/rows/write';
import type { exportOrganizations } from '@/lib/resources/organizations/contract';
import type { OrganizationSort } from '@/lib/resources/organizations/schema';

const own = ({ organizationIds }: Scope) => sql`t.id = ANY(${[...organizationIds]}::uuid[])`;

const LIST: ListDefinition<OrganizationSort> = {
  table: 'organizations',
  tenant: own,
  sorts: { created_at: required(sql`t.created_at`), name: textOrder('t.name') },
};

const MAPPING = {
  model: 'Organization',
  table: 'organizations',
  relations: {},
  tenant: own,
} as const satisfies RowMapping;

/** The scope's organizations. */
export function list(scope: Scope, request: QueryOf<typeof exportOrganizations>) {
  const { slug } = request;
  const conditions = [
    slug === undefined ? undefined : sql`lower(t.slug) = ${slug.toLowerCase()}`,
    searchFilter(['t.name', 't.slug'], request.query),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, MAPPING);
}

/** An organization of the scope; null when there is none. */
export function find(scope: Scope, id: string): Promise<Organization | null> {
  return selectRow(scope, MAPPING, id);
}

/** An organization of the scope by its slug, ignoring case. */
export function findOwnBySlug(scope: Scope, slug: string): Promise<Organization | null> {
  // Slugs are stored in lower case.
  return db(scope).organization.findFirst({ where: { slug: slug.toLowerCase() } });
}

/** The organization with a slug, outside of the scope too, and the role that a user has there. */
export async function findBySlug(scope: Scope, slug: string, userId: string) {
  const [found] = await execute<{ id: string; role: Role | null }>(
    scope,
    sql`SELECT o.id, m.role FROM organizations o
        LEFT JOIN memberships m ON m.organization_id = o.id AND m.user_id = ${userId}::uuid
        WHERE lower(o.slug) = ${slug.toLowerCase()}`,
  );
  return found;
}

/** An organization of the scope, locked until the transaction ends, so that its settings can be merged. */
export function findLocked(scope: Scope, id: string): Promise<Organization | null> {
  return lockRow(scope, MAPPING, sql`t.id = ${id}::uuid`, 'UPDATE');
}

/** Creates an organization with its owner. Throws a unique violation when the slug is taken. */
export function create(
  scope: Scope,
  ownerId: string,
  {
    legalAddress,
    ...given
  }: Omit<Prisma.OrganizationUncheckedCreateInput, 'legalAddress'> & {
    createdAt: Date;
    legalAddress?: object | null;
  },
): Promise<Organization> {
  const owner = { userId: ownerId, role: 'owner', createdAt: given.createdAt } as const;
  const data = { ...given, legalAddress: legalAddress ?? Prisma.DbNull };
  return db(scope).organization.create({ data: { ...data, memberships: { create: owner } } });
}

export function update(scope: Scope, id: string, data: Fields<Organization>) {
  return updateRow(scope, MAPPING, id, data);
}
