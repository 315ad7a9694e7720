import { expect, test } from 'vitest';
import { domainOf } from '@/components/charts/chart';
import type { ChartData, Series } from '@/components/charts/chart-data';

function seriesOf(values: (number | null)[]): Series {
  return { name: 'Active subscriptions', values, total: 0 };
}

function dataOf(
  kind: ChartData['kind'],
  values: (number | null)[],
  before?: (number | null)[],
): ChartData {
  return {
    points: values.map(() => ({ tick: '', title: '' })),
    range: '',
    kind,
    series: [seriesOf(values)],
    ...(before && { previous: seriesOf(before) }),
    format: String,
    formatShort: String,
  };
}

test.each<[string, ChartData, [number, number]]>([
  [
    'lines that use a sixth of the plot or less begin near the lowest',
    dataOf('lines', [953, 990, 1000]),
    [950, 1000],
  ],
  ['lines that use more begin at zero', dataOf('lines', [400, 900]), [0, 1000]],
  ['the period before is within the plot', dataOf('lines', [950, 1000], [200, 300]), [0, 1000]],
  ['bars begin at zero', dataOf('bars', [990, 1000]), [0, 1000]],
  ['what is below zero takes no more room than it needs', dataOf('bars', [-30, 900]), [-30, 1000]],
  ['the period before may be below zero', dataOf('bars', [10, 900], [-45, null]), [-45, 1000]],
  ['an axis ends at one at least', dataOf('bars', [0, 0]), [0, 1]],
])('%s', (_, data, domain) => {
  expect(domainOf(data)).toEqual(domain);
});
