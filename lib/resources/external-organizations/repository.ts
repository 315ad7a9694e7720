import type { QueryOf } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import {
  createdFilter,
  type ListDefinition,
  required,
  searchFilter,
  textFilter,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { crud } from '@/lib/database/rows/crud';
import type { exportExternalOrganizations } from '@/lib/resources/external-organizations/contract';
import type { ExternalOrganizationSort } from '@/lib/resources/external-organizations/schema';

const rows = crud('ExternalOrganization');
export const { find, create, update, remove } = rows;

export type ExternalOrganizationRow = NonNullable<Awaited<ReturnType<typeof find>>>;

const LIST: ListDefinition<ExternalOrganizationSort> = {
  table: 'external_organizations',
  sorts: { created_at: required(sql`t.created_at`), name: textOrder('t.name') },
};

/** The GitHub organizations that the scope's organizations have connected. */
export function list(scope: Scope, request: QueryOf<typeof exportExternalOrganizations>) {
  const conditions = [
    // Names of GitHub are the same in any case.
    textFilter('t.name', request.name),
    searchFilter(['t.name', 't.pretty_name'], request.query),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, rows.load(scope));
}

/** All of an organization. */
export function all(scope: Scope, organizationId: string): Promise<ExternalOrganizationRow[]> {
  return db(scope).externalOrganization.findMany({
    where: { organizationId },
    orderBy: { id: 'asc' },
  });
}

/** The one that stands for an account outside; null for none. */
export function findByExternalId(scope: Scope, organizationId: string, externalId: string) {
  return db(scope).externalOrganization.findFirst({
    where: { organizationId, platform: 'github', externalId },
  });
}

/** Connections of all organizations that were not read since a time. Takes no scope: background work asks. */
export function findUnread(since: Date) {
  return db(null).externalOrganization.findMany({
    where: { status: 'connected', syncedAt: { lt: since } },
    orderBy: { syncedAt: 'asc' },
    select: { id: true, organizationId: true },
  });
}
