'use client';

import { Checklist } from '@/components/organizations/checklist';
import { LatestOrders, useLatestOrders } from '@/components/organizations/latest-orders';
import { NeedsAttention } from '@/components/organizations/needs-attention';
import { useOrganization } from '@/components/session/organization';
import { DetailColumns } from '@/components/ui/detail';
import { PageTitle } from '@/components/ui/page-title';

/** The start page of an organization: first steps until the first sale, what sold, what broke. */
export function HomePage() {
  const { name } = useOrganization();
  const orders = useLatestOrders();
  const isNew = orders.data?.pagination.total_count === 0;
  return (
    <div className="min-h-0 flex-1 px-4 pt-5 pb-12 md:overflow-y-auto md:px-6">
      <PageTitle>Home</PageTitle>
      <div className="flex max-w-6xl flex-col gap-8">
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{name}</h1>
        {isNew && <Checklist />}
        {/* A key of its own for a new organization, so that the page is replaced without a layout shift. */}
        <DetailColumns
          key={String(isNew)}
          main={<LatestOrders orders={orders} />}
          side={<NeedsAttention />}
        />
      </div>
    </div>
  );
}
