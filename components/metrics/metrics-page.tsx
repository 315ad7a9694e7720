'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, ShoppingCart } from 'lucide-react';
import { Change } from '@/components/charts/change';
import { ChartSection } from '@/components/charts/chart-section';
import { todayOf } from '@/components/charts/date-range';
import { chartOf } from '@/components/charts/figure-chart';
import { FigureNumber, KEY_FIGURE } from '@/components/charts/figure-number';
import { usePageSearch } from '@/components/charts/page-search';
import { FIGURE_HELP, FIGURE_LABELS } from '@/components/charts/texts';
import { COUNTED_AS_ACTIVE } from '@/components/entities/active-subscriptions';
import { csvOf, fileNameOf } from '@/components/metrics/csv';
import { FigureList } from '@/components/metrics/figure-list';
import { MetricsBar } from '@/components/metrics/metrics-bar';
import { FILTER_PARAMS, metricsViewOf } from '@/components/metrics/metrics-queries';
import { MetricsTable } from '@/components/metrics/metrics-table';
import { METRICS } from '@/components/metrics/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { Frame } from '@/components/shell/frame';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageTitle } from '@/components/ui/page-title';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { saveFile } from '@/lib/client/download';
import { query } from '@/lib/client/queries';
import { getMetrics, getMetricsLimits } from '@/lib/resources/metrics/contract';
import type { Figure, MetricsResponse, MetricTotals } from '@/lib/resources/metrics/schema';

/** The figures over time, narrowed and compared as the address says. */
export function MetricsPage() {
  const organization = useOrganization();
  const path = useOrganizationPath();
  const search = usePageSearch();
  const view = metricsViewOf(organization, search);
  const asked = {
    ...view.range,
    interval: view.interval,
    zone: organization.timezone,
    today: todayOf(organization),
  };
  const now = useQuery({ ...query(getMetrics, view.now), placeholderData: keepPreviousData });
  const before = useQuery({
    ...query(getMetrics, view.before ?? view.now),
    placeholderData: keepPreviousData,
    enabled: view.before !== null,
  });
  const limits = useQuery(
    query(getMetricsLimits, { query: { organization_id: [organization.id] } }),
  );
  const currency = now.data?.currency ?? organization.default_currency;
  const earlier = view.before ? before.data : undefined;
  const isStale = now.isPlaceholderData || (view.before !== null && before.isPlaceholderData);
  const failed = [now, before].find(({ isError, data }) => isError && !data);
  const isNew =
    !FILTER_PARAMS.some((param) => search.get(param)) &&
    limits.data?.min_date === todayOf(organization) &&
    view.range.end >= todayOf(organization) &&
    hasNothing(now.data);
  return (
    <Frame>
      <PageTitle>{METRICS.title}</PageTitle>
      <header className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl leading-8 font-semibold tracking-tight">{METRICS.title}</h1>
        {!isNew && (
          <Button
            icon={Download}
            className="no-print"
            pending={!now.data || isStale}
            onClick={() => {
              if (now.data)
                saveFile(
                  new Blob([csvOf(asked.zone, { now: now.data, before: earlier })], {
                    type: 'text/csv;charset=utf-8',
                  }),
                  fileNameOf(asked),
                );
            }}
          >
            {METRICS.export}
          </Button>
        )}
      </header>
      {isNew ? (
        <EmptyState
          title={METRICS.none}
          actions={
            <LinkButton variant="primary" icon={ShoppingCart} href={path('checkouts/new')}>
              {METRICS.createCheckout}
            </LinkButton>
          }
        >
          {METRICS.noneText}
        </EmptyState>
      ) : (
        <>
          <MetricsBar view={view} search={search} limits={limits.data} currency={currency} />
          {failed ? (
            <ErrorState
              what={METRICS.what}
              error={failed.error}
              retrying={failed.isFetching}
              onRetry={() => void Promise.all([now.refetch(), before.refetch()])}
            />
          ) : (
            <>
              <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_25rem]">
                <ChartSection
                  id="figure"
                  title={FIGURE_LABELS[view.figure]}
                  data={
                    now.data &&
                    chartOf(seriesOf(view.figure), asked, { now: now.data, before: earlier })
                  }
                  search={search}
                  isStale={isStale}
                  headline={
                    <Headline
                      figure={view.figure}
                      now={now.data?.totals}
                      before={earlier?.totals}
                      currency={currency}
                    />
                  }
                  note={
                    <>
                      {FIGURE_HELP[view.figure]}{' '}
                      {view.figure === 'active_subscriptions' && (
                        <TextLink href={path('subscriptions') + COUNTED_AS_ACTIVE}>
                          {METRICS.showCounted}
                        </TextLink>
                      )}
                    </>
                  }
                  height={380}
                />
                <FigureList
                  current={view.figure}
                  now={now.data?.totals}
                  before={earlier?.totals}
                  currency={currency}
                  search={search}
                  isStale={isStale}
                />
              </div>
              <MetricsTable asked={asked} figures={now.data} search={search} isStale={isStale} />
            </>
          )}
        </>
      )}
    </Frame>
  );
}

/** The figure of the range, and how it changed. */
function Headline({
  figure,
  now,
  before,
  currency,
}: {
  figure: Figure;
  now: MetricTotals | undefined;
  before: MetricTotals | undefined;
  currency: string;
}) {
  if (!now) return <Skeleton className="my-1 h-6 w-36" />;
  return (
    <>
      <span className={KEY_FIGURE}>
        <FigureNumber figure={figure} of={now} currency={currency} />
      </span>
      {before && (
        <Change figure={figure} value={now[figure]} before={before[figure]} currency={currency} />
      )}
    </>
  );
}

/** What a figure's chart draws: beside active subscriptions the paused ones among them. */
function seriesOf(figure: Figure): readonly [Figure, ...Figure[]] {
  return figure === 'active_subscriptions' ? [figure, 'paused_subscriptions'] : [figure];
}

function hasNothing(figures: MetricsResponse | undefined): boolean {
  return figures !== undefined && Object.values(figures.totals).every((value) => value === 0);
}
