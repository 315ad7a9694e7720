'use client';

import { CUSTOMERS } from '@/components/entities/searchable-customers';
import { EVENT } from '@/components/events/presentation';
import { EVENT_TEXTS } from '@/components/events/texts';
import { filtersOf } from '@/components/resource/filters';
import { RecordTable } from '@/components/resource/list-page';
import { ListPage } from '@/components/shell/page';
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
  return (
    <ListPage title={EVENT.words.title}>
      <RecordTable
        of={EVENT}
        operation={listEvents}
        filters={FILTERS}
        exportOperation={exportEvents}
        firstRun={{ title: EVENT_TEXTS.firstRunTitle, text: EVENT_TEXTS.firstRunText }}
      />
    </ListPage>
  );
}
