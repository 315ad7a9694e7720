import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { db, disconnect } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { dataFolder } from '@/lib/database/embedded/cluster';
import { startEmbedded } from '@/lib/database/embedded/embedded';
import { readPidFile } from '@/lib/database/embedded/postmaster';
import { migrate } from '@/lib/database/migrations/migrate';
import type { MailToSend } from '@/lib/resources/mails/kinds';
import { queueMail } from '@/lib/resources/mails/service';
import { env, provideSettings } from '@/lib/runtime/env';
import { findDead } from '@/lib/runtime/jobs/dead';
import { makeSeller } from '@/testing/factories';
import { MailServer } from '@/testing/mail-server';
import { removeFolder, temporaryFolder } from '@/testing/product';

// PostgreSQL killed with SIGKILL while two workers send mails.

const KILLS = 30;
const TIMEOUT_MS = 30 * 60_000;
/** Queued before each kill. */
const MAILS = 20;
const LEASE_MS = 3000;
const WORKERS = 2;

const portal = {
  kind: 'portal_access',
  data: { expires_at: '2026-01-01T00:00:00Z' },
  secrets: { url: 'https://shop.example/redeem#a-secret-token', code: '918273' },
} as const;
const sale = { kind: 'test_mail', data: { requested_by: null }, secrets: {} } as const;

/** A database of its own, whose postmaster is started again when it is killed. */
async function ownDatabase() {
  const before = env();
  const dataDir = await temporaryFolder();
  await chmod(dataDir, 0o711);
  onTestFinished(() => removeFolder(dataDir));
  const log = { info: () => {}, warn: () => {} };
  const database = await startEmbedded({ dataDir, log });
  onTestFinished(() => database.stop());
  await migrate(database.url);
  await disconnect();
  provideSettings({ DATABASE_URL: database.url, DIRECT_DATABASE_URL: database.url });
  onTestFinished(async () => {
    await disconnect();
    const { DATABASE_URL = '', DIRECT_DATABASE_URL = '' } = before;
    provideSettings({ DATABASE_URL, DIRECT_DATABASE_URL });
  });
  const pid = () => readPidFile(dataFolder(dataDir))?.pid ?? 0;
  return {
    kill: async () => {
      process.kill(pid(), 'SIGKILL');
      await again(() => db(null).$queryRaw`SELECT 1`);
    },
  };
}

/** Does work until it succeeds. */
async function again(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch {
      await sleep(50);
    }
  }
}

function spawnWorker(): void {
  const program = fileURLToPath(new URL('../../../testing/mail-worker.ts', import.meta.url));
  const args = ['--import', 'tsx', program, String(LEASE_MS)];
  // What the library says of its retries is not of this test.
  const child = spawn(process.execPath, args, { stdio: 'ignore', env: process.env });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
}

const count = (status: 'sent' | 'queued') => db(null).mail.count({ where: { status } });

it(`sends every mail though PostgreSQL is killed ${KILLS} times meanwhile`, {
  tags: 'soak',
  timeout: TIMEOUT_MS,
}, async () => {
  const server = await MailServer.start();
  onTestFinished(() => server.stop());
  provideSettings({ SMTP_URL: server.url, MAIL_FROM: 'shop@example.com', MAIL_SANDBOX: 'send' });
  onTestFinished(() => provideSettings({ SMTP_URL: '', MAIL_FROM: '', MAIL_SANDBOX: '' }));
  const database = await ownDatabase();
  const { organizationId } = await makeSeller();
  for (let worker = 0; worker < WORKERS; worker += 1) spawnWorker();

  let number = 0;
  const queueSome = async () => {
    for (let added = 0; added < MAILS; added += 1) {
      number += 1;
      const content = number % 2 ? portal : sale;
      const mail = {
        ...content,
        organizationId,
        recipient: `${number}@example.net`,
      } as MailToSend;
      const scope = systemScope(organizationId);
      await transaction(scope, (inner) => queueMail(inner, mail)).catch(() => {});
    }
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = server.received.length;
    const queueing = queueSome();
    await expect.poll(() => server.received.length).toBeGreaterThan(before);
    // Anywhere in the middle of what workers do with a mail.
    await sleep(Math.random() * 300);
    await database.kill();
    await queueing;
  }

  await expect.poll(() => count('queued'), { timeout: 600_000, interval: 250 }).toBe(0);
  const rows = await db(null).mail.findMany({ select: { recipient: true, status: true } });
  expect(rows.length).toBeGreaterThan(KILLS);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['sent']));
  const arrived = new Set(server.received.map(({ recipient }) => recipient));
  expect(rows.filter(({ recipient }) => !arrived.has(recipient))).toEqual([]);
  expect(await findDead()).toEqual([]);
});
