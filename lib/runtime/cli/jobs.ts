import { readOptions } from '@/lib/runtime/cli/arguments';
import { withDatabase } from '@/lib/runtime/cli/database';
import { printLines, reportFailure } from '@/lib/runtime/cli/terminal';
import type { DeadJob } from '@/lib/runtime/jobs/dead';
import type { LockedQueue, WaitingJob } from '@/lib/runtime/jobs/waiting';
import { OperatorError } from '@/lib/runtime/operator-error';

// npm run jobs: lists the background jobs that have failed for the last time, runs them again or removes them. With
// --all it lists all others too, and the queues that are locked.

const USAGE = 'Use: npm run jobs [-- --all | --retry <id>|all | --remove <id>|all]';
/** So many jobs that are not dead are printed. */
const MAX_PRINTED = 200;

try {
  const wanted = readArguments();
  printLines(...(await withDatabase(() => act(wanted))));
} catch (error) {
  reportFailure(error);
}

interface Wanted {
  all: boolean;
  /** The id of a job, `all`, or undefined. */
  retry: string | undefined;
  remove: string | undefined;
}

function readArguments(): Wanted {
  const { all = false, retry, remove } = parse();
  const isWrong = [retry, remove].some((id) => id !== undefined && !/^(\d{1,18}|all)$/.test(id));
  const actions = [all || undefined, retry, remove].filter((action) => action !== undefined);
  if (isWrong || actions.length > 1) throw new OperatorError(USAGE);
  return { all, retry, remove };
}

function parse() {
  const options = {
    all: { type: 'boolean' },
    retry: { type: 'string' },
    remove: { type: 'string' },
  } as const;
  return readOptions(options, USAGE);
}

async function act({ all, retry, remove }: Wanted): Promise<string[]> {
  const { findDead, removeDead, retryDead } = await import('@/lib/runtime/jobs/dead');
  const dead = await findDead();
  const chosen = retry ?? remove;
  if (chosen === undefined) return [...describe(dead), ...(all ? await describeOthers() : [])];
  const ids = dead.map(({ id }) => id).filter((id) => chosen === 'all' || id === chosen);
  if (ids.length === 0 && chosen !== 'all') {
    throw new OperatorError(`No failed job has the id ${chosen}.`);
  }
  return retry === undefined
    ? [`Removed: ${await removeDead(ids)}.`]
    : [`Queued again: ${await retryDead(ids)}.`];
}

function describe(dead: readonly DeadJob[]): string[] {
  if (dead.length === 0) return ['No job has failed for good.'];
  return [
    ...dead.flatMap(({ id, task, payload, attempts, createdAt, lastError }) => [
      `${id}  ${task}  ${JSON.stringify(payload)}  added ${createdAt.toISOString()}, tried ${attempts} times`,
      `    ${firstLine(lastError) ?? 'Its worker was killed.'}`,
    ]),
    'Remove the cause, then run one again with `npm run jobs -- --retry <id>`, or take it off the list with --remove <id>.',
  ];
}

async function describeOthers(): Promise<string[]> {
  const { findLockedQueues, findWaiting } = await import('@/lib/runtime/jobs/waiting');
  const { jobs, total } = await findWaiting(MAX_PRINTED);
  const queues = await findLockedQueues();
  return [
    '',
    total === 0 ? 'No other job is in the queue.' : `Other jobs: ${total}.`,
    ...jobs.flatMap(describeWaiting),
    ...(total > jobs.length ? [`... and ${total - jobs.length} more.`] : []),
    '',
    queues.length === 0
      ? 'No queue is locked.'
      : 'Locked queues, each by the worker that runs its job:',
    ...queues.map(describeQueue),
  ];
}

function describeWaiting(job: WaitingJob): string[] {
  const { id, task, queue, payload, lastError } = job;
  const error = firstLine(lastError);
  return [
    `${id}  ${task}  ${JSON.stringify(payload)}  ${queue === null ? '' : `in ${queue}, `}${stateOf(job)}`,
    ...(error === undefined ? [] : [`    ${error}`]),
  ];
}

function stateOf({ state, attempts, runAt, lockedAt }: WaitingJob): string {
  switch (state) {
    case 'running':
      return `running since ${lockedAt?.toISOString()}`;
    case 'waiting':
      return `waiting since ${runAt.toISOString()}`;
    case 'retrying':
      return `tried ${attempts} times, again at ${runAt.toISOString()}`;
    case 'scheduled':
      return `scheduled for ${runAt.toISOString()}`;
  }
}

function describeQueue({ name, worker, lockedAt, waiting }: LockedQueue): string {
  return `${name}  by ${worker} since ${lockedAt.toISOString()}, ${waiting} waiting`;
}

function firstLine(text: string | null): string | undefined {
  return text?.split('\n')[0];
}
