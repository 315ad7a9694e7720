import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { stripeClient } from '@/lib/integrations/stripe/client';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { listPayments } from '@/lib/resources/payments/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import {
  listSubscriptions,
  setSubscriptionPaymentMethod,
} from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi, places, refusal } from '@/testing/call-api';
import { connectStripe, startStripe } from '@/testing/connections';
import { makeCustomer, makeSeller, type Seller } from '@/testing/factories';
import {
  buyer,
  confirm,
  fixed,
  makeCheckout,
  makeProduct,
  monthly,
  refuseConfirm,
} from '@/testing/shop';
import type { StripeDouble } from '@/testing/stripe/double';

// @module-tag soak

// Methods, customers and calls that Stripe does not take any more, or answers in its own way
// (docs/contract/payments.md#stripe).

let stripe: StripeDouble;
let as: Seller;
let account: string;
let keys: { secret_key: string; publishable_key: string };
beforeEach(async () => {
  stripe = await startStripe();
  as = await makeSeller();
  ({ account, keys } = await connectStripe(as, stripe));
});

const card = (confirmation_token_id: string) => buyer({ confirmation_token_id });
const payments = async () => (await callApi(listPayments, { query: {} }, { as })).items;
const client = () => stripeClient(keys.secret_key);
const once = () => ({ idempotencyKey: newId() });
const amounts = () => stripe.charges(account).map(({ amount }) => amount);
async function subscription() {
  const { items } = await callApi(listSubscriptions, { query: {} }, { as });
  if (!items[0]) throw new Error('There is no subscription');
  return items[0];
}

async function subscribe(method = 'pm_card_visa', more: object = {}) {
  const product = await makeProduct(as, monthly(1500, more));
  await confirm(await makeCheckout(as, product.id), card(method));
  const { id, current_period_end } = await subscription();
  return { id, end: new Date(current_period_end ?? '') };
}

/** Stripe's ids of the stored method and its customer. */
function stored(): { method: string; customer: string } {
  const [charge] = stripe.charges(account);
  const intent = stripe.object(account, 'test', 'payment_intent', charge?.payment_intent ?? '');
  const { payment_method: method, customer } = intent as Record<string, string>;
  return { method: method ?? '', customer: customer ?? '' };
}

describe('a bank that the buyer is sent to', () => {
  /** What Stripe's form makes for a buyer who chooses it. */
  function token(type: 'ideal' | 'bancontact'): string {
    const given = {
      payment_method_data: { type },
      setup_future_usage: 'off_session',
      mandate_data: { customer_acceptance: { type: 'online' } },
    };
    return (stripe.createToken(keys.publishable_key, given as never).body as { id: string }).id;
  }

  async function sellInEuros(more: object = {}) {
    const body = { default_currency: 'eur' };
    await callApi(updateOrganization, { params: { id: as.organizationId }, body }, { as });
    const prices = monthly(1500, more).map((price) => ({
      ...(price as object),
      price_currency: 'eur',
    }));
    return makeProduct(as, prices as never);
  }

  async function authenticated(kind: 'payment_intent' | 'setup_intent') {
    const [id = ''] = stripe
      .events(account, 'test')
      .filter(({ type }) => type === `${kind}.requires_action`)
      .map(({ data }) => (data.object as { id: string }).id);
    stripe.authenticate(account, 'test', id, 'succeed');
    await settleWaiting(new Date(Date.now() + 120_000));
  }

  it.each(['ideal', 'bancontact'] as const)(
    '(%s) leaves the direct debit that renewals charge',
    async (type) => {
      const product = await sellInEuros();
      await confirm(await makeCheckout(as, product.id), card(token(type)));
      await authenticated('payment_intent');
      const bought = await subscription();
      expect(bought).toMatchObject({ status: 'active', payment_method: { type: 'sepa_debit' } });
      await runDueSubscriptions(new Date(bought.current_period_end ?? ''));
      stripe.advance(60);
      await settleWaiting(new Date(Date.now() + 120_000));
      expect(amounts()).toEqual([1500, 1500]);
      expect(await subscription()).toMatchObject({ status: 'active' });
      expect(stripe.violations).toEqual([]);
    },
  );

  it('before a trial leaves it as well', async () => {
    const product = await sellInEuros({ trial_days: 7 });
    await confirm(await makeCheckout(as, product.id), card(token('ideal')));
    await authenticated('setup_intent');
    const bought = await subscription();
    expect(bought).toMatchObject({ status: 'trialing', payment_method: { type: 'sepa_debit' } });
    await runDueSubscriptions(new Date(bought.current_period_end ?? ''));
    stripe.advance(60);
    await settleWaiting(new Date(Date.now() + 120_000));
    expect(amounts()).toEqual([1500]);
  });
});

describe('a stored method that is gone', () => {
  it.each([
    ['was detached', () => client().paymentMethods.detach(stored().method, {}, once())],
    [
      'is of a customer that was deleted',
      () => client().customers.del(stored().customer, {}, once()),
    ],
  ])('because it %s has the renewal past due, with a last day', async (_why, remove) => {
    const { id, end } = await subscribe();
    // Nobody hears of it.
    stripe.setDeliveries('never');
    await remove();
    for (const day of [0, 1, 2]) await runDueSubscriptions(new Date(end.getTime() + day * DAY_MS));
    expect(await subscription()).toMatchObject({ status: 'past_due' });
    const failed = (await payments()).filter(({ status }) => status === 'declined');
    expect(failed.map(({ code }) => code)).toEqual(['no_payment_method', 'no_payment_method']);
    const body = { confirmation_token_id: 'pm_card_mastercard' };
    await callApi(setSubscriptionPaymentMethod, { params: { id }, body }, { as });
    expect(await subscription()).toMatchObject({ status: 'active' });
    expect(amounts()).toEqual([1500, 1500]);
  });
});

describe('a customer that was deleted in Stripe', () => {
  it('is made anew for the next payment of the same buyer', async () => {
    const customer = await makeCustomer(as.organizationId);
    const product = await makeProduct(as, fixed());
    const open = () => makeCheckout(as, product.id, { customer_id: customer.id });
    await confirm(await open(), card('pm_card_visa'));
    const { customer: first } = stored();
    await client().customers.del(first, {}, once());
    await confirm(await open(), card('pm_card_visa'));
    expect(amounts()).toEqual([2000, 2000]);
    expect(new Set(stripe.charges(account).map((charge) => charge.customer)).size).toBe(2);
  });
});

describe('a failure that Stripe keeps with its key', () => {
  const open = async () => makeCheckout(as, (await makeProduct(as, fixed())).id);

  it('does not block a buyer whose customer could not be made', async () => {
    stripe.addFault({ kind: 'failed_500', on: 'POST /v1/customers$', times: 1 });
    const checkout = await open();
    expect((await refuseConfirm(checkout, card('pm_card_visa'))).status).toBe(503);
    await confirm(checkout, card('pm_card_visa'));
    expect(amounts()).toEqual([2000]);
  });

  it('does not keep a payment open that could not be canceled', async () => {
    stripe.addFault({ kind: 'failed_500', on: '/cancel$', times: 1 });
    const checkout = await open();
    await refuseConfirm(checkout, card('pm_card_visa_chargeDeclined')).catch(() => {});
    await settleWaiting(new Date(Date.now() + 120_000));
    const [attempt] = await payments();
    expect(attempt).toMatchObject({ status: 'declined' });
    expect(amounts()).toEqual([]);
  });
});

it('a method and a token that were used are 422 at the token, and no decline', async () => {
  const product = await makeProduct(as, fixed());
  const data = {
    payment_method_data: {
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' },
    },
  };
  const { id: token } = stripe.createToken(keys.publishable_key, data as never).body as {
    id: string;
  };
  const { id: method } = await client().paymentMethods.create(
    { type: 'card', card: { token: 'tok_visa' } },
    once(),
  );
  for (const used of [token, method]) {
    await confirm(await makeCheckout(as, product.id), card(used));
    const failure = await refuseConfirm(await makeCheckout(as, product.id), card(used));
    expect([failure.status, places(failure)]).toEqual([422, ['body.confirmation_token_id']]);
  }
  expect(amounts()).toEqual([2000, 2000]);
});

it('a payment that was canceled in Stripe while it waited for its buyer was not authenticated', async () => {
  const product = await makeProduct(as, fixed());
  await confirm(await makeCheckout(as, product.id), card('pm_card_threeDSecureRequired'));
  const [waiting] = await payments();
  const [intent] = stripe
    .events(account, 'test')
    .filter(({ type }) => type === 'payment_intent.requires_action')
    .map(({ data }) => data.object as { id: string });
  await client().paymentIntents.cancel(intent?.id ?? '', {}, once());
  await settleWaiting(new Date(Date.now() + 120_000));
  expect(await payments()).toMatchObject([
    { id: waiting?.id, status: 'declined', code: 'authentication_required' },
  ]);
});

it('a payment of which Stripe says another amount settles nothing', async () => {
  const product = await makeProduct(as, fixed());
  const { id } = await makeCheckout(as, product.id);
  const checkout = await makeCheckout(as, product.id);
  await confirm(checkout, card('pm_usBankAccount_success'));
  await db(null).paymentAttempt.updateMany({
    where: { organizationId: as.organizationId },
    data: { amount: 1999 },
  });
  stripe.advance(60);
  await settleWaiting(new Date(Date.now() + 120_000));
  expect(await payments()).toMatchObject([{ status: 'processing' }]);
  expect((await callApi(listOrders, { query: {} }, { as })).items).toEqual([]);
  expect(id).not.toBe(checkout.id);
});

it('a part of an amount that its currency has no coin for is not given back', async () => {
  const body = { default_currency: 'kwd' };
  await callApi(updateOrganization, { params: { id: as.organizationId }, body }, { as });
  const price = {
    type: 'one_time',
    amount_type: 'fixed',
    price_amount: 5000,
    price_currency: 'kwd',
  };
  const product = await makeProduct(as, [price] as never);
  await confirm(await makeCheckout(as, product.id), card('pm_card_visa'));
  const [order] = (await callApi(listOrders, { query: {} }, { as })).items;
  const ask = (amount: number) => ({
    body: { order_id: order?.id ?? '', amount, reason: 'other' } as const,
  });
  const failure = await refusal(createRefund, ask(1255), { as });
  expect([failure.status, places(failure)]).toEqual([422, ['body.amount']]);
  await callApi(createRefund, ask(1250), { as });
  expect(stripe.refunds(account).map(({ amount }) => amount)).toEqual([1250]);
});
