import { expect, it } from 'vitest';
import { periodTick, periodTitle, rangeTitle } from '@/components/charts/period-label';

it.each([
  // The day begins in Kolkata while it is still the one before in UTC.
  ['2026-03-07T18:30:00.000Z', 'day', 'Asia/Kolkata', 'Sun, Mar 8, 2026', 'Mar 8'],
  // Days of 23 and of 25 hours.
  ['2026-03-08T05:00:00.000Z', 'day', 'America/New_York', 'Sun, Mar 8, 2026', 'Mar 8'],
  ['2026-03-09T04:00:00.000Z', 'day', 'America/New_York', 'Mon, Mar 9, 2026', 'Mar 9'],
  ['2026-11-02T05:00:00.000Z', 'day', 'America/New_York', 'Mon, Nov 2, 2026', 'Nov 2'],
  ['2026-03-08T07:00:00.000Z', 'hour', 'America/New_York', 'Mar 8, 2026, 3 AM', '3 AM'],
  ['2026-03-07T18:30:00.000Z', 'hour', 'Asia/Kolkata', 'Mar 8, 2026, 12 AM', 'Mar 8'],
  ['2026-10-26T04:00:00.000Z', 'week', 'America/New_York', 'Oct 26 – Nov 1, 2026', 'Oct 26'],
  ['2025-12-31T18:30:00.000Z', 'month', 'Asia/Kolkata', 'January 2026', '2026'],
  ['2026-02-01T05:00:00.000Z', 'month', 'America/New_York', 'February 2026', 'Feb'],
  ['2025-12-31T18:30:00.000Z', 'year', 'Asia/Kolkata', '2026', '2026'],
] as const)('%s by %s in %s', (timestamp, interval, zone, title, tick) => {
  expect(periodTitle(timestamp, interval, zone)).toBe(title);
  expect(periodTick(timestamp, interval, zone)).toBe(tick);
});

it('names a range of dates', () => {
  const title = rangeTitle({ start: '2026-10-24', end: '2026-11-22' });
  expect(title).toBe('Oct 24 – Nov 22, 2026');
});
