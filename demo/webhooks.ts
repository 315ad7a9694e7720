import { DAY_MS, HOUR_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import type { Prisma } from '@/lib/database/generated/client';
import { messageBody, messageHeaders } from '@/lib/integrations/webhooks/message';
import { numberWaiting } from '@/lib/resources/events/service';
import { sealForEndpoint } from '@/lib/resources/webhook-deliveries/service';
import { newId } from '@/lib/runtime/ids';
import { randomToken } from '@/lib/runtime/secrets';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

type NumberedEvent = Prisma.EventGetPayload<object>;

/** How a try ended. */
type Answer = Pick<
  Prisma.WebhookAttemptCreateManyInput,
  'outcome' | 'httpStatus' | 'latencyMs' | 'responseBody' | 'error'
>;

const accepted = (nth: number): Answer => ({
  outcome: 'succeeded',
  httpStatus: 200,
  latencyMs: 90 + ((nth * 37) % 260),
  responseBody: '{"received":true}',
});
const UNAVAILABLE: Answer = {
  outcome: 'status_refused',
  httpStatus: 503,
  latencyMs: 87,
  responseBody: 'Service Unavailable',
};
const GONE: Answer = {
  outcome: 'status_refused',
  httpStatus: 410,
  latencyMs: 52,
  responseBody: 'Gone',
};

/** How long after its creation a delivery is tried. */
const TRIES = [
  0,
  5 * SECOND,
  35 * SECOND,
  155 * SECOND,
  13 * MINUTE,
  73 * MINUTE,
  4.2 * HOUR_MS,
  12.2 * HOUR_MS,
  28.2 * HOUR_MS,
  52.2 * HOUR_MS,
];

/**
 * Two endpoints at addresses that do not exist, and what was sent of the newest events. Both are switched off, one by
 * its owner and one because it answered 410, so that nothing is sent. The events are numbered before, which makes
 * deliveries of what is numbered later.
 */
export async function makeWebhooks(organizationId: string, moment: Date): Promise<void> {
  await numberWaiting();
  const newest = await db(null).event.findMany({
    where: { organizationId, number: { not: null }, createdAt: { lt: moment } },
    orderBy: { number: 'desc' },
    take: 40,
  });
  const events = newest.toReversed();
  const kit = endpointOf(organizationId, {
    url: 'https://hooks.northlight.example/tilldesk',
    description: 'Sends the welcome kit',
    events: ['order.created', 'subscription.created', 'refund.updated'],
    createdAt: new Date(moment.getTime() - 90 * DAY_MS),
  });
  const sheet = endpointOf(organizationId, {
    url: 'https://sheets.northlight.example/refunds',
    description: 'The list of refunds',
    events: ['refund.updated'],
    createdAt: new Date(moment.getTime() - 200 * DAY_MS),
    disabledReason: 'gone',
  });
  const refunds = events.filter(({ kind }) => kind === 'refund.updated').slice(-3);
  const sent = [
    ...events.map((event, nth) =>
      deliveryOf(kit, event, { at: event.createdAt, answers: answersTo(event, nth, moment) }),
    ),
    // Sent again by hand, yesterday and today.
    ...events.slice(-16).map((event, nth) =>
      deliveryOf(kit, event, {
        at: new Date(moment.getTime() - (16 - nth) * 83 * MINUTE),
        answers: nth % 7 === 3 ? [UNAVAILABLE, accepted(nth)] : [accepted(nth)],
        isOrdered: false,
      }),
    ),
    ...refunds.map((event, nth) =>
      deliveryOf(sheet, event, {
        at: event.createdAt,
        answers: [nth === refunds.length - 1 ? GONE : accepted(nth)],
      }),
    ),
  ];
  const attempts = sent.flatMap((one) => one.attempts);
  const client = db(null);
  await client.webhookEndpoint.createMany({ data: [kit.row, sheet.row] });
  await client.webhookEndpointHealth.createMany({
    data: [kit, sheet].map(({ row: { id: endpointId } }) => ({
      endpointId,
      organizationId,
      lastDeliveryAt: attempts
        .filter((attempt) => attempt.endpointId === endpointId)
        .reduce<Date | null>((last, { at }) => (last && last > at ? last : at), null),
    })),
  });
  await client.webhookDelivery.createMany({ data: sent.map(({ row }) => row) });
  await client.webhookAttempt.createMany({ data: attempts });
}

type Endpoint = ReturnType<typeof endpointOf>;

function endpointOf(
  organizationId: string,
  columns: Pick<
    Prisma.WebhookEndpointCreateManyInput,
    'url' | 'description' | 'events' | 'createdAt' | 'disabledReason'
  >,
) {
  const secret = `td_whs_${randomToken()}`;
  const row = {
    id: newId(),
    organizationId,
    sealedUrl: sealForEndpoint(columns.url),
    sealedSecret: sealForEndpoint(secret),
    secretHint: secret.slice(-4),
    isEnabled: false,
    ...columns,
  };
  return { row, secret };
}

/** Most events arrive, some at the second try, and few of the older ones never. */
function answersTo({ createdAt }: NumberedEvent, nth: number, moment: Date): readonly Answer[] {
  if (nth % 11 === 4 && moment.getTime() - createdAt.getTime() > 3 * DAY_MS) {
    return TRIES.map(() => UNAVAILABLE);
  }
  return nth % 6 === 2 ? [UNAVAILABLE, accepted(nth)] : [accepted(nth)];
}

function deliveryOf(
  { row: { id: endpointId, organizationId }, secret }: Endpoint,
  { id: eventId, number, kind: type, objectId, createdAt: happenedAt, snapshot }: NumberedEvent,
  { at, answers, isOrdered = true }: { at: Date; answers: readonly Answer[]; isOrdered?: boolean },
) {
  const id = newId();
  const body = messageBody(type, happenedAt, snapshot);
  const attempts = answers.map((answer, nth) => {
    const triedAt = new Date(at.getTime() + SECOND + (TRIES[nth] ?? 0));
    const message = { id: eventId, body, number, isTest: false };
    return {
      id: newId(),
      organizationId,
      deliveryId: id,
      endpointId,
      at: triedAt,
      requestHeaders: messageHeaders(message, triedAt, [secret]),
      responseHeaders: { 'content-type': 'application/json', server: 'nginx' },
      ...answer,
    };
  });
  const hasArrived = answers.at(-1)?.outcome === 'succeeded';
  const isGivenUp = answers.length === TRIES.length;
  const row = {
    id,
    organizationId,
    createdAt: at,
    endpointId,
    eventId,
    number,
    type,
    objectId,
    // What waits when its endpoint is switched off is skipped.
    status: hasArrived ? 'succeeded' : isGivenUp ? 'failed' : 'skipped',
    isOrdered,
    attemptsCount: answers.length,
  } as const;
  return { row, attempts };
}
