import type { QueryOf } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import {
  booleanFilter,
  createdFilter,
  type ListDefinition,
  required,
  searchFilter,
  textFilter,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { crud } from '@/lib/database/rows/crud';
import type { exportRepositories } from '@/lib/resources/repositories/contract';
import type { RepositorySort } from '@/lib/resources/repositories/schema';

const RELATIONS = { externalOrganization: true, organization: true } as const;
const rows = crud('Repository', RELATIONS);
export const { find, update } = rows;

export type RepositoryRow = NonNullable<Awaited<ReturnType<typeof find>>>;

const LIST: ListDefinition<RepositorySort> = {
  table: 'repositories',
  sorts: {
    created_at: required(sql`t.created_at`),
    name: textOrder('t.name'),
    stars: sql`t.stars`,
  },
};

/** The repositories of the scope's connections. */
export function list(scope: Scope, request: QueryOf<typeof exportRepositories>) {
  const ofOwner = textFilter('x.name', request.external_organization_name);
  const conditions = [
    textFilter('t.name', request.name),
    ofOwner &&
      sql`t.external_organization_id IN (SELECT x.id FROM external_organizations x WHERE ${ofOwner})`,
    booleanFilter('t.is_private', request.is_private),
    searchFilter(['t.name', 't.description'], request.query),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, rows.load(scope));
}

/** All of an organization, with their connections. */
export function all(scope: Scope, organizationId: string): Promise<RepositoryRow[]> {
  return db(scope).repository.findMany({
    where: { organizationId },
    include: RELATIONS,
    orderBy: { id: 'asc' },
  });
}

/** One by its owner and name, in any case; null where none of an organization's connections has it. */
export function findByName(
  scope: Scope,
  organizationId: string,
  { owner, name }: { owner: string; name: string },
): Promise<RepositoryRow | null> {
  return db(scope).repository.findFirst({
    where: {
      organizationId,
      name: { equals: name, mode: 'insensitive' },
      externalOrganization: { name: { equals: owner, mode: 'insensitive' } },
    },
    include: RELATIONS,
  });
}

/** One by its id on GitHub; null where none of an organization's connections has it. */
export function findByExternalId(
  scope: Scope,
  organizationId: string,
  externalId: string,
): Promise<RepositoryRow | null> {
  return db(scope).repository.findFirst({
    where: { organizationId, externalId },
    include: RELATIONS,
  });
}

interface Read {
  id: string;
  external_id: string;
  name: string;
  description: string | null;
  is_private: boolean;
  stars: number;
  license: string | null;
  homepage: string | null;
}

/** Makes the repositories of a connection those that were read from it. */
export async function replaceAll(
  scope: Scope,
  { organizationId, connectionId }: { organizationId: string; connectionId: string },
  read: readonly Read[],
): Promise<void> {
  const now = scope.realTime;
  await db(scope).repository.deleteMany({
    where: {
      externalOrganizationId: connectionId,
      externalId: { notIn: read.map(({ external_id }) => external_id) },
    },
  });
  await execute(
    scope,
    sql`INSERT INTO repositories AS t (id, organization_id, created_at, external_organization_id, external_id, name,
          description, is_private, stars, license, homepage)
        SELECT r.id, ${organizationId}::uuid, ${now}::timestamptz, ${connectionId}::uuid, r.external_id, r.name,
          r.description, r.is_private, r.stars, r.license, r.homepage
        FROM jsonb_to_recordset(${JSON.stringify(read)}::jsonb) AS r(id uuid, external_id text, name text,
          description text, is_private boolean, stars int, license text, homepage text)
        ON CONFLICT (external_organization_id, external_id) DO UPDATE SET modified_at = ${now}::timestamptz,
          name = excluded.name, description = excluded.description, is_private = excluded.is_private,
          stars = excluded.stars, license = excluded.license, homepage = excluded.homepage
        WHERE (t.name, t.description, t.is_private, t.stars, t.license, t.homepage) IS DISTINCT FROM
          (excluded.name, excluded.description, excluded.is_private, excluded.stars, excluded.license, excluded.homepage)`,
  );
}
