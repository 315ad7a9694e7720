import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '@/lib/contract/times';
import { columnsAfter, errorOf } from '@/lib/resources/grant-effects/rules';

// docs/contract/connections.md#grants

const NEW = { failingSince: null, attempts: 0 };
const FAILED = {
  status: 'failed',
  error: { code: 'UNAVAILABLE', detail: 'GitHub answered 500.' },
} as const;

/** The pauses (ms) between the tries of what fails whenever it is tried, until it is tried no more. */
function pausesOf(outcome: Parameters<typeof columnsAfter>[0]): number[] {
  const pauses: number[] = [];
  let now = new Date('2026-01-01');
  for (let before = NEW as Parameters<typeof columnsAfter>[1]; ; ) {
    const { failingSince, attempts, nextTryAt } = {
      ...before,
      ...columnsAfter(outcome, before, now),
    };
    if (nextTryAt === null) return pauses;
    pauses.push(nextTryAt.getTime() - now.getTime());
    before = { failingSince, attempts };
    now = nextTryAt;
  }
}

describe('an effect that fails', () => {
  it('is tried again with growing pauses for 3 days', () => {
    const pauses = pausesOf(FAILED);
    expect(pauses[0]).toBe(30_000);
    expect(pauses.slice(0, 9)).toEqual([...pauses.slice(0, 9)].sort((a, b) => a - b));
    expect(Math.max(...pauses)).toBe(4 * HOUR_MS);
    const tried = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(tried).toBeGreaterThanOrEqual(3 * DAY_MS);
    expect(tried).toBeLessThan(3 * DAY_MS + 4 * HOUR_MS);
  });

  it('was removed by hand: it is looked at once a day', () => {
    const removed = { code: 'REMOVED_OUTSIDE', detail: 'Removed.' } as const;
    expect(new Set(pausesOf({ status: 'failed', error: removed }))).toEqual(new Set([DAY_MS]));
  });

  it('is told with what to do', () => {
    const codeOf = (kind: string, message = 'No.') => errorOf({ kind, message }, 'github').code;
    expect(codeOf('refused')).toBe('PERMISSION_MISSING');
    expect(codeOf('missing')).toBe('TARGET_MISSING');
    expect(codeOf('invalid', 'You have no available seats.')).toBe('SEAT_LIMIT');
    expect(codeOf('invalid')).toBe('REFUSED');
    expect(codeOf('unavailable')).toBe('UNAVAILABLE');
    expect(errorOf({ kind: 'invalid', message: 'No.' }, 'discord').detail).toBe('Discord: No.');
  });
});

it('compares what is granted or waits once a day, and nothing of what has ended', () => {
  const now = new Date('2026-01-01');
  const tomorrow = new Date(now.getTime() + DAY_MS);
  const failing = { failingSince: now, attempts: 3 };
  for (const status of ['granted', 'waiting_for_buyer'] as const) {
    expect(columnsAfter({ status }, failing, now)).toMatchObject({
      status,
      nextTryAt: tomorrow,
      failingSince: null,
      attempts: 0,
      errorCode: null,
    });
  }
  expect(columnsAfter({ status: 'ended' }, NEW, now).nextTryAt).toBeNull();
});

it('ages nothing while it waits for a limit', () => {
  const now = new Date('2026-01-01');
  const until = new Date(now.getTime() + HOUR_MS);
  const error = { code: 'RATE_LIMITED', detail: 'GitHub limits calls for a while.' } as const;
  const after = columnsAfter({ status: 'limited', error, nextTryAt: until }, NEW, now);
  expect(after).toEqual({
    status: 'pending',
    nextTryAt: until,
    errorCode: 'RATE_LIMITED',
    errorDetail: error.detail,
    errorAt: now,
  });
});
