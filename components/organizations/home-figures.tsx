'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartSection } from '@/components/charts/chart-section';
import { rangeNameOf, todayOf } from '@/components/charts/date-range';
import { chartOf } from '@/components/charts/figure-chart';
import type { PageSearch } from '@/components/charts/page-search';
import { FIGURE_HELP, namedHelp } from '@/components/charts/texts';
import { COUNTED_AS_ACTIVE } from '@/components/entities/active-subscriptions';
import { FigureStrip } from '@/components/organizations/figure-strip';
import { figuresOf } from '@/components/organizations/home-queries';
import { HOME } from '@/components/organizations/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { ErrorState } from '@/components/ui/error-state';
import { query } from '@/lib/client/queries';
import { writeSearch } from '@/lib/contract/search';
import { getMetrics } from '@/lib/resources/metrics/contract';
import type { Figure } from '@/lib/resources/metrics/schema';

/** The figures of the range of the address and of the period before; those of another one until they arrive. */
export function useHomeFigures(search: PageSearch) {
  const organization = useOrganization();
  const range = rangeNameOf(search.get('range'));
  const asked = figuresOf(organization, range);
  const now = useFigures(asked.now);
  const before = useFigures(asked.before);
  const { start_date, end_date, interval } = asked.now.query;
  return {
    range,
    now,
    before,
    isStale: now.isPlaceholderData || before.isPlaceholderData,
    asked: {
      start: start_date,
      end: end_date,
      interval,
      zone: organization.timezone,
      today: todayOf(organization),
    },
  };
}

const LIVE_MS = 15_000;

export type HomeFigures = ReturnType<typeof useHomeFigures>;

function useFigures(input: ReturnType<typeof figuresOf>['now']) {
  return useQuery({
    ...query(getMetrics, input),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });
}

/** The main figures. */
export function FiguresNow({ range, now, before, isStale }: HomeFigures) {
  const path = useOrganizationPath();
  const { default_currency } = useOrganization();
  const failed = [now, before].find(({ isError, data }) => isError && !data);
  if (failed) {
    return (
      <ErrorState
        what={HOME.figuresOf}
        error={failed.error}
        retrying={failed.isFetching}
        onRetry={() => void Promise.all([now.refetch(), before.refetch()])}
      />
    );
  }
  return (
    <FigureStrip
      now={now.data?.totals}
      before={before.data?.totals}
      currency={now.data?.currency ?? default_currency}
      isStale={isStale}
      hrefOf={(figure) =>
        figure === 'active_subscriptions'
          ? path('subscriptions') + COUNTED_AS_ACTIVE
          : path('metrics') + writeSearch({ figure, range })
      }
    />
  );
}

const SUBSCRIPTIONS = ['new_subscriptions', 'renewed_subscriptions'] as const;

/** Revenue beside that of the period before, and new and renewed subscriptions. */
export function HomeCharts({
  figures: { now, before, isStale, asked },
  search,
}: {
  figures: HomeFigures;
  search: PageSearch;
}) {
  if (now.isError && !now.data) return null;
  const chart = (figures: readonly [Figure, ...Figure[]], earlier?: typeof before) =>
    now.data && chartOf(figures, asked, { now: now.data, before: earlier?.data });
  return (
    <>
      <ChartSection
        id="revenue"
        title={HOME.revenue}
        data={chart(['revenue'], before)}
        note={FIGURE_HELP.revenue}
        search={search}
        isStale={isStale}
      />
      <ChartSection
        id="subscriptions"
        title={HOME.subscriptions}
        data={chart(SUBSCRIPTIONS)}
        note={SUBSCRIPTIONS.map(namedHelp).join(' ')}
        search={search}
        isStale={isStale}
      />
    </>
  );
}
