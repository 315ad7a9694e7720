import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { inBackground, paceOf } from '@/lib/integrations/stripe/pace';
import { createCheckout, getCheckout } from '@/lib/resources/checkouts/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { getMe } from '@/lib/resources/me/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { createOrganization, updateOrganization } from '@/lib/resources/organizations/contract';
import { deletePaymentConnection } from '@/lib/resources/payment-connections/contract';
import { probe } from '@/lib/resources/payment-connections/service';
import { listPayments } from '@/lib/resources/payments/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import {
  listSubscriptions,
  setSubscriptionPaymentMethod,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi, places, refusal } from '@/testing/call-api';
import { connectStripe, startStripe } from '@/testing/connections';
import { makeSeller, type Seller } from '@/testing/factories';
import { findMails } from '@/testing/mails';
import {
  buyer,
  confirm,
  fixed,
  free,
  freeMonthly,
  makeCheckout,
  makeProduct,
  monthly,
  refuseConfirm,
} from '@/testing/shop';
import { part } from '@/testing/soak';
import type { StripeDouble } from '@/testing/stripe/double';

// docs/contract/payments.md#stripe

let stripe: StripeDouble;
let as: Seller;
let account: string;
let secretKey: string;
beforeEach(async () => {
  stripe = await startStripe();
  as = await makeSeller();
  const connected = await connectStripe(as, stripe);
  account = connected.account;
  secretKey = connected.keys.secret_key;
});

const payments = async () => (await callApi(listPayments, { query: {} }, { as })).items;
const orders = async () => (await callApi(listOrders, { query: {} }, { as })).items;
const subscriptions = async () => (await callApi(listSubscriptions, { query: {} }, { as })).items;
const statusOf = async ({ id }: { id: string }) =>
  (await callApi(getCheckout, { params: { id } }, { as })).status;
const card = (confirmation_token_id: string) => buyer({ confirmation_token_id });
const intents = () =>
  stripe
    .events(account, 'test')
    .filter(({ type }) => type === 'payment_intent.created')
    .map(({ data }) => data.object as { id: string; metadata: Record<string, string> });
const intent = (id: string) =>
  stripe.object(account, 'test', 'payment_intent', id) as {
    status: string;
    customer: string | null;
    payment_method: string | null;
    setup_future_usage: string | null;
  };

async function open(prices = fixed()) {
  const product = await makeProduct(as, prices);
  return makeCheckout(as, product.id);
}

describe('a purchase', () => {
  it('is one intent of the attempt, and stores no method', async () => {
    const checkout = await open();
    await confirm(checkout, card('pm_card_visa'));
    const [payment] = await payments();
    const [made, ...others] = intents();
    expect(others).toEqual([]);
    expect(made?.metadata).toEqual({
      attempt_id: payment?.id,
      organization_id: as.organizationId,
    });
    expect(intent(made?.id ?? '')).toMatchObject({
      status: 'succeeded',
      setup_future_usage: null,
      customer: expect.stringMatching(/^cus_/),
    });
    expect(payment).toMatchObject({
      status: 'succeeded',
      payment_method: { type: 'card', brand: 'visa', last4: '4242' },
    });
    expect(stripe.charges(account)).toMatchObject([{ amount: 2000, currency: 'usd' }]);
    expect(await orders()).toHaveLength(1);
    expect(stripe.violations).toEqual([]);
  });

  it('that is declined says why, cancels its intent, and can be tried again', {
    tags: 'soak',
  }, async () => {
    const checkout = await open();
    const failure = await refuseConfirm(checkout, card('pm_card_visa_chargeDeclinedLostCard'));
    expect(failure).toMatchObject({ status: 400, body: { decline_code: 'lost_card' } });
    expect(intent(intents()[0]?.id ?? '').status).toBe('canceled');
    await confirm(checkout, card('pm_card_visa'));
    expect(stripe.charges(account)).toHaveLength(1);
  });

  it.each([
    ['a sandbox method', 'pm_sandbox_timeout'],
    ['an unknown method', 'pm_nobody'],
    ['an unknown token', 'ctoken_nobody'],
  ])('with %s is 422 at the token, and no decline', async (_what, token) => {
    const checkout = await open();
    const failure = await refuseConfirm(checkout, card(token));
    expect([failure.status, places(failure)]).toEqual([422, ['body.confirmation_token_id']]);
    expect(await statusOf(checkout)).toBe('open');
    await confirm(checkout, card('pm_card_visa'));
    expect(stripe.charges(account)).toHaveLength(1);
  });
});

describe('a lost answer', () => {
  it.each([
    ['survival 1: after the charge', 'lost'],
    ['survival 2: as a 500 that is replayed', 'executed_500'],
  ] as const)('%s is asked for: one charge, one order', async (_what, kind) => {
    stripe.addFault({ kind, on: '/confirm$', times: 1 });
    const checkout = await open();
    await confirm(checkout, card('pm_card_visa'));
    expect(stripe.charges(account)).toHaveLength(1);
    expect(await orders()).toHaveLength(1);
  });

  it('of the creation gives the attempt up: nothing is charged for it', async () => {
    stripe.addFault({ kind: 'lost', on: 'POST /v1/payment_intents$', times: 1 });
    const checkout = await open();
    const failure = await refuseConfirm(checkout, card('pm_card_visa'));
    expect(failure.status).toBe(503);
    expect(await statusOf(checkout)).toBe('open');
    await confirm(checkout, card('pm_card_visa'));
    expect(stripe.charges(account)).toHaveLength(1);
  });

  /** A renewal whose charge went through unheard, on a node that was killed. */
  async function renewUnheard() {
    await confirm(await open(monthly()), card('pm_card_visa'));
    const [subscription] = await subscriptions();
    stripe.addFault({ kind: 'lost', on: '/confirm$', times: 1 });
    stripe.addFault({ kind: 'unavailable', on: 'GET /v1/payment_intents/', times: 1 });
    await runDueSubscriptions(new Date(subscription?.current_period_end ?? ''));
    await db(null).paymentAttempt.updateMany({
      where: { organizationId: as.organizationId, status: 'processing' },
      data: { status: 'pending' },
    });
  }

  it.each([
    [
      'of a checkout',
      async () => {
        stripe.addFault({ kind: 'lost', on: '/confirm$', times: 1 });
        stripe.addFault({ kind: 'unavailable', on: 'GET /v1/payment_intents/', times: 1 });
        await confirm(await open(), card('pm_card_visa'));
      },
      1,
    ],
    ['of a renewal, which is charged again', renewUnheard, 2],
  ] as const)(
    'survival 3: %s that is asked for after 25 hours is no second charge',
    { tags: 'soak' },
    async (_what, act, charges) => {
      await act();
      // Keys are forgotten after a day.
      stripe.advance(25 * 3600);
      for (let run = 0; run < 2; run += 1)
        await settleWaiting(new Date(Date.now() + 25 * 3_600_000));
      expect(stripe.charges(account)).toHaveLength(charges);
      expect(await orders()).toHaveLength(charges);
      expect((await payments()).map(({ status }) => status)).toEqual(
        Array(charges).fill('succeeded'),
      );
    },
  );

  it('survival 3: of a creation that is asked for after 25 hours is no second charge', async () => {
    await confirm(await open(monthly()), card('pm_card_visa'));
    const [subscription] = await subscriptions();
    const end = new Date(subscription?.current_period_end ?? '');
    stripe.addFault({ kind: 'lost', on: 'POST /v1/payment_intents$', times: 1 });
    await runDueSubscriptions(end);
    expect(stripe.charges(account)).toHaveLength(1);
    stripe.advance(25 * 3600);
    await probe(new Date(Date.now() + 1000));
    for (let run = 0; run < 2; run += 1)
      await runDueSubscriptions(new Date(end.getTime() + 25 * 3_600_000));
    expect(stripe.charges(account).map(({ amount }) => amount)).toEqual([1500, 1500]);
    expect(await orders()).toHaveLength(2);
  });

  it('that cannot be asked for in time is learned in the background', {
    tags: 'soak',
  }, async () => {
    stripe.addFault({ kind: 'lost', on: '/confirm$', times: 1 });
    stripe.addFault({ kind: 'unavailable', on: 'GET /v1/payment_intents/', times: 1 });
    const checkout = await open();
    await confirm(checkout, card('pm_card_visa'));
    expect(await statusOf(checkout)).toBe('confirmed');
    await settleWaiting(new Date(Date.now() + 120_000));
    expect(await statusOf(checkout)).toBe('succeeded');
    expect(stripe.charges(account)).toHaveLength(1);
    expect(await orders()).toHaveLength(1);
  });
});

describe('while Stripe takes no calls', () => {
  const FAULTS = [
    ['unavailable', undefined],
    ['rate_limited', undefined],
    ['lock_timeout', '/confirm$'],
  ] as const;
  it.each(part(FAULTS, 'faults', 3))(
    '(%s) a checkout is 503, stays open, and counts no decline',
    async (kind, on) => {
      const checkout = await open();
      stripe.addFault({ kind, ...(on && { on }) });
      const failure = await refuseConfirm(checkout, card('pm_card_visa'));
      expect(failure).toMatchObject({ status: 503 });
      stripe.clearFaults();
      expect(await statusOf(checkout)).toBe('open');
      expect(stripe.charges(account)).toEqual([]);
      await confirm(checkout, card('pm_card_visa'));
      expect(stripe.charges(account)).toHaveLength(1);
    },
  );

  it('survival 10: renewals wait for 8 days of a revoked key, and then each is charged once', {
    tags: 'soak',
  }, async () => {
    const product = await makeProduct(as, monthly());
    for (let bought = 0; bought < 3; bought += 1) {
      await confirm(await makeCheckout(as, product.id), card('pm_card_visa'));
    }
    const [subscription] = await subscriptions();
    const end = new Date(subscription?.current_period_end ?? '');
    stripe.setRevoked(secretKey, true);
    for (let day = 0; day < 8; day += 1) {
      await runDueSubscriptions(new Date(end.getTime() + day * DAY_MS));
    }
    const statuses = async () => (await subscriptions()).map(({ status }) => status);
    expect(await statuses()).toEqual(['active', 'active', 'active']);
    expect(await findMails({ organizationId: as.organizationId, kind: 'payment_failed' })).toEqual(
      [],
    );
    const connection = await db(null).paymentConnection.findFirstOrThrow({
      where: { organizationId: as.organizationId },
    });
    expect(connection.status).toBe('failing');
    // They were tried on the first day, and not again while the account is known to fail.
    expect(await payments()).toHaveLength(6);
    stripe.setRevoked(secretKey, false);
    await probe(new Date(Date.now() + 1000));
    for (let run = 0; run < 2; run += 1) {
      await runDueSubscriptions(new Date(end.getTime() + 8 * DAY_MS));
    }
    expect(stripe.charges(account).map(({ amount }) => amount)).toEqual(Array(6).fill(1500));
    expect(await statuses()).toEqual(['active', 'active', 'active']);
  });
});

describe('a renewal', () => {
  it('charges the stored method off-session', async () => {
    const checkout = await open(monthly());
    await confirm(checkout, card('pm_card_visa'));
    const [subscription] = await subscriptions();
    await runDueSubscriptions(new Date(subscription?.current_period_end ?? ''));
    expect(stripe.charges(account).map(({ amount }) => amount)).toEqual([1500, 1500]);
    const [one, other] = stripe.charges(account);
    expect(one?.customer).toBe(other?.customer);
    expect(await subscriptions()).toMatchObject([{ status: 'active' }]);
  });

  it('of more than Stripe charges is past due, and ends on its day', { tags: 'soak' }, async () => {
    await confirm(await open(monthly()), card('pm_card_visa'));
    const [subscription] = await subscriptions();
    const end = new Date(subscription?.current_period_end ?? '');
    stripe.addFault({ kind: 'amount_too_large', on: 'POST /v1/payment_intents$' });
    for (const day of [0, 1, 3, 5, 7]) {
      await runDueSubscriptions(new Date(end.getTime() + day * DAY_MS));
    }
    stripe.clearFaults();
    expect(await subscriptions()).toMatchObject([{ status: 'canceled' }]);
    const codes = (await payments()).map(({ code }) => code);
    expect(codes).toEqual([...Array(5).fill('amount_refused'), null]);
  });

  it('of a card that is declined is past due', { tags: 'soak' }, async () => {
    const checkout = await open(monthly(1500, { trial_days: 7 }));
    await confirm(checkout, card('pm_card_chargeCustomerFail'));
    const [subscription] = await subscriptions();
    await runDueSubscriptions(new Date(subscription?.current_period_end ?? ''));
    expect(await subscriptions()).toMatchObject([{ status: 'past_due' }]);
    expect(stripe.charges(account)).toEqual([]);
  });
});

describe('survival 11: while Stripe limits calls', () => {
  it('nobody is declined or past due, and afterwards each is charged once', {
    tags: 'soak',
  }, async () => {
    const product = await makeProduct(as, monthly());
    for (let bought = 0; bought < 3; bought += 1) {
      await confirm(await makeCheckout(as, product.id), card('pm_card_visa'));
    }
    const [subscription] = await subscriptions();
    const end = new Date(subscription?.current_period_end ?? '');
    const checkouts = [await open(), await open(), await open()];
    stripe.addFault({ kind: 'rate_limited' });
    const refused = await Promise.all(
      checkouts.map((checkout) => refuseConfirm(checkout, card('pm_card_visa'))),
    );
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
    for (const hours of [0, 24, 48]) {
      await runDueSubscriptions(new Date(end.getTime() + hours * 3_600_000));
    }
    expect((await subscriptions()).map(({ status }) => status)).toEqual(Array(3).fill('active'));
    stripe.clearFaults();
    await probe(new Date(Date.now() + 1000));
    await Promise.all(checkouts.map((checkout) => confirm(checkout, card('pm_card_visa'))));
    await runDueSubscriptions(new Date(end.getTime() + 49 * 3_600_000));
    const amounts = stripe.charges(account).map(({ amount }) => amount);
    expect(amounts.sort()).toEqual([...Array(6).fill(1500), ...Array(3).fill(2000)]);
    expect(await orders()).toHaveLength(9);
  });
});

describe('survival 13: a hard decline', () => {
  const confirms = () => stripe.calls.filter(({ call }) => call.endsWith('/confirm')).length;
  const mails = async () =>
    (await findMails({ organizationId: as.organizationId, kind: 'payment_failed' })).map(
      ({ data }) => data,
    );

  /** A subscription whose card has become one that pays nothing any more; returns its id and the end of its period. */
  async function subscribe(becomes: string) {
    await confirm(await open(monthly()), card('pm_card_visa'));
    const [subscription] = await subscriptions();
    const stored = stripe.charges(account)[0]?.payment_intent ?? '';
    const { payment_method: method } = intent(stored);
    stripe.replaceMethod(account, 'test', method ?? '', becomes);
    return { id: subscription?.id ?? '', end: new Date(subscription?.current_period_end ?? '') };
  }
  const dayAfter = (end: Date, days: number) => new Date(end.getTime() + days * DAY_MS);

  it.each([
    'pm_card_visa_chargeDeclinedLostCard',
    'pm_card_chargeDeclinedExpiredCard',
    'pm_card_riskLevelHighest',
    'pm_card_authenticationRequired',
  ])(
    'of %s is tried no more before a new method, and ends on its day',
    { tags: 'soak' },
    async (becomes) => {
      const { end } = await subscribe(becomes);
      const before = confirms();
      for (const day of [0, 1, 3, 5, 6]) await runDueSubscriptions(dayAfter(end, day));
      expect(confirms() - before).toBe(1);
      expect(await subscriptions()).toMatchObject([{ status: 'past_due', next_retry_at: null }]);
      const ends_at = dayAfter(end, 7).toISOString();
      expect(await mails()).toMatchObject([{ outcome: 'past_due', next_try_at: null, ends_at }]);
      await runDueSubscriptions(dayAfter(end, 7));
      expect(await subscriptions()).toMatchObject([{ status: 'canceled' }]);
      expect(await mails()).toHaveLength(2);
      expect(await mails()).toContainEqual(
        expect.objectContaining({ outcome: 'canceled', amount: 1500, next_try_at: null }),
      );
      expect(confirms() - before).toBe(1);
      expect(stripe.charges(account)).toHaveLength(1);
    },
  );

  it('is over with a new method, which is charged once', async () => {
    const { id, end } = await subscribe('pm_card_visa_chargeDeclinedStolenCard');
    await runDueSubscriptions(end);
    const body = { confirmation_token_id: 'pm_card_mastercard' };
    await callApi(setSubscriptionPaymentMethod, { params: { id }, body }, { as });
    expect(await subscriptions()).toMatchObject([{ status: 'active' }]);
    for (const day of [1, 3, 5, 7]) await runDueSubscriptions(dayAfter(end, day));
    expect(stripe.charges(account).map(({ amount }) => amount)).toEqual([1500, 1500]);
  });

  it('is followed by tries again where the new method is declined for now', {
    tags: 'soak',
  }, async () => {
    const { id, end } = await subscribe('pm_card_visa_chargeDeclinedLostCard');
    await runDueSubscriptions(end);
    const body = { confirmation_token_id: 'pm_card_chargeCustomerFail' };
    const request = { params: { id }, body };
    expect((await refusal(setSubscriptionPaymentMethod, request, { as })).status).toBe(400);
    expect(await subscriptions()).toMatchObject([
      { status: 'past_due', next_retry_at: dayAfter(end, 1).toISOString() },
    ]);
    const before = confirms();
    for (const day of [1, 3, 5, 7]) await runDueSubscriptions(dayAfter(end, day));
    expect(confirms() - before).toBe(4);
    expect(await subscriptions()).toMatchObject([{ status: 'canceled' }]);
  });
});

it('a refund goes through Stripe, and one whose answer is lost is asked for', async () => {
  await confirm(await open(), card('pm_card_visa'));
  const [order] = await orders();
  stripe.addFault({ kind: 'lost', on: 'POST /v1/refunds$', times: 1 });
  const body = { order_id: order?.id ?? '', amount: 500, reason: 'customer_request' } as const;
  expect(await callApi(createRefund, { body }, { as })).toMatchObject({ status: 'succeeded' });
  expect(stripe.refunds(account)).toMatchObject([{ amount: 500, status: 'succeeded' }]);
});

it('survival 16: two organizations on one account are paid apart', async () => {
  const other = await makeSeller();
  await connectStripe(other, stripe, { account });
  await confirm(await open(), card('pm_card_visa'));
  const product = await makeProduct(other, fixed(3000));
  await confirm(await makeCheckout(other, product.id), card('pm_card_visa'));
  const sold = stripe
    .charges(account)
    .map(({ amount, metadata }) => [amount, metadata.organization_id]);
  expect(sold).toEqual([
    [2000, as.organizationId],
    [3000, other.organizationId],
  ]);
});

it('survival 28: a live organization without an account sells nothing that is paid for', async () => {
  const body = { name: 'Live Shop', slug: `live-${newId()}`, is_sandbox: false };
  const shop = await callApi(createOrganization, { body }, { as });
  const priced = await makeProduct(as, fixed(), { organization_id: shop.id });
  const request = { body: { payment_processor: 'stripe', product_id: priced.id } } as const;
  expect(await refusal(createCheckout, request, { as })).toMatchObject({
    status: 403,
    body: { code: 'payments_not_connected' },
  });
  const gift = await makeProduct(as, free, { organization_id: shop.id });
  await confirm(await makeCheckout(as, gift.id), buyer({ confirmation_token_id: undefined }));
  await connectStripe({ ...as, organizationId: shop.id }, stripe, { mode: 'live' });
  const checkout = await makeCheckout(as, priced.id);
  // Stripe's tests pay nothing there.
  const failure = await refuseConfirm(checkout, card('pm_card_visa'));
  expect([failure.status, places(failure)]).toEqual([422, ['body.confirmation_token_id']]);
});

describe('a text on card statements', () => {
  const save = (statement_descriptor_suffix: string | null) => {
    const request = { params: { id: as.organizationId }, body: { statement_descriptor_suffix } };
    return {
      done: () => callApi(updateOrganization, request, { as }),
      refused: async () => places(await refusal(updateOrganization, request, { as })),
    };
  };
  const printed = () => {
    const { latest_charge } = stripe.object(
      account,
      'test',
      'payment_intent',
      stripe.charges(account).at(-1)?.payment_intent ?? '',
    ) as { latest_charge: string };
    const charge = stripe.object(account, 'test', 'charge', latest_charge);
    return (charge as { calculated_statement_descriptor: string }).calculated_statement_descriptor;
  };

  it('ends with the organization’s suffix, also of a renewal', { tags: 'soak' }, async () => {
    await save('QUILL PRO 12').done();
    await confirm(await open(monthly()), card('pm_card_visa'));
    expect(printed()).toBe('DOUBLE* QUILL PRO 12');
    await save(null).done();
    const [subscription] = await subscriptions();
    await runDueSubscriptions(new Date(subscription?.current_period_end ?? ''));
    expect(printed()).toBe('DOUBLE');
    expect(stripe.violations).toEqual([]);
  });

  it.each([
    '12345',
    'A*B',
    "Ada's",
    'A<B',
    'A"B',
    'A\\B',
    'Café',
    'FOURTEEN CHARS.',
    'A'.repeat(23),
  ])('is refused as %s', async (suffix) => {
    expect(await save(suffix).refused()).toEqual(['body.statement_descriptor_suffix']);
  });

  it('without an account has the whole length, and is left out where that does not fit the account', {
    tags: 'soak',
  }, async () => {
    const other = as;
    as = await makeSeller();
    await save('TWENTY-TWO CHARACTERS.').done();
    ({ account } = await connectStripe(as, stripe));
    await confirm(await open(), card('pm_card_visa'));
    expect(printed()).toBe('DOUBLE');
    as = other;
  });
});

describe('an amount below what the account’s currency allows', () => {
  /** Its account settles in crowns, of which a charge is at least 15, one for each dollar to the double. */
  async function settleInCrowns() {
    as = await makeSeller();
    ({ account } = await connectStripe(as, stripe, {
      account: stripe.addAccount({ country: 'CZ', currency: 'czk' }),
    }));
  }

  it('is 422 where it comes from, and the checkout stays open', { tags: 'soak' }, async () => {
    await settleInCrowns();
    const small = await open(fixed(900));
    const failure = await refuseConfirm(small, card('pm_card_visa'));
    expect([failure.status, places(failure)]).toEqual([422, ['body.product_price_id']]);
    expect(await statusOf(small)).toBe('open');
    const chosen = await open([{ type: 'one_time', amount_type: 'custom', minimum_amount: 500 }]);
    const picked = { ...card('pm_card_visa'), amount: 800 };
    expect(places(await refuseConfirm(chosen, picked))).toEqual(['body.amount']);
    await confirm(chosen, { ...card('pm_card_visa'), amount: 1500 });
    const off = { type: 'percentage', basis_points: 5500, duration: 'once', name: 'Off' } as const;
    const { id: discount_id } = await callApi(createDiscount, { body: off }, { as });
    const product = await makeProduct(as, fixed(2000));
    const lowered = await makeCheckout(as, product.id, { discount_id });
    expect(places(await refuseConfirm(lowered, card('pm_card_visa')))).toEqual([
      'body.discount_code',
    ]);
    expect(await statusOf(lowered)).toBe('open');
    expect(stripe.charges(account).map(({ amount }) => amount)).toEqual([1500]);
  });

  it('of a renewal is carried to the next charge', { tags: 'soak' }, async () => {
    await settleInCrowns();
    await confirm(await open(monthly(900, { trial_days: 7 })), card('pm_card_visa'));
    const dueAt = async () => new Date((await subscriptions())[0]?.current_period_end ?? '');
    await runDueSubscriptions(await dueAt());
    expect(await subscriptions()).toMatchObject([{ status: 'active', next_retry_at: null }]);
    expect(stripe.charges(account)).toEqual([]);
    await runDueSubscriptions(await dueAt());
    expect(stripe.charges(account).map(({ amount }) => amount)).toEqual([1800]);
    await runDueSubscriptions(await dueAt());
    expect(stripe.charges(account).map(({ amount }) => amount)).toEqual([1800]);
    const amounts = (await orders()).map(({ amount, billing_reason }) => [billing_reason, amount]);
    expect(amounts.reverse()).toEqual([
      ['subscription_create', 0],
      ['subscription_cycle', 1800],
      ['subscription_cycle', 0],
    ]);
    expect(await findMails({ organizationId: as.organizationId, kind: 'payment_failed' })).toEqual(
      [],
    );
  });

  it('that waits at the end of a canceled period is left', { tags: 'soak' }, async () => {
    await settleInCrowns();
    await confirm(await open(monthly(2000)), card('pm_card_visa'));
    const [subscription] = await subscriptions();
    const id = subscription?.id ?? '';
    const more = await makeProduct(as, monthly(2900));
    const change = {
      product_price_id: more.prices[0]?.id ?? '',
      proration_behavior: 'prorate',
    } as const;
    await callApi(updateSubscription, { params: { id }, body: change }, { as });
    await callApi(
      updateSubscription,
      { params: { id }, body: { cancel_at_period_end: true } },
      { as },
    );
    const end = new Date(subscription?.current_period_end ?? '');
    for (let run = 0; run < 2; run += 1) await runDueSubscriptions(end);
    expect(await subscriptions()).toMatchObject([{ status: 'canceled' }]);
    expect(stripe.charges(account).map(({ amount }) => amount)).toEqual([2000]);
    expect(await payments()).toHaveLength(2);
  });
});

describe('an amount', () => {
  const sell = async (currency: string, amount: number, more: object = {}) => {
    const body = { default_currency: currency };
    await callApi(updateOrganization, { params: { id: as.organizationId }, body }, { as });
    const price = { type: 'one_time', amount_type: 'fixed', price_amount: amount } as const;
    return makeProduct(as, [{ ...price, price_currency: currency, ...more } as never]);
  };

  const CURRENCIES = [
    ['huf', 149_950],
    ['isk', 150_000],
    ['ugx', 1_500_000],
    ['kwd', 1250],
    ['jpy', 1500],
    ['idr', 999_999_999_999],
  ] as const;
  it.each(part(CURRENCIES, 'currencies', 3))(
    'survival 23: that is typed in %s is sent and shown: %i',
    async (currency, amount) => {
      const product = await sell(currency, amount);
      expect(product.prices).toMatchObject([{ price_currency: currency, price_amount: amount }]);
      await confirm(await makeCheckout(as, product.id), card('pm_card_visa'));
      expect(stripe.charges(account)).toMatchObject([{ currency, amount }]);
      const [order] = await orders();
      expect(order).toMatchObject({ currency, amount });
      await callApi(createRefund, { body: { order_id: order?.id ?? '', reason: 'other' } }, { as });
      expect(stripe.refunds(account)).toMatchObject([{ currency, amount, status: 'succeeded' }]);
      expect(stripe.violations).toEqual([]);
    },
  );

  it('survival 24: in KWD is prorated in multiples of 10', { tags: 'soak' }, async () => {
    const recurring = { type: 'recurring', recurring_interval: 'month' };
    const plan = await sell('kwd', 9990, recurring);
    const more = await sell('kwd', 29_990, recurring);
    await confirm(await makeCheckout(as, plan.id), card('pm_card_visa'));
    const [subscription] = await subscriptions();
    const id = subscription?.id ?? '';
    // A third of the period later, to the second.
    const start = new Date(Date.now() - 10 * DAY_MS - 7_000);
    await db(null).subscription.update({ where: { id }, data: { currentPeriodStart: start } });
    const body = { product_price_id: more.prices[0]?.id ?? '' };
    await callApi(updateSubscription, { params: { id }, body }, { as });
    const [, upgrade] = stripe.charges(account);
    expect([upgrade?.currency, (upgrade?.amount ?? 1) % 10]).toEqual(['kwd', 0]);
    const order = (await orders()).find((one) => one.billing_reason === 'subscription_update');
    expect(order?.amount).toBe(upgrade?.amount);
    for (const { amount } of order?.lines ?? []) expect(Math.abs(amount % 10)).toBe(0);
    expect(stripe.violations).toEqual([]);
  });
});

describe('once the account is disconnected', () => {
  const disconnect = async (of: Seller) => {
    const { id } = await db(null).paymentConnection.findFirstOrThrow({
      where: { organizationId: of.organizationId, status: 'ok' },
    });
    const params = { id: of.organizationId, connection_id: id };
    await callApi(deletePaymentConnection, { params }, { as: of });
  };
  const attempts = (organizationId: string) =>
    db(null).paymentAttempt.count({ where: { organizationId } });

  it('renewals of a live organization wait, and every page says so, until it is connected again', {
    tags: 'soak',
  }, async () => {
    const body = { name: 'Live Shop', slug: `live-${newId()}`, is_sandbox: false };
    const { id } = await callApi(createOrganization, { body }, { as });
    const shop = { ...as, organizationId: id };
    const connected = await connectStripe(shop, stripe, { mode: 'live' });
    const [paid, gift] = [
      await makeProduct(as, monthly(), { organization_id: id }),
      await makeProduct(as, freeMonthly, { organization_id: id }),
    ];
    await confirm(await makeCheckout(as, gift.id), buyer({ confirmation_token_id: undefined }));
    const checkout = await makeCheckout(as, paid.id);
    const token = stripe.createToken(connected.keys.publishable_key, {
      payment_method_data: {
        type: 'card',
        card: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' },
      },
      setup_future_usage: 'off_session',
    } as never).body as { id: string };
    await confirm(checkout, card(token.id));
    const query = { organization_id: [id] };
    const all = async () => (await callApi(listSubscriptions, { query }, { as })).items;
    const end = new Date((await all())[0]?.current_period_end ?? '');
    await disconnect(shop);
    const before = await attempts(id);
    const due = (days: number) => new Date(end.getTime() + days * DAY_MS + 60_000);
    for (const days of [0, 1, 8]) await runDueSubscriptions(due(days));
    expect((await all()).map(({ status }) => status)).toEqual(['active', 'active']);
    expect(await attempts(id)).toBe(before);
    const subscription = (await all()).find(({ amount }) => amount === 1500);
    // What costs nothing goes on.
    const free = (await all()).find(({ amount }) => amount === null);
    expect(Date.parse(free?.current_period_end ?? '')).toBeGreaterThan(due(0).getTime());
    expect(subscription?.current_period_end).toBe(end.toISOString());
    const { organizations } = await callApi(getMe, {}, { as });
    expect(organizations.find((one) => one.id === id)?.payment_connection).toMatchObject({
      status: 'closed',
      problem: expect.stringContaining('renewals wait'),
    });
  });

  it('a sandbox says that payments are not connected, rather than decline', async () => {
    await confirm(await open(monthly()), card('pm_card_visa'));
    const [subscription] = await subscriptions();
    const id = subscription?.id ?? '';
    await disconnect(as);
    const end = new Date(subscription?.current_period_end ?? '');
    await runDueSubscriptions(end);
    expect(await subscriptions()).toMatchObject([{ status: 'active' }]);
    expect(await attempts(as.organizationId)).toBe(1);
    const more = await makeProduct(as, monthly(2900));
    const change = { params: { id }, body: { product_price_id: more.prices[0]?.id ?? '' } };
    expect(await refusal(updateSubscription, change, { as })).toMatchObject({
      status: 403,
      body: { code: 'payments_not_connected' },
    });
    // It is simulated from here on, and so is another method.
    const body = { confirmation_token_id: 'pm_card_mastercard' };
    await callApi(setSubscriptionPaymentMethod, { params: { id }, body }, { as });
    await runDueSubscriptions(end);
    expect(await attempts(as.organizationId)).toBe(2);
    expect(stripe.charges(account)).toHaveLength(1);
    expect((await orders()).map(({ amount }) => amount)).toEqual([1500, 1500]);
  });
});

describe('the calls of an account', () => {
  it('survival 11: stay within what it takes in a second, however many buy at once, and nobody is refused', {
    tags: 'soak',
  }, async () => {
    provideSettings({ STRIPE_CALLS_PER_SECOND: '25' });
    onTestFinished(() => provideSettings({ STRIPE_CALLS_PER_SECOND: '1000' }));
    const checkouts = [];
    const product = await makeProduct(as, fixed());
    for (let made = 0; made < 15; made += 1) checkouts.push(await makeCheckout(as, product.id));
    const began = Date.now();
    await Promise.all(checkouts.map((checkout) => confirm(checkout, card('pm_card_visa'))));
    expect(stripe.charges(account)).toHaveLength(15);
    expect(stripe.answeredPerSecond(account, began)).toBeLessThanOrEqual(25);
  });

  it('of background work leave room for buyers', { tags: 'soak' }, async () => {
    provideSettings({ STRIPE_CALLS_PER_SECOND: '25' });
    onTestFinished(() => provideSettings({ STRIPE_CALLS_PER_SECOND: '1000' }));
    const pace = paceOf({ accountId: account, mode: 'test' });
    const call = () => pace('GET', 'https://api.stripe.com/v1/events');
    let left = 60;
    const one = () => call().then(() => (left -= 1));
    const many = inBackground(() => Promise.all(Array.from({ length: left }, one)));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await call();
    expect(left).toBeGreaterThan(0);
    const whole = performance.now();
    await many;
    // 60 % of 25 a second, less than all of it, and no faster.
    expect(performance.now() - whole).toBeGreaterThan(3000);
  });
});
