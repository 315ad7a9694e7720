import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/contract/errors';
import { db } from '@/lib/database/connection/client';
import type { LimitKind } from '@/lib/resources/limits/rules';
import { countAttempt, limitFailures, purgeExpiredWindows } from '@/lib/resources/limits/service';
import { networkOf } from '@/lib/runtime/client-address';
import { newId } from '@/lib/runtime/ids';

const START = new Date('2026-03-01T12:00:00Z');
const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);

type Subjects = (string | null)[];
type Outcome = 'fails' | 'succeeds' | 'breaks';

const failure = new ApiError('ResourceNotFound', 'Unknown.');
const fault = new Error('The database is gone');
const RESULTS: Record<Outcome, () => Promise<void>> = {
  fails: () => Promise.reject(failure),
  succeeds: () => Promise.resolve(),
  breaks: () => Promise.reject(fault),
};

interface Given {
  kind?: LimitKind;
  isSandbox?: boolean;
  work?: () => Promise<void>;
}

/** Makes an attempt; answers what it came to, or how many seconds a refused one has to wait. */
async function attempt(
  subjects: Subjects,
  now: Date,
  outcome: Outcome,
  { kind = 'license_key', isSandbox = false, work = RESULTS[outcome] }: Given = {},
): Promise<Outcome | number> {
  const isFailure = (error: unknown) => error === failure;
  try {
    await limitFailures({ kind, subjects, isSandbox, now, isFailure }, work);
    return 'succeeds';
  } catch (error) {
    if (error === failure) return 'fails';
    if (error === fault) return 'breaks';
    return secondsOf(error);
  }
}

function secondsOf(error: unknown): number {
  if (!(error instanceof ApiError) || error.status !== 429) throw error;
  return Number(error.headers['Retry-After']);
}

async function fail(subjects: Subjects, times: number, now = START, given: Given = {}) {
  for (let count = 0; count < times; count += 1) {
    expect(await attempt(subjects, now, 'fails', given)).toBe('fails');
  }
}

const all = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Begins attempts that are under way until they are told to fail. */
async function begin(subject: string, count: number) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begun = 0;
  const work = () => {
    begun += 1;
    return ended.then(RESULTS.fails);
  };
  const outcomes = all(count, () => attempt([subject], START, 'fails', { work }));
  await expect.poll(() => begun).toBe(count);
  return { outcomes, end };
}

const windows = async () =>
  (await db(null).rateLimit.findMany()).map(({ points, pending }) => ({ points, pending }));

describe('failures', () => {
  it('are allowed 6 times a minute', async () => {
    const subject = newId();
    await fail([subject], 5);
    await fail([subject], 1, later(10));
    expect(await attempt([subject], later(10), 'fails')).toBe(50);
    expect(await attempt([subject], later(59.5), 'succeeds')).toBe(1);
    expect(await attempt([subject], later(60), 'succeeds')).toBe('succeeds');
  });

  it('are allowed 20 times an hour', async () => {
    const subject = newId();
    for (let minute = 0; minute < 4; minute += 1) await fail([subject], 5, later(minute * 60));
    expect(await attempt([subject], later(240), 'succeeds')).toBe(3600 - 240);
    expect(await attempt([subject], later(3600), 'succeeds')).toBe('succeeds');
  });

  it('that are refused count nowhere: retries neither lengthen a block nor lead to the next', async () => {
    const subject = newId();
    await fail([subject], 6);
    for (let count = 0; count < 30; count += 1) {
      expect(await attempt([subject], later(30), 'fails')).toBe(30);
    }
    await fail([subject], 6, later(60));
  });

  it('are limited for each subject by itself, and null is none', async () => {
    const [checkout, other, ip] = [newId(), newId(), '203.0.113.9'];
    await fail([checkout, ip, null], 6);
    expect(await attempt([checkout], START, 'succeeds')).toBe(60);
    expect(await attempt([ip, other], START, 'succeeds')).toBe(60);
    await fail([other, null], 6);
    expect(await attempt([null], START, 'fails')).toBe('fails');
    expect(await attempt([checkout], START, 'fails', { kind: 'decline' })).toBe('fails');
  });

  it('are allowed a hundred times as often in sandbox', async () => {
    const subject = newId();
    const given = { isSandbox: true };
    await fail([subject], 20, START, given);
    await db(null).rateLimit.updateMany({ where: { points: 20 }, data: { points: 599 } });
    await fail([subject], 1, START, given);
    expect(await attempt([subject], START, 'fails', given)).toBe(60);
    expect(await attempt([subject], START, 'fails')).toBe('fails');
  });

  it('at once are as many as are allowed, with their subjects in any order', async () => {
    const subjects = [newId(), newId()];
    const outcomes = await all(60, (index) =>
      attempt(index % 2 ? subjects : subjects.toReversed(), START, 'fails'),
    );
    expect(outcomes.filter((outcome) => outcome === 'fails')).toHaveLength(6);
    expect(outcomes.filter((outcome) => outcome === 60)).toHaveLength(54);
    await fail(subjects, 6, later(60));
  });

  it('count an IPv6 address by its network', async () => {
    await fail(['2001:db8:7::1'], 6);
    expect(await attempt(['2001:db8:7:0:ffff::2'], START, 'succeeds')).toBe(60);
    expect(await attempt(['2001:db8:7:1::1'], START, 'succeeds')).toBe('succeeds');
  });

  it('are forgotten when their time is over', async () => {
    const subject = newId();
    await fail([subject], 6, new Date('2020-01-01T00:00:00Z'));
    const before = await db(null).rateLimit.count();
    await purgeExpiredWindows(new Date('2020-01-01T00:01:00Z'));
    expect(await db(null).rateLimit.count()).toBe(before - 1);
  });

  it('of a window that is over do not count in the next', async () => {
    const subject = newId();
    const early = await begin(subject, 6);
    await fail([subject], 3, later(60));
    early.end();
    await early.outcomes;
    await fail([subject], 3, later(60));
    expect(await attempt([subject], later(60), 'fails')).toBe(60);
  });
});

describe('attempts that do not fail', () => {
  it('are given back, also where the work breaks', async () => {
    await db(null).rateLimit.deleteMany();
    const subject = newId();
    for (let count = 0; count < 10; count += 1) {
      expect(await attempt([subject], START, 'succeeds')).toBe('succeeds');
      expect(await attempt([subject], START, 'breaks')).toBe('breaks');
    }
    const none = { points: 0, pending: 0 };
    expect(await windows()).toEqual([none, none]);
  });

  it('never refuse each other: at most as many as may fail are under way', async () => {
    const subject = newId();
    let underWay = 0;
    let most = 0;
    const work = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
    };
    const outcomes = await all(40, () => attempt([subject], START, 'succeeds', { work }));
    expect(outcomes).toEqual(Array(40).fill('succeeds'));
    expect(most).toBeLessThanOrEqual(6);
  });

  it('wait for those under way, and are refused when these have used the limit up', async () => {
    const subject = newId();
    const first = await begin(subject, 6);
    let settled = 0;
    const waiting = all(5, async () => {
      const outcome = await attempt([subject], START, 'succeeds');
      settled += 1;
      return outcome;
    });
    // Another window is open meanwhile.
    expect(await attempt([newId()], START, 'succeeds')).toBe('succeeds');
    expect(settled).toBe(0);
    first.end();
    expect(await first.outcomes).toEqual(Array(6).fill('fails'));
    expect(await waiting).toEqual(Array(5).fill(60));
  });
});

describe('attempts that are limited in themselves', () => {
  const wait = (subject: string, now: Date) =>
    countAttempt('sign_up', [subject], now).then(() => 0, secondsOf);

  it('are refused from the first that is too many', async () => {
    const subject = newId();
    const refused = (await all(70, () => wait(subject, START))).filter((seconds) => seconds > 0);
    expect(refused).toEqual(Array(10).fill(60));
    expect(await wait(subject, later(59.9))).toBe(1);
    expect(await wait(subject, later(60))).toBe(0);
  });
});

describe('the network of an IPv6 address', () => {
  it('is its first four groups, however it is written', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, (numbers) => {
        const long = numbers.map((number) => number.toString(16).padStart(4, '0')).join(':');
        const short = new URL(`http://[${long}]`).hostname.slice(1, -1);
        const network = `${numbers
          .slice(0, 4)
          .map((number) => number.toString(16))
          .join(':')}::/64`;
        expect(networkOf(long.toUpperCase())).toBe(network);
        expect(networkOf(short)).toBe(network);
      }),
    );
  });
});
