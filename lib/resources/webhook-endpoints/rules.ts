import { HOUR_MS, hourOf } from '@/lib/contract/times';
import type { EventKind } from '@/lib/resources/events/schema';
import { EVENT_KINDS } from '@/lib/resources/events/schema';
import type { WebhookFormat } from '@/lib/resources/webhook-deliveries/schema';
import {
  ALL_EVENTS,
  type WebhookEventType,
  type WebhookHealth,
} from '@/lib/resources/webhook-endpoints/schema';

/** So many endpoints an organization has at most. */
export const MAX_ENDPOINTS = 20;

/** The kinds that an endpoint takes, each once in their order; all of them are one `*`. */
export function chosenEvents(events: readonly WebhookEventType[]): WebhookEventType[] {
  if (events.includes(ALL_EVENTS)) return [ALL_EVENTS];
  return EVENT_KINDS.filter((kind) => events.includes(kind));
}

/** The kinds whose objects whoever sets up an endpoint has to be allowed to read. */
export function kindsTaken(events: readonly WebhookEventType[]): readonly EventKind[] {
  return events.includes(ALL_EVENTS)
    ? EVENT_KINDS
    : EVENT_KINDS.filter((kind) => events.includes(kind));
}

const MASK = '/***';

/** An endpoint's address as it is printed: that of a chat is a credential, of which the host alone is told. */
export function shownUrl(url: string, format: WebhookFormat): string {
  return format === 'raw' ? url : `${new URL(url).origin}${MASK}`;
}

/** Whether an address is one as it is printed, which nothing can be sent to. */
export function isMasked(url: string): boolean {
  return url.endsWith(MASK);
}

const HOURS = 24;

/** The first of the hours whose health is shown, the last of which is under way. */
export function healthSince(now: Date): Date {
  return new Date(hourOf(now).getTime() - (HOURS - 1) * HOUR_MS);
}

/** The health of each hour, also of those without a try. */
export function healthOf(
  counts: readonly { hour: Date; succeeded: number; failed: number }[],
  now: Date,
): WebhookHealth {
  const byHour = new Map(counts.map(({ hour, ...rest }) => [hour.getTime(), rest]));
  const first = healthSince(now).getTime();
  return {
    hours: Array.from({ length: HOURS }, (_, place) => {
      const hour = first + place * HOUR_MS;
      const { succeeded = 0, failed = 0 } = byHour.get(hour) ?? {};
      return {
        hour: new Date(hour).toISOString(),
        succeeded_count: succeeded,
        failed_count: failed,
      };
    }),
  };
}
