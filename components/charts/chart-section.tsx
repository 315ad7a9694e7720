'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import type { ChartData, Series } from '@/components/charts/chart-data';
import { ChartTable } from '@/components/charts/chart-table';
import type { PageSearch } from '@/components/charts/page-search';
import { SearchLink } from '@/components/charts/search-link';
import { CHART } from '@/components/charts/texts';
import { classes } from '@/components/ui/classes';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';

// After the first paint: the figures are there without it.
const Chart = dynamic(() => import('@/components/charts/chart'), { ssr: false });
/** Of the lines above a chart, in pixels. */
const LEGEND = 52;

const SWATCHES = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3'];

/** A chart and the table of the same values; which of them is shown is in the address, by the chart's `id`. */
export function ChartSection({
  id,
  title,
  data,
  search,
  isStale,
  note,
  height = 220,
}: {
  id: string;
  title: string;
  data: ChartData | undefined;
  search: PageSearch;
  isStale: boolean;
  /** A line above the chart. */
  note?: ReactNode;
  /** Of the chart, in pixels. */
  height?: number;
}) {
  const [at, setAt] = useState<number | null>(null);
  const tables = search.getAll('table');
  const others = tables.filter((other) => other !== id);
  const isTable = others.length < tables.length;
  const view = (label: string, isCurrent: boolean, table: string[]) => (
    <SearchLink
      search={search}
      to={{ table }}
      aria-current={isCurrent ? 'true' : undefined}
      className={classes(
        'inline-flex min-h-6 items-center coarse:min-h-11',
        isCurrent ? 'font-medium text-ink' : 'text-muted hover:text-ink hover:underline',
      )}
    >
      {label}
    </SearchLink>
  );
  return (
    <Section
      title={title}
      aside={
        <nav aria-label={CHART.shownAs(title)} className="flex gap-3">
          {view(CHART.show, !isTable, others)}
          {view(CHART.table, isTable, [...others, id])}
        </nav>
      }
    >
      {note && <p className="-mt-2 text-xs text-muted">{note}</p>}
      <div className={classes('flex flex-col gap-3', isStale && 'bg-sunken')} aria-busy={isStale}>
        {!data && (
          <div aria-busy style={{ height: height + LEGEND }}>
            <LoadingNote label={title} />
            <Skeleton className="mt-1 w-48" />
          </div>
        )}
        {data && isTable && <ChartTable title={title} data={data} height={height + LEGEND} />}
        {data && !isTable && (
          <>
            <Legend data={data} at={at} />
            <div style={{ height }}>
              <Chart title={title} data={data} height={height} at={at} onRead={setAt} />
            </div>
          </>
        )}
      </div>
    </Section>
  );
}

/** What the colors mean, with the values of the interval that is read, else of all. */
function Legend({ data, at }: { data: ChartData; at: number | null }) {
  const read = ({ values, total }: Series) => (at === null ? total : (values[at] ?? null));
  const item = (one: Series, swatch: string) => {
    const value = read(one);
    return (
      <li key={one.name} className="flex items-center gap-2">
        <span aria-hidden className={classes('inline-block w-3 shrink-0', swatch)} />
        <span className="text-muted">{one.name}</span>
        <span className="font-medium">{value === null ? '—' : data.format(value)}</span>
      </li>
    );
  };
  return (
    <div className="flex min-h-10 flex-col text-xs">
      <p className="text-muted">{at === null ? data.range : data.points[at]?.title}</p>
      <ul className="flex flex-wrap gap-x-4">
        {data.series.map((one, place) =>
          item(one, `${SWATCHES[place]} ${data.kind === 'bars' ? 'h-3' : 'h-0.5'}`),
        )}
        {data.previous && item(data.previous, 'border-t border-dashed border-muted')}
      </ul>
    </div>
  );
}
