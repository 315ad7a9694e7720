import { z } from 'zod';
import { Id, int, Timestamp } from '@/lib/contract/fields';
import { EVENT_KINDS, EventKind } from '@/lib/resources/events/schema';

/** What is posted: the event as JSON, or a message for a chat. */
export const WebhookFormat = z.enum(['raw', 'discord', 'slack']).meta({ id: 'WebhookFormat' });
export type WebhookFormat = z.infer<typeof WebhookFormat>;

export const WebhookDeliveryStatus = z
  .enum(['pending', 'succeeded', 'failed', 'skipped'])
  .meta({ id: 'WebhookDeliveryStatus' });
export type WebhookDeliveryStatus = z.infer<typeof WebhookDeliveryStatus>;

/** What became of one try; but for `succeeded` all are failures. */
export const WebhookOutcome = z
  .enum([
    'succeeded',
    'status_refused',
    'redirected',
    'timed_out',
    'unreachable',
    'address_refused',
  ])
  .meta({ id: 'WebhookOutcome' });
export type WebhookOutcome = z.infer<typeof WebhookOutcome>;

const Headers = z.record(z.string(), z.string());

/** One request, and its answer. */
export const WebhookAttempt = z
  .object({
    at: Timestamp,
    outcome: WebhookOutcome,
    http_status: z.int().nullable(),
    latency_ms: z.int(),
    request_headers: Headers,
    response_headers: Headers,
    response_body: z.string().nullable().meta({
      description: 'Its first 16 KiB as text; null without one, and once its customer is erased.',
    }),
    is_response_cut: z.boolean().meta({ description: 'There was more of it.' }),
    error: z.string().nullable(),
  })
  .meta({ id: 'WebhookAttempt' });
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

export const WebhookDelivery = z
  .object({
    id: Id,
    created_at: Timestamp,
    organization_id: Id,
    endpoint_id: Id,
    event_id: Id.nullable().meta({ description: 'Null: a test with an example.' }),
    number: z.int().nullable().meta({ description: "The event's." }),
    type: EventKind,
    status: WebhookDeliveryStatus,
    is_test: z.boolean(),
    next_attempt_at: Timestamp.nullable(),
    attempts: z.array(WebhookAttempt).meta({ description: 'In their order.' }),
  })
  .meta({ id: 'WebhookDelivery', resource: 'webhook_deliveries' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const EventRedelivery = z
  .object({
    endpoint_id: Id.nullish().meta({
      description: 'Left out: to all endpoints that are switched on and take the event.',
    }),
  })
  .meta({ id: 'WebhookEventRedelivery' });
export type EventRedelivery = z.infer<typeof EventRedelivery>;

/** So many events are sent again at once. */
export const MAX_REDELIVERED = 10_000;

export const EndpointRedelivery = z
  .object({
    status: WebhookDeliveryStatus.nullish().meta({
      description: 'Events whose last delivery has it; left out, it is any.',
    }),
    after: int().nullish().meta({ description: 'Events with greater numbers.' }),
    before: int().nullish().meta({ description: 'Events with lesser numbers.' }),
    types: z.array(EventKind).min(1).max(EVENT_KINDS.length).nullish(),
  })
  .meta({ id: 'WebhookEndpointRedelivery' });
export type EndpointRedelivery = z.infer<typeof EndpointRedelivery>;

export const Redelivered = z
  .object({ count: z.int().meta({ description: 'How many deliveries were added.' }) })
  .meta({ id: 'WebhookRedelivered' });
export type Redelivered = z.infer<typeof Redelivered>;

export const WEBHOOK_DELIVERY_SORTS = ['created_at'] as const;
export type WebhookDeliverySort = (typeof WEBHOOK_DELIVERY_SORTS)[number];
