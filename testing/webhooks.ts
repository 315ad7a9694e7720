import { numbered } from '@/lib/resources/events/service';
import { listWebhookDeliveries } from '@/lib/resources/webhook-deliveries/contract';
import { deliverDue } from '@/lib/resources/webhook-deliveries/jobs';
import type { WebhookDelivery } from '@/lib/resources/webhook-deliveries/schema';
import { createWebhookEndpoint } from '@/lib/resources/webhook-endpoints/contract';
import type { WebhookEventType } from '@/lib/resources/webhook-endpoints/schema';
import { switchOff } from '@/lib/resources/webhook-endpoints/service';
import { type Actor, callApi } from '@/testing/call-api';
import type { Received } from '@/testing/receiver';

/** What the endpoints of tests sign with. */
export const SECRET = 'a secret of our own, 32 letters.';

/** An endpoint, of all events unless said otherwise. */
export function endpointOf(
  as: Actor,
  url: string,
  events: WebhookEventType[] = ['*'],
  more: object = {},
) {
  const body = { url, events, secret: SECRET, ...more };
  return callApi(createWebhookEndpoint, { body }, { as });
}

/** A seller's deliveries, in the order of the numbers of their events. */
export async function deliveriesOf(as: Actor, query: object = {}): Promise<WebhookDelivery[]> {
  const found = await callApi(listWebhookDeliveries, { query: { limit: 100, ...query } }, { as });
  return found.items.sort((one, other) => (one.number ?? 0) - (other.number ?? 0));
}

/** Delivers what is due now, or so much later. */
export async function deliver(laterMs = 0): Promise<void> {
  await numbered();
  await deliverDue(new Date(Date.now() + laterMs), switchOff);
}

/** `data` of what a receiver got. */
export const dataOf = ({ body }: Received) => JSON.parse(body).data;
