import '@/lib/runtime/cli/heap';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import { MAX_PART_SIZE } from '@/lib/resources/files/rules';
import { type Lifetime, serve } from '@/lib/runtime/cli/lifetime';
import { development } from '@/lib/runtime/cli/mode';
import { printLines } from '@/lib/runtime/cli/terminal';
import { env, loadSettingsFile, publicUrl } from '@/lib/runtime/env';
import { ensureBuild } from '@/lib/runtime/installation/build';
import { type DemoSignIn, ensureDemo } from '@/lib/runtime/installation/demo';
import { openInstallation } from '@/lib/runtime/installation/open';
import { log } from '@/lib/runtime/log';
import { requestLogFile } from '@/lib/runtime/log-destination';
import { requireFreePort } from '@/lib/server/listen';

await serve(start);

/** Starts everything, in the order of dependencies. */
async function start({ signal, onEnd }: Lifetime): Promise<void> {
  loadSettingsFile();
  const { PORT, HOST, DATA_DIR } = env();
  // Before anything slow; the server checks again when it listens.
  await requireFreePort(PORT, HOST);
  if (!development) await ensureBuild(process.cwd(), printLines, signal);
  // Files from here on are for this account alone; the build may be used by another.
  process.umask(0o077);

  const installation = await openInstallation(log, signal);
  onEnd(installation.close);
  signal.throwIfAborted();

  const { disconnect } = await import('@/lib/database/connection/client');
  onEnd(disconnect);
  const demo = installation.embedded ? await seedOnce(DATA_DIR) : null;
  const { eachSecond, recover, startWebhooks, work } = await import('@/lib/resources/tasks');
  if (installation.embedded) await recover();
  signal.throwIfAborted();

  const { watchClock } = await import('@/lib/database/connection/clock-check');
  onEnd((await watchClock()).stop);
  const { startEachSecond, startWorkerByClock } = await import('@/lib/runtime/jobs/node-work');
  for (const { run, failure } of eachSecond) onEnd(startEachSecond(run, failure).stop);
  const { startWatch } = await import('@/lib/runtime/jobs/watch');
  onEnd(startWatch().stop);
  const { createServer } = await import('@/lib/server/server');
  const { contracts } = await import('@/lib/resources/registry');
  const { preparePage } = await import('@/lib/resources/pages');
  const server = await createServer({
    port: PORT,
    host: HOST,
    dir: process.cwd(),
    development,
    operations: contracts,
    preparePage,
    maxUploadBytes: MAX_PART_SIZE,
  });
  // After the server has loaded, which blocks the thread: connections would time out. Closed after it.
  if (env().WORKER === 'on') {
    onEnd(startWorkerByClock(work).stop);
    onEnd(startWebhooks().stop);
  }
  onEnd(server.close);
  // Before the server, whose end waits for open answers.
  const { stopStreams } = await import('@/lib/resources/event-streams/service');
  onEnd(stopStreams);
  printReady(server.url, demo, installation.embedded ? path.resolve(DATA_DIR) : null);
}

async function seedOnce(dataDir: string): Promise<DemoSignIn | null> {
  return ensureDemo(dataDir, env().DATABASE_URL ?? '', async () => {
    const { seedDemo } = await import('@/demo/seed');
    return seedDemo();
  });
}

function printReady(url: string, demo: DemoSignIn | null, data: string | null): void {
  printLines('', `Tilldesk is ready at ${url}`, '');
  if (demo) printLines(`  Sign in  ${signInHint(demo)}`);
  printLines(`  Listens  ${listeningAddress()}`);
  printLines(`  Data     ${data ?? databaseName()}`);
  const requests = requestLogFile();
  if (requests) printLines(`  Requests ${requests}`);
  printLines('  Stop     Ctrl-C', '');
}

/** Where the server listens, which differs from the public URL behind a proxy. */
function listeningAddress(): string {
  const { HOST, PORT } = env();
  return `${isIPv6(HOST) ? `[${HOST}]` : HOST}:${PORT}`;
}

function signInHint({ email, password }: DemoSignIn): string {
  return password === null
    ? `npm run --silent sign-in-link -- --email ${email}`
    : `${email}, password ${password} (printed this once)`;
}

/** The database's URL without credentials. */
function databaseName(): string {
  const { host, pathname } = new URL(env().DATABASE_URL ?? publicUrl());
  return `PostgreSQL ${host}${pathname}`;
}
