import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { databaseAccount } from '@/lib/database/embedded/account';
import { freePort } from '@/lib/database/embedded/postmaster';

/** Debian installs it where an ordinary user's PATH may not lead. */
const PROGRAM = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

export const hasPgBouncer = PROGRAM !== undefined;

/** A running PgBouncer that pools by transaction. */
export interface PgBouncer {
  readonly url: string;
  /** Has it lead to another server; its clients stay connected. */
  moveTo(server: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts PgBouncer before the database at an address, on a free port. Throws where there is none. */
export async function startPgBouncer(server: string): Promise<PgBouncer> {
  if (!PROGRAM) throw new Error('PgBouncer is not installed');
  const folder = await mkdtemp(path.join(tmpdir(), 'tilldesk-pgbouncer-'));
  await chmod(folder, 0o755);
  const file = path.join(folder, 'pgbouncer.ini');
  const port = await freePort();
  const configure = async (address: string) => {
    const { hostname, port: serverPort, pathname, username, password } = new URL(address);
    await writeFile(
      file,
      `[databases]
tilldesk = host=${hostname} port=${serverPort} dbname=${pathname.slice(1)} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
admin_users = admin
`,
      { mode: 0o644 },
    );
  };
  const administer = async (command: string) => {
    const admin = new pg.Client(`postgresql://admin@127.0.0.1:${port}/pgbouncer`);
    await admin.connect();
    await admin.query(command).finally(() => admin.end());
  };
  await configure(server);
  const child = spawn(PROGRAM, ['-q', file], { stdio: 'ignore', ...databaseAccount() });
  await untilItAnswers(child, () => administer('SHOW VERSION'));
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/tilldesk`,
    moveTo: async (address) => {
      await configure(address);
      await administer('RELOAD');
      // Server connections of before are closed as soon as no transaction is on them.
      await administer('RECONNECT tilldesk');
      await administer('WAIT_CLOSE tilldesk');
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function untilItAnswers(child: ChildProcess, ask: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (child.exitCode !== null) throw new Error(`PgBouncer has ended: ${child.exitCode}`);
      if (!/ECONNREFUSED/.test(String((error as { code?: string }).code))) throw error;
    }
  }
}
