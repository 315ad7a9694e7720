import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { withoutPlace } from '@/lib/api/places';
import { ApiError } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/limits/repository';
import { type LimitKind, type Rate, SANDBOX_FACTOR, WINDOWS } from '@/lib/resources/limits/rules';
import { log } from '@/lib/runtime/log';

/** The ids or addresses that attempts are counted by; null is ignored. */
type Subjects = readonly (string | null)[];

const TOO_MANY_FAILURES = 'Too many failed attempts. Try again later.';
const PENDING = { points: 0, pending: 1 };
const FAILED = { points: 1, pending: -1 };
const RELEASED = { points: 0, pending: -1 };

interface FailureLimit {
  kind: LimitKind;
  subjects: Subjects;
  /** Multiplies the limits by {@link SANDBOX_FACTOR}. */
  isSandbox?: boolean;
  now: Date;
  /** Which errors of the work count as failures; after all others, and success, the attempt is released. */
  isFailure: (error: unknown) => boolean;
  /** Runs before work that is over the limit, which is then not counted; without it, 429 is thrown. */
  onExhausted?: () => Promise<void>;
}

/**
 * Runs work whose failures are limited (docs/contract/callers.md#failed-attempts). The attempt is
 * counted as pending before the work begins, by the statement that checks the limit, and released
 * unless the work fails. Throws 429 with `Retry-After` where failures alone reach the limit. Where
 * only pending attempts do, it waits for them, so that concurrent correct calls are not refused. A
 * refused attempt is not counted and extends no window.
 */
export async function limitFailures<T>(limit: FailureLimit, work: () => Promise<T>): Promise<T> {
  const { kind, subjects, isSandbox = false, now, isFailure, onExhausted } = limit;
  const keys = keysOf(kind, subjects, isSandbox);
  const windows = onExhausted
    ? (await tryCount(keys, PENDING, now)).counted
    : await countInQueue(keys, now);
  if (windows === null) await onExhausted?.();
  const counted = windows ?? [];
  try {
    const result = await work();
    await settle(counted, RELEASED);
    return result;
  } catch (error) {
    await settle(counted, isFailure(error) ? FAILED : RELEASED);
    throw error;
  }
}

/**
 * Counts an attempt as failed at once, for work that is limited whatever its result; with a `scope` in its transaction,
 * for work that is counted only if it is done. Throws 429.
 */
export function countAttempt(
  kind: LimitKind,
  subjects: Subjects,
  now: Date,
  {
    isSandbox = false,
    detail = TOO_MANY_FAILURES,
    scope = null,
  }: { isSandbox?: boolean; detail?: string; scope?: Scope | null } = {},
): Promise<void> {
  return countInAll(keysOf(kind, subjects, isSandbox), now, () => detail, scope);
}

/** A limit that an attempt is under, and what to say where it is reached. */
export interface AttemptLimit {
  kind: LimitKind;
  subjects: Subjects;
  detail: string;
}

/** {@link countAttempt} under several limits: in all of them, or in none where one is reached. */
export function countAttempts(limits: readonly AttemptLimit[], now: Date): Promise<void> {
  const details = new Map<string, string>();
  const keys = limits.flatMap(({ kind, subjects, detail }) => {
    const own = keysOf(kind, subjects, false);
    for (const { key } of own) details.set(key, detail);
    return own;
  });
  return countInAll(keys, now, (key) => details.get(key));
}

async function countInAll(
  keys: readonly repository.LimitKey[],
  now: Date,
  detailOf: (key: string) => string | undefined,
  scope: Scope | null = null,
): Promise<void> {
  const { counted, full } = await tryCount(keys, { points: 1, pending: 0 }, now, scope);
  if (!counted) throw tooManyFailures(full, now, detailOf(full[0]?.key ?? ''));
}

/** Deletes the windows that have ended. */
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
  | { counted: repository.CountedWindow[]; full: [] }
  | { counted: null; full: repository.FullWindow[] };

/** Counts in all windows, or in none and returns the full ones. */
async function tryCount(
  keys: readonly repository.LimitKey[],
  by: typeof PENDING,
  now: Date,
  scope: Scope | null = null,
): Promise<Outcome> {
  if (keys.length === 0) return { counted: [], full: [] };
  for (;;) {
    const { counted, full } = await repository.count(keys, by, now, scope);
    if (full.length > 0) return { counted: null, full };
    if (counted.length === keys.length) return { counted, full: [] };
    // Others took the last room of a window at the same moment: the next look finds it full.
    if (counted.length > 0) {
      await repository.change(counted, { points: -by.points, pending: -by.pending }, scope);
    }
  }
}

/** How long an attempt waits for pending ones. */
const MAX_WAIT_MS = 10_000;
const POLL_MS = 10;
/** How many attempts wait for one window in this process. */
const MAX_QUEUED = 1000;
/** Waiting attempts by window: only the first of each queue polls the database. */
const queues = new Map<string, PQueue>();

/** Counts an attempt in all windows, after those that came before it. Throws 429. */
async function countInQueue(
  keys: readonly repository.LimitKey[],
  now: Date,
): Promise<repository.CountedWindow[]> {
  const deadline = performance.now() + MAX_WAIT_MS;
  const first = await countUnlessExhausted(keys, now);
  if (first.counted) return first.counted;
  const queue = queueOf(first.full);
  // The pending ones may be without a place, and need one to end.
  return withoutPlace(() =>
    queue.add(async () => {
      for (;;) {
        const { counted } = await countUnlessExhausted(keys, now);
        if (counted) return counted;
        if (performance.now() > deadline) throw tooManyAtOnce();
        await sleep(POLL_MS);
      }
    }),
  );
}

async function countUnlessExhausted(
  keys: readonly repository.LimitKey[],
  now: Date,
): Promise<Outcome> {
  const outcome = await tryCount(keys, PENDING, now);
  if (outcome.full.some(({ isExhausted }) => isExhausted)) {
    throw tooManyFailures(outcome.full, now);
  }
  return outcome;
}

function queueOf([window]: readonly repository.FullWindow[]): PQueue {
  const key = window?.key ?? '';
  const known = queues.get(key);
  if (known) {
    if (known.size >= MAX_QUEUED) throw tooManyAtOnce();
    return known;
  }
  const queue = new PQueue({ concurrency: 1 });
  queue.on('idle', () => queues.delete(key));
  queues.set(key, queue);
  return queue;
}

/** Updates the counters after the work. An attempt stays pending until its window ends where that fails. */
async function settle(
  windows: readonly repository.CountedWindow[],
  by: typeof FAILED,
): Promise<void> {
  if (windows.length === 0) return;
  try {
    await repository.change(windows, by);
  } catch (error) {
    log.warn({ err: error }, 'an attempt could not be settled in its limits');
  }
}

function tooManyFailures(
  full: readonly repository.FullWindow[],
  now: Date,
  detail = TOO_MANY_FAILURES,
): ApiError {
  const ends = full.filter(({ isExhausted }) => isExhausted).map(({ endsAt }) => endsAt);
  const seconds = Math.ceil((Math.max(...ends) - now.getTime()) / 1000);
  return new ApiError('TooManyRequests', detail, {
    headers: { 'Retry-After': String(Math.max(1, seconds)) },
  });
}

function tooManyAtOnce(): ApiError {
  return new ApiError('TooManyRequests', 'Too many attempts at once. Try again in a moment.', {
    headers: { 'Retry-After': '1' },
  });
}
