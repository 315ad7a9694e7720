import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  daysIn,
  intervalFor,
  RANGE_NAMES,
  rangeBefore,
  rangeNameOf,
  rangeOf,
  todayOf,
} from '@/components/charts/date-range';
import { LIMITS } from '@/lib/resources/metrics/rules';

const day = fc
  .integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2032, 0, 1) })
  .map((time) => new Date(time).toISOString().slice(0, 10));

it('is today in the zone of the organization, by its clock', () => {
  const at = (timezone: string, now: string) => todayOf({ timezone, test_clock: { now } });
  expect(at('Asia/Kolkata', '2026-03-07T18:29:59.999Z')).toBe('2026-03-07');
  expect(at('Asia/Kolkata', '2026-03-07T18:30:00.000Z')).toBe('2026-03-08');
  // The clocks go forward in the night before, and back.
  expect(at('America/New_York', '2026-03-09T03:59:59.999Z')).toBe('2026-03-08');
  expect(at('America/New_York', '2026-11-02T04:59:59.999Z')).toBe('2026-11-01');
  expect(at('America/New_York', '2026-11-02T05:00:00.000Z')).toBe('2026-11-02');
});

describe('a range', () => {
  it('ends today', () => {
    expect(rangeOf('7d', '2026-03-03')).toEqual({ start: '2026-02-25', end: '2026-03-03' });
    expect(rangeOf('12m', '2026-03-31')).toEqual({ start: '2025-04-01', end: '2026-03-31' });
    expect(rangeOf('12m', '2026-12-01')).toEqual({ start: '2026-01-01', end: '2026-12-01' });
  });

  it('is compared with as many days before, or the year before', () => {
    const leap = rangeOf('12m', '2028-02-29');
    expect(rangeBefore(leap, '12m')).toEqual({ start: '2026-03-01', end: '2027-02-28' });
    fc.assert(
      fc.property(day, day, (one, other) => {
        const [start = '', end = ''] = [one, other].sort();
        const before = rangeBefore({ start, end });
        expect(daysIn(before)).toBe(daysIn({ start, end }));
        expect(daysIn({ start: before.end, end: start })).toBe(2);
      }),
    );
  });

  it('has an interval that the limits allow', () => {
    fc.assert(
      fc.property(day, fc.nat({ max: 36_524 }), (start, more) => {
        const end = new Date(Date.parse(start) + more * 86_400_000).toISOString().slice(0, 10);
        const range = { start, end };
        expect(daysIn(range)).toBeLessThanOrEqual(LIMITS[intervalFor(range)].max_days);
      }),
    );
  });

  it('is the default where an address names another', () => {
    for (const name of RANGE_NAMES) expect(rangeNameOf(name)).toBe(name);
    for (const text of [null, '', '8d', 'constructor']) expect(rangeNameOf(text)).toBe('30d');
  });
});
