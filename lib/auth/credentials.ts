import type { Role } from '@/lib/contract/scopes';
import { execute } from '@/lib/database/connection/execute';
import { Notes } from '@/lib/database/connection/notes';
import type { TestClock, TestClocks } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { CLOCK, testClock } from '@/lib/database/query/clocks';
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
  testClocks: TestClocks;
}

/** An organization with its test clock, joined as {@link CLOCK}. */
type ClockCells = [organizationId: string | null, now: Date | null, isAdvancing: boolean | null];

function testClocksOf(rows: readonly ClockCells[]): TestClocks {
  const clocks = rows.flatMap(([id, now, isAdvancing]): [string, TestClock][] => {
    const clock = testClock(now, isAdvancing);
    return id && clock ? [[id, clock]] : [];
  });
  return new Map(clocks);
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
  now: Date | null,
  isAdvancing: boolean | null,
];

/** A personal or organization token by its digest; undefined when it is unknown or expired. */
export async function findToken(token: string, realTime: Date): Promise<FoundToken | undefined> {
  // Every request with a token runs this: one prepared statement, one row per organization of the user.
  const rows = (await execute(
    null,
    sql`SELECT k.id, k.user_id, k.organization_id, k.scopes, k.expires_at, k.last_used_at,
               m.organization_id, m.role, ${CLOCK}
        FROM tokens k LEFT JOIN memberships m ON m.user_id = k.user_id
          LEFT JOIN test_clocks c ON c.organization_id = coalesce(k.organization_id, m.organization_id)
        WHERE k.digest = ${digest(token)}`,
    { prepared: true },
  )) as unknown as TokenCells[];
  const [first] = rows;
  if (!first) return undefined;
  const [id, userId, organizationId, scopes, expiresAt, lastUsedAt] = first;
  if (expiresAt && expiresAt <= realTime) return undefined;
  const isRecent = lastUsedAt && lastUsedAt > new Date(realTime.getTime() - USE_STEP_MS);
  if (!isRecent) lastUses.add(id, realTime);
  const roles: [string, Role][] = organizationId
    ? [[organizationId, 'admin']]
    : rows.flatMap(([, , , , , , member, role]) => (member && role ? [[member, role]] : []));
  const testClocks = testClocksOf(
    rows.map(([, , , , , , member, , now, isAdvancing]) => [
      organizationId ?? member,
      now,
      isAdvancing,
    ]),
  );
  return { id, userId, organizationId, scopes, roles: new Map(roles), testClocks };
}

/** `last_used_at` is written at most once in this time, whatever the number of requests. */
const USE_STEP_MS = 60_000;

/** When tokens were used, by their ids. */
const lastUses = new Notes<Date>((uses) => {
  const times = [...uses.values()].map((time) => time.toISOString());
  return execute(
    null,
    sql`WITH used AS (
          SELECT k.id, n.time FROM unnest(${[...uses.keys()]}::uuid[], ${times}::timestamptz[]) n (id, time)
            JOIN tokens k ON k.id = n.id
          WHERE k.last_used_at IS NULL OR k.last_used_at < n.time FOR NO KEY UPDATE OF k SKIP LOCKED
        )
        UPDATE tokens SET last_used_at = used.time FROM used WHERE tokens.id = used.id`,
    { prepared: true },
  );
});

export interface FoundSession {
  id: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  /** The user's role in each organization. */
  roles: ReadonlyMap<string, Role>;
  testClocks: TestClocks;
}

type SessionCells = [
  id: string,
  userId: string,
  createdAt: Date,
  expiresAt: Date,
  memberOf: string | null,
  role: Role | null,
  now: Date | null,
  isAdvancing: boolean | null,
];

/** A live session of a seller, by the token in its cookie; undefined when unknown or over. */
export async function findSession(
  token: string,
  realTime: Date,
): Promise<FoundSession | undefined> {
  const rows = (await execute(
    null,
    sql`SELECT s.id, s.user_id, s.created_at, s.expires_at, m.organization_id, m.role,
               ${CLOCK}
        FROM sessions s LEFT JOIN memberships m ON m.user_id = s.user_id
          LEFT JOIN test_clocks c ON c.organization_id = m.organization_id
        WHERE s.token = ${token}`,
    { prepared: true },
  )) as unknown as SessionCells[];
  const [first] = rows;
  if (!first) return undefined;
  const [id, userId, createdAt, expiresAt] = first;
  if (expiresAt <= realTime) return undefined;
  const roles = rows.flatMap(([, , , , member, role]): [string, Role][] =>
    member && role ? [[member, role]] : [],
  );
  const testClocks = testClocksOf(
    rows.map(([, , , , member, , now, isAdvancing]) => [member, now, isAdvancing]),
  );
  return { id, userId, createdAt, expiresAt, roles: new Map(roles), testClocks };
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
  const [found] = await execute(
    null,
    sql`SELECT t.id, t.organization_id, t.embed_origin, ${CLOCK} FROM checkouts t
          LEFT JOIN test_clocks c ON c.organization_id = t.organization_id
        WHERE t.client_secret = ${clientSecret}`,
    { prepared: true },
  );
  if (!found) return null;
  const [id, organizationId, embedOrigin, now, isAdvancing] = found as [
    id: string,
    organizationId: string,
    embedOrigin: string | null,
    now: Date | null,
    isAdvancing: boolean | null,
  ];
  const testClocks = testClocksOf([[organizationId, now, isAdvancing]]);
  return { id, organizationId, embedOrigin, testClocks };
}

type CheckoutLinkCells = [
  id: string,
  organizationId: string,
  isSandbox: boolean,
  now: Date | null,
  isAdvancing: boolean | null,
];

/** The checkout link with a client secret; null where there is none. */
export async function findCheckoutLinkBySecret(clientSecret: string) {
  if (!isSecret(clientSecret)) return null;
  const [found] = (await execute(
    null,
    sql`SELECT t.id, t.organization_id, o.is_sandbox, ${CLOCK} FROM checkout_links t
          JOIN organizations o ON o.id = t.organization_id
          LEFT JOIN test_clocks c ON c.organization_id = t.organization_id
        WHERE t.client_secret = ${clientSecret}`,
    { prepared: true },
  )) as unknown as CheckoutLinkCells[];
  if (!found) return null;
  const [id, organizationId, isSandbox, now, isAdvancing] = found;
  const testClocks = testClocksOf([[organizationId, now, isAdvancing]]);
  return { id, organizationId, isSandbox, testClocks };
}

type CustomerSessionCells = [
  id: string,
  organizationId: string,
  customerId: string,
  checkoutId: string | null,
  now: Date | null,
  isAdvancing: boolean | null,
];

/**
 * Whether an organization that a request without a token names is a sandbox, and its test clock: for an unknown one
 * false and null.
 */
export async function findNamedOrganization(
  id: string,
): Promise<{ isSandbox: boolean; testClock: TestClock | null }> {
  const [found = []] = await execute(
    null,
    sql`SELECT o.is_sandbox, ${CLOCK} FROM organizations o
          LEFT JOIN test_clocks c ON c.organization_id = o.id
        WHERE o.id = ${id}::uuid`,
    { prepared: true },
  );
  const [isSandbox, now, isAdvancing] = found;
  return { isSandbox: isSandbox === true, testClock: testClock(now, isAdvancing) };
}

/** The id of the organization with a slug, in any case; null where there is none. */
export async function findOrganizationId(slug: string): Promise<string | null> {
  if (!isSecret(slug)) return null;
  const [found] = await execute(
    null,
    sql`SELECT o.id FROM organizations o WHERE o.slug = ${slug.toLowerCase()}`,
    { prepared: true },
  );
  return found ? String(found[0]) : null;
}

/** The link to a customer's portal with this token; null where there is none. One with a code was sent by mail. */
export async function findPortalLink(
  token: string,
): Promise<{ organizationId: string; customerId: string; isMailed: boolean } | null> {
  const [found] = await execute(
    null,
    sql`SELECT t.organization_id, t.customer_id, t.code_digest IS NOT NULL FROM portal_links t
        WHERE t.digest = ${digest(token)}`,
    { prepared: true },
  );
  if (!found) return null;
  const [organizationId, customerId, isMailed] = found as [string, string, boolean];
  return { organizationId, customerId, isMailed };
}

/** A customer session that has not expired, by its token. */
export async function findCustomerSession(token: string, realTime: Date) {
  const [found] = (await execute(
    null,
    sql`SELECT t.id, t.organization_id, t.customer_id, t.checkout_id, ${CLOCK}
        FROM customer_sessions t JOIN customers u ON u.id = t.customer_id AND u.deleted_at IS NULL
          LEFT JOIN test_clocks c ON c.organization_id = t.organization_id
        WHERE t.digest = ${digest(token)} AND t.expires_at > ${realTime.toISOString()}::timestamptz`,
    { prepared: true },
  )) as unknown as CustomerSessionCells[];
  if (!found) return null;
  const [id, organizationId, customerId, checkoutId, now, isAdvancing] = found;
  const testClocks = testClocksOf([[organizationId, now, isAdvancing]]);
  return { id, organizationId, customerId, checkoutId, testClocks };
}
