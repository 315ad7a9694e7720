import Stripe from 'stripe';
import { stripeClient } from '@/lib/integrations/stripe/client';
import { asked } from '@/lib/integrations/stripe/failure';
import type { Pace } from '@/lib/integrations/stripe/pace';
import { EVENT_TYPES } from '@/lib/integrations/stripe/trial';

/**
 * An event of an account: what it is about, and no more. Its object is read anew, since events are printed in the account's
 * own version, and come late and in any order.
 */
export interface StripeEvent {
  id: string;
  type: string;
  /** Of a charge, and of a new refund, that of the intent, by which the product knows it. */
  objectId: string;
  /** When it happened. */
  createdAt: Date;
}

/** How old a delivery may be, seconds. */
const TOLERANCE_SECONDS = 300;
/** How far back an account lists its events. */
const LISTED_MS = 30 * 86_400_000;
const PAGE = 100;

/**
 * What a delivery to an endpoint tells: an event, or nothing that concerns the product. Null where its signature is none of
 * the secret's, or it is stale.
 */
export function verifiedEvents(
  body: string,
  signature: string,
  secret: string,
  now: Date,
): StripeEvent[] | null {
  try {
    const event = Stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    );
    // The library refuses what is too old; what is dated ahead by as much is no delivery of now either.
    const [, at = '0'] = /(?:^|,)t=(\d+)/.exec(signature) ?? [];
    if (Number(at) - now.getTime() / 1000 > TOLERANCE_SECONDS) return null;
    return eventsOf([event]);
  } catch {
    return null;
  }
}

/**
 * The events of an account since one of them, or since a time where none is known or it is not listed any more; oldest page
 * first, and in each page too. Rejects with an `OutsideFailure`.
 */
export async function* eventsSince(
  secretKey: string,
  cursor: string | null,
  since: Date,
  pace?: Pace,
): AsyncGenerator<StripeEvent[]> {
  const stripe = stripeClient(secretKey, pace);
  const types = [...EVENT_TYPES];
  if (cursor === null) {
    const from = Math.floor(since.getTime() / 1000);
    const all: StripeEvent[] = [];
    for (let before: string | undefined; ; before = all.at(-1)?.id) {
      const params = { types, created: { gte: from }, limit: PAGE };
      const page = await asked(
        stripe.events.list(before === undefined ? params : { ...params, starting_after: before }),
      );
      all.push(...eventsOf(page.data));
      if (!page.has_more) break;
    }
    yield all.reverse();
    return;
  }
  for (let after = cursor; ; ) {
    const { data } = await asked(stripe.events.list({ types, ending_before: after, limit: PAGE }));
    const [newest] = data;
    if (!newest) return;
    yield eventsOf(data).reverse();
    after = newest.id;
  }
}

/**
 * The payments of an account of which something was refunded since a time, a page at a time: events tell of no more than the
 * last 30 days. Rejects with an `OutsideFailure`.
 */
export async function* refundedSince(
  secretKey: string,
  since: Date,
  pace?: Pace,
): AsyncGenerator<string[]> {
  const stripe = stripeClient(secretKey, pace);
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for (let last: string | undefined; ; ) {
    const after = last === undefined ? {} : { starting_after: last };
    const page = await asked(stripe.refunds.list({ created, limit: PAGE, ...after }));
    yield page.data.flatMap(({ payment_intent: payment }) =>
      typeof payment === 'string' ? [payment] : (payment?.id ?? []),
    );
    last = page.data.at(-1)?.id;
    if (!page.has_more || last === undefined) return;
  }
}

/** Whether a time is longer ago than events are listed. */
export function isUnlisted(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() > LISTED_MS;
}

/** From when on events are looked for where none is known: the connection's beginning, or as far as they are listed. */
export function listedSince(connectedAt: Date, now: Date): Date {
  return new Date(Math.max(connectedAt.getTime(), now.getTime() - LISTED_MS));
}

/** Those that name an object by which the product knows something: a charge without an intent is none of its payments. */
function eventsOf(events: readonly Stripe.Event[]): StripeEvent[] {
  return events.flatMap(({ id, type, created, data }) => {
    const object = data.object as { object?: unknown; id?: unknown; payment_intent?: unknown };
    const isOfPayment = object.object === 'charge' || type === 'refund.created';
    const objectId = isOfPayment ? object.payment_intent : object.id;
    if (typeof objectId !== 'string') return [];
    return [{ id, type, objectId, createdAt: new Date(created * 1000) }];
  });
}
