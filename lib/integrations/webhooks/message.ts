import { Webhook } from 'standardwebhooks';

/** An event, or an example of one, as a webhook carries it. */
export interface WebhookMessage {
  /** `webhook-id`: the same for each try and each time that an event is sent again. */
  id: string;
  body: string;
  /** Of the event; null where the message is of none. */
  number: number | null;
  isTest: boolean;
}

/** The body of a webhook: `{type, timestamp, data}` as published clients read it. */
export function messageBody(type: string, at: Date, data: unknown): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

/**
 * The headers of one try, signed by Standard Webhooks with each of the secrets, whose bytes are those of their text
 * (docs/contract/events.md#signature).
 *
 * @param at when it is tried: receivers refuse what is older than 5 minutes
 */
export function messageHeaders(
  { id, body, number, isTest }: WebhookMessage,
  at: Date,
  secrets: readonly string[],
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Tilldesk-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret, { format: 'raw' }).sign(id, at, body))
      .join(' '),
    ...(number !== null && { 'webhook-event-number': String(number) }),
    ...(isTest && { 'webhook-test': 'true' }),
  };
}
