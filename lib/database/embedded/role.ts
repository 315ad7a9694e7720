import pg from 'pg';
import { sessionTimeouts } from '@/lib/database/connection/session';

/** The role that the product works as: it owns the database and may do nothing else on the server. */
export const ROLE = 'tilldesk';
export const DATABASE = 'tilldesk';

/**
 * Objects that the superuser owns in the product's database, as statements that give them to the role:
 * earlier versions worked as the superuser. What belongs to an extension stays the extension's, and a
 * column's own sequence follows its table.
 */
const HAND_OVER = `
WITH foreign_objects AS (
  SELECT format('SCHEMA %I', nspname) AS object FROM pg_namespace
  WHERE nspowner = 'postgres'::regrole AND nspname !~ '^pg_' AND nspname <> 'information_schema'
  UNION ALL
  SELECT format('%s %s', CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW'
      WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, c.oid::regclass)
  FROM pg_class c
  WHERE c.relowner = 'postgres'::regrole AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
      AND d.objid = c.oid AND (d.deptype = 'e' OR (c.relkind = 'S' AND d.deptype IN ('a', 'i'))))
    AND c.relnamespace IN (SELECT n.oid FROM pg_namespace n
      WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema')
  UNION ALL
  SELECT format('ROUTINE %s', p.oid::regprocedure)
  FROM pg_proc p
  WHERE p.proowner = 'postgres'::regrole
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass
      AND d.objid = p.oid AND d.deptype = 'e')
    AND p.pronamespace IN (SELECT n.oid FROM pg_namespace n
      WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema')
  UNION ALL
  SELECT format('%s %s', CASE t.typtype WHEN 'd' THEN 'DOMAIN' ELSE 'TYPE' END, t.oid::regtype)
  FROM pg_type t
  WHERE t.typowner = 'postgres'::regrole
    AND (t.typtype IN ('e', 'd', 'r') OR (t.typtype = 'c'
      AND EXISTS (SELECT FROM pg_class c WHERE c.oid = t.typrelid AND c.relkind = 'c')))
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_type'::regclass
      AND d.objid = t.oid AND d.deptype = 'e')
    AND t.typnamespace IN (SELECT n.oid FROM pg_namespace n
      WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema')
)
SELECT format('ALTER %s OWNER TO ${ROLE}', object) AS statement FROM foreign_objects`;

/** How the superuser connects to a database of the server, and what the role is given. */
export interface RoleOptions {
  readonly addressOf: (database: string) => string;
  readonly password: string;
  /** For throw-away servers of tests, whose workers make databases. */
  readonly mayCreateDatabases: boolean;
}

/**
 * Makes the product's role and its database where they are missing, and hands over to the role what an
 * earlier version made as the superuser. Done at every start: it also sets the role's password and the
 * timeouts of its sessions anew.
 */
export async function prepareRole(options: RoleOptions): Promise<void> {
  const { addressOf, password, mayCreateDatabases } = options;
  await asSuperuser(addressOf('postgres'), async (client) => {
    const role = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [ROLE]);
    if (role.rowCount === 0) await client.query(`CREATE ROLE ${ROLE}`);
    const rights = `LOGIN NOSUPERUSER NOCREATEROLE NOREPLICATION NOBYPASSRLS ${
      mayCreateDatabases ? 'CREATEDB' : 'NOCREATEDB'
    }`;
    await client.query(`ALTER ROLE ${ROLE} ${rights} PASSWORD ${client.escapeLiteral(password)}`);
    // Rows of kept states are restored without the triggers that they have been through.
    if (mayCreateDatabases) {
      await client.query(`GRANT SET ON PARAMETER session_replication_role TO ${ROLE}`);
    }
    for (const [name, value] of sessionTimeouts()) {
      await client.query(`ALTER ROLE ${ROLE} SET ${name} = '${value}'`);
    }
    const database = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    await client.query(
      database.rowCount === 0
        ? `CREATE DATABASE ${DATABASE} OWNER ${ROLE}`
        : `ALTER DATABASE ${DATABASE} OWNER TO ${ROLE}`,
    );
  });
  await asSuperuser(addressOf(DATABASE), async (client) => {
    await client.query('BEGIN');
    const { rows } = await client.query<{ statement: string }>(HAND_OVER);
    for (const { statement } of rows) await client.query(statement);
    await client.query('COMMIT');
  });
}

async function asSuperuser(
  connectionString: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
