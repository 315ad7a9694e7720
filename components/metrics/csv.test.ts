import { expect, it } from 'vitest';
import { csvOf, fileNameOf } from '@/components/metrics/csv';
import { METRICS } from '@/lib/resources/metrics/rules';
import { FIGURE_NAMES, type MetricPeriod } from '@/lib/resources/metrics/schema';

const period = (timestamp: string, given: Partial<MetricPeriod> = {}): MetricPeriod => ({
  ...(Object.fromEntries(FIGURE_NAMES.map((name) => [name, 0])) as unknown as MetricPeriod),
  ...given,
  timestamp,
});
const answer = (...periods: MetricPeriod[]) => ({
  periods,
  totals: period(''),
  metrics: METRICS,
  currency: 'usd',
});
const cells = (text: string) => {
  const [header = '', ...lines] = text.trimEnd().split('\r\n');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(header.split(',').map((name, index) => [name, values[index]]));
  });
};

it('has the times of the zone, and money in dollars as well', () => {
  const now = answer(
    period('2026-03-07T18:30:00.000Z', { revenue: 1999, orders: 3 }),
    period('2026-03-08T18:30:00.000Z', { revenue: -500 }),
  );
  const rows = cells(csvOf('Asia/Kolkata', { now, before: undefined }));
  expect(rows).toMatchObject([
    {
      timestamp: '2026-03-07T18:30:00.000Z',
      timestamp_local: '2026-03-08 00:00:00',
      revenue: '1999',
      revenue_decimal: '19.99',
      orders: '3',
    },
    { timestamp_local: '2026-03-09 00:00:00', revenue_decimal: '-5', orders: '0' },
  ]);
  expect(Object.keys(rows[0] ?? {})).toHaveLength(3 + FIGURE_NAMES.length + 9);
});

it('has the period before beside it, as far as it goes', () => {
  const now = answer(period('2026-03-07T18:30:00.000Z'), period('2026-03-07T19:30:00.000Z'));
  const before = answer(period('2026-03-06T18:30:00.000Z', { revenue: 50 }));
  expect(cells(csvOf('UTC', { now, before }))).toMatchObject([
    { revenue: '0', previous_revenue: '50', previous_revenue_decimal: '0.5' },
    { revenue: '0', previous_revenue: '', previous_revenue_decimal: '' },
  ]);
  const name = fileNameOf({ start: '2026-03-08', end: '2026-03-09' });
  expect(name).toBe('metrics-2026-03-08-2026-03-09.csv');
});
