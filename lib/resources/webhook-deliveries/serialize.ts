import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, withFields } from '@/lib/contract/serialize';
import type { EventKind } from '@/lib/resources/events/schema';
import type { AttemptRow, WebhookDeliveryRow } from '@/lib/resources/webhook-deliveries/repository';
import {
  WebhookAttempt,
  WebhookDelivery,
  type WebhookOutcome,
} from '@/lib/resources/webhook-deliveries/schema';

const scalars = scalarsOf('WebhookDelivery', WebhookDelivery);
const attemptScalars = scalarsOf('WebhookAttempt', WebhookAttempt);

/** A delivery as the API prints it. */
export function serializeWebhookDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  return withFields(scalars(row), {
    type: row.type as EventKind,
    attempts: [...row.attempts]
      .sort((one, other) => Number(one.at) - Number(other.at))
      .map(serializeWebhookAttempt),
  });
}

/** A try as the API prints it. */
export function serializeWebhookAttempt(row: AttemptRow): WebhookAttempt {
  return withFields(attemptScalars(row), {
    outcome: row.outcome as WebhookOutcome,
    request_headers: jsonColumn<Record<string, string>>(row.requestHeaders),
    response_headers: jsonColumn<Record<string, string>>(row.responseHeaders),
  });
}
