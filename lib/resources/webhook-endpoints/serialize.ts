import { scalarsOf } from '@/lib/api/scalars';
import { maskedSecret } from '@/lib/contract/secret';
import { timestamp, withFields } from '@/lib/contract/serialize';
import type { WebhookEndpointRow } from '@/lib/resources/webhook-endpoints/repository';
import {
  type WebhookDisabledReason,
  WebhookEndpoint,
  type WebhookEventType,
} from '@/lib/resources/webhook-endpoints/schema';

const scalars = scalarsOf('WebhookEndpoint', WebhookEndpoint);

/** A webhook endpoint as the API prints it. */
export function serializeWebhookEndpoint(row: WebhookEndpointRow): WebhookEndpoint {
  return withFields(scalars(row), {
    events: row.events as WebhookEventType[],
    disabled_reason: row.disabledReason as WebhookDisabledReason | null,
    secret: maskedSecret(row.secretHint),
    failing_since: timestamp(row.health?.failingSince ?? null),
    last_delivery_at: timestamp(row.health?.lastDeliveryAt ?? null),
  });
}
