'use client';

import { choicesOf } from '@/components/data-table/filters';
import { filtersOf } from '@/components/resource/filters';
import { ResourceTable } from '@/components/resource/list-page';
import { useOrganizationPath } from '@/components/session/organization';
import { ListPage } from '@/components/shell/page';
import { LinkButton } from '@/components/ui/link-button';
import { DELIVERY, DELIVERY_STATUS, ENDPOINTS, WEBHOOK } from '@/components/webhooks/presentation';
import { WEBHOOK_PAGE } from '@/components/webhooks/texts';
import { EVENT_KINDS } from '@/lib/resources/events/schema';
import {
  exportWebhookDeliveries,
  listWebhookDeliveries,
} from '@/lib/resources/webhook-deliveries/contract';

const FILTERS = filtersOf(DELIVERY, [
  { field: 'endpoint', kind: 'entity', param: 'endpoint_id', entity: ENDPOINTS },
  { field: 'status', kind: 'choice', param: 'status', options: choicesOf(DELIVERY_STATUS) },
  {
    field: 'type',
    kind: 'choice',
    param: 'type',
    options: EVENT_KINDS.map((value) => ({ value, label: value })),
  },
]);

/** The deliveries to all endpoints, or to those that the address names. */
export function DeliveriesPage() {
  const path = useOrganizationPath();
  const endpoints = <LinkButton href={path(WEBHOOK.section)}>{WEBHOOK.words.title}</LinkButton>;
  return (
    <ListPage title={DELIVERY.words.title} aside={endpoints}>
      <ResourceTable
        of={DELIVERY}
        operation={listWebhookDeliveries}
        filters={FILTERS}
        exportOperation={exportWebhookDeliveries}
        firstRun={{
          title: 'No deliveries yet.',
          text: WEBHOOK_PAGE.noDeliveries,
          actions: endpoints,
        }}
      />
    </ListPage>
  );
}
