import type Stripe from 'stripe';
import {
  AUTHENTICATION_REQUIRED,
  type Decline,
  messageOf,
  methodWith,
  type TestMethod,
} from '@/testing/stripe/cards';
import { chargePaid, makeCharge, STATEMENT_PREFIX } from '@/testing/stripe/charges';
import {
  type ChargeRow,
  type Context,
  found,
  type MethodRow,
  newStripeId,
  type PaymentRow,
  put,
  type SetupRow,
} from '@/testing/stripe/context';
import {
  attachMethod,
  checkUsable,
  described,
  type MethodData,
  makeMethod,
  methodById,
  spendToken,
  testMethodOf,
} from '@/testing/stripe/methods';
import { checkAmount } from '@/testing/stripe/money';
import { invalid, refusedState, StripeProblem } from '@/testing/stripe/problems';

/** What the accounts of the double have on, and what each takes. */
const ENABLED: readonly { type: string; currencies?: string[] }[] = [
  { type: 'card' },
  { type: 'sepa_debit', currencies: ['eur'] },
  { type: 'us_bank_account', currencies: ['usd'] },
  { type: 'ideal', currencies: ['eur'] },
  { type: 'bancontact', currencies: ['eur'] },
];
const REDIRECTING = ['ideal', 'bancontact'];
const WITH_MANDATE = ['sepa_debit', 'ideal', 'bancontact'];

type Automatic = { enabled: boolean; allow_redirects?: 'always' | 'never' };

/** Parameters of creations and confirmations, of both kinds of intents. */
export interface IntentParams {
  amount?: number;
  currency?: string;
  customer?: string;
  description?: string;
  metadata?: Stripe.Metadata | '';
  automatic_payment_methods?: Automatic;
  allowed_payment_method_types?: string[];
  excluded_payment_method_types?: string[] | '';
  setup_future_usage?: 'off_session' | 'on_session' | '';
  usage?: 'off_session' | 'on_session';
  receipt_email?: string | '';
  statement_descriptor_suffix?: string;
  capture_method?: string;
  confirm?: boolean;
  confirmation_token?: string;
  payment_method?: string;
  payment_method_data?: MethodData;
  off_session?: boolean | string;
  error_on_requires_action?: boolean;
  return_url?: string;
  mandate_data?: unknown;
  use_stripe_sdk?: boolean;
  cancellation_reason?: string;
}

function typesOf(
  automatic: Automatic | undefined,
  currency: string | null,
  { allowed_payment_method_types: allowed, excluded_payment_method_types: excluded }: IntentParams,
): string[] {
  const all = ENABLED.filter(
    ({ type, currencies }) =>
      (currency === null || !currencies || currencies.includes(currency)) &&
      !(automatic?.allow_redirects === 'never' && REDIRECTING.includes(type)),
  ).map(({ type }) => type);
  return all.filter(
    (type) => (!allowed || allowed.includes(type)) && !(excluded || []).includes(type),
  );
}

export function createPayment(context: Context, params: IntentParams): PaymentRow {
  const { amount = 0, currency = '', automatic_payment_methods: automatic } = params;
  checkAmount(amount, currency, context.account.printed.default_currency ?? 'usd');
  if (params.customer !== undefined) found(context, 'customer', params.customer, 'customer');
  checkConfirmOnly(params);
  checkSuffix(params.statement_descriptor_suffix);
  const id = newStripeId('pi');
  const printed = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: {
      enabled: true,
      allow_redirects: 'always',
      ...automatic,
    },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${newStripeId('s').slice(2)}`,
    confirmation_method: 'automatic',
    created: context.now,
    currency,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: params.excluded_payment_method_types || null,
    last_payment_error: null,
    latest_charge: null,
    livemode: context.livemode,
    managed_payments: null,
    metadata: params.metadata || {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: typesOf(automatic, currency, params),
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email || null,
    review: null,
    setup_future_usage: params.setup_future_usage || null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_group: null,
  } as unknown as Stripe.PaymentIntent;
  const row: PaymentRow = { printed, own: { authenticating: null, charges: [] } };
  put(context, 'payment_intent', row);
  context.event('payment_intent.created', printed);
  if (params.confirm) return confirmPayment(context, id, params);
  if (params.payment_method !== undefined) {
    const method = methodById(context, params.payment_method);
    checkUsable(context, method, params.customer ?? null);
    printed.payment_method = method.printed.id;
    printed.status = 'requires_confirmation';
    put(context, 'payment_intent', row);
  }
  return row;
}

/** A text on card statements, as far as Stripe takes it. */
function checkSuffix(suffix: string | undefined): void {
  if (suffix === undefined) return;
  const refused = (message: string) => invalid(message, { param: 'statement_descriptor_suffix' });
  if (/[<>\\'"*]/.test(suffix))
    throw refused('The statement descriptor suffix has invalid characters.');
  if (!/[a-z]/i.test(suffix))
    throw refused('The statement descriptor suffix must contain a letter.');
  if (`${STATEMENT_PREFIX}* ${suffix}`.length > 22) {
    throw refused('The statement descriptor is longer than 22 characters.');
  }
}

/** What is only taken together with a confirmation. */
function checkConfirmOnly(params: IntentParams): void {
  if (params.confirm) return;
  for (const name of ['confirmation_token', 'off_session', 'mandate_data', 'return_url'] as const) {
    if (params[name] !== undefined) {
      const message = `You cannot pass ${name} when creating an intent without confirm=true.`;
      throw invalid(message, { param: name });
    }
  }
}

export function updatePayment(context: Context, id: string, params: IntentParams): PaymentRow {
  const row = found<PaymentRow>(context, 'payment_intent', id, 'intent');
  const { printed } = row;
  if (['succeeded', 'canceled', 'processing'].includes(printed.status)) {
    const onlyMetadata = Object.keys(params).every((name) => name === 'metadata');
    if (!onlyMetadata) throw unexpectedState(printed, 'update');
  }
  const { amount = printed.amount, currency = printed.currency } = params;
  checkAmount(amount, currency, context.account.printed.default_currency ?? 'usd');
  Object.assign(printed, { amount, currency });
  if (params.metadata !== undefined) printed.metadata = merged(printed.metadata, params.metadata);
  if (params.description !== undefined) printed.description = params.description || null;
  if (params.setup_future_usage !== undefined) {
    printed.setup_future_usage = params.setup_future_usage || null;
  }
  if (params.customer !== undefined) {
    found(context, 'customer', params.customer, 'customer');
    printed.customer = params.customer;
  }
  put(context, 'payment_intent', row);
  return row;
}

/** Metadata with the keys of a request; an empty value takes a key away. */
export function merged(
  before: Stripe.Metadata | null,
  given: Stripe.Metadata | '',
): Stripe.Metadata {
  if (given === '') return {};
  const entries = Object.entries({ ...before, ...given }).map(([key, value]) => [
    key,
    String(value),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

function unexpectedState(
  printed: Stripe.PaymentIntent | Stripe.SetupIntent,
  what: string,
): StripeProblem {
  const name = printed.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  const message = `You cannot ${what} this ${name} because it has a status of ${printed.status}.`;
  return refusedState(message, `${printed.object}_unexpected_state`, {
    [printed.object]: structuredClone(printed),
  });
}

type Confirmation = {
  method: MethodRow;
  returnUrl: string | null;
  hasMandate: boolean;
};

/** The method that a confirmation names, made where it describes one. */
function confirmedMethod(
  context: Context,
  printed: Stripe.PaymentIntent | Stripe.SetupIntent,
  params: IntentParams,
): Confirmation {
  const given = [params.confirmation_token, params.payment_method, params.payment_method_data];
  if (given.filter((one) => one !== undefined).length > 1) {
    throw invalid('Only one of confirmation_token, payment_method, payment_method_data is taken.', {
      param: 'payment_method',
    });
  }
  const futureUsage =
    printed.object === 'payment_intent' ? printed.setup_future_usage : printed.usage;
  let returnUrl = params.return_url ?? null;
  let hasMandate = params.mandate_data !== undefined;
  let method: MethodRow;
  if (params.confirmation_token !== undefined) {
    const { id, object } = printed;
    const usage = futureUsage as string | null;
    method = spendToken(context, params.confirmation_token, { id, object, futureUsage: usage });
    const token = found<{ printed: Stripe.ConfirmationToken; own: unknown }>(
      context,
      'confirmation_token',
      params.confirmation_token,
    ).printed;
    returnUrl ??= token.return_url;
    hasMandate ||= token.mandate_data != null;
  } else if (params.payment_method_data) {
    const test = described(context, params.payment_method_data);
    method = makeMethod(context, test, params.payment_method_data);
  } else {
    const id = params.payment_method ?? (printed.payment_method as string | null);
    if (id === null) {
      const message =
        'You cannot confirm this intent because it is missing a payment method. Update it with one, or pass one.';
      throw refusedState(message, `${printed.object}_unexpected_state`);
    }
    method = methodById(context, id);
  }
  const customer = printed.customer as string | null;
  checkUsable(context, method, customer);
  if (!printed.payment_method_types.includes(method.own.type)) {
    const message = `The payment method type provided: ${method.own.type} is not allowed for this intent.`;
    throw invalid(message, { param: 'payment_method' });
  }
  const redirects = printed.automatic_payment_methods?.allow_redirects !== 'never';
  if (redirects && returnUrl === null) {
    throw invalid(
      'This intent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
      { param: 'return_url' },
    );
  }
  const isNew = method.printed.customer === null;
  if (WITH_MANDATE.includes(method.own.type) && isNew && !hasMandate) {
    throw invalid('This payment method needs mandate_data.', {
      code: 'parameter_missing',
      param: 'mandate_data',
    });
  }
  return { method, returnUrl, hasMandate };
}

const needsAuthentication = (test: TestMethod, { own }: MethodRow, isOffSession: boolean) => {
  const asks = isOffSession ? test.offSession : test.onSession;
  return asks === 'always' || (asks === 'unless_set_up' && !own.isSetUp);
};

export function confirmPayment(context: Context, id: string, params: IntentParams): PaymentRow {
  const row = found<PaymentRow>(context, 'payment_intent', id, 'intent');
  const { printed, own } = row;
  if (['succeeded', 'canceled', 'processing'].includes(printed.status)) {
    throw unexpectedState(printed, 'confirm');
  }
  if (params.setup_future_usage !== undefined) {
    printed.setup_future_usage = params.setup_future_usage || null;
  }
  const { method, returnUrl } = confirmedMethod(context, printed, params);
  if (params.receipt_email !== undefined) printed.receipt_email = params.receipt_email || null;
  const test = testMethodOf(method);
  const offSession = params.off_session !== undefined && params.off_session !== false;
  printed.last_payment_error = null;
  printed.next_action = null;
  if (needsAuthentication(test, method, offSession)) {
    if (offSession || params.error_on_requires_action) {
      throw declinePayment(context, row, method, AUTHENTICATION_REQUIRED);
    }
    printed.payment_method = method.printed.id;
    printed.status = 'requires_action';
    printed.next_action = nextAction(context, printed, {
      returnUrl,
      usesSdk: params.use_stripe_sdk === true && test.type === 'card',
    }) as Stripe.PaymentIntent.NextAction;
    own.authenticating = { method: method.printed.id, offSession };
    put(context, 'payment_intent', row);
    context.event('payment_intent.requires_action', printed);
    return row;
  }
  const problem = pay(context, row, method, false);
  if (problem) throw problem;
  return row;
}

function nextAction(
  { origin }: Context,
  { id, client_secret }: { id: string; client_secret: string | null },
  { returnUrl, usesSdk }: { returnUrl: string | null; usesSdk: boolean },
): object {
  const url = `${origin}/authenticate/${id}?client_secret=${client_secret}`;
  if (!usesSdk) {
    return { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } };
  }
  return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', url } };
}

/** Takes the money of a confirmed intent; the problem where it is declined. */
function pay(
  context: Context,
  row: PaymentRow,
  method: MethodRow,
  isAuthenticated: boolean,
): StripeProblem | null {
  const { printed, own } = row;
  const test = testMethodOf(method);
  own.authenticating = null;
  if (test.declines) return declinePayment(context, row, method, test.declines);
  printed.payment_method = method.printed.id;
  printed.next_action = null;
  keepMethod(context, printed, method, isAuthenticated);
  if (test.delay) {
    printed.status = 'processing';
    put(context, 'payment_intent', row);
    const charge = makeCharge(context, row, method, { status: 'pending' });
    context.event('payment_intent.processing', printed);
    context.later(test.delay.seconds, 'settle', charge.printed.id, test.delay.outcome);
    return null;
  }
  const charge = makeCharge(context, row, method, { status: 'succeeded' });
  if (WITH_MANDATE.includes(test.type)) keepAccount(context, printed, charge, test);
  succeeded(context, row);
  chargePaid(context, charge, test);
  return null;
}

function succeeded(context: Context, row: PaymentRow): void {
  row.printed.status = 'succeeded';
  row.printed.amount_received = row.printed.amount;
  put(context, 'payment_intent', row);
  context.event('payment_intent.succeeded', row.printed);
}

/** Stores the method with the customer where the intent says so; else it is used up. */
function keepMethod(
  context: Context,
  printed: Stripe.PaymentIntent,
  method: MethodRow,
  isAuthenticated: boolean,
): void {
  const customer = printed.customer as string | null;
  if (printed.setup_future_usage === 'off_session') method.own.isSetUp ||= true;
  if (isAuthenticated && printed.setup_future_usage) method.own.isSetUp = true;
  const isStored = method.printed.customer !== null;
  if (REDIRECTING.includes(method.own.type)) method.own.isSpent = true;
  else if (printed.setup_future_usage && customer !== null) {
    attachMethod(context, method, customer);
  } else if (!isStored) method.own.isSpent = true;
  put(context, 'payment_method', method);
}

/** The bank account that a redirect has paid from, as a direct debit for later charges. */
function keepAccount(
  context: Context,
  printed: Stripe.PaymentIntent,
  charge: ChargeRow,
  test: TestMethod,
): void {
  if (!REDIRECTING.includes(test.type) || !printed.setup_future_usage) return;
  const details = charge.printed.payment_method_details as unknown as Record<string, object>;
  const from = { charge: charge.printed.id, setup_attempt: null };
  Object.assign(details[test.type] ?? {}, makeDebit(context, printed, test, from));
  put(context, 'charge', charge);
}

/** A direct debit of the account that a redirect has led to, and what its details say of it. */
function makeDebit(
  context: Context,
  { customer }: { customer: unknown },
  { number }: TestMethod,
  generated_from: Stripe.PaymentMethod.SepaDebit.GeneratedFrom,
) {
  const debit = makeMethod(context, methodWith('sepa_debit', number));
  debit.own.isSetUp = true;
  if (debit.printed.sepa_debit) debit.printed.sepa_debit.generated_from = generated_from;
  put(context, 'payment_method', debit);
  if (typeof customer === 'string') attachMethod(context, debit, customer);
  return { generated_sepa_debit: debit.printed.id, iban_last4: number.slice(-4) };
}

function errorOf(decline: Decline, method: MethodRow, charge?: string) {
  return {
    type: 'card_error' as const,
    code: decline.code,
    decline_code: decline.declineCode,
    ...(decline.advice && { advice_code: decline.advice }),
    ...(decline.param && { param: decline.param }),
    ...(charge !== undefined && { charge }),
    message: messageOf(decline),
    payment_method: structuredClone(method.printed),
  };
}

function declinePayment(
  context: Context,
  row: PaymentRow,
  method: MethodRow,
  decline: Decline,
): StripeProblem {
  const { printed, own } = row;
  own.authenticating = null;
  const charge = makeCharge(context, row, method, { status: 'failed', decline });
  const error = errorOf(decline, method, charge.printed.id);
  printed.status = 'requires_payment_method';
  printed.payment_method = null;
  printed.next_action = null;
  printed.last_payment_error = error as unknown as Stripe.PaymentIntent.LastPaymentError;
  put(context, 'payment_intent', row);
  context.event('charge.failed', charge.printed);
  context.event('payment_intent.payment_failed', printed);
  const payment_intent = structuredClone(printed);
  return new StripeProblem(402, { ...error, payment_intent }, {}, true);
}

/** The outcome of a charge that takes its time. */
export function settleLater(context: Context, chargeId: string, outcome: string): void {
  const charge = found<ChargeRow>(context, 'charge', chargeId);
  const row = found<PaymentRow>(context, 'payment_intent', String(charge.printed.payment_intent));
  const { printed } = row;
  if (printed.status !== 'processing') return;
  const method = found<MethodRow>(context, 'payment_method', charge.own.method);
  if (outcome === 'succeeded') {
    succeeded(context, row);
    chargePaid(context, charge, testMethodOf(method));
    return;
  }
  const decline = {
    code: 'payment_intent_payment_attempt_failed',
    declineCode: 'insufficient_funds',
  };
  Object.assign(charge.printed, { status: 'failed', failure_code: 'insufficient_funds' });
  put(context, 'charge', charge);
  printed.status = 'requires_payment_method';
  printed.payment_method = null;
  const error = errorOf(decline, method, chargeId);
  printed.last_payment_error = error as unknown as Stripe.PaymentIntent.LastPaymentError;
  put(context, 'payment_intent', row);
  context.event('charge.failed', charge.printed);
  context.event('payment_intent.payment_failed', printed);
}

export function cancelPayment(context: Context, id: string, params: IntentParams): PaymentRow {
  const row = found<PaymentRow>(context, 'payment_intent', id, 'intent');
  const { printed, own } = row;
  if (['succeeded', 'canceled', 'processing'].includes(printed.status)) {
    throw unexpectedState(printed, 'cancel');
  }
  own.authenticating = null;
  printed.status = 'canceled';
  printed.canceled_at = context.now;
  printed.next_action = null;
  printed.cancellation_reason = (params.cancellation_reason ??
    null) as Stripe.PaymentIntent.CancellationReason;
  put(context, 'payment_intent', row);
  context.event('payment_intent.canceled', printed);
  return row;
}

export function createSetup(context: Context, params: IntentParams): SetupRow {
  if (params.customer !== undefined) found(context, 'customer', params.customer, 'customer');
  checkConfirmOnly(params);
  const id = newStripeId('seti');
  const { automatic_payment_methods: automatic } = params;
  const printed = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: { enabled: true, allow_redirects: 'always', ...automatic },
    cancellation_reason: null,
    client_secret: `${id}_secret_${newStripeId('s').slice(2)}`,
    created: context.now,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: params.excluded_payment_method_types || null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: context.livemode,
    mandate: null,
    metadata: params.metadata || {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: typesOf(automatic, null, params),
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  } as unknown as Stripe.SetupIntent;
  const row: SetupRow = { printed, own: { authenticating: null, charges: [] } };
  put(context, 'setup_intent', row);
  context.event('setup_intent.created', printed);
  return params.confirm ? confirmSetup(context, id, params) : row;
}

export function updateSetup(context: Context, id: string, params: IntentParams): SetupRow {
  const row = found<SetupRow>(context, 'setup_intent', id, 'intent');
  if (params.metadata !== undefined) {
    row.printed.metadata = merged(row.printed.metadata, params.metadata);
  }
  if (params.customer !== undefined) {
    found(context, 'customer', params.customer, 'customer');
    row.printed.customer = params.customer;
  }
  put(context, 'setup_intent', row);
  return row;
}

export function confirmSetup(context: Context, id: string, params: IntentParams): SetupRow {
  const row = found<SetupRow>(context, 'setup_intent', id, 'intent');
  const { printed, own } = row;
  if (['succeeded', 'canceled', 'processing'].includes(printed.status)) {
    throw unexpectedState(printed, 'confirm');
  }
  const { method, returnUrl } = confirmedMethod(context, printed, params);
  const test = testMethodOf(method);
  printed.last_setup_error = null;
  if (needsAuthentication(test, method, false)) {
    printed.payment_method = method.printed.id;
    printed.status = 'requires_action';
    printed.next_action = nextAction(context, printed, {
      returnUrl,
      usesSdk: params.use_stripe_sdk === true && test.type === 'card',
    }) as Stripe.SetupIntent.NextAction;
    own.authenticating = { method: method.printed.id, offSession: false };
    put(context, 'setup_intent', row);
    context.event('setup_intent.requires_action', printed);
    return row;
  }
  const problem = setUp(context, row, method);
  if (problem) throw problem;
  return row;
}

function setUp(context: Context, row: SetupRow, method: MethodRow): StripeProblem | null {
  const { printed, own } = row;
  const test = testMethodOf(method);
  own.authenticating = null;
  printed.next_action = null;
  if (test.declines && !test.attaches) {
    const error = errorOf(test.declines, method);
    printed.status = 'requires_payment_method';
    printed.payment_method = null;
    printed.last_setup_error = error as unknown as Stripe.SetupIntent.LastSetupError;
    put(context, 'setup_intent', row);
    context.event('setup_intent.setup_failed', printed);
    const setup_intent = structuredClone(printed);
    return new StripeProblem(402, { ...error, setup_intent }, {}, true);
  }
  if (REDIRECTING.includes(test.type)) {
    method.own.isSpent = true;
    const id = newStripeId('setatt');
    const made = makeDebit(context, printed, test, { charge: null, setup_attempt: id });
    // Printed whole: it is asked for with the intent alone.
    const attempt = { id, object: 'setup_attempt', status: 'succeeded' };
    const payment_method_details = { type: test.type, [test.type]: made };
    printed.latest_attempt = { ...attempt, payment_method_details } as never;
  } else {
    method.own.isSetUp = true;
    if (typeof printed.customer === 'string') attachMethod(context, method, printed.customer);
  }
  put(context, 'payment_method', method);
  printed.payment_method = method.printed.id;
  printed.status = 'succeeded';
  put(context, 'setup_intent', row);
  context.event('setup_intent.succeeded', printed);
  return null;
}

export function cancelSetup(context: Context, id: string, params: IntentParams): SetupRow {
  const row = found<SetupRow>(context, 'setup_intent', id, 'intent');
  const { printed, own } = row;
  if (['succeeded', 'canceled'].includes(printed.status)) throw unexpectedState(printed, 'cancel');
  own.authenticating = null;
  printed.status = 'canceled';
  printed.next_action = null;
  printed.cancellation_reason = (params.cancellation_reason ??
    null) as Stripe.SetupIntent.CancellationReason;
  put(context, 'setup_intent', row);
  context.event('setup_intent.canceled', printed);
  return row;
}

const FAILED: Readonly<Record<'payment_intent' | 'setup_intent', string>> = {
  payment_intent: 'payment_intent_authentication_failure',
  setup_intent: 'setup_intent_authentication_failure',
};

/** What the buyer does on the page of the bank. Nothing where nobody waits for it. */
export function authenticate(context: Context, id: string, outcome: 'succeed' | 'fail'): void {
  const kind = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
  const row = found<PaymentRow | SetupRow>(context, kind, id);
  const { printed, own } = row;
  if (printed.status !== 'requires_action' || !own.authenticating) return;
  const method = found<MethodRow>(context, 'payment_method', own.authenticating.method);
  const isFailed = outcome === 'fail' || testMethodOf(method).authenticationFails;
  if (!isFailed) {
    // A decline is in the intent; nobody asked for an answer.
    if (printed.object === 'payment_intent') pay(context, row as PaymentRow, method, true);
    else setUp(context, row as SetupRow, method);
    return;
  }
  const error = {
    type: 'invalid_request_error',
    code: FAILED[kind],
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: structuredClone(method.printed),
  };
  own.authenticating = null;
  printed.next_action = null;
  printed.payment_method = null;
  printed.status = 'requires_payment_method';
  const name = kind === 'payment_intent' ? 'last_payment_error' : 'last_setup_error';
  Object.assign(printed, { [name]: error });
  put(context, kind, row);
  const event = kind === 'payment_intent' ? 'payment_failed' : 'setup_failed';
  context.event(`${kind}.${event}`, printed);
}
