import { expect, it } from 'vitest';
import { csvOf, fileNameOf } from '@/components/metrics/csv';
import { METRICS } from '@/lib/resources/metrics/rules';
import { FIGURE_NAMES, type MetricPeriod } from '@/lib/resources/metrics/schema';

const period = (timestamp: string, given: Partial<MetricPeriod> = {}): MetricPeriod => ({
  ...(Object.fromEntries(FIGURE_NAMES.map((name) => [name, 0])) as unknown as MetricPeriod),
  ...given,
  timestamp,
});
const answer = (...periods: MetricPeriod[]) => ({ periods, totals: period(''), metrics: METRICS });
const asked = { start: '2026-03-08', end: '2026-03-09', zone: 'Asia/Kolkata' } as const;

const cells = (text: string) => {
  const [header = '', ...lines] = text.trimEnd().split('\r\n');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(header.split(',').map((name, index) => [name, values[index]]));
  });
};

it('has the days of the zone and money in dollars', () => {
  const now = answer(
    period('2026-03-07T18:30:00.000Z', { revenue: 1999, orders: 3 }),
    period('2026-03-08T18:30:00.000Z', { revenue: -500 }),
  );
  const rows = cells(csvOf({ ...asked, interval: 'day' }, { now, before: undefined }));
  expect(rows).toMatchObject([
    { day: '2026-03-08', timestamp: '2026-03-07T18:30:00.000Z', revenue_usd: '19.99', orders: '3' },
    { day: '2026-03-09', revenue_usd: '-5', orders: '0' },
  ]);
  expect(Object.keys(rows[0] ?? {})).toHaveLength(2 + FIGURE_NAMES.length);
});

it('has the period before beside it, and the hours of the zone', () => {
  const now = answer(
    period('2026-03-07T18:30:00.000Z', { revenue: 100 }),
    period('2026-03-07T19:30:00.000Z'),
  );
  const before = answer(period('2026-03-06T18:30:00.000Z', { revenue: 50 }));
  const rows = cells(csvOf({ ...asked, interval: 'hour' }, { now, before }));
  expect(rows).toMatchObject([
    { hour: '2026-03-08 00:00', revenue_usd: '1', previous_revenue_usd: '0.5' },
    { hour: '2026-03-08 01:00', previous_revenue_usd: '' },
  ]);
  expect(fileNameOf(asked)).toBe('metrics-2026-03-08-2026-03-09.csv');
});
