'use client';

import { useRef, useState } from 'react';
import { rangeNameOf } from '@/components/charts/date-range';
import { usePageSearch } from '@/components/charts/page-search';
import { RangeLinks } from '@/components/charts/range-links';
import { Checklist } from '@/components/organizations/checklist';
import { FirstSale } from '@/components/organizations/first-sale';
import { FiguresNow, HomeCharts, useHomeFigures } from '@/components/organizations/home-figures';
import {
  LatestOrders,
  useFirstSale,
  useLatestOrders,
} from '@/components/organizations/latest-orders';
import { NeedsAttention } from '@/components/organizations/needs-attention';
import { HOME } from '@/components/organizations/texts';
import { useOrganization } from '@/components/session/organization';
import { Frame } from '@/components/shell/frame';
import { PageTitle } from '@/components/ui/page-title';

const COLUMNS = 'grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_25rem]';
const COLUMN = 'flex min-w-0 flex-col gap-8';

/** The start page of an organization: first steps until they are done, figures, what sold, what broke. */
export function HomePage() {
  const { name } = useOrganization();
  const search = usePageSearch();
  const orders = useLatestOrders();
  const hasSold = orders.data?.pagination.total_count !== 0;
  const firstSale = useFirstSale(orders);
  const [isDismissed, setDismissed] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Frame>
      <PageTitle>{HOME.title}</PageTitle>
      <header className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h1
          ref={title}
          tabIndex={-1}
          className="text-xl leading-8 font-semibold tracking-tight wrap-anywhere"
        >
          {name}
        </h1>
        {hasSold && <RangeLinks search={search} current={rangeNameOf(search.get('range'))} />}
      </header>
      {firstSale && !isDismissed && (
        <FirstSale
          sale={firstSale}
          onDismiss={() => {
            setDismissed(true);
            title.current?.focus();
          }}
        />
      )}
      {hasSold ? (
        <SoldHome orders={orders} search={search} />
      ) : (
        // A key of its own for a new organization, so that the page is replaced without a layout shift.
        <div key="new" className={COLUMNS}>
          <div className={COLUMN}>
            <Checklist isAlone />
          </div>
          <div className={COLUMN}>
            <NeedsAttention />
            <LatestOrders orders={orders} />
          </div>
        </div>
      )}
    </Frame>
  );
}

/** On small screens what needs attention comes before the charts; the order of reading is the same everywhere. */
function SoldHome({
  orders,
  search,
}: {
  orders: ReturnType<typeof useLatestOrders>;
  search: ReturnType<typeof usePageSearch>;
}) {
  const figures = useHomeFigures(search);
  return (
    <>
      <FiguresNow {...figures} />
      <div className={`${COLUMNS} xl:grid-rows-[auto_1fr]`}>
        <div className={`${COLUMN} xl:col-start-2`}>
          <Checklist />
          <NeedsAttention />
        </div>
        <div className={`${COLUMN} xl:col-start-1 xl:row-span-2 xl:row-start-1`}>
          <HomeCharts figures={figures} search={search} />
        </div>
        <div className={COLUMN}>
          <LatestOrders orders={orders} />
        </div>
      </div>
    </>
  );
}
