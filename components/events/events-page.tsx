'use client';

import { CUSTOMERS } from '@/components/entities/searchable-customers';
import { EVENT } from '@/components/events/presentation';
import { EVENT_TEXTS } from '@/components/events/texts';
import { filtersOf } from '@/components/resource/filters';
import { ResourceTable } from '@/components/resource/list-page';
import { useOrganization } from '@/components/session/organization';
import { ListPage } from '@/components/shell/page';
import { CurlButton } from '@/components/ui/curl-button';
import { exportEvents, listEvents } from '@/lib/resources/events/contract';
import { EVENT_KINDS } from '@/lib/resources/events/schema';

const FILTERS = filtersOf(EVENT, [
  {
    field: 'type',
    kind: 'choice',
    param: 'type',
    options: EVENT_KINDS.map((value) => ({ value, label: value })),
  },
  { field: 'customer', kind: 'entity', param: 'customer_id', entity: CUSTOMERS },
]);

export function EventsPage() {
  const { id } = useOrganization();
  return (
    <ListPage title={EVENT.words.title}>
      <ResourceTable
        of={EVENT}
        operation={listEvents}
        filters={FILTERS}
        exportOperation={exportEvents}
        firstRun={{
          title: EVENT_TEXTS.firstRunTitle,
          text: EVENT_TEXTS.firstRunText,
          actions: (
            <CurlButton operation={listEvents} input={{ query: { organization_id: [id] } }} />
          ),
        }}
      />
    </ListPage>
  );
}
