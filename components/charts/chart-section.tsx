'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { ChartData, Series } from '@/components/charts/chart-data';
import { ChartTable } from '@/components/charts/chart-table';
import type { PageSearch } from '@/components/charts/page-search';
import { CHART } from '@/components/charts/texts';
import { ViewLink } from '@/components/charts/view-link';
import { classes } from '@/components/ui/classes';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';

// After the first paint: the figures are there without it.
const Chart = dynamic(() => import('@/components/charts/chart'), { ssr: false });
/** Of the lines above a chart, in pixels. */
const LEGEND = 52;

/** What stands for each series, and for the period before. */
const SWATCHES = {
  bars: {
    series: ['h-3 bg-primary', 'h-3 hatched'],
    previous: 'h-3 border border-ghost-line bg-ghost',
  },
  lines: {
    series: ['h-0.5 bg-primary', 'border-t-2 border-dotted border-primary'],
    previous: 'border-t border-dashed border-muted',
  },
};

/** The bar of the interval that is not over yet. */
const RUNNING = 'h-3 border border-dashed border-primary bg-primary/25';

/** A chart and the table of the same values; which of them is shown is in the address, by the chart's `id`. */
export function ChartSection({
  id,
  title,
  data,
  search,
  isStale,
  headline,
  note,
  height = 220,
}: {
  id: string;
  title: string;
  data: ChartData | undefined;
  search: PageSearch;
  isStale: boolean;
  /** The figure of the entire range. */
  headline?: ReactNode;
  /** A line above the chart. */
  note?: ReactNode;
  /** Of the chart, in pixels. */
  height?: number;
}) {
  const tables = search.getAll('table');
  const others = tables.filter((other) => other !== id);
  const isTable = others.length < tables.length;
  return (
    <Section
      title={title}
      aside={
        <nav aria-label={CHART.shownAs(title)} className="flex gap-3">
          <ViewLink search={search} to={{ table: others }} isCurrent={!isTable}>
            {CHART.show}
          </ViewLink>
          <ViewLink search={search} to={{ table: [...others, id] }} isCurrent={isTable}>
            {CHART.table}
          </ViewLink>
        </nav>
      }
    >
      {headline && <p className="flex flex-wrap items-baseline gap-x-3 text-xs">{headline}</p>}
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
            <Legend data={data} />
            <div style={{ height }}>
              <Chart title={title} data={data} height={height} />
            </div>
          </>
        )}
      </div>
    </Section>
  );
}

/** What stands for which series, with the values of the entire range. */
function Legend({ data }: { data: ChartData }) {
  const swatches = SWATCHES[data.kind];
  const { kind, running, series } = data;
  // A line says what there is at a moment; a bar of nothing is not drawn.
  const isRunning =
    kind === 'bars' && running !== undefined && series.some(({ values }) => values[running]);
  const item = ({ name, total, isBad }: Series, look: string) => (
    <li key={name} className="flex items-center gap-2">
      <Swatch look={classes(look, isBad && '[--hatch:var(--bad)]')} />
      <span className="text-muted">{name}</span>
      <span className="font-medium">{data.format(total)}</span>
    </li>
  );
  return (
    <div className="flex min-h-10 flex-col text-xs">
      <p className="text-muted">{data.range}</p>
      <ul className="flex flex-wrap gap-x-4">
        {data.series.map((one, place) => item(one, swatches.series[place] ?? ''))}
        {data.previous && item(data.previous, swatches.previous)}
        {isRunning && (
          <li className="flex items-center gap-2 text-muted">
            <Swatch look={RUNNING} />
            {CHART.soFar(data.points[running]?.tick ?? '')}
          </li>
        )}
      </ul>
    </div>
  );
}

function Swatch({ look }: { look: string }) {
  return <span aria-hidden className={classes('inline-block w-3 shrink-0', look)} />;
}
