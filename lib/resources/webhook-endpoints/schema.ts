import { z } from 'zod';
import {
  HttpUrl,
  Id,
  int,
  OrganizationIdInput,
  Timestamp,
  text,
  trimmedText,
} from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import { updateOf } from '@/lib/contract/update-of';
import { EVENT_KINDS, EventKind } from '@/lib/resources/events/schema';
import { WebhookFormat } from '@/lib/resources/webhook-deliveries/schema';

/** All kinds of events, also those of later versions. */
export const ALL_EVENTS = '*';

export const WebhookEventType = z
  .enum([...EVENT_KINDS, ALL_EVENTS])
  .meta({ id: 'WebhookEventType' });
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** Why the product has switched an endpoint off: it answered 410, or nothing succeeded for 3 days. */
export const WebhookDisabledReason = z
  .enum(['gone', 'failing'])
  .meta({ id: 'WebhookDisabledReason' });
export type WebhookDisabledReason = z.infer<typeof WebhookDisabledReason>;

/** A webhook endpoint as it is printed, with its secret masked. */
export const WebhookEndpoint = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    organization_id: Id,
    url: z.string().meta({ description: 'That of Discord and Slack is a secret, and masked.' }),
    description: z.string().nullable(),
    format: WebhookFormat,
    events: z.array(WebhookEventType).meta({ description: '`*` is all.' }),
    secret: z.string().meta({ description: 'Masked, but for its last characters.' }),
    is_enabled: z.boolean(),
    disabled_reason: WebhookDisabledReason.nullable().meta({
      description: 'Why it was switched off by itself.',
    }),
    failing_since: Timestamp.nullable().meta({
      description: 'The first try that failed since the last one that succeeded.',
    }),
    last_delivery_at: Timestamp.nullable(),
  })
  .meta({ id: 'WebhookEndpoint', resource: 'webhook_endpoints' });
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** An endpoint with its secret, as creating and rotating answer it. */
export const WebhookEndpointWithSecret = WebhookEndpoint.extend({
  secret: secret(z.string()).meta({ description: 'Signs deliveries: shown this once.' }),
}).meta({ id: 'WebhookEndpointWithSecret', resource: 'webhook_endpoints' });
export type WebhookEndpointWithSecret = z.infer<typeof WebhookEndpointWithSecret>;

const MAX_URL = 2048;

const Url = secret(
  HttpUrl.refine((value) => value.length <= MAX_URL, {
    error: `Enter at most ${MAX_URL} characters.`,
  }),
).meta({ maxLength: MAX_URL });

export const WebhookEndpointCreate = z
  .object({
    url: Url,
    description: trimmedText({ min: 1, max: 500 }).nullish(),
    format: WebhookFormat.default('raw'),
    events: z
      .array(WebhookEventType)
      .min(1, { error: 'Choose at least one event.' })
      .max(EVENT_KINDS.length + 1, { error: 'List each event once.' }),
    secret: secret(text({ min: 24, max: 128 }))
      .nullish()
      .meta({
        description: 'One of your own; left out, it is made.',
      }),
    is_enabled: z.boolean().default(true),
    organization_id: OrganizationIdInput,
  })
  .meta({ id: 'WebhookEndpointCreate' });
export type WebhookEndpointCreate = z.infer<typeof WebhookEndpointCreate>;

export const WebhookEndpointUpdate = updateOf(WebhookEndpoint, WebhookEndpointCreate, ['secret'])
  .extend({
    redeliver_missed: z.boolean().optional().meta({
      description: 'Also sends what was skipped while it was switched off.',
    }),
  })
  .meta({ id: 'WebhookEndpointUpdate' });
export type WebhookEndpointUpdate = z.infer<typeof WebhookEndpointUpdate>;

export const WebhookSecretRotation = z
  .object({
    overlap_hours: int({ max: 72 }).default(24).meta({
      description: 'So long deliveries are signed with the old secret as well.',
    }),
  })
  .meta({ id: 'WebhookSecretRotation' });
export type WebhookSecretRotation = z.infer<typeof WebhookSecretRotation>;

export const WebhookTest = z.object({ type: EventKind }).meta({ id: 'WebhookTest' });
export type WebhookTest = z.infer<typeof WebhookTest>;

/** What became of the tries of an hour. */
export const WebhookHealth = z
  .object({
    hours: z.array(z.object({ hour: Timestamp, succeeded_count: z.int(), failed_count: z.int() })),
  })
  .meta({ id: 'WebhookHealth' });
export type WebhookHealth = z.infer<typeof WebhookHealth>;

export const WEBHOOK_ENDPOINT_SORTS = ['created_at', 'url'] as const;
export type WebhookEndpointSort = (typeof WEBHOOK_ENDPOINT_SORTS)[number];
