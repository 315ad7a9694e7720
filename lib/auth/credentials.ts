import { mayGrantOrganization, type Role } from '@/lib/contract/permissions';
import { execute } from '@/lib/database/connection/execute';
import { Notes } from '@/lib/database/connection/notes';
import {
  type App,
  type Scope,
  systemScope,
  type TestClock,
  type TestClocks,
} from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import { CLOCK, type ClockColumns, testClock, testClocksOf } from '@/lib/database/query/clocks';
import { realTime } from '@/lib/runtime/clock';
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
  /** The app that it was given to. */
  app?: App;
  /** Of these, the organizations that require a second factor which the token's user has not set up. */
  withoutFactorIds: readonly string[];
  testClocks: TestClocks;
}

/** A membership that a caller may have; null where there is none. */
interface MembershipColumns extends ClockColumns {
  member_of: string | null;
  role: Role | null;
  lacks_factor: boolean;
}

/**
 * Whether the organization `o` of the membership `m` requires a second factor that its user has not set up
 * (docs/contract/callers.md#required-second-factors).
 */
const LACKS_FACTOR = sql`CASE WHEN o.require_two_factor THEN
    NOT EXISTS (SELECT FROM totp_factors f WHERE f.user_id = m.user_id AND f.confirmed_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM passkeys f WHERE f.user_id = m.user_id) ELSE false END AS lacks_factor`;

/** The organizations that require a second factor which the user has not set up. */
function withoutFactorOf(rows: readonly MembershipColumns[]): string[] {
  return rows.flatMap(({ member_of, lacks_factor }) =>
    member_of && lacks_factor ? [member_of] : [],
  );
}

function rolesOf(rows: readonly MembershipColumns[]): [string, Role][] {
  return rows.flatMap(({ member_of, role }): [string, Role][] =>
    member_of && role ? [[member_of, role]] : [],
  );
}

interface TokenColumns extends MembershipColumns {
  id: string;
  user_id: string | null;
  organization_id: string | null;
  scopes: string[];
  expires_at: Date | null;
  last_used_at: Date | null;
}

/** A personal or organization token by its digest; undefined when it is unknown or expired. */
export async function findToken(token: string, realTime: Date): Promise<FoundToken | undefined> {
  // Every request with a token runs this: one prepared statement, one row per organization of the user.
  const rows = await execute<TokenColumns>(
    null,
    sql`SELECT k.id, k.user_id, k.organization_id, k.scopes, k.expires_at, k.last_used_at,
               m.organization_id AS member_of, m.role, ${LACKS_FACTOR}, ${CLOCK}
        FROM tokens k LEFT JOIN memberships m ON m.user_id = k.user_id
          LEFT JOIN organizations o ON o.id = m.organization_id
          LEFT JOIN test_clocks c ON c.organization_id = coalesce(k.organization_id, m.organization_id)
        WHERE k.digest = ${digest(token)}`,
    { prepared: true },
  );
  const [first] = rows;
  if (!first) return undefined;
  const { id, user_id: userId, organization_id: organizationId, scopes } = first;
  const { expires_at: expiresAt, last_used_at: lastUsedAt } = first;
  if (expiresAt && expiresAt <= realTime) return undefined;
  noteUse(tokenUses, { id, lastUsedAt }, realTime);
  const roles = new Map(organizationId ? [[organizationId, 'admin'] as const] : rolesOf(rows));
  const testClocks = testClocksOf(rows, ({ member_of }) => organizationId ?? member_of);
  const withoutFactorIds = withoutFactorOf(rows);
  return { id, userId, organizationId, scopes, roles, withoutFactorIds, testClocks };
}

/** `last_used_at` is written at most once in this time, whatever the number of requests. */
const USE_STEP_MS = 60_000;

/** When rows of a table were used, by their ids. */
function usesOf(what: string, table: Sql): Notes<Date> {
  return new Notes<Date>(`the last use of ${what}`, (uses) => {
    const times = [...uses.values()].map((time) => time.toISOString());
    return execute(
      null,
      sql`WITH used AS (
            SELECT k.id, n.time FROM unnest(${[...uses.keys()]}::uuid[], ${times}::timestamptz[]) n (id, time)
              JOIN ${table} k ON k.id = n.id
            WHERE k.last_used_at IS NULL OR k.last_used_at < n.time FOR NO KEY UPDATE OF k SKIP LOCKED
          )
          UPDATE ${table} t SET last_used_at = used.time FROM used WHERE t.id = used.id`,
      { prepared: true },
    );
  });
}

const tokenUses = usesOf('tokens', raw('tokens'));
const grantUses = usesOf('apps', raw('oauth_grants'));

/** Notes that something is used, where that is not noted for this time already. */
function noteUse(
  uses: Notes<Date>,
  { id, lastUsedAt }: { id: string; lastUsedAt: Date | null },
  realTime: Date,
): void {
  const isRecent = lastUsedAt && lastUsedAt > new Date(realTime.getTime() - USE_STEP_MS);
  if (!isRecent) uses.add(id, realTime);
}

interface AppTokenColumns extends MembershipColumns {
  id: string;
  grant_id: string;
  client_id: string;
  user_id: string;
  organization_id: string | null;
  scopes: string[];
  last_used_at: Date | null;
}

/**
 * The access token of an app by its digest; undefined when it is unknown or over, also where whoever granted it an
 * organization may not do that any more (docs/contract/oauth.md#grants).
 */
export async function findAppToken(token: string, realTime: Date): Promise<FoundToken | undefined> {
  const rows = await execute<AppTokenColumns>(
    null,
    sql`SELECT k.id, k.scopes, g.id AS grant_id, g.client_id, g.user_id, g.organization_id, g.last_used_at,
               m.organization_id AS member_of, m.role, ${LACKS_FACTOR}, ${CLOCK}
        FROM oauth_tokens k JOIN oauth_grants g ON g.id = k.grant_id
          LEFT JOIN memberships m ON m.user_id = g.user_id
            AND m.organization_id = coalesce(g.organization_id, m.organization_id)
          LEFT JOIN organizations o ON o.id = m.organization_id
          LEFT JOIN test_clocks c ON c.organization_id = m.organization_id
        WHERE k.digest = ${digest(token)} AND k.kind = 'access'
          AND k.expires_at > ${realTime.toISOString()}::timestamptz`,
    { prepared: true },
  );
  const [first] = rows;
  if (!first) return undefined;
  const { id, grant_id: grantId, client_id: clientId, organization_id: organizationId } = first;
  if (organizationId !== null && !mayGrantOrganization(first.role)) return undefined;
  noteUse(grantUses, { id: grantId, lastUsedAt: first.last_used_at }, realTime);
  return {
    id,
    userId: organizationId === null ? first.user_id : null,
    organizationId,
    scopes: first.scopes,
    roles: new Map(rolesOf(rows)),
    withoutFactorIds: withoutFactorOf(rows),
    app: { clientId, grantId },
    testClocks: testClocksOf(rows, ({ member_of }) => member_of),
  };
}

/** The client whose registration a token manages; null where there is none. */
export async function findRegisteredClient(token: string): Promise<{ id: string } | null> {
  const [found] = await execute<{ id: string }>(
    null,
    sql`SELECT id FROM oauth_clients WHERE registration_digest = ${digest(token)}`,
  );
  return found ?? null;
}

export interface FoundSession {
  id: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  /** When its user has signed in, or shown a password or factor, the last time. */
  confirmedAt: Date;
  /** The user's role in each organization. */
  roles: ReadonlyMap<string, Role>;
  /** Of these, the organizations that require a second factor which the user has not set up. */
  withoutFactorIds: readonly string[];
  testClocks: TestClocks;
}

interface SessionColumns extends MembershipColumns {
  id: string;
  user_id: string;
  created_at: Date;
  expires_at: Date;
  confirmed_at: Date;
}

/** A live session of a seller, by the token in its cookie; undefined when unknown or over. */
export async function findSession(
  token: string,
  realTime: Date,
): Promise<FoundSession | undefined> {
  const rows = await execute<SessionColumns>(
    null,
    sql`SELECT s.id, s.user_id, s.created_at, s.expires_at, s.confirmed_at, m.organization_id AS member_of, m.role,
               ${LACKS_FACTOR}, ${CLOCK}
        FROM sessions s LEFT JOIN memberships m ON m.user_id = s.user_id
          LEFT JOIN organizations o ON o.id = m.organization_id
          LEFT JOIN test_clocks c ON c.organization_id = m.organization_id
        WHERE s.token = ${token}`,
    { prepared: true },
  );
  const [first] = rows;
  if (!first) return undefined;
  const { id, user_id: userId, created_at: createdAt, expires_at: expiresAt } = first;
  if (expiresAt <= realTime) return undefined;
  const confirmedAt = first.confirmed_at;
  const roles = new Map(rolesOf(rows));
  const testClocks = testClocksOf(rows, ({ member_of }) => member_of);
  const withoutFactorIds = withoutFactorOf(rows);
  return { id, userId, createdAt, expiresAt, confirmedAt, roles, withoutFactorIds, testClocks };
}

/** What belongs to one organization, with that organization's test clock. */
interface OwnedColumns extends ClockColumns {
  id: string;
  organization_id: string;
}

function ownedBy(row: OwnedColumns) {
  const { id, organization_id: organizationId } = row;
  return { id, organizationId, testClocks: testClocksOf([row], () => organizationId) };
}

/**
 * Whether a text may be a client secret, which has only these characters. PostgreSQL refuses some others (NUL)
 * with an error instead of finding nothing.
 */
function isSecret(text: string): boolean {
  return /^[\w-]{1,200}$/.test(text);
}

/** The checkout with a client secret; null where there is none. */
export async function findCheckoutBySecret(clientSecret: string) {
  if (!isSecret(clientSecret)) return null;
  const [found] = await execute<OwnedColumns & { embed_origin: string | null }>(
    null,
    sql`SELECT t.id, t.organization_id, t.embed_origin, ${CLOCK} FROM checkouts t
          LEFT JOIN test_clocks c ON c.organization_id = t.organization_id
        WHERE t.client_secret = ${clientSecret}`,
    { prepared: true },
  );
  return found ? { ...ownedBy(found), embedOrigin: found.embed_origin } : null;
}

/** The checkout link with a client secret; null where there is none. */
export async function findCheckoutLinkBySecret(clientSecret: string) {
  if (!isSecret(clientSecret)) return null;
  const [found] = await execute<OwnedColumns & { is_sandbox: boolean }>(
    null,
    sql`SELECT t.id, t.organization_id, o.is_sandbox, ${CLOCK} FROM checkout_links t
          JOIN organizations o ON o.id = t.organization_id
          LEFT JOIN test_clocks c ON c.organization_id = t.organization_id
        WHERE t.client_secret = ${clientSecret}`,
    { prepared: true },
  );
  return found ? { ...ownedBy(found), isSandbox: found.is_sandbox } : null;
}

/**
 * Whether an organization that a request without a token names is a sandbox, and its test clock: for an unknown one
 * false and null.
 */
export async function findNamedOrganization(
  id: string,
): Promise<{ isKnown: boolean; isSandbox: boolean; testClock: TestClock | null }> {
  const [found] = await execute<{ is_sandbox: boolean } & ClockColumns>(
    null,
    sql`SELECT o.is_sandbox, ${CLOCK} FROM organizations o
          LEFT JOIN test_clocks c ON c.organization_id = o.id
        WHERE o.id = ${id}::uuid`,
    { prepared: true },
  );
  if (!found) return { isKnown: false, isSandbox: false, testClock: null };
  return { isKnown: true, isSandbox: found.is_sandbox, testClock: testClock(found) };
}

/** The scope of a job in an organization, at the organization's time. */
export async function jobScope(organizationId: string): Promise<Scope> {
  const { testClock } = await findNamedOrganization(organizationId);
  return systemScope(organizationId, testClock ?? realTime());
}

/** The id of the organization with a slug, in any case; null where there is none. */
export async function findOrganizationId(slug: string): Promise<string | null> {
  if (!isSecret(slug)) return null;
  const [found] = await execute<{ id: string }>(
    null,
    sql`SELECT o.id FROM organizations o WHERE o.slug = ${slug.toLowerCase()}`,
    { prepared: true },
  );
  return found?.id ?? null;
}

/** The link to a customer's portal with this token; null where there is none. One with a code was sent by mail. */
export async function findPortalLink(
  token: string,
): Promise<{ organizationId: string; customerId: string; isMailed: boolean } | null> {
  const [found] = await execute<{
    organizationId: string;
    customerId: string;
    isMailed: boolean;
  }>(
    null,
    sql`SELECT t.organization_id AS "organizationId", t.customer_id AS "customerId",
          t.code_digest IS NOT NULL AS "isMailed"
        FROM portal_links t WHERE t.digest = ${digest(token)}`,
    { prepared: true },
  );
  return found ?? null;
}

/**
 * A customer session that has not expired, by its token. One whose payment is not settled has no customer yet: it has an
 * id that is no customer's, so that it sees nothing (docs/contract/callers.md#confirmation-sessions).
 */
export async function findCustomerSession(token: string, realTime: Date) {
  const [found] = await execute<OwnedColumns & { customer_id: string; checkout_id: string | null }>(
    null,
    sql`SELECT t.id, t.organization_id, coalesce(t.customer_id, t.id) AS customer_id, t.checkout_id, ${CLOCK}
        FROM customer_sessions t LEFT JOIN customers u ON u.id = t.customer_id
          LEFT JOIN test_clocks c ON c.organization_id = t.organization_id
        WHERE t.digest = ${digest(token)} AND t.expires_at > ${realTime.toISOString()}::timestamptz
          AND u.deleted_at IS NULL`,
    { prepared: true },
  );
  if (!found) return null;
  const { customer_id: customerId, checkout_id: checkoutId } = found;
  return { ...ownedBy(found), customerId, checkoutId };
}
