import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { Id, IdParams, many } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { EventKind } from '@/lib/resources/events/schema';
import {
  EndpointRedelivery,
  EventRedelivery,
  Redelivered,
  WEBHOOK_DELIVERY_SORTS,
  WebhookDelivery,
  WebhookDeliveryStatus,
} from '@/lib/resources/webhook-deliveries/schema';

const deliveries = resource('webhook_deliveries', WebhookDelivery, { permissions: 'webhooks' });

const path = '/v1/webhooks/deliveries';

export const listWebhookDeliveries = deliveries.list(
  {
    endpoint_id: many(Id),
    event_id: many(Id),
    type: many(EventKind),
    status: many(WebhookDeliveryStatus),
    sorting: sorting(WEBHOOK_DELIVERY_SORTS, '-created_at'),
  },
  { path, description: 'They are kept for 30 days.' },
);

export const exportWebhookDeliveries = exportOf(listWebhookDeliveries, [
  'id',
  'created_at',
  'endpoint_id',
  'event_id',
  'number',
  'type',
  'status',
  'is_test',
  'next_attempt_at',
  ['attempts', ({ attempts }) => attempts.length],
  ['last_outcome', ({ attempts }) => attempts.at(-1)?.outcome],
  ['last_http_status', ({ attempts }) => attempts.at(-1)?.http_status],
]);

export const getWebhookDelivery = deliveries.get({ path: `${path}/{id}` });

const redelivery = {
  tag: 'webhook_deliveries',
  method: 'POST',
  status: 202,
  permissions: ['webhooks:write'],
  params: IdParams,
  response: Redelivered,
} as const;

export const redeliverEvent = contract({
  ...redelivery,
  id: 'webhook-deliveries:redeliver-event',
  path: '/v1/webhooks/events/{id}/redeliver',
  summary: 'Send an event again',
  description: 'With the same `webhook-id`, outside the order of its object.',
  body: EventRedelivery,
});

export const redeliverToEndpoint = contract({
  ...redelivery,
  id: 'webhook-deliveries:redeliver-endpoint',
  path: '/v1/webhooks/endpoints/{id}/redeliver',
  summary: 'Send events to an endpoint again',
  description:
    'Events that were delivered to it, or should have been, and do not wait for it now: each once, ' +
    'at most 10,000.',
  body: EndpointRedelivery,
});
