import type { QueryOf } from '@/lib/contract/contract';
import type { Role } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import { type Organization, Prisma } from '@/lib/database/generated/client';
import {
  createdFilter,
  type ListDefinition,
  required,
  searchFilter,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { OPEN } from '@/lib/database/query/open-payments';
import { lockRow } from '@/lib/database/rows/lock';
import type { RowMapping } from '@/lib/database/rows/mapping';
import { selectRow } from '@/lib/database/rows/rows';
import { type Fields, updateRow } from '@/lib/database/rows/write';
import type { exportOrganizations } from '@/lib/resources/organizations/contract';
import type { OrganizationSort } from '@/lib/resources/organizations/schema';
import { LIVING_STATUSES } from '@/lib/resources/subscription-statuses/rules';

const own = ({ organizationIds }: Scope) => sql`t.id = ANY(${[...organizationIds]}::uuid[])`;

const LIST: ListDefinition<OrganizationSort> = {
  table: 'organizations',
  tenant: own,
  sorts: { created_at: required(sql`t.created_at`), name: textOrder('t.name') },
};

const MAPPING = {
  model: 'Organization',
  table: 'organizations',
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

/** Whether an organization has sold anything, for nothing too. */
export async function hasSold(scope: Scope, id: string): Promise<boolean> {
  const sold = { organizationId: id };
  return (await db(scope).order.findFirst({ where: sold, select: { id: true } })) !== null;
}

/** What begins the text of its account's charges on card statements; null where none is connected, or it is not known. */
export async function findStatementPrefix(scope: Scope, id: string): Promise<string | null> {
  const connection = await db(scope).paymentConnection.findFirst({
    where: { organizationId: id, status: { not: 'closed' } },
    select: { statementPrefix: true },
  });
  return connection?.statementPrefix ?? null;
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

/**
 * Whether an organization of the scope is to be deleted, of which the transaction holds its row: nobody schedules or
 * cancels that before it has ended.
 */
export async function isClosingHeld(scope: Scope, id: string): Promise<boolean> {
  const [found] = await execute<{ is_closing: boolean }>(
    scope,
    sql`SELECT t.deletion_scheduled_at IS NOT NULL AS is_closing FROM organizations t
        WHERE ${own(scope)} AND t.id = ${id}::uuid FOR SHARE`,
    { prepared: true },
  );
  return found?.is_closing === true;
}

/** Organizations whose time to be erased has come, without those of which money is still on its way: background work. */
export async function findErasable(now: Date): Promise<string[]> {
  const waiting = (table: string, statuses: Sql) =>
    sql`EXISTS (SELECT FROM ${raw(table)} w WHERE w.organization_id = t.id AND w.status IN (${statuses}))`;
  const rows = await execute<{ id: string }>(
    null,
    sql`SELECT t.id FROM organizations t
        WHERE t.deletion_scheduled_at <= ${now.toISOString()}::timestamptz AND t.erased_at IS NULL
          AND NOT ${waiting('payment_attempts', OPEN)} AND NOT ${waiting('refunds', raw("'pending'"))}
        ORDER BY t.deletion_scheduled_at LIMIT 20`,
  );
  return rows.map(({ id }) => id);
}

/** Organizations that were erased before a time: background work. */
export async function findErasedBefore(before: Date): Promise<string[]> {
  const rows = await execute<{ id: string }>(
    null,
    sql`SELECT t.id FROM organizations t
        WHERE t.deletion_scheduled_at IS NOT NULL AND t.erased_at < ${before.toISOString()}::timestamptz LIMIT 20`,
  );
  return rows.map(({ id }) => id);
}

/** So many rows are erased by one statement. */
const ERASED_AT_ONCE = 5000;

/**
 * What is deleted of an organization that is erased, in an order that foreign keys allow; rows of others that refer to
 * these go with them.
 */
export const ERASED_TABLES = [
  ...['memberships', 'oauth_grants', 'invitations', 'tokens', 'saved_views'],
  ...['webhook_attempts', 'webhook_deliveries', 'webhook_endpoint_health', 'webhook_endpoints'],
  ...['advertisement_images', 'advertisement_counts', 'advertisements'],
  ...['grant_effects', 'outside_accesses', 'linked_accounts'],
  ...['repositories', 'external_organizations', 'discord_connections'],
  ...[
    'lease_slots',
    'lease_keys',
    'license_decisions',
    'license_activations',
    'former_license_keys',
    'license_key_bulks',
    'pool_keys',
    'key_waits',
    'key_uploads',
    'key_pools',
    'license_keys',
  ],
  ...['import_errors', 'import_keys', 'import_changes', 'external_ids', 'imports'],
  ...['benefit_grants', 'benefit_rollouts'],
  ...['payment_events', 'payment_customers', 'payment_connections'],
  ...['customer_sessions', 'portal_links', 'mails', 'mail_suppressions'],
  ...['events', 'event_counters', 'audit_log', 'refusals', 'request_logs', 'request_log_drops'],
  ...['product_benefits', 'benefits', 'product_medias', 'product_custom_fields', 'custom_fields'],
  ...['checkout_links', 'trials', 'test_clock_failures', 'test_clocks'],
  ...['list_deltas', 'list_totals', 'metric_deltas', 'metric_days', 'metric_zones'],
] as const;

/**
 * What is kept for the law, in an order in which it can be deleted: invoices, credit notes, and the ledger, which are
 * the amounts of orders, refunds and payments with what they refer to.
 */
export const KEPT_TABLES = [
  ...[
    'document_counters',
    'documents',
    'balance_transactions',
    'refunds',
    'orders',
    'payment_attempts',
  ],
  ...['subscription_history', 'subscriptions', 'checkouts', 'discount_products', 'discounts'],
  ...['prices', 'products', 'customers', 'files'],
] as const;

const LIVING = `status IN (${LIVING_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** What is cleared of the rows that are kept, and which of them have any of it. Invoices name their buyer and stay as they are. */
const CLEARED: Readonly<Record<string, { set: string; where: string }>> = {
  checkouts: {
    set: `client_secret = 'erased_' || id, checkout_link_id = NULL, success_url = NULL, embed_origin = NULL,
      customer_name = NULL, customer_email = NULL, customer_ip_address = NULL, customer_billing_address = NULL,
      customer_tax_id = NULL, customer_tax_id_type = NULL, custom_field_data = '{}', metadata = '{}',
      customer_metadata = '{}', status = CASE WHEN status = 'open' THEN 'expired' ELSE status END`,
    where: `client_secret NOT LIKE 'erased\\_%'`,
  },
  subscriptions: {
    set: `status = CASE WHEN ${LIVING} THEN 'canceled' ELSE status END, ended_at = coalesce(ended_at, modified_at, created_at), paused_at = NULL,
      is_held = false, import_hold = NULL, external_id = NULL, cancel_at_period_end = false, next_action_at = NULL, next_retry_at = NULL, remind_at = NULL,
      pending_price_id = NULL, payment_method = NULL, payment_method_details = NULL, cancellation_comment = NULL,
      billing_name = NULL, billing_address = NULL, billing_tax_id = NULL, metadata = '{}', custom_field_data = '{}'`,
    where: `${LIVING} OR payment_method IS NOT NULL OR cancellation_comment IS NOT NULL OR billing_name IS NOT NULL
      OR billing_address IS NOT NULL OR billing_tax_id IS NOT NULL OR metadata <> '{}' OR custom_field_data <> '{}'
      OR external_id IS NOT NULL`,
  },
  payment_attempts: {
    set: `update = '{}', payment_method = NULL, payment_method_details = NULL`,
    where: `update <> '{}'`,
  },
  orders: {
    set: `metadata = '{}', custom_field_data = '{}', external_id = NULL`,
    where: `metadata <> '{}' OR custom_field_data <> '{}' OR external_id IS NOT NULL`,
  },
  refunds: {
    set: `comment = NULL, metadata = '{}'`,
    where: `comment IS NOT NULL OR metadata <> '{}'`,
  },
  customers: {
    set: `email = '', email_verified = false, name = NULL, billing_address = NULL, tax_id = NULL, tax_id_type = NULL,
      metadata = '{}', external_id = NULL, deleted_at = coalesce(deleted_at, now())`,
    where: `email <> ''`,
  },
  files: {
    set: `deleted_at = now()`,
    where: `deleted_at IS NULL AND service <> 'organization_avatar'`,
  },
};

/**
 * Erases a part of what is personal of an organization (docs/contract/organizations.md#deletion); returns whether more
 * of it is left.
 */
export async function erasePart(scope: Scope, id: string): Promise<boolean> {
  const own = sql`t.organization_id = ${id}::uuid`;
  for (const [table, { set, where }] of Object.entries(CLEARED)) {
    const some = sql`SELECT t.ctid FROM ${raw(table)} t WHERE ${own} AND (${raw(where)}) LIMIT ${ERASED_AT_ONCE}::int`;
    const cleared = await execute(
      scope,
      sql`UPDATE ${raw(table)} t SET ${raw(set)} WHERE ${own} AND t.ctid = ANY(ARRAY(${some})) RETURNING 1 AS one`,
    );
    if (cleared.length > 0) return true;
  }
  // Which its trigger asks for.
  await execute(scope, sql`SELECT set_config('tilldesk.audit_retention', 'on', true)`);
  return deletePart(scope, id, ERASED_TABLES);
}

/** Deletes a part of an erased organization that was kept for the law, and then itself; returns whether more is left. */
export async function purgePart(scope: Scope, id: string): Promise<boolean> {
  // Checkouts and subscriptions refer to each other.
  await execute(
    scope,
    sql`UPDATE checkouts t SET subscription_id = NULL
        WHERE t.organization_id = ${id}::uuid AND t.subscription_id IS NOT NULL`,
  );
  // Deletions are counted in tables that were emptied before.
  if (await deletePart(scope, id, [...KEPT_TABLES, ...ERASED_TABLES])) return true;
  await execute(scope, sql`DELETE FROM organizations t WHERE t.id = ${id}::uuid`);
  return false;
}

async function deletePart(scope: Scope, id: string, tables: readonly string[]): Promise<boolean> {
  for (const table of tables) {
    // Parts of a partitioned table have rows of the same place: hence the second condition.
    const own = sql`t.organization_id = ${id}::uuid`;
    const some = sql`SELECT t.ctid FROM ${raw(table)} t WHERE ${own} LIMIT ${ERASED_AT_ONCE}::int`;
    const deleted = await execute(
      scope,
      sql`DELETE FROM ${raw(table)} t WHERE ${own} AND t.ctid = ANY(ARRAY(${some})) RETURNING 1 AS one`,
    );
    if (deleted.length > 0) return true;
  }
  return false;
}

/** Notes that an organization is erased, and clears what is its own; its slug is free from then on. */
export async function markErased(scope: Scope, id: string, now: Date): Promise<void> {
  await db(scope).organization.update({
    where: { id },
    data: {
      erasedAt: now,
      slug: `erased-${id}`,
      avatarUrl: null,
      bio: null,
      blog: null,
      location: null,
      email: null,
      billingEmail: null,
      socialUsername: null,
      defaultBadgeCustomContent: null,
      profileSettings: {},
      checkoutSettings: {},
    },
  });
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
