import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { sendMails } from '@/lib/resources/mails/jobs';
import type { MailToSend } from '@/lib/resources/mails/kinds';
import { queueMail } from '@/lib/resources/mails/service';
import { renderMail } from '@/lib/resources/mails/templates/render';
import { env, provideSettings } from '@/lib/runtime/env';
import { startWorker } from '@/lib/runtime/jobs/worker';
import { makeSeller } from '@/testing/factories';
import { MailServer } from '@/testing/mail-server';

const LEASE_MS = 3000;
/** The name of the killed worker's connections in PostgreSQL. */
const PGAPPNAME = 'killed';

const toBuyer = {
  kind: 'portal_access',
  data: { expires_at: '2026-01-01T00:00:00Z' },
  secrets: { url: 'https://shop.example/redeem#a-secret-token', code: '918273' },
} as const;
const toSeller = { kind: 'test_mail', data: { requested_by: null }, secrets: {} } as const;

const IN_FLIGHT = 'in-flight@example.net';
/** Each of the two queues has three. */
const MAILS = [
  ['first@example.net', toSeller],
  [IN_FLIGHT, toSeller],
  ['waiting@example.net', toSeller],
  ['buyer-1@example.net', toBuyer],
  ['buyer-2@example.net', toBuyer],
  ['buyer-3@example.net', toBuyer],
] as const;

async function queueMails(): Promise<void> {
  const { organizationId } = await makeSeller();
  await transaction(systemScope(organizationId), async (scope) => {
    for (const [recipient, content] of MAILS) {
      await queueMail(scope, { ...content, organizationId, recipient } as MailToSend);
    }
  });
}

function spawnWorker() {
  const program = fileURLToPath(new URL('../../../testing/mail-worker.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program, String(LEASE_MS)], {
    stdio: 'inherit',
    env: { ...process.env, PGAPPNAME },
  });
  const ended = once(child, 'close');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return { kill };
}

/** A connection that locks the mail in flight before the server answers that it has taken it. */
async function lockBeforeAnswer(server: MailServer): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  onTestFinished(() => client.end());
  server.beforeAnswer = async ({ recipient }) => {
    if (recipient !== IN_FLIGHT) return;
    server.beforeAnswer = null;
    await client.query('BEGIN');
    await client.query('SELECT FROM mails WHERE recipient = $1 FOR UPDATE', [recipient]);
  };
  return client;
}

it('repeats the one mail whose worker is killed between the answer of the server and its commit', {
  tags: 'soak',
}, async () => {
  const server = await MailServer.start();
  onTestFinished(() => server.stop());
  provideSettings({ SMTP_URL: server.url, MAIL_FROM: 'shop@example.com', MAIL_SANDBOX: 'send' });
  await queueMails();
  const lock = await lockBeforeAnswer(server);
  /** What each connection of the worker waits for. */
  const waits = async () => {
    const text = 'SELECT wait_event_type AS it FROM pg_stat_activity WHERE application_name = $1';
    return (await lock.query<{ it: string | null }>(text, [PGAPPNAME])).rows.map(({ it }) => it);
  };
  const sent = () => db(null).mail.count({ where: { status: 'sent' } });

  const worker = spawnWorker();
  await expect.poll(waits).toContain('Lock');
  await expect.poll(sent).toBe(4);
  await worker.kill();
  await lock.query('ROLLBACK');
  await expect.poll(waits).toEqual([]);
  const { id } = await db(null).mail.findFirstOrThrow({
    where: { recipient: IN_FLIGHT, status: 'queued', attempts: 1 },
  });

  const next = startWorker({ periodic: [], handlers: [sendMails(renderMail)] });
  onTestFinished(() => next.stop());
  await expect.poll(sent).toBe(MAILS.length);
  const arrived = server.received.map(({ recipient }) => recipient);
  expect(arrived.toSorted()).toEqual([...MAILS.map(([to]) => to), IN_FLIGHT].toSorted());
  const rows = await db(null).mail.findMany();
  for (const { recipient, messageId } of server.received) {
    expect(messageId).toBe(rows.find((row) => row.recipient === recipient)?.messageId);
  }
  expect(rows.find((row) => row.id === id)).toMatchObject({ attempts: 2, leasedUntil: null });
});
