import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { apiDocumentOf } from '@/lib/api/openapi';
import { exampleOfWebhook } from '@/lib/client/api-example';
import { Timestamp } from '@/lib/contract/fields';
import { DAY_MS } from '@/lib/contract/times';
import { EVENT_KINDS } from '@/lib/resources/events/schema';
import {
  afterTry,
  allot,
  type DueEndpoint,
  type Place,
  payloadOf,
} from '@/lib/resources/webhook-deliveries/rules';

// docs/contract/events.md#delivery

describe('the time of the next try', () => {
  const at = new Date('2026-01-01T00:00:00Z');
  const failed = { outcome: 'status_refused', tries: 1, at, random: 0.5 } as const;
  const waitAfter = (retryAfter?: string, tries = 1, random = 0.5) => {
    const { nextAttemptAt } = afterTry({ ...failed, tries, random, retryAfter });
    return (nextAttemptAt?.getTime() ?? Number.NaN) - at.getTime();
  };

  test.each([
    ['seconds', '120', 120_000],
    ['a date', 'Thu, 01 Jan 2026 01:00:00 GMT', 3_600_000],
    ['24 hours at most', String(7 * 86_400), DAY_MS],
    ['24 hours at most, by a date', 'Fri, 01 Jan 2027 00:00:00 GMT', DAY_MS],
    ['no less than without it', '1', 5000],
    ['as without it where it is past', 'Wed, 01 Jan 2025 00:00:00 GMT', 5000],
    ['as without it where it says nothing', 'soon', 5000],
  ])('is by Retry-After %s', (_what, retryAfter, wait) => {
    expect(waitAfter(retryAfter)).toBe(wait);
  });

  it('is spread by 10 %', () => {
    expect([0, 1].map((random) => waitAfter(undefined, 5, random))).toEqual([3_240_000, 3_960_000]);
  });

  it('is none after the tenth, whatever Retry-After says', () => {
    const ended = { status: 'failed', nextAttemptAt: null };
    expect(afterTry({ ...failed, tries: 10, retryAfter: '60' })).toEqual(ended);
  });
});

it.each(EVENT_KINDS)('the example of %s in the guide is what its schema says', (kind) => {
  const payload = payloadOf(kind);
  const { type, timestamp, data } = exampleOfWebhook(apiDocumentOf([], { [kind]: payload }), kind);
  expect([type, Timestamp.safeParse(timestamp).success]).toEqual([kind, true]);
  expect(payload.safeParse(data).error?.issues).toBeUndefined();
});

describe('the places of a node', () => {
  const endpoints = Array.from({ length: 120 }, (_, nth) => ({
    endpointId: `endpoint ${nth}`,
    // Three have less than all places: each of the limits is reached.
    organizationId: `organization ${nth % 3}`,
  }));
  const now = 100_000;
  const due = fc
    .subarray(endpoints)
    .chain((some) =>
      fc.tuple(
        ...some.map((one) => fc.boolean().map((isFailing): DueEndpoint => ({ ...one, isFailing }))),
      ),
    );
  /** What is open comes from rounds before, some of which began long ago. */
  const rounds = fc.array(fc.tuple(due, fc.integer({ min: now - 5000, max: now })), {
    maxLength: 4,
  });

  it('are 64, of which an organization has 16, an endpoint 4, a failing one 1, and failing ones 32', () => {
    fc.assert(
      fc.property(rounds, due, (earlier, asked) => {
        const open: Place[] = [];
        const states = new Map<string, boolean>();
        const take = (round: readonly DueEndpoint[], triedSince: number) => {
          // An endpoint that has places already keeps the state that it was given them in.
          const known = round.map((one) => ({
            ...one,
            isFailing: states.get(one.endpointId) ?? one.isFailing,
          }));
          for (const one of known) states.set(one.endpointId, one.isFailing);
          for (const { places, deliveries: _, ...one } of allot(known, open, now)) {
            for (let nth = 0; nth < places; nth += 1) open.push({ ...one, triedSince });
          }
        };
        for (const [round, since] of earlier) take(round, since);
        take(asked, now);
        const most = (key: 'endpointId' | 'organizationId', some: readonly Place[]) => {
          const counts = new Map<string, number>();
          for (const place of some) counts.set(place[key], (counts.get(place[key]) ?? 0) + 1);
          return Math.max(0, ...counts.values());
        };
        const failing = open.filter(({ isFailing }) => isFailing);
        expect(open.length).toBeLessThanOrEqual(64);
        expect(failing.length).toBeLessThanOrEqual(32);
        expect(most('endpointId', open)).toBeLessThanOrEqual(4);
        expect(most('endpointId', failing)).toBeLessThanOrEqual(1);
        expect(most('organizationId', open)).toBeLessThanOrEqual(16);
      }),
    );
  });

  it('are all given where enough is due', () => {
    const all = endpoints.map(({ endpointId }, nth) => ({
      endpointId,
      organizationId: endpointId,
      isFailing: nth % 2 === 0,
    }));
    const places = allot(all, [], now).reduce((sum, one) => sum + one.places, 0);
    expect(places).toBe(64);
  });
});
