import '@/lib/runtime/cli/heap';
import '@/lib/runtime/cli/mode';
import { type Lifetime, serve } from '@/lib/runtime/cli/lifetime';
import { printLines } from '@/lib/runtime/cli/terminal';
import { loadSettingsFile } from '@/lib/runtime/env';
import { attachToRunning, openInstallation } from '@/lib/runtime/installation/open';
import { log } from '@/lib/runtime/log';

// npm run worker: background jobs without a server, beside nodes that have WORKER=off or not.

await serve(start);

async function start({ signal, onEnd }: Lifetime): Promise<void> {
  loadSettingsFile();
  process.umask(0o077);
  if (!attachToRunning()) onEnd((await openInstallation(log, signal)).close);
  signal.throwIfAborted();
  const { disconnect } = await import('@/lib/database/connection/client');
  onEnd(disconnect);
  const { eachSecond, startWebhooks, work } = await import('@/lib/resources/tasks');
  const { watchClock } = await import('@/lib/database/connection/clock-check');
  onEnd((await watchClock()).stop);
  const { startEachSecond, startWorkerByClock } = await import('@/lib/runtime/jobs/node-work');
  for (const { run, failure } of eachSecond) onEnd(startEachSecond(run, failure).stop);
  const { startWatch } = await import('@/lib/runtime/jobs/watch');
  onEnd(startWatch().stop);
  onEnd(startWorkerByClock(work).stop);
  onEnd(startWebhooks().stop);
  printLines('The worker runs. Stop it with Ctrl-C.');
}
