import { ApiError } from '@/lib/api/errors';
import * as repository from '@/lib/limits/repository';
import { type LimitKind, type Rate, SANDBOX_FACTOR, WINDOWS } from '@/lib/limits/rules';

type Subjects = readonly (string | null)[];

interface Circumstances {
  /** Where it has to be found out first, it is asked only when it decides something. */
  isSandbox: boolean | (() => Promise<boolean>);
  now: Date;
}

/**
 * Throws 429 with `Retry-After` when one of the subjects failed too often (semantics §10): more than
 * 6 times in a minute or 20 in an hour, a hundred times that in sandbox. A subject is the id of a
 * checkout or an address (`context.ip`; null is passed by). Nothing is counted.
 */
export async function assertWithinLimit(
  kind: LimitKind,
  subjects: Subjects,
  { isSandbox, now }: Circumstances,
): Promise<void> {
  const keys = keysOf(kind, subjects, [...ratesOf(kind, true), ...ratesOf(kind, false)]);
  const counts = await repository.counts(keys, now);
  if (counts.length === 0) return;
  const limits = ratesOf(kind, await answerOf(isSandbox)).map(({ limit }) => limit);
  assertBelow(
    counts.filter(({ limit }) => limits.includes(limit)),
    now,
  );
}

/** Counts a failure of every subject, outside any transaction. Successes are not told to it. */
export async function countFailure(
  kind: LimitKind,
  subjects: Subjects,
  { isSandbox, now }: Circumstances,
): Promise<void> {
  await repository.add(keysOf(kind, subjects, ratesOf(kind, await answerOf(isSandbox))), now);
}

/** Counts an attempt and throws 429 when it was one too many: for what is limited in itself. */
export async function countAttempt(kind: LimitKind, subjects: Subjects, now: Date): Promise<void> {
  const counts = await repository.add(keysOf(kind, subjects, ratesOf(kind, false)), now);
  assertBelow(
    counts.map((count) => ({ ...count, points: count.points - 1 })),
    now,
  );
}

/** Forgets the windows that are over. */
export function forgetOldCounts(now: Date): Promise<void> {
  return repository.removeOver(now);
}

function answerOf(isSandbox: Circumstances['isSandbox']): boolean | Promise<boolean> {
  return typeof isSandbox === 'function' ? isSandbox() : isSandbox;
}

function ratesOf(kind: LimitKind, isSandbox: boolean): Rate[] {
  const factor = isSandbox ? SANDBOX_FACTOR : 1;
  return WINDOWS[kind].map(({ limit, seconds }) => ({ limit: limit * factor, seconds }));
}

function keysOf(
  kind: LimitKind,
  subjects: Subjects,
  rates: readonly Rate[],
): repository.LimitKey[] {
  const known = new Set(subjects.filter((subject) => subject !== null));
  return [...known].flatMap((subject) => repository.keysOf(kind, rates, subject));
}

function assertBelow(counts: readonly repository.Count[], now: Date): void {
  const over = counts.filter(({ points, limit }) => points >= limit);
  if (over.length === 0) return;
  const wait = Math.max(...over.map(({ endsAt }) => endsAt.getTime() - now.getTime()));
  throw new ApiError('TooManyRequests', 'Too many failed attempts. Try again later.', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(wait / 1000))) },
  });
}
