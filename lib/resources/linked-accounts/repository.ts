import type { QueryOf } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { customerRows } from '@/lib/database/query/customer';
import { type ListDefinition, required, searchFilter } from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { crud } from '@/lib/database/rows/crud';
import type { listLinkedAccounts } from '@/lib/resources/linked-accounts/contract';
import type { Platform } from '@/lib/resources/linked-accounts/schema';

const rows = crud('LinkedAccount');
export const { find, create, update, remove } = rows;

export type LinkedAccountRow = NonNullable<Awaited<ReturnType<typeof find>>>;

const LIST: ListDefinition<'created_at'> = {
  table: 'linked_accounts',
  customerPredicate: customerRows('t.customer_id', () => sql`true`),
  sorts: { created_at: required(sql`t.created_at`) },
};

/** The accounts that the calling customer has linked. */
export function listOfBuyer(scope: Scope, request: QueryOf<typeof listLinkedAccounts>) {
  const conditions = [searchFilter(['t.account_username'], request.query)];
  return listing(scope, LIST, request, conditions, rows.load(scope));
}

/** One of a customer; null where he has none with this id. */
export function findOfCustomer(
  scope: Scope,
  customerId: string,
  id: string,
): Promise<LinkedAccountRow | null> {
  return db(scope).linkedAccount.findFirst({ where: { id, customerId } });
}

/** Removes all of a customer who is being deleted. */
export async function removeAll(scope: Scope, customerId: string): Promise<void> {
  await db(scope).linkedAccount.deleteMany({ where: { customerId } });
}

/** All of one account outside, of whichever customer, in the order of their making. */
export function findByAccount(
  scope: Scope,
  { organizationId, platform, accountId }: AccountOf,
): Promise<LinkedAccountRow[]> {
  return db(scope).linkedAccount.findMany({
    where: { organizationId, platform, accountId },
    orderBy: { id: 'asc' },
  });
}

export interface AccountOf {
  organizationId: string;
  platform: Platform;
  /** Its id on the platform. */
  accountId: string;
}

/** Has the claims to one account of an organization decided by nobody else until the transaction ends. */
export async function lockAccount(
  scope: Scope,
  { organizationId, platform, accountId }: AccountOf,
): Promise<void> {
  const name = `linked account ${organizationId} ${platform} ${accountId}`;
  await execute(scope, sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}::text, 0))`);
}
