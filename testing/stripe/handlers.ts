import type Stripe from 'stripe';
import { methodNamed } from '@/testing/stripe/cards';
import { makeRefund, refundFails, updateDispute } from '@/testing/stripe/charges';
import {
  COLLECTIONS,
  type Context,
  found,
  type Kind,
  type MethodRow,
  newStripeId,
  put,
  type RefundRow,
} from '@/testing/stripe/context';
import {
  cancelPayment,
  cancelSetup,
  confirmPayment,
  confirmSetup,
  createPayment,
  createSetup,
  type IntentParams,
  merged,
  updatePayment,
  updateSetup,
} from '@/testing/stripe/intents';
import {
  attachMethod,
  checkUsable,
  described,
  type MethodData,
  makeMethod,
  makeToken,
  methodById,
  testMethodOf,
} from '@/testing/stripe/methods';
import { invalid, missing, refusedState, StripeProblem } from '@/testing/stripe/problems';
import type { Row } from '@/testing/stripe/store';
import { SCHEMAS } from '@/testing/stripe/validate';

type Params = Record<string, unknown>;
/** Answers an operation. `id` is that of the path. */
type Handler = (context: Context, params: Params, id: string) => unknown;

const MOST_ENDPOINTS = 16;
const EVENT_DAYS = 30;

const printed = (row: Row): unknown => row.printed;

interface ListParams {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number };
}

/** A list of a kind, newest first, by fields that equal those of the objects. */
function listed(context: Context, kind: Kind, params: Params, filters: string[] = []): object {
  const { limit = 10, starting_after, ending_before, created } = params as ListParams;
  if (limit < 1 || limit > 100) {
    throw invalid('This value must be between 1 and 100.', { param: 'limit' });
  }
  const all = context.store
    .all<Row<{ id: string; created: number }>>(context.space, COLLECTIONS[kind])
    .map((row) => row.printed)
    .reverse()
    .filter((one) => isWithin(one.created, created))
    .filter((one) =>
      filters.every(
        (name) => params[name] === undefined || Reflect.get(one, name) === params[name],
      ),
    );
  const types = params.types as string[] | undefined;
  const kept = types ? all.filter((one) => types.includes(Reflect.get(one, 'type'))) : all;
  const from = starting_after === undefined ? 0 : indexOf(kept, starting_after, kind) + 1;
  const to = ending_before === undefined ? kept.length : indexOf(kept, ending_before, kind);
  // Before an object are the ones nearest to it.
  const between = kept.slice(from, to);
  const data = ending_before === undefined ? between.slice(0, limit) : between.slice(-limit);
  const url = `/v1/${COLLECTIONS[kind]}`;
  return { object: 'list', data, has_more: between.length > data.length, url };
}

function indexOf(all: { id: string }[], id: string, kind: Kind): number {
  const index = all.findIndex((one) => one.id === id);
  if (index === -1) throw missing(kind, id, 'starting_after');
  return index;
}

function isWithin(at: number, range: ListParams['created']): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return at === range;
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = range;
  return at > gt && at >= gte && at < lt && at <= lte;
}

function updateFields(context: Context, kind: Kind, id: string, params: Params, names: string[]) {
  const row = found<Row<{ id: string; metadata: Stripe.Metadata | null }>>(context, kind, id);
  for (const name of names) {
    const value = params[name];
    if (value !== undefined) Object.assign(row.printed, { [name]: value === '' ? null : value });
  }
  if (params.metadata !== undefined) {
    row.printed.metadata = merged(row.printed.metadata, params.metadata as Stripe.Metadata | '');
  }
  put(context, kind, row);
  return row;
}

type CustomerRow = Row<Stripe.Customer, object>;

function customer(context: Context, id: string): CustomerRow {
  return found<CustomerRow>(context, 'customer', id, 'customer');
}

function createCustomer(context: Context, params: Params): unknown {
  const made = {
    id: newStripeId('cus', 14),
    object: 'customer',
    address: params.address ?? null,
    balance: 0,
    created: context.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email || null,
    invoice_prefix: newStripeId('i', 8).slice(2).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: context.livemode,
    metadata: params.metadata || {},
    name: params.name || null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: params.preferred_locales ?? [],
    shipping: params.shipping ?? null,
    tax_exempt: 'none',
    test_clock: null,
  } as unknown as Stripe.Customer;
  put(context, 'customer', { printed: made, own: {} });
  context.event('customer.created', made);
  return made;
}

function attach(context: Context, id: string, to: string): unknown {
  customer(context, to);
  const row = methodById(context, id);
  checkUsable(context, row, to);
  const { declines, attaches } = testMethodOf(row);
  if (declines && !attaches) {
    throw new StripeProblem(
      402,
      {
        type: 'card_error',
        code: declines.code,
        decline_code: declines.declineCode,
        message: 'Your card was declined.',
      },
      {},
      true,
    );
  }
  attachMethod(context, row, to);
  return row.printed;
}

function detach(context: Context, id: string): unknown {
  const row = found<MethodRow>(context, 'payment_method', id);
  if (row.printed.customer === null) {
    throw refusedState(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      'payment_method_unexpected_state',
    );
  }
  row.printed.customer = null;
  row.own.isSpent = true;
  put(context, 'payment_method', row);
  context.event('payment_method.detached', row.printed);
  return row.printed;
}

type EndpointRow = Row<Stripe.WebhookEndpoint, { secret: string }>;

function createEndpoint(context: Context, params: Params): unknown {
  const { url, enabled_events, api_version } = params as {
    url: string;
    enabled_events: string[];
    api_version?: string;
  };
  checkEndpointUrl(context, url);
  if (api_version !== undefined && api_version !== SCHEMAS.api_version) {
    throw invalid(`Invalid API version: ${api_version}`, { param: 'api_version' });
  }
  const others = context.store.all<EndpointRow>(context.space, COLLECTIONS.webhook_endpoint);
  if (others.filter((one) => !('deleted' in one.printed)).length >= MOST_ENDPOINTS) {
    throw refusedState(
      `You have reached the maximum of ${MOST_ENDPOINTS} webhook endpoints.`,
      'resource_limit',
    );
  }
  const secret = newStripeId('whsec', 32);
  const made: Stripe.WebhookEndpoint = {
    id: newStripeId('we'),
    object: 'webhook_endpoint',
    api_version: api_version ?? null,
    application: null,
    created: context.now,
    description: (params.description as string) ?? null,
    enabled_events,
    livemode: context.livemode,
    metadata: (params.metadata as Stripe.Metadata) || {},
    status: 'enabled',
    url,
  };
  put(context, 'webhook_endpoint', { printed: made, own: { secret } });
  return { ...made, secret };
}

/** Stripe wants public addresses; those of this computer are what the double can reach. */
function checkEndpointUrl({ livemode }: Context, url: string): void {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw invalid(`Invalid URL: ${url}`, { code: 'url_invalid', param: 'url' });
  }
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(parsed.hostname);
  if (isLoopback || parsed.protocol === 'https:') return;
  const message = livemode ? 'In live mode, webhook endpoints must be HTTPS' : 'Invalid URL';
  throw invalid(message, { code: 'url_invalid', param: 'url' });
}

function createDomain(context: Context, params: Params): unknown {
  const { domain_name, enabled = true } = params as { domain_name: string; enabled?: boolean };
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(domain_name)) {
    throw invalid(`Invalid domain name: ${domain_name}`, { param: 'domain_name' });
  }
  const rows = context.store.all<Row<Stripe.PaymentMethodDomain>>(
    context.space,
    COLLECTIONS.payment_method_domain,
  );
  const known = rows.find((row) => row.printed.domain_name === domain_name);
  if (known) return known.printed;
  const active = { status: 'active' as const };
  const made = {
    id: newStripeId('pmd'),
    object: 'payment_method_domain',
    amazon_pay: active,
    apple_pay: active,
    created: context.now,
    domain_name,
    enabled,
    google_pay: active,
    klarna: active,
    link: active,
    livemode: context.livemode,
    paypal: active,
  } as unknown as Stripe.PaymentMethodDomain;
  put(context, 'payment_method_domain', { printed: made, own: {} });
  return made;
}

/** What Stripe.js asks for what a buyer typed. */
export function createTokenOf(
  context: Context,
  data: MethodData,
  more: Parameters<typeof makeToken>[3],
): unknown {
  return makeToken(context, described(context, data), data, more).printed;
}

/** A test helper makes it of a stored method, of one of Stripe's tests, or of what it says of one. */
function createTestToken(context: Context, params: Params): unknown {
  if (context.livemode) throw invalid('Test helpers are for test mode alone.');
  const { payment_method, payment_method_data, ...more } = params as {
    payment_method?: string;
    payment_method_data?: MethodData;
  };
  if (payment_method_data) return createTokenOf(context, payment_method_data, more);
  const test =
    methodNamed(payment_method ?? '') ??
    testMethodOf(
      found<MethodRow>(context, 'payment_method', payment_method ?? '', 'payment_method'),
    );
  return makeToken(context, test, {}, more).printed;
}

const get =
  (kind: Kind): Handler =>
  (context, _params, id) =>
    printed(found(context, kind, id));
const list =
  (kind: Kind, ...filters: string[]): Handler =>
  (context, params) =>
    listed(context, kind, params, filters);
/** An operation on an intent. */
const intent =
  (change: (context: Context, id: string, params: IntentParams) => Row): Handler =>
  (context, params, id) =>
    printed(change(context, id, params as IntentParams));

export const HANDLERS: Readonly<Record<string, Handler>> = {
  'GET /v1/account': ({ account }) => account.printed,
  'GET /v1/balance_transactions': list('balance_transaction', 'source', 'type', 'currency'),
  'GET /v1/balance_transactions/:id': get('balance_transaction'),
  'GET /v1/charges': list('charge', 'customer', 'payment_intent'),
  'GET /v1/charges/:id': get('charge'),
  'GET /v1/confirmation_tokens/:id': get('confirmation_token'),
  'GET /v1/customers': list('customer', 'email'),
  'POST /v1/customers': createCustomer,
  'GET /v1/customers/:id': get('customer'),
  'POST /v1/customers/:id': (context, params, id) => {
    customer(context, id);
    const names = ['email', 'name', 'description', 'address', 'phone'];
    const row = updateFields(context, 'customer', id, params, names);
    context.event('customer.updated', row.printed);
    return row.printed;
  },
  'DELETE /v1/customers/:id': (context, _params, id) => {
    const deleted = { id, object: 'customer' as const, deleted: true as const };
    customer(context, id);
    put(context, 'customer', { printed: deleted, own: {} });
    context.event('customer.deleted', deleted);
    return deleted;
  },
  'GET /v1/disputes': list('dispute', 'charge', 'payment_intent'),
  'GET /v1/disputes/:id': get('dispute'),
  'POST /v1/disputes/:id': (context, params, id) => printed(updateDispute(context, id, params)),
  'POST /v1/disputes/:id/close': (context, _params, id) =>
    printed(updateDispute(context, id, { evidence: { uncategorized_text: 'losing_evidence' } })),
  'GET /v1/events': (context, params) => {
    const since = context.now - EVENT_DAYS * 86_400;
    const given = params.created;
    const range = typeof given === 'object' && given !== null ? given : {};
    const gte = Math.max(since, Number(Reflect.get(range, 'gte') ?? 0));
    return listed(context, 'event', { ...params, created: { ...range, gte } }, ['type']);
  },
  'GET /v1/events/:id': get('event'),
  'GET /v1/payment_intents': list('payment_intent', 'customer'),
  'POST /v1/payment_intents': (context, params) =>
    printed(createPayment(context, params as IntentParams)),
  'GET /v1/payment_intents/:id': get('payment_intent'),
  'POST /v1/payment_intents/:id': intent(updatePayment),
  'POST /v1/payment_intents/:id/confirm': intent(confirmPayment),
  'POST /v1/payment_intents/:id/cancel': intent(cancelPayment),
  'GET /v1/payment_method_domains': list('payment_method_domain', 'domain_name', 'enabled'),
  'POST /v1/payment_method_domains': createDomain,
  'GET /v1/payment_method_domains/:id': get('payment_method_domain'),
  'POST /v1/payment_method_domains/:id': (context, params, id) => {
    const row = found<Row<Stripe.PaymentMethodDomain>>(context, 'payment_method_domain', id);
    if (params.enabled !== undefined) row.printed.enabled = params.enabled === true;
    put(context, 'payment_method_domain', row);
    return row.printed;
  },
  'GET /v1/payment_methods': list('payment_method', 'customer', 'type'),
  'POST /v1/payment_methods': (context, params) => {
    const test = described(context, params as MethodData);
    return makeMethod(context, test, params as MethodData).printed;
  },
  'GET /v1/payment_methods/:id': (context, _params, id) => methodById(context, id).printed,
  'POST /v1/payment_methods/:id': (context, params, id) => {
    const row = updateFields(context, 'payment_method', id, params, ['billing_details']);
    context.event('payment_method.updated', row.printed);
    return row.printed;
  },
  'POST /v1/payment_methods/:id/attach': (context, params, id) =>
    attach(context, id, String(params.customer)),
  'POST /v1/payment_methods/:id/detach': (context, _params, id) => detach(context, id),
  'GET /v1/subscriptions/:id': get('subscription'),
  'GET /v1/refunds': list('refund', 'charge', 'payment_intent'),
  'POST /v1/refunds': (context, params) => printed(makeRefund(context, params)),
  'GET /v1/refunds/:id': get('refund'),
  'POST /v1/refunds/:id': (context, params, id) =>
    printed(updateFields(context, 'refund', id, params, [])),
  'POST /v1/refunds/:id/cancel': (context, _params, id) => {
    const row = found<RefundRow>(context, 'refund', id);
    if (row.printed.status !== 'requires_action') {
      throw refusedState('This refund cannot be canceled.', 'refund_unexpected_state');
    }
    refundFails(context, id, 'canceled');
    return row.printed;
  },
  'GET /v1/setup_intents': list('setup_intent', 'customer', 'payment_method'),
  'POST /v1/setup_intents': (context, params) =>
    printed(createSetup(context, params as IntentParams)),
  'GET /v1/setup_intents/:id': get('setup_intent'),
  'POST /v1/setup_intents/:id': intent(updateSetup),
  'POST /v1/setup_intents/:id/confirm': intent(confirmSetup),
  'POST /v1/setup_intents/:id/cancel': intent(cancelSetup),
  'POST /v1/test_helpers/confirmation_tokens': createTestToken,
  'GET /v1/webhook_endpoints': list('webhook_endpoint'),
  'POST /v1/webhook_endpoints': createEndpoint,
  'GET /v1/webhook_endpoints/:id': get('webhook_endpoint'),
  'POST /v1/webhook_endpoints/:id': (context, params, id) => {
    const { url, enabled_events, disabled } = params as {
      url?: string;
      enabled_events?: string[];
      disabled?: boolean;
    };
    const row = found<EndpointRow>(context, 'webhook_endpoint', id);
    if (url !== undefined) checkEndpointUrl(context, url);
    Object.assign(row.printed, {
      ...(url !== undefined && { url }),
      ...(enabled_events && { enabled_events }),
      ...(disabled !== undefined && { status: disabled ? 'disabled' : 'enabled' }),
    });
    put(context, 'webhook_endpoint', row);
    return row.printed;
  },
  'DELETE /v1/webhook_endpoints/:id': (context, _params, id) => {
    const row = found<EndpointRow>(context, 'webhook_endpoint', id);
    const deleted = { id, object: 'webhook_endpoint' as const, deleted: true as const };
    put(context, 'webhook_endpoint', { printed: deleted, own: row.own });
    return deleted;
  },
};
