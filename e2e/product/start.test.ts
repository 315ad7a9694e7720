import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dataFolder } from '@/lib/database/embedded/cluster';
import { freePort, readPidFile } from '@/lib/database/embedded/postmaster';
import { isAlive, waitForEnd } from '@/lib/runtime/processes';
import { type Product, Run, removeFolder, startProduct, temporaryFolder } from '@/testing/product';
import { redeemSignInLink } from '@/testing/sign-in-link';
import { installedFolder } from './installation';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => removeFolder(folder));

/** An installed data directory for a test. */
async function installed(): Promise<string> {
  const folder = await installedFolder();
  onTestFinished(() => removeFolder(folder));
  return path.join(folder, 'data');
}
const postmaster = (dataDir: string) => readPidFile(dataFolder(dataDir))?.pid ?? 0;
const signIn = async ({ url }: Product, password: string) => {
  const { status } = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'demo@example.com', password }),
  });
  return status;
};
/** What the files directly in a folder say. */
const everyText = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
const answers = async ({ url }: Product) => (await fetch(url)).status;

describe('npm start', () => {
  // Five starts, one of which makes the demo.
  test('serves, is killed, recovers, stops cleanly, and keeps its data to its accounts', {
    tags: 'soak',
  }, async () => {
    const dataDir = path.join(folder, 'data');
    // As an earlier version, or an operator, left it.
    mkdirSync(path.join(dataDir, 'files/unfinished'), { recursive: true, mode: 0o755 });
    const first = await startProduct(dataDir);
    expect(await answers(first)).toBe(200);
    expect(first.run.output).toContain(dataDir);
    const [, password = ''] = /demo@example\.com, password (\S+)/.exec(first.run.output) ?? [];
    expect(await signIn(first, password)).toBe(200);
    expect(everyText(dataDir)).not.toContain(password);
    const orphan = postmaster(dataDir);
    first.run.signal('SIGKILL');
    await first.run.ended;
    expect(isAlive(orphan)).toBe(true);

    const second = await startProduct(dataDir);
    expect(isAlive(orphan)).toBe(false);
    expect(await answers(second)).toBe(200);
    expect(second.run.output).not.toContain(password);
    const [, command = ''] = /Sign in +npm run --silent (.+)/.exec(second.run.output) ?? [];
    expect(command).toBe('sign-in-link -- --email demo@example.com');
    const link = new Run(command.split(' '), { DATA_DIR: dataDir, PORT: String(second.port) });
    expect([await link.ended, link.errors]).toEqual([0, '']);
    const used = await redeemSignInLink(link.output.trim());
    expect([used.status, used.headers.getSetCookie().length > 0]).toEqual([204, true]);

    const third = new Run(['start'], { DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(await third.ended).toBe(1);
    expect(third.errors).toMatch(
      /^The data directory .* is in use by another running Tilldesk: .*\n$/,
    );

    const other = new Run(['start'], { DATA_DIR: `${dataDir}2`, PORT: String(second.port) });
    expect(await other.ended).toBe(1);
    expect(other.errors).toMatch(/^Port \d+ is in use: .*\n$/);

    const database = postmaster(dataDir);
    expect(await second.run.stop()).toBe(0);
    expect(isAlive(database)).toBe(false);
    const [, afterStop] = second.run.output.split('Stopping…');
    expect([afterStop?.trim(), second.run.errors], second.run.errors).toEqual(['', '']);

    const modeOf = (name: string) => statSync(path.join(dataDir, name)).mode & 0o777;
    expect(modeOf('.')).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
    const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const name = path.relative(dataDir, path.join(entry.parentPath, entry.name));
      expect([name, modeOf(name)]).toEqual([name, entry.isDirectory() ? 0o700 : 0o600]);
    }
  });

  test('starts a killed database again, and stops cleanly when only npm gets the signal', {
    tags: 'soak',
  }, async () => {
    const dataDir = await installed();
    const product = await startProduct(dataDir);
    const killed = postmaster(dataDir);
    process.kill(killed, 'SIGKILL');
    await waitForEnd(killed, 5000);
    await product.run.until('the database runs again');
    const restarted = postmaster(dataDir);
    expect(restarted).not.toBe(killed);
    expect(await answers(product)).toBe(200);
    process.kill(product.run.groupId, 'SIGTERM');
    await product.run.ended;
    expect(await waitForEnd(restarted, 15_000)).toBe(true);
  });
});

describe('a start that cannot be', () => {
  const failed = async (settings: Record<string, string>) => {
    const run = new Run(['start'], { PORT: String(await freePort()), ...settings });
    expect(await run.ended).toBe(1);
    expect(run.errors.trim().split('\n')).toHaveLength(1);
    return run.errors;
  };

  test('says which setting is wrong', async () => {
    expect(await failed({ PORT: 'many', DATA_DIR: folder })).toBe(
      'The setting PORT must be a whole number from 1 to 65535.\n',
    );
  });

  test('says that the data directory cannot be written', { tags: 'soak' }, async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    expect(await failed({ DATA_DIR: path.join(file, 'data') })).toMatch(/cannot be written/);
  });

  test('says that the temporary folder cannot be written', { tags: 'soak' }, async () => {
    const TMPDIR = '/proc'; // written by nobody, as a read-only file system
    const errors = await failed({ DATA_DIR: path.join(folder, 'new'), TMPDIR });
    expect(errors).toMatch(/^The temporary folder \/proc cannot be written \(.*\): set TMPDIR to /);
  });

  test('says that the data is of another PostgreSQL', { tags: 'soak' }, async () => {
    const dataDir = await installed();
    const version = path.join(dataDir, 'postgres/PG_VERSION');
    writeFileSync(version, '12\n');
    expect(await failed({ DATA_DIR: dataDir })).toMatch(/belongs to PostgreSQL 12, but/);
  });

  test('says that the database cannot be reached', async () => {
    const DATABASE_URL = `postgresql://nobody:nothing@127.0.0.1:${await freePort()}/none`;
    const APP_SECRET = 'a secret of at least 32 characters';
    const settings = { DATABASE_URL, APP_SECRET, DATABASE_WAIT_SECONDS: '1' };
    expect(await failed(settings)).toMatch(/^The database cannot be reached: /);
    expect(await failed({ DATABASE_URL })).toMatch(/^The setting APP_SECRET is required /);
  });
});
