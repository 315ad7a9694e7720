'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { rangeNameOf } from '@/components/charts/date-range';
import { type PageSearch, usePageSearch } from '@/components/charts/page-search';
import { RangeLinks } from '@/components/charts/range-links';
import { Checklist } from '@/components/organizations/checklist';
import { FigureStrip } from '@/components/organizations/figure-strip';
import { figuresOf } from '@/components/organizations/home-queries';
import { LatestOrders, useLatestOrders } from '@/components/organizations/latest-orders';
import { NeedsAttention } from '@/components/organizations/needs-attention';
import { HOME } from '@/components/organizations/texts';
import { useOrganization } from '@/components/session/organization';
import { ErrorState } from '@/components/ui/error-state';
import { PageTitle } from '@/components/ui/page-title';
import { query } from '@/lib/client/queries';
import { getMetrics } from '@/lib/resources/metrics/contract';

/** The start page of an organization: first steps until they are done, figures, what sold, what broke. */
export function HomePage() {
  const { name } = useOrganization();
  const search = usePageSearch();
  const orders = useLatestOrders();
  const hasSold = orders.data?.pagination.total_count !== 0;
  return (
    <div className="min-h-0 flex-1 px-4 pt-5 pb-12 md:overflow-y-auto md:px-6">
      <PageTitle>{HOME.title}</PageTitle>
      <div className="mx-auto flex max-w-[90rem] flex-col gap-6">
        <header className="flex min-h-8 flex-wrap items-center justify-between gap-3">
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{name}</h1>
          {hasSold && <RangeLinks search={search} current={rangeNameOf(search.get('range'))} />}
        </header>
        {/* A key of its own for a new organization, so that the page is replaced without a layout shift. */}
        <div
          key={String(hasSold)}
          className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_25rem]"
        >
          {hasSold ? (
            <div className="xl:col-span-2">
              <Figures search={search} />
            </div>
          ) : (
            <div className="xl:col-span-2">
              <Checklist isAlone />
            </div>
          )}
          <LatestOrders orders={orders} />
          <div className="flex flex-col gap-8">
            <NeedsAttention />
            {hasSold && <Checklist />}
          </div>
        </div>
      </div>
    </div>
  );
}

function Figures({ search }: { search: PageSearch }) {
  const organization = useOrganization();
  const asked = figuresOf(organization, rangeNameOf(search.get('range')));
  const [now, before] = [useFigures(asked.now), useFigures(asked.before)];
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
      isStale={now.isPlaceholderData || before.isPlaceholderData}
    />
  );
}

/** Figures; those of the range before are shown until these have arrived. */
function useFigures(input: ReturnType<typeof figuresOf>['now']) {
  return useQuery({ ...query(getMetrics, input), placeholderData: keepPreviousData });
}
