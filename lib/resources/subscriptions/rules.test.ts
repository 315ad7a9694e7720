import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstPeriod, periodEnd } from '@/lib/resources/subscriptions/rules';

const at = (day: string) => new Date(`${day}T13:45:30.123Z`);
const moments = fc.date({
  min: new Date('1990-01-01T00:00:00Z'),
  max: new Date('2190-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const intervals = fc.constantFrom('month' as const, 'year' as const);
const lastDayOf = (date: Date) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
const monthsOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();

describe('periodEnd', () => {
  it.each([
    ['2025-01-15', 'month', 15, '2025-02-15'],
    ['2025-01-31', 'month', 31, '2025-02-28'],
    ['2025-02-28', 'month', 31, '2025-03-31'],
    ['2025-03-31', 'month', 31, '2025-04-30'],
    ['2024-01-31', 'month', 31, '2024-02-29'],
    ['2025-12-31', 'month', 31, '2026-01-31'],
    ['2025-02-28', 'month', 28, '2025-03-28'],
    ['2024-02-29', 'year', 29, '2025-02-28'],
    ['2027-02-28', 'year', 29, '2028-02-29'],
    ['1900-01-30', 'month', 30, '1900-02-28'],
    ['2000-01-30', 'month', 30, '2000-02-29'],
  ] as const)('%s and a %s, anchored on the %ith: %s', (start, interval, anchorDay, end) => {
    expect(periodEnd(at(start), interval, anchorDay)).toEqual(at(end));
  });

  it('is one interval later, at the same time, on the anchor day or the last of its month', () => {
    fc.assert(
      fc.property(
        moments,
        intervals,
        fc.integer({ min: 1, max: 31 }),
        (start, interval, anchorDay) => {
          const end = periodEnd(start, interval, anchorDay);
          expect(monthsOf(end) - monthsOf(start)).toBe(interval === 'year' ? 12 : 1);
          expect(end.getUTCDate()).toBe(Math.min(anchorDay, lastDayOf(end)));
          expect(end.toISOString().slice(10)).toBe(start.toISOString().slice(10));
        },
      ),
    );
  });

  it('never drifts: any number of renewals comes back to the anchor day', () => {
    fc.assert(
      fc.property(
        moments,
        intervals,
        fc.integer({ min: 1, max: 60 }),
        (start, interval, renewals) => {
          const anchorDay = start.getUTCDate();
          let end = start;
          for (let count = 0; count < renewals; count += 1) {
            const next = periodEnd(end, interval, anchorDay);
            expect(next.getTime()).toBeGreaterThan(end.getTime());
            end = next;
          }
          expect(monthsOf(end) - monthsOf(start)).toBe(renewals * (interval === 'year' ? 12 : 1));
          expect(end.getUTCDate()).toBe(Math.min(anchorDay, lastDayOf(end)));
        },
      ),
    );
  });

  it('leaves its start alone', () => {
    const start = at('2025-01-31');
    periodEnd(start, 'month', 31);
    expect(start).toEqual(at('2025-01-31'));
  });
});

describe('firstPeriod', () => {
  it('is the first interval, anchored on its own day, without a trial', () => {
    expect(firstPeriod(at('2025-01-31'), { recurringInterval: 'month', trialDays: null })).toEqual({
      status: 'active',
      end: at('2025-02-28'),
      anchorDay: 31,
    });
  });

  it('is the trial, after whose end the renewals count', () => {
    expect(firstPeriod(at('2025-01-24'), { recurringInterval: 'year', trialDays: 7 })).toEqual({
      status: 'trialing',
      end: at('2025-01-31'),
      anchorDay: 31,
    });
  });

  it('anchors on the day of the month that renewals start from', () => {
    fc.assert(
      fc.property(
        moments,
        intervals,
        fc.option(fc.integer({ min: 1, max: 730 })),
        (start, recurringInterval, trialDays) => {
          const { status, end, anchorDay } = firstPeriod(start, { recurringInterval, trialDays });
          expect(status).toBe(trialDays === null ? 'active' : 'trialing');
          expect(anchorDay).toBe((trialDays === null ? start : end).getUTCDate());
          expect(end.getTime()).toBeGreaterThan(start.getTime());
        },
      ),
    );
  });
});
