'use client';

import { choicesOf } from '@/components/data-table/filters';
import { REFUND_REASON_OPTIONS, REFUND_STATUS } from '@/components/entities/refund-status';
import { CUSTOMERS } from '@/components/entities/searchable-customers';
import { SUBSCRIPTIONS } from '@/components/entities/searchable-subscriptions';
import { REFUND } from '@/components/refunds/presentation';
import { filtersOf } from '@/components/resource/filters';
import { ResourceTable } from '@/components/resource/list-page';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { ListPage } from '@/components/shell/page';
import { CurlButton } from '@/components/ui/curl-button';
import { LinkButton } from '@/components/ui/link-button';
import { exportRefunds, listRefunds } from '@/lib/resources/refunds/contract';

const FILTERS = filtersOf(REFUND, [
  { field: 'status', kind: 'choice', param: 'status', options: choicesOf(REFUND_STATUS) },
  { field: 'reason', kind: 'choice', param: 'reason', options: REFUND_REASON_OPTIONS },
  { field: 'customer', kind: 'entity', param: 'customer_id', entity: CUSTOMERS },
  { field: 'subscription', kind: 'entity', param: 'subscription_id', entity: SUBSCRIPTIONS },
]);

export function RefundsPage() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  return (
    <ListPage title={REFUND.words.title}>
      <ResourceTable
        of={REFUND}
        operation={listRefunds}
        filters={FILTERS}
        exportOperation={exportRefunds}
        firstRun={{
          title: 'No refunds yet.',
          text: 'To refund a sale, open its order and choose Refund.',
          actions: (
            <>
              <LinkButton href={path('orders')}>Go to orders</LinkButton>
              <CurlButton operation={listRefunds} input={{ query: { organization_id: [id] } }} />
            </>
          ),
        }}
      />
    </ListPage>
  );
}
