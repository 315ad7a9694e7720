import { parseArgs } from 'node:util';
import { withDatabase } from '@/lib/runtime/cli/database';
import { printLines, reportFailure } from '@/lib/runtime/cli/terminal';
import type { DeadJob } from '@/lib/runtime/jobs/dead';
import { OperatorError } from '@/lib/runtime/operator-error';

// npm run jobs: lists the background jobs that have failed for the last time, runs them again or removes them.

const USAGE = 'Use: npm run jobs [-- --retry <id>|all | --remove <id>|all]';

try {
  const wanted = readArguments();
  printLines(...(await withDatabase(() => act(wanted))));
} catch (error) {
  reportFailure(error);
}

interface Wanted {
  /** The id of a job, `all`, or undefined. */
  retry: string | undefined;
  remove: string | undefined;
}

function readArguments(): Wanted {
  const { retry, remove } = parse();
  const isWrong = [retry, remove].some((id) => id !== undefined && !/^(\d{1,18}|all)$/.test(id));
  if (isWrong || (retry !== undefined && remove !== undefined)) throw new OperatorError(USAGE);
  return { retry, remove };
}

function parse() {
  const options = { retry: { type: 'string' }, remove: { type: 'string' } } as const;
  try {
    return parseArgs({ options }).values;
  } catch {
    throw new OperatorError(USAGE);
  }
}

async function act({ retry, remove }: Wanted): Promise<string[]> {
  const { findDead, removeDead, retryDead } = await import('@/lib/runtime/jobs/dead');
  const dead = await findDead();
  const chosen = retry ?? remove;
  if (chosen === undefined) return describe(dead);
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
      `    ${lastError?.split('\n')[0] ?? 'Its worker was killed.'}`,
    ]),
    'Remove the cause, then run one again with `npm run jobs -- --retry <id>`, or take it off the list with --remove <id>.',
  ];
}
