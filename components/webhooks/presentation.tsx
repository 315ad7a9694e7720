import { useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck, CircleDashed, CircleX, Clock, TriangleAlert } from 'lucide-react';
import { NamedLink } from '@/components/entities/named-link';
import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';
import { EVENT_TEXTS } from '@/components/events/texts';
import { presentation } from '@/components/resource/presentation';
import { created } from '@/components/resource/times';
import { EntityLink } from '@/components/shell/entity-link';
import { Badge, type Status } from '@/components/ui/badge';
import { RealTime } from '@/components/ui/time';
import { DELIVERY_PAGE, FORMATS, OUTCOMES, WEBHOOK_FORM } from '@/components/webhooks/texts';
import { query } from '@/lib/client/queries';
import type {
  WebhookDelivery,
  WebhookDeliveryStatus,
} from '@/lib/resources/webhook-deliveries/schema';
import {
  getWebhookEndpoint,
  listWebhookEndpoints,
} from '@/lib/resources/webhook-endpoints/contract';
import { ALL_EVENTS, type WebhookEndpoint } from '@/lib/resources/webhook-endpoints/schema';

function stateOf({ is_enabled, disabled_reason, failing_since }: WebhookEndpoint): Status {
  if (disabled_reason) {
    return { tone: 'bad', icon: CircleX, label: 'Turned off', needsAction: true };
  }
  if (!is_enabled) return { tone: 'idle', icon: CircleDashed, label: 'Off' };
  if (failing_since) {
    return { tone: 'warn', icon: TriangleAlert, label: 'Failing', needsAction: true };
  }
  return { tone: 'ok', icon: CircleCheck, label: 'On' };
}

function eventsOf({ events }: WebhookEndpoint): string {
  if (events.includes(ALL_EVENTS)) return WEBHOOK_FORM.all;
  const [only, ...others] = events;
  return others.length === 0 ? (only ?? '') : `${events.length} events`;
}

function nameOf({ url }: Pick<WebhookEndpoint, 'url'>): string {
  return url.replace(/^https?:\/\//, '');
}

const ENDPOINT = presentation<WebhookEndpoint>()('webhook endpoint', {
  name: nameOf,
  isInRealTime: true,
  status: stateOf,
  subtitle: ({ description }) => description,
  fields: {
    url: {
      label: 'URL',
      column: { sort: 'url', width: 340, cell: nameOf },
      value: ({ url }) => url,
    },
    events: {
      label: 'Events',
      column: { width: 170, mobile: 'sub', cell: eventsOf },
      value: (endpoint) =>
        endpoint.events.includes(ALL_EVENTS) ? (
          WEBHOOK_FORM.all
        ) : (
          <ul className="flex flex-col gap-1 font-mono text-xs">
            {endpoint.events.map((kind) => (
              <li key={kind}>{kind}</li>
            ))}
          </ul>
        ),
    },
    state: {
      label: 'Status',
      column: {
        width: 130,
        mobile: 'end',
        cell: (endpoint) => <Badge status={stateOf(endpoint)} />,
      },
    },
    format: { label: 'Format', value: ({ format }) => FORMATS[format], column: { hidden: true } },
    description: {
      label: 'Description',
      column: { hidden: true, cell: ({ description }) => description ?? '—' },
    },
    secret: {
      label: 'Secret',
      value: ({ secret }) => <span className="font-mono text-xs">{secret}</span>,
    },
    failing_since: {
      label: 'Failing since',
      value: ({ failing_since: since }) => since !== null && <RealTime value={since} />,
    },
    last_delivery: {
      label: 'Last delivery',
      column: {
        width: 130,
        cell: ({ last_delivery_at: at }) => (at ? <RealTime value={at} /> : '—'),
      },
      value: ({ last_delivery_at: at }) => at !== null && <RealTime value={at} />,
    },
    created: created({ width: 130 }),
  },
});

/** What webhook endpoints are called and how they are printed: all of them are Webhooks. */
export const WEBHOOK: typeof ENDPOINT = {
  ...ENDPOINT,
  section: 'webhooks',
  words: { ...ENDPOINT.words, title: 'Webhooks' },
};

export const DELIVERY_STATUS: Record<WebhookDeliveryStatus, Status> = {
  pending: { tone: 'info', icon: Clock, label: 'Waiting' },
  succeeded: { tone: 'ok', icon: CircleCheck, label: 'Delivered' },
  failed: { tone: 'bad', icon: CircleX, label: 'Failed' },
  skipped: { tone: 'idle', icon: Ban, label: 'Not sent' },
};

/** A delivery's state; one that waits after a try that failed says so. */
export function deliveryStatus({ status, attempts }: WebhookDelivery): Status {
  if (status === 'pending' && attempts.length > 0) {
    return { tone: 'warn', icon: TriangleAlert, label: 'Trying again' };
  }
  return DELIVERY_STATUS[status];
}

/** What came of the last try: "Refused, 500", "200, 143 ms", or nothing before the first. */
export function lastOutcome({ attempts }: WebhookDelivery): string | null {
  const last = attempts.at(-1);
  if (!last) return null;
  const { outcome, http_status: status, latency_ms: latency } = last;
  if (outcome === 'succeeded') return `${status}, ${DELIVERY_PAGE.latency(latency)}`;
  return status === null ? OUTCOMES[outcome] : `${OUTCOMES[outcome]}, ${status}`;
}

/** An endpoint by its address; one that was deleted has none. */
function EndpointLink({ id }: { id: string }) {
  const endpoint = useQuery(query(getWebhookEndpoint, { params: { id } }));
  if (endpoint.error?.status === 404) return DELIVERY_PAGE.endpointDeleted;
  return <NamedLink section={WEBHOOK.section} id={id} of={endpoint} name={nameOf} />;
}

/** Endpoints in the filter of deliveries. */
export const ENDPOINTS: SearchableEntity<WebhookEndpoint> = {
  noun: WEBHOOK.noun,
  list: listWebhookEndpoints,
  get: getWebhookEndpoint,
  describe: ({ description, ...endpoint }) => ({
    name: nameOf(endpoint),
    ...(description !== null && { detail: description }),
  }),
};

const WEBHOOK_DELIVERY = presentation<WebhookDelivery>()('delivery', {
  name: ({ type }) => type,
  isInRealTime: true,
  status: deliveryStatus,
  subtitle: ({ is_test, number }) => {
    if (number === null) return is_test && DELIVERY_PAGE.test;
    return is_test ? DELIVERY_PAGE.testOf(number) : EVENT_TEXTS.numbered(number);
  },
  fields: {
    type: {
      label: 'Event',
      column: {
        width: 230,
        cell: ({ type }) => <span className="font-mono text-xs">{type}</span>,
      },
      fact: ({ type, event_id: id }) =>
        id === null ? (
          <span className="font-mono text-xs">{type}</span>
        ) : (
          <EntityLink section="events" id={id}>
            <span className="font-mono text-xs">{type}</span>
          </EntityLink>
        ),
    },
    number: {
      label: 'Number',
      value: ({ number }) => number !== null && number,
      column: { width: 90, align: 'end', cell: ({ number }) => number ?? '—' },
    },
    endpoint: {
      label: 'Endpoint',
      value: ({ endpoint_id: id }) => <EndpointLink id={id} />,
    },
    status: {
      label: 'Status',
      column: {
        width: 130,
        mobile: 'end',
        cell: (delivery) => <Badge status={deliveryStatus(delivery)} />,
      },
    },
    outcome: {
      label: 'Last answer',
      column: { width: 170, mobile: 'sub', cell: (delivery) => lastOutcome(delivery) ?? '—' },
      value: lastOutcome,
    },
    attempts: {
      label: 'Attempts',
      value: ({ attempts }) => attempts.length,
      column: { width: 90, align: 'end' },
    },
    next_attempt: {
      label: 'Next attempt',
      value: ({ next_attempt_at: at }) => at !== null && <RealTime value={at} />,
      column: {
        width: 130,
        hidden: true,
        cell: ({ next_attempt_at: at }) => (at ? <RealTime value={at} /> : '—'),
      },
    },
    created: {
      ...created({ width: 140, show: 'minute' }),
      fact: ({ created_at }) => <RealTime value={created_at} show="datetime" />,
    },
  },
});

/** What deliveries are called and how they are printed. */
export const DELIVERY: typeof WEBHOOK_DELIVERY = {
  ...WEBHOOK_DELIVERY,
  section: 'webhooks/deliveries',
};
