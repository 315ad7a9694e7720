import type Stripe from 'stripe';
import {
  bankAccount,
  cardNumbered,
  methodNamed,
  methodWith,
  redirecting,
  type TestMethod,
} from '@/testing/stripe/cards';
import {
  type Context,
  found,
  type MethodRow,
  newStripeId,
  put,
  type TokenRow,
} from '@/testing/stripe/context';
import { invalid, missing, refusedState } from '@/testing/stripe/problems';

type BillingDetails = Stripe.PaymentMethod.BillingDetails;

/** What a request says of a method: `payment_method_data`, or the parameters of its creation. */
export interface MethodData {
  type?: string;
  card?: { number?: string; exp_month?: number; exp_year?: number; cvc?: string; token?: string };
  sepa_debit?: { iban?: string };
  billing_details?: Partial<BillingDetails>;
  metadata?: Stripe.Metadata | '';
}

const TESTS_IN_LIVE_MODE = 'Your request was in live mode, but used a known test payment method.';

/** The test method that a request describes by number, IBAN or type. */
export function described({ livemode }: Context, data: MethodData): TestMethod {
  if (data.type === 'card') {
    if (livemode && data.card?.token) throw invalid(TESTS_IN_LIVE_MODE);
    const method =
      data.card?.token === 'tok_visa'
        ? cardNumbered('4242424242424242')
        : cardNumbered(data.card?.number ?? '');
    if (method) return method;
    throw invalid('Your card number is incorrect.', {
      type: 'card_error',
      code: 'incorrect_number',
      param: 'number',
    });
  }
  if (data.type === 'sepa_debit') {
    const method = bankAccount(data.sepa_debit?.iban ?? '');
    if (method) return method;
    throw invalid('The IBAN you provided is invalid.', {
      code: 'invalid_bank_account_iban',
      param: 'sepa_debit[iban]',
    });
  }
  const method = redirecting(data.type ?? '');
  if (method) return method;
  throw invalid(`The payment method type "${data.type}" is invalid.`, { param: 'type' });
}

/** What is printed of a method, but its id. */
function detailsOf(method: TestMethod, data: MethodData) {
  const address = { city: null, country: null, line1: null, line2: null, postal_code: null };
  const { billing_details: given } = data;
  const billing_details = {
    name: null,
    email: null,
    phone: null,
    tax_id: null,
    ...given,
    address: { ...address, state: null, ...given?.address },
  } as BillingDetails;
  const last4 = method.number.slice(-4);
  const fingerprint = `fp${method.number}`;
  if (method.type === 'card') {
    const checks = {
      address_line1_check: given?.address?.line1 ? 'pass' : null,
      address_postal_code_check: given?.address?.postal_code ? 'pass' : null,
      cvc_check: 'pass',
      ...(method.checkFails && { [method.checkFails]: 'fail' }),
    };
    const card = {
      brand: method.brand,
      checks,
      country: method.country,
      display_brand: method.brand,
      exp_month: data.card?.exp_month ?? 12,
      exp_year: data.card?.exp_year ?? 2034,
      fingerprint,
      funding: method.funding,
      generated_from: null,
      last4,
      networks: { available: [method.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: method.brand !== 'amex' },
      wallet: null,
    } as Stripe.PaymentMethod.Card;
    return { type: 'card' as const, billing_details, card };
  }
  if (method.type === 'sepa_debit') {
    const sepa_debit = {
      bank_code: '19043',
      branch_code: '',
      country: method.country,
      fingerprint,
      generated_from: { charge: null, setup_attempt: null },
      last4,
    } as Stripe.PaymentMethod.SepaDebit;
    return { type: 'sepa_debit' as const, billing_details, sepa_debit };
  }
  if (method.type === 'us_bank_account') {
    const us_bank_account = {
      account_holder_type: 'individual',
      account_type: 'checking',
      bank_name: method.brand,
      financial_connections_account: null,
      fingerprint,
      last4,
      networks: { preferred: 'ach', supported: ['ach'] },
      routing_number: '110000000',
      status_details: null,
    } as unknown as Stripe.PaymentMethod.UsBankAccount;
    return { type: 'us_bank_account' as const, billing_details, us_bank_account };
  }
  if (method.type === 'ideal') {
    const ideal = { bank: 'rabobank', bic: 'RABONL2U' } as Stripe.PaymentMethod.Ideal;
    return { type: 'ideal' as const, billing_details, ideal };
  }
  return { type: 'bancontact' as const, billing_details, bancontact: {} };
}

/** A payment method of its own. */
export function makeMethod(context: Context, method: TestMethod, data: MethodData = {}): MethodRow {
  const printed: Stripe.PaymentMethod = {
    id: newStripeId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    created: context.now,
    customer: null,
    customer_account: null,
    livemode: context.livemode,
    metadata: data.metadata || {},
    ...detailsOf(method, data),
  };
  const own = { type: method.type, number: method.number, isSetUp: false, isSpent: false };
  const row = { printed, own };
  put(context, 'payment_method', row);
  return row;
}

/** The stored method with an id, or a new one where the id is one of Stripe's tests. */
export function methodById(context: Context, id: string, param = 'payment_method'): MethodRow {
  const named = methodNamed(id);
  if (!named) return found<MethodRow>(context, 'payment_method', id, param);
  if (context.livemode) throw missing('PaymentMethod', id, param);
  return makeMethod(context, named);
}

export function testMethodOf({
  own,
}: {
  own: Pick<MethodRow['own'], 'type' | 'number'>;
}): TestMethod {
  return methodWith(own.type, own.number);
}

/** What may be charged again belongs to a customer, or was never charged. */
export function checkUsable(context: Context, row: MethodRow, customer: string | null): void {
  if (row.own.isSpent) {
    throw refusedState(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again.',
      'payment_method_unexpected_state',
      { param: 'payment_method' },
    );
  }
  const owner = row.printed.customer;
  if (owner !== null && owner !== customer) {
    throw refusedState(
      customer === null
        ? 'The payment method you provided is attached to a customer so for security purposes you must provide the customer in the request.'
        : 'The customer does not have a payment method with that ID. The payment method must be attached to the customer.',
      'payment_method_customer_mismatch',
      { param: 'payment_method' },
    );
  }
  put(context, 'payment_method', row);
}

/** Makes a method a customer's. */
export function attachMethod(context: Context, row: MethodRow, customer: string): void {
  if (row.printed.customer === customer) return;
  row.printed.customer = customer;
  put(context, 'payment_method', row);
  context.event('payment_method.attached', row.printed);
}

const TOKEN_HOURS = 12;

/** A confirmation token, as Stripe.js or a test helper makes it. */
export function makeToken(
  context: Context,
  method: TestMethod,
  data: MethodData,
  more: {
    return_url?: string;
    setup_future_usage?: string;
    mandate_data?: unknown;
    customer?: string | null;
    shipping?: unknown;
  },
): TokenRow {
  const preview = { ...detailsOf(method, data), customer: null, customer_account: null };
  const printed = {
    id: newStripeId('ctoken'),
    object: 'confirmation_token',
    created: context.now,
    expires_at: context.now + TOKEN_HOURS * 3600,
    livemode: context.livemode,
    mandate_data: more.mandate_data ?? null,
    metadata: null,
    payment_intent: null,
    payment_method_options: null,
    payment_method_preview: preview,
    return_url: more.return_url ?? null,
    setup_future_usage: more.setup_future_usage || null,
    setup_intent: null,
    shipping: more.shipping ?? null,
    use_stripe_sdk: true,
  } as unknown as Stripe.ConfirmationToken;
  const row = { printed, own: { type: method.type, number: method.number } };
  put(context, 'confirmation_token', row);
  return row;
}

/**
 * The method of a confirmation token, which is used by that. `futureUsage` is the intent's.
 * Refusals have the kind of intent in their code.
 */
export function spendToken(
  context: Context,
  id: string,
  intent: { id: string; object: 'payment_intent' | 'setup_intent'; futureUsage: string | null },
): MethodRow {
  const row = found<TokenRow>(context, 'confirmation_token', id, 'confirmation_token');
  const { printed } = row;
  const code = `${intent.object}_confirmation_token_invalid`;
  const param = 'confirmation_token';
  if (printed.payment_intent ?? printed.setup_intent) {
    throw refusedState('This ConfirmationToken was already used.', code, { param });
  }
  if ((printed.expires_at ?? 0) <= context.now) {
    throw refusedState('This ConfirmationToken has expired.', code, { param });
  }
  if (printed.setup_future_usage !== intent.futureUsage && intent.object === 'payment_intent') {
    const message = `The setup_future_usage of the ConfirmationToken (${printed.setup_future_usage ?? 'null'}) does not match that of the PaymentIntent (${intent.futureUsage ?? 'null'}).`;
    throw invalid(message, { param: 'setup_future_usage' });
  }
  printed[intent.object] = intent.id;
  put(context, 'confirmation_token', row);
  const { billing_details } = printed.payment_method_preview ?? {};
  return makeMethod(context, testMethodOf(row), {
    ...(billing_details && { billing_details: billing_details as BillingDetails }),
  });
}
