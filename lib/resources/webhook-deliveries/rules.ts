import type { z } from 'zod';
import { printMoney } from '@/lib/contract/money';
import { DAY_MS, HOUR_MS } from '@/lib/contract/times';
import type { ChatMessage } from '@/lib/integrations/webhooks/chat';
import { BenefitGrantWebhook } from '@/lib/resources/benefit-grants/schema';
import { Benefit } from '@/lib/resources/benefits/schema';
import { Checkout } from '@/lib/resources/checkouts/schema';
import { Customer } from '@/lib/resources/customers/schema';
import { pageOfObject, textAt } from '@/lib/resources/events/rules';
import { type Event, type EventKind, objectOf } from '@/lib/resources/events/schema';
import { ImportBase } from '@/lib/resources/imports/schema';
import { LicenseKey } from '@/lib/resources/license-keys/schema';
import { Order } from '@/lib/resources/orders/schema';
import { Organization } from '@/lib/resources/organizations/schema';
import { Payment } from '@/lib/resources/payments/schema';
import { Product } from '@/lib/resources/products/schema';
import { Refund } from '@/lib/resources/refunds/schema';
import { Subscription } from '@/lib/resources/subscriptions/schema';
import type {
  WebhookDeliveryStatus,
  WebhookOutcome,
} from '@/lib/resources/webhook-deliveries/schema';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** How long after each try that failed the next one is (docs/contract/events.md#delivery). */
const DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  8 * HOUR_MS,
  16 * HOUR_MS,
  24 * HOUR_MS,
];
/** Tries are spread by so much, so that those that failed together do not come back together. */
const SPREAD = 0.1;
const MAX_RETRY_AFTER_MS = DAY_MS;

/** An endpoint where nothing has succeeded for so long is switched off. */
const FAILING_MS = 3 * DAY_MS;

/** Whether an endpoint that is failing since then is switched off. */
export function isFailingForGood(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_MS;
}

/**
 * What becomes of a delivery after a try.
 *
 * @param tries how many it has had, with this one
 * @param retryAfter what the answer's `Retry-After` says
 * @param random from 0 to 1
 */
export function afterTry({
  outcome,
  tries,
  at,
  retryAfter,
  random,
}: {
  outcome: WebhookOutcome;
  tries: number;
  at: Date;
  retryAfter: string | undefined;
  random: number;
}): { status: WebhookDeliveryStatus; nextAttemptAt: Date | null } {
  if (outcome === 'succeeded') return { status: 'succeeded', nextAttemptAt: null };
  const delay = DELAYS_MS[tries - 1];
  if (delay === undefined) return { status: 'failed', nextAttemptAt: null };
  const spread = delay * (1 - SPREAD + 2 * SPREAD * random);
  const asked = Math.min(retryAfterMs(retryAfter, at) ?? 0, MAX_RETRY_AFTER_MS);
  const nextAttemptAt = new Date(at.getTime() + Math.max(spread, asked));
  return { status: 'pending', nextAttemptAt };
}

/** Milliseconds that a `Retry-After` asks for: seconds, or a date. */
function retryAfterMs(value: string | undefined, at: Date): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND_MS;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - at.getTime());
}

/** What an answer's status makes of a try. */
export function outcomeOfStatus(status: number): {
  outcome: WebhookOutcome;
  error: string | null;
} {
  if (status >= 200 && status < 300) return { outcome: 'succeeded', error: null };
  if (status >= 300 && status < 400) {
    return {
      outcome: 'redirected',
      error: `It answered ${status}. Redirects are not followed: use the address that it leads to.`,
    };
  }
  return { outcome: 'status_refused', error: `It answered ${status}.` };
}

/** How many requests are open at once on a node; half of them stay for what answers within {@link HANGING_MS}. */
const LIMITS = { all: 64, half: 32, organization: 16, endpoint: 4, failingEndpoint: 1 };
/** A try that is open for longer counts as one that fails. */
const HANGING_MS = 1000;

/** An endpoint with deliveries that are due. */
export interface DueEndpoint {
  endpointId: string;
  organizationId: string;
  isFailing: boolean;
}

/** A place of an endpoint on a node. */
export interface Place extends DueEndpoint {
  /** When its present try began, in ms. */
  triedSince: number;
}

/** So many of a node's free places an endpoint gets. */
export interface Allotment extends DueEndpoint {
  places: number;
  /** How many of its deliveries are claimed for them. */
  deliveries: number;
}

/** How many deliveries are claimed for a place, which takes them one after the other; one of a failing endpoint. */
const TAKEN_BY_PLACE = 16;

/**
 * Divides a node's free places among the endpoints with something due, one in turn: at most 4 an endpoint, 1 while it
 * fails, 16 an organization. Half of all is for endpoints that fail and for tries that hang, half for all others; while
 * the first half is full, an organization gets no more of the other as long as one of its own tries hangs there
 * (docs/contract/events.md#delivery).
 *
 * @param open what the node has open
 * @param now in ms
 */
export function allot(
  due: readonly DueEndpoint[],
  open: readonly Place[],
  now: number,
): Allotment[] {
  const count = (some: (one: DueEndpoint) => boolean) => open.filter(some).length;
  const hanging = open.filter(
    ({ isFailing, triedSince }) => !isFailing && now - triedSince > HANGING_MS,
  );
  const failing = count(({ isFailing }) => isFailing) + hanging.length;
  const free = {
    all: LIMITS.all - open.length,
    failing: LIMITS.half - failing,
    others: LIMITS.half - (open.length - failing),
  };
  const hangsAt = new Set(hanging.map(({ organizationId }) => organizationId));
  const isFull = ({ organizationId, isFailing }: DueEndpoint) => {
    if (free.all <= 0) return true;
    if (isFailing) return free.failing <= 0;
    return free.others <= 0 || (free.failing <= 0 && hangsAt.has(organizationId));
  };
  const freeOf = new Map<string, number>();
  const counts = new Map<string, number>();
  const limitOf = ({ isFailing }: DueEndpoint) =>
    isFailing ? LIMITS.failingEndpoint : LIMITS.endpoint;
  for (const one of due) {
    const { endpointId, organizationId } = one;
    freeOf.set(endpointId, limitOf(one) - count((each) => each.endpointId === endpointId));
    freeOf.set(
      organizationId,
      LIMITS.organization - count((each) => each.organizationId === organizationId),
    );
  }
  const left = (key: string) => freeOf.get(key) ?? 0;
  let waiting = [...due];
  while (waiting.length > 0 && free.all > 0) {
    waiting = waiting.filter((one) => {
      const { endpointId, organizationId, isFailing } = one;
      if (isFull(one) || left(endpointId) <= 0 || left(organizationId) <= 0) return false;
      freeOf.set(endpointId, left(endpointId) - 1);
      freeOf.set(organizationId, left(organizationId) - 1);
      free.all -= 1;
      free[isFailing ? 'failing' : 'others'] -= 1;
      counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
      return true;
    });
  }
  return due.flatMap((one) => {
    const places = counts.get(one.endpointId);
    if (!places) return [];
    return [{ ...one, places, deliveries: one.isFailing ? places : places * TAKEN_BY_PLACE }];
  });
}

/** What `data` of an event is, by the first part of its type. */
const PAYLOADS: Readonly<Record<string, z.ZodType>> = {
  benefit: Benefit,
  benefit_grant: BenefitGrantWebhook,
  checkout: Checkout,
  customer: Customer,
  import: ImportBase,
  license_key: LicenseKey,
  order: Order,
  organization: Organization,
  payment: Payment,
  product: Product,
  refund: Refund,
  subscription: Subscription,
};

/** The schema of `data` of an event. */
export function payloadOf(type: EventKind): z.ZodType {
  const payload = PAYLOADS[objectOf(type)];
  if (!payload) throw new Error(`Nothing says what ${type} carries`);
  return payload;
}

/** Where the data of an event names its customer: by name, or else by e-mail address. */
const CUSTOMER_PATHS = [
  'customer.name',
  'customer_name',
  'customer.email',
  'customer_email',
  'checkout.customer_name',
  'checkout.customer_email',
];

/**
 * The message about an event for a chat: title with the product's name, amount, customer, and the object's page.
 *
 * @param dashboard the address of the organization's dashboard
 */
export function chatMessage(
  { type, objectId, data }: { type: EventKind; objectId: string | null; data: Event['data'] },
  dashboard: string,
): ChatMessage {
  const isCustomer = objectOf(type) === 'customer';
  const about = textAt(data, 'product.name') ?? (isCustomer ? null : textAt(data, 'name'));
  const amount = [data.total_amount, data.amount].find((value) => typeof value === 'number');
  const currency = textAt(data, 'currency');
  const paths = isCustomer ? ['name', 'email'] : CUSTOMER_PATHS;
  const customer = paths.map((path) => textAt(data, path)).find((text) => text !== null);
  const page = pageOfObject(type);
  const lines: [string, string][] = [];
  if (amount !== undefined && currency) lines.push(['Amount', printMoney(amount, currency)]);
  if (customer) lines.push(['Customer', customer]);
  return {
    title: [titleOf(type), about].filter(Boolean).join(': '),
    lines,
    url: page === null || objectId === null ? null : `${dashboard}/${page}/${objectId}`,
  };
}

/** `subscription.past_due` is "Subscription past due". */
function titleOf(type: EventKind): string {
  const words = type.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
