import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { ApiError } from '@/lib/contract/errors';
import * as repository from '@/lib/resources/limits/repository';
import { type LimitKind, type Rate, SANDBOX_FACTOR, WINDOWS } from '@/lib/resources/limits/rules';
import { log } from '@/lib/runtime/log';

/** Ids or addresses that are counted by; null is passed by. */
type Subjects = readonly (string | null)[];

const PENDING = { points: 0, pending: 1 };
const FAILED = { points: 1, pending: -1 };
const GIVEN_BACK = { points: 0, pending: -1 };

interface FailureLimit {
  kind: LimitKind;
  subjects: Subjects;
  /** A hundred times as much is allowed in sandbox. */
  isSandbox?: boolean;
  now: Date;
  /** Which errors of the work are failures; all else that comes of it is given back. */
  isFailure: (error: unknown) => boolean;
  /** Done before work that is over the limit and is not counted then; by default it throws 429. */
  whenOver?: () => Promise<void>;
}

/**
 * Does work whose failures are limited (docs/contract/callers.md#failed-attempts). The attempt is counted before the work
 * begins, in the same statement that looks for room, and given back unless the work fails. Throws 429
 * with `Retry-After` where failures have used the limit up; where attempts under way might, it waits
 * for them, so that correct calls at once do not refuse each other. A refused try counts nowhere, so
 * no window lasts longer or is filled sooner by it.
 */
export async function limitFailures<T>(limit: FailureLimit, work: () => Promise<T>): Promise<T> {
  const { kind, subjects, isSandbox = false, now, isFailure, whenOver } = limit;
  const keys = keysOf(kind, subjects, isSandbox);
  const windows = whenOver
    ? (await tryToTake(keys, PENDING, now)).taken
    : await takeInTurn(keys, now);
  if (windows === null) await whenOver?.();
  const counted = windows ?? [];
  try {
    const result = await work();
    await settle(counted, GIVEN_BACK);
    return result;
  } catch (error) {
    await settle(counted, isFailure(error) ? FAILED : GIVEN_BACK);
    throw error;
  }
}

/** Counts an attempt and throws 429 when it was one too many: for what is limited in itself. */
export async function countAttempt(kind: LimitKind, subjects: Subjects, now: Date): Promise<void> {
  const keys = keysOf(kind, subjects, false);
  const { taken, exhausted } = await tryToTake(keys, { points: 1, pending: 0 }, now);
  if (!taken) throw tooManyFailures(exhausted, now);
}

/** Deletes the windows that are over. */
export function purgeExpiredWindows(now: Date): Promise<void> {
  return repository.deleteExpired(now);
}

function keysOf(kind: LimitKind, subjects: Subjects, isSandbox: boolean): repository.LimitKey[] {
  const factor = isSandbox ? SANDBOX_FACTOR : 1;
  const rates: Rate[] = WINDOWS[kind].map(({ limit, seconds }) => ({
    limit: limit * factor,
    seconds,
  }));
  const known = new Set(subjects.filter((subject) => subject !== null));
  return [...known].flatMap((subject) => repository.keysOf(kind, rates, subject));
}

type Outcome =
  | { taken: repository.Counted[]; exhausted: [] }
  | { taken: null; exhausted: repository.Exhausted[] };

/** Counts in all windows, or says which have no room. */
async function tryToTake(
  keys: readonly repository.LimitKey[],
  by: typeof PENDING,
  now: Date,
): Promise<Outcome> {
  if (keys.length === 0) return { taken: [], exhausted: [] };
  for (;;) {
    const { taken, exhausted } = await repository.take(keys, by, now);
    if (exhausted.length > 0) return { taken: null, exhausted };
    if (taken.length === keys.length) return { taken, exhausted: [] };
    // Others took the last room of a window at the same moment: the next look finds it exhausted.
    if (taken.length > 0) {
      await repository.change(taken, { points: -by.points, pending: -by.pending });
    }
  }
}

/** An attempt waits at most so long for others that are under way. */
const MAX_WAIT_MS = 10_000;
const POLL_MS = 10;
/** So many wait at once for one window. */
const MAX_QUEUED = 1000;
/** Who waits, by window: only the first of each line asks the database again and again. */
const lines = new Map<string, PQueue>();

/** Counts an attempt in all windows, after those that were first. Throws 429. */
async function takeInTurn(
  keys: readonly repository.LimitKey[],
  now: Date,
): Promise<repository.Counted[]> {
  const deadline = performance.now() + MAX_WAIT_MS;
  const first = await takeUnlessOver(keys, now);
  if (first.taken) return first.taken;
  return lineOf(first.exhausted).add(async () => {
    for (;;) {
      const { taken } = await takeUnlessOver(keys, now);
      if (taken) return taken;
      if (performance.now() > deadline) throw tooManyAtOnce();
      await sleep(POLL_MS);
    }
  });
}

async function takeUnlessOver(keys: readonly repository.LimitKey[], now: Date): Promise<Outcome> {
  const outcome = await tryToTake(keys, PENDING, now);
  if (outcome.exhausted.some(({ isOver }) => isOver)) {
    throw tooManyFailures(outcome.exhausted, now);
  }
  return outcome;
}

function lineOf([window]: readonly repository.Exhausted[]): PQueue {
  const key = window?.key ?? '';
  const known = lines.get(key);
  if (known) {
    if (known.size >= MAX_QUEUED) throw tooManyAtOnce();
    return known;
  }
  const line = new PQueue({ concurrency: 1 });
  line.on('idle', () => lines.delete(key));
  lines.set(key, line);
  return line;
}

/** What cannot be written stays counted as under way until its window ends; the answer stands. */
async function settle(windows: readonly repository.Counted[], by: typeof FAILED): Promise<void> {
  if (windows.length === 0) return;
  try {
    await repository.change(windows, by);
  } catch (error) {
    log.warn({ err: error }, 'an attempt could not be settled in its limits');
  }
}

function tooManyFailures(exhausted: readonly repository.Exhausted[], now: Date): ApiError {
  const ends = exhausted.filter(({ isOver }) => isOver).map(({ endsAt }) => endsAt);
  const seconds = Math.ceil((Math.max(...ends) - now.getTime()) / 1000);
  return new ApiError('TooManyRequests', 'Too many failed attempts. Try again later.', {
    headers: { 'Retry-After': String(Math.max(1, seconds)) },
  });
}

function tooManyAtOnce(): ApiError {
  return new ApiError('TooManyRequests', 'Too many attempts at once. Try again in a moment.', {
    headers: { 'Retry-After': '1' },
  });
}
