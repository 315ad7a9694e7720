import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { kindsOf } from '@/lib/resources/events/rules';
import { EVENT_KINDS, type Event, EventTypeFilter } from '@/lib/resources/events/schema';
import { type Lifetime, serve } from '@/lib/runtime/cli/lifetime';
import { openListenFile } from '@/lib/runtime/cli/listen-file';
import { printLines } from '@/lib/runtime/cli/terminal';
import { env, loadSettingsFile, provideSettings } from '@/lib/runtime/env';
import { attachToRunning, openInstallation } from '@/lib/runtime/installation/open';
import { messageOf, OperatorError } from '@/lib/runtime/operator-error';

// npm run listen: forwards the events of an organization to an address of this computer, signed as webhooks are, while
// a receiver is written. It goes on where it stopped.

const USAGE =
  'Use: npm run listen -- --forward <address> [--types order.*,refund.*] [--organization <slug>]';
const SILENT = { info: () => {}, warn: () => {} };
/** How many events are read at once. */
const BATCH = 50;
/** How often it looks for events of which it may not have heard. */
const LOOK_MS = 1000;
/** How long a receiver may take, as for webhooks (docs/contract/events.md#delivery). */
const ANSWER_MS = 10_000;

await serve(start);

async function start({ signal, onEnd }: Lifetime): Promise<void> {
  loadSettingsFile();
  process.umask(0o077);
  const wanted = readArguments();
  provideSettings({ LOG_LEVEL: 'silent' });
  if (!attachToRunning()) onEnd((await openInstallation(SILENT, signal)).close);
  const { disconnect } = await import('@/lib/database/connection/client');
  onEnd(disconnect);
  await forwardAll(wanted, signal);
}

interface Wanted {
  forward: string;
  types: EventTypeFilter[] | undefined;
  slug: string | undefined;
}

function readArguments(): Wanted {
  const { forward, types, organization: slug } = parse();
  if (forward === undefined || !/^https?:\/\/./.test(forward) || !URL.canParse(forward)) {
    throw new OperatorError(`Name the address that gets the events. ${USAGE}`);
  }
  const names = types?.split(',').map((name) => name.trim());
  const known = z.array(EventTypeFilter).min(1).optional().safeParse(names);
  if (!known.success) {
    throw new OperatorError(`--types takes some of ${EventTypeFilter.options.join(', ')}`);
  }
  return { forward: new URL(forward).href, types: known.data, slug };
}

function parse() {
  const options = {
    forward: { type: 'string' },
    types: { type: 'string' },
    organization: { type: 'string' },
  } as const;
  try {
    return parseArgs({ options, allowPositionals: false }).values;
  } catch (error) {
    throw new OperatorError(`${messageOf(error)}. ${USAGE}`);
  }
}

/** Forwards what happens until the signal. */
async function forwardAll({ forward, types, slug }: Wanted, signal: AbortSignal): Promise<void> {
  const { systemScope } = await import('@/lib/database/connection/scope');
  const { newestNumbers, readOn, openWindow } = await import('@/lib/resources/events/service');
  const organization = await findOrganization(slug);
  const scope = systemScope(organization.id);
  const newest = async () => (await newestNumbers([organization.id])).get(organization.id) ?? 0;
  const kinds = types ? kindsOf(types, EVENT_KINDS) : null;
  const { id: organizationId, slug: name } = organization;
  const kept = openListenFile(env().DATA_DIR, { organizationId, slug: name, forward });
  let after = kept.number ?? (await newest());
  const isKept = await openWindow(scope, organization.id, after).then(
    () => true,
    () => false,
  );
  if (!isKept) after = await newest();
  const keep = (number: number) => {
    after = number;
    kept.keep(number);
  };
  keep(after);
  printLines(
    ...(isKept ? [] : ['Events were missed that are no longer kept.']),
    `Events of ${organization.slug} after number ${after} go to ${forward}.`,
    `Signing secret: ${kept.secret}`,
    'Stop with Ctrl-C.',
  );
  const { wait, stop } = await hearing(organization.id, signal);
  while (!signal.aborted) {
    const upTo = await newest();
    const events = await readOn(scope, { after, upTo, kinds, limit: BATCH });
    for (const event of events) {
      if (signal.aborted) break;
      printLines(await send(event, { forward, secret: kept.secret, signal }));
      if (!signal.aborted) keep(event.number);
    }
    if (events.length === BATCH) continue;
    if (!signal.aborted && upTo > after) keep(upTo);
    await wait();
  }
  kept.release();
  await stop();
}

async function findOrganization(slug: string | undefined): Promise<{ id: string; slug: string }> {
  const { execute } = await import('@/lib/database/connection/execute');
  const { sql } = await import('@/lib/database/connection/sql');
  const all = await execute<{ id: string; slug: string }>(
    null,
    sql`SELECT o.id, o.slug FROM organizations o ORDER BY o.slug`,
  );
  const [only, ...others] = all;
  const found = slug === undefined ? only : all.find((one) => one.slug === slug.toLowerCase());
  if (found && (slug !== undefined || others.length === 0)) return found;
  const names = all.slice(0, 20).map((one) => one.slug);
  throw new OperatorError(
    `Name the organization with --organization: ${names.join(', ') || 'there is none yet'}.`,
  );
}

/** `wait` resolves when the organization may have new events, and `stop` ends the listening. */
async function hearing(organizationId: string, signal: AbortSignal) {
  const { startListening } = await import('@/lib/database/connection/listen');
  let wake = () => {};
  const listener = startListening({
    event_numbers: (id) => {
      if (id === null || id === organizationId) wake();
    },
  });
  const wait = () =>
    Promise.race([
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
      sleep(LOOK_MS, undefined, { signal }).catch(() => {}),
    ]);
  return { wait, stop: listener.stop };
}

/** Posts an event as a webhook would be; answers the line that says what came of it. */
async function send(
  event: Event,
  { forward, secret, signal }: { forward: string; secret: string; signal: AbortSignal },
): Promise<string> {
  const { sendRequest } = await import('@/lib/integrations/outgoing/request');
  const { messageBody, messageHeaders } = await import('@/lib/integrations/webhooks/message');
  const { id, number, type, created_at: timestamp, data } = event;
  const body = messageBody(type, new Date(timestamp), data);
  const sentAt = new Date();
  const started = performance.now();
  const answer = await sendRequest({
    url: forward,
    headers: messageHeaders({ id, body, number, isTest: false }, sentAt, [secret]),
    body,
    // The operator has named the address.
    rule: 'any',
    timeoutMs: ANSWER_MS,
    maxBytes: 0,
    signal,
  });
  const latency = Math.round(performance.now() - started);
  const outcome = answer.outcome === 'answered' ? answer.status : `failed: ${answer.error}`;
  return `${sentAt.toISOString()}  ${number}  ${type}  ${outcome}  ${latency} ms`;
}
