import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/api/errors';
import { prisma } from '@/lib/database/client';
import { newId } from '@/lib/ids';
import { networkOf } from '@/lib/limits/rules';
import {
  assertWithinLimit,
  countAttempt,
  countFailure,
  forgetOldCounts,
} from '@/lib/limits/service';

const START = new Date('2026-03-01T12:00:00Z');
const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);

const live = (now: Date) => ({ isSandbox: false, now });
const sandbox = (now: Date) => ({ isSandbox: true, now });

async function fail(subjects: (string | null)[], times: number, now = START, isSandbox = false) {
  for (let count = 0; count < times; count += 1) {
    await countFailure('license_key', subjects, { isSandbox, now });
  }
}

/** How long the caller has to wait; 0 when it is let through. */
async function waitOf(check: Promise<void>): Promise<number> {
  try {
    await check;
    return 0;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    return Number(error.headers['Retry-After']);
  }
}
const wait = (subjects: (string | null)[], now: Date) =>
  waitOf(assertWithinLimit('license_key', subjects, live(now)));

describe('failures', () => {
  it('are allowed 6 times a minute', async () => {
    const subject = newId();
    await fail([subject], 5);
    expect(await wait([subject], later(10))).toBe(0);
    await fail([subject], 1, later(10));
    expect(await wait([subject], later(10))).toBe(50);
    expect(await wait([subject], later(59.5))).toBe(1);
    expect(await wait([subject], later(60))).toBe(0);
  });

  it('are allowed 20 times an hour', async () => {
    const subject = newId();
    for (let minute = 0; minute < 4; minute += 1) await fail([subject], 5, later(minute * 60));
    expect(await wait([subject], later(240))).toBe(3600 - 240);
    expect(await wait([subject], later(3600))).toBe(0);
  });

  it('are limited for each subject by itself, and null is none', async () => {
    const [checkout, other, ip] = [newId(), newId(), '203.0.113.9'];
    await fail([checkout, ip, null], 6);
    expect(await wait([checkout], START)).toBe(60);
    expect(await wait([ip, other], START)).toBe(60);
    expect(await wait([other, null], START)).toBe(0);
    expect(await waitOf(assertWithinLimit('decline', [checkout], live(START)))).toBe(0);
  });

  it('are allowed a hundred times as often in sandbox', async () => {
    const subject = newId();
    await fail([subject], 20, START, true);
    expect(await waitOf(assertWithinLimit('license_key', [subject], sandbox(START)))).toBe(0);
    await prisma().rateLimit.updateMany({ where: { points: 20 }, data: { points: 599 } });
    expect(await waitOf(assertWithinLimit('license_key', [subject], sandbox(START)))).toBe(0);
    await fail([subject], 1, START, true);
    expect(await waitOf(assertWithinLimit('license_key', [subject], sandbox(START)))).toBe(60);
    expect(await wait([subject], START)).toBe(0);
  });

  it('are all counted when they come at once, with their subjects in any order', async () => {
    const subjects = [newId(), newId()];
    const failures = Array.from({ length: 30 }, (_, count) =>
      countFailure('decline', count % 2 ? subjects : subjects.toReversed(), live(START)),
    );
    await Promise.all(failures);
    expect(await prisma().rateLimit.count({ where: { points: 30 } })).toBe(4);
  });

  it('count an IPv6 address by its network', async () => {
    await fail(['2001:db8:7::1'], 6);
    expect(await wait(['2001:db8:7:0:ffff::2'], START)).toBe(60);
    expect(await wait(['2001:db8:7:1::1'], START)).toBe(0);
  });

  it('are forgotten when their time is over', async () => {
    const subject = newId();
    await fail([subject], 6, new Date('2020-01-01T00:00:00Z'));
    const before = await prisma().rateLimit.count();
    await forgetOldCounts(new Date('2020-01-01T00:01:00Z'));
    expect(await prisma().rateLimit.count()).toBe(before - 1);
  });
});

describe('attempts', () => {
  it('are refused from the first that is too many', async () => {
    const subject = newId();
    const attempts = Array.from({ length: 70 }, () =>
      waitOf(countAttempt('sign_up', [subject], START)),
    );
    const refused = (await Promise.all(attempts)).filter((seconds) => seconds > 0);
    expect(refused).toEqual(Array(10).fill(60));
    expect(await waitOf(countAttempt('sign_up', [subject], later(60)))).toBe(0);
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
