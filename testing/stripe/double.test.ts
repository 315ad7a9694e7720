import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Mode } from '@/testing/stripe/context';
import { StripeDouble } from '@/testing/stripe/double';
import { type ListeningStripe, listenAsStripe } from '@/testing/stripe/server';
import { missingSchemas, SCHEMAS } from '@/testing/stripe/validate';

// @module-tag soak

let double: StripeDouble;
let listening: ListeningStripe;
let account: string;
let stripe: Stripe;
/** What the double calls a violation; the tests that provoke one take it away. */
let isLawful: boolean;

function sdk(key: string, url = listening.url): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 20_000,
    telemetry: false,
  });
}

beforeEach(async () => {
  double = new StripeDouble();
  double.setLimits(null);
  listening = await listenAsStripe(double);
  account = double.addAccount();
  stripe = sdk(double.addKey(account, 'test'));
  isLawful = true;
});

afterEach(async () => {
  await listening.stop();
  if (isLawful) expect(double.violations).toEqual([]);
});

const RETURN = 'https://shop.example/return';

async function paid(method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  return stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    confirm: true,
    payment_method: method,
    return_url: RETURN,
    ...more,
  });
}

async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('It was not refused');
}

/** An intent in the state that it has for its buyer after a confirmation with a test card. */
async function prepared(more: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  return stripe.paymentIntents.create({ amount: 2000, currency: 'usd', ...more });
}

it('has a schema of the pinned version for each operation', () => {
  expect(missingSchemas()).toEqual([]);
  expect(SCHEMAS.sdk).toBe(Stripe.PACKAGE_VERSION);
  expect(SCHEMAS.api_version).toBe(Stripe.API_VERSION);
});

describe('parameters', () => {
  it.each([
    ['an unknown one', { shade: 'blue' }, 'parameter_unknown', 'shade'],
    [
      'one that was removed',
      { payment_method_types: ['card'] },
      'parameter_unknown',
      'payment_method_types',
    ],
    [
      'an unknown one inside',
      { shipping: { name: 'A', address: { line1: 'Way 1' }, shade: 1 } },
      'parameter_unknown',
      'shipping[shade]',
    ],
    ['decimals', { amount: 10.5 }, 'parameter_invalid_integer', 'amount'],
    ['none where one is needed', { currency: undefined }, 'parameter_missing', 'currency'],
    ['an unknown word', { capture_method: 'sometime' }, undefined, 'capture_method'],
  ])('refuses %s', async (_what, change, code, param) => {
    isLawful = false;
    const params = { amount: 2000, currency: 'usd', ...change } as Stripe.PaymentIntentCreateParams;
    const error = await refusal(stripe.paymentIntents.create(params));
    expect(error).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
    expect(error.code).toBe(code);
    expect(error.param).toBe(param);
    expect(double.charges()).toEqual([]);
  });

  it('takes nested ones, lists, booleans, and words beside booleans', async () => {
    const intent = await prepared({
      metadata: { attempt_id: 'a1' },
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      excluded_payment_method_types: ['bancontact', 'ideal'],
      expand: ['customer', 'latest_charge'],
    });
    expect(intent).toMatchObject({
      object: 'payment_intent',
      metadata: { attempt_id: 'a1' },
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      excluded_payment_method_types: ['bancontact', 'ideal'],
      status: 'requires_payment_method',
      livemode: false,
    });
  });

  it('knows the limits of metadata', async () => {
    const error = await refusal(prepared({ metadata: { note: 'x'.repeat(501) } }));
    expect(error).toMatchObject({ statusCode: 400, param: 'metadata[note]' });
  });

  it.each([
    ['usd', 49, 'amount_too_small'],
    ['usd', 50, null],
    ['usd', 100_000_000, 'amount_too_large'],
    ['jpy', 500, null],
    ['isk', 10_050, undefined],
    ['isk', 10_000, null],
    ['kwd', 1005, undefined],
    ['kwd', 1000, null],
    ['huf', 40_001, null],
    ['idr', 999_999_999_999, null],
    ['xxx', 1000, undefined],
  ])('%s %i: %s', async (currency, amount, code) => {
    const made = prepared({ amount, currency });
    if (code === null) expect(await made).toMatchObject({ amount, currency });
    else expect((await refusal(made)).code).toBe(code);
  });
});

describe('idempotency', () => {
  const params = { amount: 2000, currency: 'usd' };
  const make = (idempotencyKey: string, more = {}) =>
    stripe.paymentIntents.create({ ...params, ...more }, { idempotencyKey });

  it('runs a key once, whatever is asked meanwhile, for at least a day', async () => {
    const first = await make('once');
    const again = await make('once');
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(again.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId);
    double.advance(25 * 3600);
    expect((await make('once')).id).not.toBe(first.id);
  });

  it('notes an address for receipts, which the product never gives', async () => {
    isLawful = false;
    await make('once', { receipt_email: 'ada@example.com' });
    expect(double.violations).toEqual(['POST /v1/payment_intents: receipt_email']);
  });

  it('refuses a key with other parameters', async () => {
    isLawful = false;
    await make('once');
    const error = await refusal(make('once', { amount: 2100 }));
    expect(error).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });
    expect(error.code).toBeUndefined();
  });

  it('keeps no failed validation', async () => {
    expect((await refusal(make('once', { amount: 1 }))).code).toBe('amount_too_small');
    expect(await make('once')).toMatchObject({ amount: 2000 });
  });

  it('repeats declines and errors of its own', async () => {
    const intent = await prepared();
    const confirm = () =>
      stripe.paymentIntents.confirm(
        intent.id,
        { payment_method: 'pm_card_visa', return_url: RETURN },
        { idempotencyKey: 'confirm' },
      );
    double.addFault({ kind: 'executed_500', on: 'confirm', times: 1 });
    expect(await refusal(confirm())).toMatchObject({ statusCode: 500 });
    expect(await refusal(confirm())).toMatchObject({ statusCode: 500 });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
    expect(double.charges()).toHaveLength(1);
  });

  it('answers 409 while the first request runs', async () => {
    double.addFault({ kind: 'slow', ms: 300, times: 1 });
    const first = make('once');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await refusal(make('once'))).toMatchObject({ statusCode: 409 });
    expect((await make('once').catch(() => first)).id).toBe((await first).id);
  });
});

describe('keys', () => {
  it('are of one account and mode', async () => {
    const intent = await prepared();
    for (const [of, mode] of [
      [double.addAccount(), 'test'],
      [account, 'live'],
    ] as [string, Mode][]) {
      const error = await refusal(sdk(double.addKey(of, mode)).paymentIntents.retrieve(intent.id));
      expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' });
    }
  });

  it('answer 401 when they are not known, or were revoked', async () => {
    expect(await refusal(sdk('sk_test_nobody').accounts.retrieveCurrent())).toMatchObject({
      statusCode: 401,
      type: 'StripeAuthenticationError',
    });
    const key = double.addKey(account, 'test');
    double.setRevoked(key, true);
    expect(await refusal(sdk(key).accounts.retrieveCurrent())).toMatchObject({
      statusCode: 401,
      code: 'api_key_expired',
    });
    double.setRevoked(key, false);
    expect(await sdk(key).accounts.retrieveCurrent()).toMatchObject({ id: account });
  });

  it('that are restricted say what is missing before an object is looked up', async () => {
    const restricted = sdk(double.addKey(account, 'test', ['charge:read', 'refund:write']));
    const error = await refusal(restricted.disputes.retrieve('du_nobody'));
    expect(error).toMatchObject({ statusCode: 403 });
    expect(error.message).toContain('rak_dispute_read');
    expect(await refusal(restricted.charges.retrieve('ch_nobody'))).toMatchObject({
      statusCode: 404,
    });
    // Who may write may read.
    expect(await refusal(restricted.refunds.retrieve('re_nobody'))).toMatchObject({
      statusCode: 404,
    });
  });

  it('that are publishable read an intent with its client secret, and nothing else', async () => {
    const intent = await stripe.setupIntents.create({});
    const read = (key: string, secret = intent.client_secret ?? '') =>
      fetch(`${listening.url}/v1/setup_intents/${intent.id}?client_secret=${secret}`, {
        headers: { authorization: `Bearer ${key}` },
      });
    const publishable = double.addPublishableKey(account, 'test');
    const answer = await read(publishable);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
    expect((await read(publishable, 'wrong')).status).toBe(404);
    expect((await read(double.addPublishableKey(double.addAccount(), 'test'))).status).toBe(404);
    expect(await refusal(sdk(publishable).events.list())).toMatchObject({
      statusCode: 401,
      code: 'secret_key_required',
    });
  });
});

describe('a payment', () => {
  it('takes the money of a card, and keeps what was charged', async () => {
    const intent = await paid('pm_card_visa', { expand: ['latest_charge', 'payment_method'] });
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 2000,
      latest_charge: { status: 'succeeded', paid: true, amount: 2000, balance_transaction: null },
      payment_method: { type: 'card', card: { brand: 'visa', last4: '4242', country: 'US' } },
    });
    expect(double.charges(account)).toMatchObject([{ amount: 2000, payment_intent: intent.id }]);
  });

  it.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline', 'try_again_later'],
    [
      'pm_card_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'try_again_later',
    ],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card', 'do_not_try_again'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'confirm_card_data'],
    [
      'pm_card_chargeDeclinedProcessingError',
      'processing_error',
      'processing_error',
      'try_again_later',
    ],
  ])('with %s is declined', async (method, code, declineCode, advice) => {
    const error = await refusal(paid(method));
    expect(error).toMatchObject({
      statusCode: 402,
      type: 'StripeCardError',
      code,
      decline_code: declineCode,
      advice_code: advice,
    });
    const id = error.payment_intent?.id ?? '';
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', code, decline_code: declineCode },
    });
    expect(double.charges()).toEqual([]);
  });

  it('can be tried again with another card, and canceled until it is paid', async () => {
    const intent = await prepared();
    const confirm = (method: string) =>
      stripe.paymentIntents.confirm(intent.id, { payment_method: method, return_url: RETURN });
    await refusal(confirm('pm_card_chargeDeclined'));
    expect(await confirm('pm_card_mastercard')).toMatchObject({ status: 'succeeded' });
    expect(await refusal(confirm('pm_card_visa'))).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    });
    expect(await refusal(stripe.paymentIntents.cancel(intent.id))).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    });
    expect(double.charges()).toHaveLength(1);
    const other = await prepared();
    expect(await stripe.paymentIntents.cancel(other.id)).toMatchObject({ status: 'canceled' });
    const late = stripe.paymentIntents.confirm(other.id, {
      payment_method: 'pm_card_visa',
      return_url: RETURN,
    });
    expect(await refusal(late)).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it('needs a return address where its methods may redirect', async () => {
    const intent = await prepared();
    const confirmed = stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(await refusal(confirmed)).toMatchObject({ param: 'return_url' });
  });

  it('stores the method with its customer for charges without the buyer', async () => {
    const customer = await stripe.customers.create({ email: 'bo@example.com' });
    const first = await paid('pm_card_visa', {
      customer: customer.id,
      setup_future_usage: 'off_session',
    });
    const method = String(first.payment_method);
    expect(await stripe.paymentMethods.retrieve(method)).toMatchObject({ customer: customer.id });
    const renewal = { customer: customer.id, off_session: true };
    expect(await paid(method, renewal)).toMatchObject({ status: 'succeeded' });
    expect(await refusal(paid(method, { off_session: true }))).toMatchObject({ statusCode: 400 });
    await stripe.paymentMethods.detach(method);
    expect(await refusal(paid(method, renewal))).toMatchObject({ statusCode: 400 });
    expect(
      await refusal(stripe.paymentMethods.attach(method, { customer: customer.id })),
    ).toMatchObject({ statusCode: 400 });
  });

  it('uses up a method that nobody stores', async () => {
    const { payment_method: method } = await paid('pm_card_visa');
    expect(await refusal(paid(String(method)))).toMatchObject({ statusCode: 400 });
    expect(double.charges()).toHaveLength(1);
  });

  it('of a live account takes none of the test methods', async () => {
    const live = sdk(double.addKey(account, 'live'));
    const intent = await live.paymentIntents.create({ amount: 2000, currency: 'usd' });
    const confirmed = live.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
      return_url: RETURN,
    });
    expect(await refusal(confirmed)).toMatchObject({ statusCode: 404 });
  });
});

describe('authentication', () => {
  const authenticated = (id: string, outcome: 'succeed' | 'fail' = 'succeed') =>
    double.authenticate(account, 'test', id, outcome);

  it('is asked for, and then pays', async () => {
    const intent = await paid('pm_card_threeDSecure2Required', { use_stripe_sdk: true });
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    });
    expect(double.charges()).toEqual([]);
    authenticated(intent.id);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
  });

  it('that fails leaves the intent for another card', async () => {
    const intent = await paid('pm_card_threeDSecure2Required');
    expect(intent.next_action?.type).toBe('redirect_to_url');
    authenticated(intent.id, 'fail');
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    const second = { payment_method: 'pm_card_visa', return_url: RETURN };
    await stripe.paymentIntents.confirm(intent.id, second);
    authenticated(intent.id);
    expect(double.charges()).toHaveLength(1);
  });

  it('does not help a card that is declined after it', async () => {
    const intent = await paid('pm_card_authenticationRequiredChargeDeclinedInsufficientFunds');
    authenticated(intent.id);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: 'insufficient_funds' },
    });
  });

  it.each([
    ['pm_card_authenticationRequiredOnSetup', true],
    ['pm_card_authenticationRequired', false],
  ])('%s once set up pays off-session: %s', async (card, isPaid) => {
    const customer = await stripe.customers.create({});
    const setup = await stripe.setupIntents.create({
      customer: customer.id,
      confirm: true,
      payment_method: card,
      return_url: RETURN,
      usage: 'off_session',
    });
    expect(setup.status).toBe('requires_action');
    authenticated(setup.id);
    const done = await stripe.setupIntents.retrieve(setup.id);
    expect(done.status).toBe('succeeded');
    const renewal = paid(String(done.payment_method), { customer: customer.id, off_session: true });
    if (isPaid) expect(await renewal).toMatchObject({ status: 'succeeded' });
    else {
      const error = await refusal(renewal);
      expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' });
      const id = error.payment_intent?.id ?? '';
      expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
    }
  });

  it('has a page that sends the browser back', async () => {
    const intent = await paid('pm_card_threeDSecure2Required');
    const { url = '' } = intent.next_action?.redirect_to_url ?? {};
    expect(await (await fetch(String(url))).text()).toContain('Complete authentication');
    const back = await fetch(String(url), {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'succeed' }),
      redirect: 'manual',
    });
    const location = new URL(back.headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe(RETURN);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
  });
});

describe('confirmation tokens', () => {
  const token = (more: { setup_future_usage?: 'off_session' } = {}) =>
    stripe.testHelpers.confirmationTokens.create({
      payment_method: 'pm_card_visa',
      return_url: RETURN,
      ...more,
    });

  it('confirm one intent, within twelve hours', async () => {
    const { id } = await token();
    const [one, other] = [await prepared(), await prepared()];
    const confirm = (intent: string, confirmation_token: string) =>
      stripe.paymentIntents.confirm(intent, { confirmation_token });
    expect(await confirm(one.id, id)).toMatchObject({ status: 'succeeded' });
    expect(await refusal(confirm(other.id, id))).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_confirmation_token_invalid',
    });
    const late = await token();
    double.advance(12 * 3600 + 1);
    expect((await refusal(confirm(other.id, late.id))).statusCode).toBe(400);
    expect((await refusal(confirm(other.id, 'ctoken_nobody'))).code).toBe('resource_missing');
    expect(double.charges()).toHaveLength(1);
  });

  it('say what the intent says about later charges', async () => {
    const { id } = await token({ setup_future_usage: 'off_session' });
    const one = await prepared();
    const confirmed = stripe.paymentIntents.confirm(one.id, { confirmation_token: id });
    expect(await refusal(confirmed)).toMatchObject({ param: 'setup_future_usage' });
    const other = await prepared({ setup_future_usage: 'off_session' });
    const paid = await stripe.paymentIntents.confirm(other.id, { confirmation_token: id });
    expect(paid.status).toBe('succeeded');
  });

  it('are made by the page with the publishable key', async () => {
    const key = double.addPublishableKey(account, 'test');
    const make = (number: string) =>
      fetch(`${listening.url}/stripe-js/confirmation_tokens`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify({
          payment_method_data: { type: 'card', card: { number, exp_month: 1, exp_year: 2040 } },
          return_url: RETURN,
        }),
      });
    const answer = await make('4242 4242 4242 4242');
    const { id } = (await answer.json()) as { id: string };
    const intent = await prepared();
    expect(
      await stripe.paymentIntents.confirm(intent.id, { confirmation_token: id }),
    ).toMatchObject({ status: 'succeeded' });
    expect((await make('4242424242424241')).status).toBe(402);
  });
});

describe('setting up', () => {
  it('declines what declines by its nature, and takes what only fails later', async () => {
    const customer = await stripe.customers.create({});
    const setUp = (payment_method: string) =>
      stripe.setupIntents.create({
        customer: customer.id,
        confirm: true,
        payment_method,
        return_url: RETURN,
      });
    expect(await refusal(setUp('pm_card_chargeDeclined'))).toMatchObject({ statusCode: 402 });
    const done = await setUp('pm_card_chargeCustomerFail');
    expect(done.status).toBe('succeeded');
    const renewal = { customer: customer.id, off_session: true };
    expect(await refusal(paid(String(done.payment_method), renewal))).toMatchObject({
      code: 'card_declined',
    });
  });
});

describe('direct debits and redirects', () => {
  const euro = { currency: 'eur', setup_future_usage: 'off_session' } as const;
  const mandate_data = {
    customer_acceptance: { type: 'online', online: { ip_address: '::1', user_agent: 'x' } },
  } as const;

  it('SEPA is processing first, and fails or succeeds later', async () => {
    const pay = (payment_method: string) =>
      paid(payment_method, { ...euro, mandate_data, setup_future_usage: undefined } as never);
    const good = await pay('pm_sepaDebit_success_at');
    const bad = await pay('pm_sepaDebit_failed_at');
    expect([good.status, bad.status]).toEqual(['processing', 'processing']);
    double.advance(10);
    expect((await stripe.paymentIntents.retrieve(good.id)).status).toBe('succeeded');
    expect(await stripe.paymentIntents.retrieve(bad.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: 'insufficient_funds' },
    });
  });

  it('iDEAL sends the buyer away and leaves a direct debit', async () => {
    const customer = await stripe.customers.create({});
    const intent = await stripe.paymentIntents.create({
      amount: 2000,
      ...euro,
      customer: customer.id,
      confirm: true,
      payment_method_data: { type: 'ideal' },
      return_url: RETURN,
      mandate_data,
    });
    expect(intent.next_action?.type).toBe('redirect_to_url');
    double.authenticate(account, 'test', intent.id, 'succeed');
    const done = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(done.status).toBe('succeeded');
    const charge = done.latest_charge as Stripe.Charge;
    const debit = String(charge.payment_method_details?.ideal?.generated_sepa_debit);
    expect(await stripe.paymentMethods.retrieve(debit)).toMatchObject({
      type: 'sepa_debit',
      customer: customer.id,
    });
    const renewal = await paid(debit, {
      currency: 'eur',
      customer: customer.id,
      off_session: true,
    });
    expect(renewal.status).toBe('processing');
  });
});

describe('fees, refunds and disputes', () => {
  const chargeOf = async (method: string) => String((await paid(method)).latest_charge);

  it('a fee is known a moment later, in the currency of settlement', async () => {
    const euro = await paid('pm_card_visa', { amount: 1000, currency: 'eur' });
    double.holdFees(true);
    double.advance(60);
    const read = () =>
      stripe.charges.retrieve(String(euro.latest_charge), { expand: ['balance_transaction'] });
    expect((await read()).balance_transaction).toBeNull();
    double.holdFees(false);
    expect((await read()).balance_transaction).toMatchObject({
      currency: 'usd',
      amount: 1100,
      fee: 62,
      net: 1038,
      exchange_rate: 1.1,
    });
    expect(double.events(account, 'test').map(({ type }) => type)).toContain('charge.updated');
  });

  it('refunds never exceed the charge', async () => {
    const charge = await chargeOf('pm_card_visa');
    const refund = (amount?: number) =>
      stripe.refunds.create({ charge, ...(amount !== undefined && { amount }) });
    expect(await refund(500)).toMatchObject({ status: 'succeeded', amount: 500 });
    const over = await refusal(refund(1501));
    expect(over).toMatchObject({ statusCode: 400, param: 'amount' });
    expect(over.code).toBeUndefined();
    expect(await refund()).toMatchObject({ amount: 1500 });
    expect(await refusal(refund())).toMatchObject({ code: 'charge_already_refunded' });
    expect(await stripe.refunds.list({ charge })).toMatchObject({ data: [{}, {}] });
  });

  it.each([
    ['pm_card_pendingRefund', 'pending', 'succeeded'],
    ['pm_card_refundFail', 'succeeded', 'failed'],
  ])('%s: %s, then %s', async (method, first, then) => {
    const charge = await chargeOf(method);
    const refund = await stripe.refunds.create({ charge });
    expect(refund.status).toBe(first);
    double.advance(5);
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe(then);
    const { amount_refunded } = await stripe.charges.retrieve(charge);
    expect(amount_refunded).toBe(then === 'failed' ? 0 : 2000);
  });

  it('a dispute takes the money, and gives it back when it is won', async () => {
    const charge = await chargeOf('pm_card_createDispute');
    double.advance(5);
    const { data } = await stripe.disputes.list({ charge });
    const [dispute] = data;
    expect(dispute).toMatchObject({ status: 'needs_response', is_charge_refundable: false });
    expect(await refusal(stripe.refunds.create({ charge }))).toMatchObject({
      code: 'charge_disputed',
    });
    const won = await stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
      submit: true,
    });
    expect(won.status).toBe('won');
    expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-2000, 2000]);
  });

  it('an inquiry moves no money and lets refunds pass', async () => {
    const charge = await chargeOf('pm_card_createDisputeInquiry');
    double.advance(5);
    const { data } = await stripe.disputes.list({ charge });
    expect(data).toMatchObject([{ status: 'warning_needs_response', balance_transactions: [] }]);
    expect(await stripe.refunds.create({ charge })).toMatchObject({ status: 'succeeded' });
  });
});

describe('events', () => {
  it('are listed newest first, by type, in pages', async () => {
    for (let made = 0; made < 3; made += 1) await prepared();
    const first = await stripe.events.list({ types: ['payment_intent.created'], limit: 2 });
    expect(first).toMatchObject({ has_more: true });
    const last = first.data.at(-1)?.id ?? '';
    const next = await stripe.events.list({
      types: ['payment_intent.created'],
      starting_after: last,
    });
    expect(next.data).toHaveLength(1);
    const before = await stripe.events.list({ ending_before: last, limit: 1 });
    expect(before.data).toMatchObject([{ id: first.data[0]?.id }]);
    double.advance(31 * 86_400);
    expect((await stripe.events.list()).data).toEqual([]);
  });

  async function receiver() {
    const received: { signature: string; body: string }[] = [];
    const answers: number[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      received.push({ signature: String(request.headers['stripe-signature']), body });
      response.writeHead(answers.shift() ?? 200).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    return { received, answers, url };
  }

  it('are delivered signed, until they are taken', async () => {
    const { received, answers, url } = await receiver();
    const endpoint = await stripe.webhookEndpoints.create({
      url,
      enabled_events: ['payment_intent.succeeded'],
      api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
    });
    answers.push(500);
    await paid('pm_card_visa');
    await double.settled();
    expect(received).toHaveLength(2);
    const [{ body = '', signature = '' } = {}] = received;
    const event = stripe.webhooks.constructEvent(body, signature, endpoint.secret ?? '');
    expect(event).toMatchObject({ type: 'payment_intent.succeeded' });
    expect(event.api_version).toBe(Stripe.API_VERSION);
    expect(await stripe.webhookEndpoints.retrieve(endpoint.id)).not.toHaveProperty('secret');
  });

  it('can come twice, in another order, or never', async () => {
    const { received, url } = await receiver();
    await stripe.webhookEndpoints.create({
      url,
      enabled_events: ['payment_intent.created', 'payment_intent.succeeded'],
    });
    const types = () => received.splice(0).map(({ body }) => JSON.parse(body).type.split('.')[1]);
    for (const [how, expected] of [
      ['twice', ['created', 'created', 'succeeded', 'succeeded']],
      ['reversed', ['succeeded', 'created']],
      ['never', []],
    ] as const) {
      double.setDeliveries(how);
      await paid('pm_card_visa');
      await double.settled();
      const came = types();
      expect(how === 'twice' ? came.sort() : came).toEqual(expected);
    }
  });
});

describe('faults', () => {
  const params = { amount: 2000, currency: 'usd' };
  const options = { idempotencyKey: 'one' };

  it.each([
    ['lost', 'connection', 1],
    ['dropped', 'connection', 0],
    ['unavailable', 503, 0],
    ['rate_limited', 429, 0],
    ['lock_timeout', 429, 0],
    ['failed_500', 500, 0],
  ] as const)('%s', async (kind, status, made) => {
    // The SDK sends a request whose connection breaks once more by itself, with the same key.
    double.addFault({
      kind,
      on: 'POST /v1/payment_intents$',
      times: status === 'connection' ? 2 : 1,
    });
    const error = await refusal(stripe.paymentIntents.create(params, options));
    if (status === 'connection') expect(error.type).toBe('StripeConnectionError');
    else expect(error.statusCode).toBe(status);
    expect((await stripe.paymentIntents.list()).data).toHaveLength(made);
  });

  it('counts requests a second, of the account and of each endpoint', async () => {
    double.setLimits({ live: 100, test: 25, endpoint: 20 });
    const many = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => stripe.charges.retrieve(`ch_${index}`)),
    );
    const reasons = many.map((one) => (one as PromiseRejectedResult).reason);
    const limited = reasons.filter(({ statusCode }) => statusCode === 429);
    expect(limited).toHaveLength(10);
    expect(limited[0].headers['stripe-rate-limited-reason']).toBe('endpoint-rate');
    const others = await Promise.allSettled(Array.from({ length: 10 }, () => stripe.events.list()));
    expect(others.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });
});

it('continues after it was killed as if nothing had been', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stripe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'books');
  const first = new StripeDouble(file);
  const of = first.addAccount();
  const key = first.addKey(of, 'test');
  const before = await listenAsStripe(first);
  const params = {
    amount: 2000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    return_url: RETURN,
  };
  const options = { idempotencyKey: 'one' };
  const made = await sdk(key, before.url).paymentIntents.create(params, options);
  await before.stop();
  const second = new StripeDouble(file);
  const after = await listenAsStripe(second);
  onTestFinished(() => after.stop());
  const again = await sdk(key, after.url).paymentIntents.create(params, options);
  expect(again.id).toBe(made.id);
  expect(second.charges(of)).toHaveLength(1);
});
