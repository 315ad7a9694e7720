import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { notesWritten } from '@/lib/database/connection/notes';
import {
  authenticateInSandbox,
  getCheckoutByClient,
  updateCheckoutByClient,
} from '@/lib/resources/checkouts/contract';
import { createCustomer, listCustomers } from '@/lib/resources/customers/contract';
import { createDiscount, getDiscount } from '@/lib/resources/discounts/contract';
import { listCustomerOrders, listOrders } from '@/lib/resources/orders/contract';
import { countPayments, listPayments } from '@/lib/resources/payments/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi, refusal } from '@/testing/call-api';
import { connectStripe, startStripe } from '@/testing/connections';
import { makeSeller, type Seller } from '@/testing/factories';
import {
  buyer,
  confirm,
  fixed,
  makeCheckout,
  makeProduct,
  monthly,
  refuseConfirm,
} from '@/testing/shop';
import type { StripeDouble, StripeFault } from '@/testing/stripe/double';

// docs/contract/payments.md#authentication: the same in the sandbox and with Stripe.

const HOUR_MS = 3_600_000;
const SECURE = 'pm_card_threeDSecureRequired';
const card = (confirmation_token_id: string) => buyer({ confirmation_token_id });

interface Bank {
  as: Seller;
  /** What the buyer does on the page of his bank with the payment of a checkout that waits for it. */
  authenticate: (
    checkout: { client_secret: string },
    outcome: 'succeed' | 'fail',
  ) => Promise<unknown>;
  /** What was taken, minor units. */
  taken: () => Promise<number[]>;
}

type Processor = 'the sandbox' | 'Stripe';

let stripe: StripeDouble;
let account: string;

async function start(processor: Processor): Promise<Bank> {
  const as = await makeSeller();
  if (processor === 'the sandbox') {
    const authenticate = (
      { client_secret }: { client_secret: string },
      outcome: 'succeed' | 'fail',
    ) => callApi(authenticateInSandbox, { params: { client_secret }, body: { outcome } });
    const taken = async () =>
      (await callApi(listPayments, { query: { status: ['succeeded'] } }, { as })).items.map(
        ({ amount }) => amount,
      );
    return { as, authenticate, taken };
  }
  stripe = await startStripe();
  ({ account } = await connectStripe(as, stripe));
  return {
    as,
    authenticate: async (checkout, outcome) => {
      const { intent_client_secret } = (await read(checkout)).payment_processor_metadata;
      stripe.authenticate(account, 'test', intentOf(intent_client_secret), outcome);
    },
    taken: async () => stripe.charges(account).map(({ amount }) => amount),
  };
}

const intentOf = (secret: unknown) => String(secret).split('_secret_')[0] ?? '';

const read = ({ client_secret }: { client_secret: string }) =>
  callApi(getCheckoutByClient, { params: { client_secret } });

/** What a buyer sees who looks again once the payment was asked for. */
async function readSettled(checkout: { client_secret: string }) {
  // Nobody asked for it in the last two seconds.
  await db(null).paymentAttempt.updateMany({
    where: { checkout: { clientSecret: checkout.client_secret } },
    data: { claimedAt: new Date(0) },
  });
  await read(checkout);
  await notesWritten();
  return read(checkout);
}

describe.each<Processor>(['the sandbox', 'Stripe'])(
  'a payment that is to be authenticated, with %s',
  (processor) => {
    // The same with another processor.
    const again = { tags: processor === 'Stripe' ? ['soak'] : [] };
    let bank: Bank;
    let as: Seller;
    beforeEach(async () => {
      bank = await start(processor);
      ({ as } = bank);
    });

    const payments = async () => (await callApi(listPayments, { query: {} }, { as })).items;
    const orders = async () => (await callApi(listOrders, { query: {} }, { as })).items;

    async function open(prices = fixed(), more = {}) {
      const product = await makeProduct(as, prices);
      return makeCheckout(as, product.id, more);
    }

    it('is confirmed with what the page needs, sold to nobody, and repeated by every read', async () => {
      const checkout = await open();
      const answer = await confirm(checkout, card(SECURE));
      const waiting = {
        intent_client_secret: expect.stringMatching(/./),
        intent_status: 'requires_action',
      };
      expect(answer).toMatchObject({
        status: 'confirmed',
        customer_id: null,
        payment_processor_metadata: waiting,
      });
      expect(await read(checkout)).toMatchObject({
        status: 'confirmed',
        customer_id: null,
        payment_processor_metadata: answer.payment_processor_metadata,
      });
      expect(await payments()).toMatchObject([{ status: 'requires_action', code: null }]);
      const counts = await callApi(countPayments, { query: { by: 'status' } }, { as });
      expect(JSON.stringify(counts)).toContain('requires_action');
      expect([await orders(), await bank.taken()]).toEqual([[], []]);
      const customers = await callApi(listCustomers, { query: {} }, { as });
      expect(customers.items).toEqual([]);
    });

    it('succeeds once its buyer has done that: an order, and the session sees it', async () => {
      const checkout = await open();
      const { customer_session_token: token } = await confirm(checkout, card(SECURE));
      const bought = () => callApi(listCustomerOrders, { query: {} }, { as: { token } });
      expect((await bought()).items).toEqual([]);
      await bank.authenticate(checkout, 'succeed');
      expect(await readSettled(checkout)).toMatchObject({
        status: 'succeeded',
        payment_processor_metadata: {},
      });
      expect([(await orders()).length, await bank.taken()]).toEqual([1, [2000]]);
      expect((await bought()).items).toHaveLength(1);
    });

    it('survival 4: fails, a second card pays, and an old tab tries again: one charge', async () => {
      const checkout = await open();
      await confirm(checkout, card(SECURE));
      await bank.authenticate(checkout, 'fail');
      const answer = await confirm(checkout, card('pm_card_visa'));
      expect(answer.status).toBe('confirmed');
      const late = await refuseConfirm(checkout, card(SECURE));
      expect(late).toMatchObject({ status: 403, body: { error: 'NotOpenCheckout' } });
      expect([(await orders()).length, await bank.taken()]).toEqual([1, [2000]]);
      expect((await payments()).map(({ status }) => status).toSorted()).toEqual([
        'declined',
        'succeeded',
      ]);
    });

    it('keeps another confirmation out while it waits', again, async () => {
      const checkout = await open();
      await confirm(checkout, card(SECURE));
      const second = await refuseConfirm(checkout, card('pm_card_visa'));
      expect(second).toMatchObject({ status: 403, body: { error: 'NotOpenCheckout' } });
      const { client_secret } = checkout;
      const update = { params: { client_secret }, body: { customer_name: 'Else' } };
      expect((await refusal(updateCheckoutByClient, update)).status).toBe(403);
      await bank.authenticate(checkout, 'succeed');
      expect(await readSettled(checkout)).toMatchObject({ status: 'succeeded' });
      expect(await bank.taken()).toEqual([2000]);
    });

    it('survival 6: goes on after a reload', again, async () => {
      const checkout = await open();
      const first = await confirm(checkout, card(SECURE));
      await read(checkout);
      const again = await read(checkout);
      expect(again.payment_processor_metadata).toEqual(first.payment_processor_metadata);
      await bank.authenticate(checkout, 'succeed');
      expect((await readSettled(checkout)).status).toBe('succeeded');
    });

    it('survival 7: a reopened checkout leaves a matched customer unchanged', again, async () => {
      const customer = await callApi(
        createCustomer,
        { body: { email: 'buyer@example.com', name: 'Real Name' } },
        { as },
      );
      const checkout = await open();
      await confirm(checkout, card(SECURE));
      await bank.authenticate(checkout, 'fail');
      const reopened = await readSettled(checkout);
      expect(reopened).toMatchObject({ status: 'open', customer_id: null });
      const { items } = await callApi(listCustomers, { query: {} }, { as });
      expect(items).toEqual([customer]);
    });

    it('survival 9: gives the discount back, and keeps its code', async () => {
      const product = await makeProduct(as);
      const discount = await callApi(
        createDiscount,
        {
          body: {
            name: 'Once',
            code: 'ONCE',
            type: 'fixed',
            amount: 500,
            duration: 'once',
            max_redemptions: 1,
          },
        },
        { as },
      );
      const checkout = await makeCheckout(as, product.id);
      await confirm(checkout, buyer({ discount_code: 'ONCE', confirmation_token_id: SECURE }));
      const redemptions = async () =>
        (await callApi(getDiscount, { params: { id: discount.id } }, { as })).redemptions_count;
      expect(await redemptions()).toBe(1);
      await bank.authenticate(checkout, 'fail');
      const reopened = await readSettled(checkout);
      expect(reopened).toMatchObject({
        status: 'open',
        discount_id: discount.id,
        total_amount: 1500,
      });
      expect(await redemptions()).toBe(0);
      await confirm(checkout, card('pm_card_visa'));
      expect([await redemptions(), await bank.taken()]).toEqual([1, [1500]]);
    });

    it('is computed anew once its checkout is open again', async () => {
      const checkout = await open([
        { type: 'one_time', amount_type: 'custom', minimum_amount: 100, preset_amount: 700 },
      ]);
      await confirm(checkout, buyer({ amount: 900, confirmation_token_id: SECURE }));
      await bank.authenticate(checkout, 'fail');
      await readSettled(checkout);
      const { client_secret } = checkout;
      const update = { params: { client_secret }, body: { amount: 1200 } };
      expect(await callApi(updateCheckoutByClient, update)).toMatchObject({ total_amount: 1200 });
    });

    it('that is abandoned is given up after 60 minutes, and its checkout is open again', {
      tags: 'soak',
    }, async () => {
      const checkout = await open();
      await confirm(checkout, card(SECURE));
      const almost = new Date(Date.now() + 0.98 * HOUR_MS);
      await settleWaiting(almost);
      expect((await read(checkout)).status).toBe('confirmed');
      await settleWaiting(new Date(Date.now() + 1.02 * HOUR_MS));
      expect((await read(checkout)).status).toBe('open');
      expect(await payments()).toMatchObject([
        { status: 'declined', code: 'authentication_required' },
      ]);
      await bank.authenticate(checkout, 'succeed').catch(() => undefined);
      await confirm(checkout, card('pm_card_visa'));
      expect(await bank.taken()).toEqual([2000]);
    });

    it('of a subscription stores the method, which renewals charge', { tags: 'soak' }, async () => {
      const checkout = await open(monthly());
      await confirm(checkout, card(SECURE));
      expect((await callApi(listSubscriptions, { query: {} }, { as })).items).toEqual([]);
      await bank.authenticate(checkout, 'succeed');
      await readSettled(checkout);
      const { items } = await callApi(listSubscriptions, { query: {} }, { as });
      expect(items).toMatchObject([{ status: 'active', payment_method: { last4: '3220' } }]);
    });

    it('of a trial starts it once it is authenticated', async () => {
      const checkout = await open(monthly(1500, { trial_days: 7 }));
      await confirm(checkout, card(SECURE));
      await bank.authenticate(checkout, 'succeed');
      await readSettled(checkout);
      const { items } = await callApi(listSubscriptions, { query: {} }, { as });
      expect(items).toMatchObject([{ status: 'trialing' }]);
      expect((await bank.taken()).filter((amount) => amount > 0)).toEqual([]);
    });

    it('takes over what a checkout says of the customer whom the seller named', again, async () => {
      const customer = await callApi(
        createCustomer,
        { body: { email: 'known@example.com' } },
        { as },
      );
      const checkout = await open(fixed(), { customer_id: customer.id });
      const answer = await confirm(checkout, buyer({ confirmation_token_id: SECURE }));
      expect(answer.customer_id).toBe(customer.id);
      const as_ = { token: answer.customer_session_token };
      expect((await callApi(listCustomerOrders, { query: {} }, { as: as_ })).items).toEqual([]);
      await bank.authenticate(checkout, 'succeed');
      await readSettled(checkout);
      expect((await callApi(listCustomerOrders, { query: {} }, { as: as_ })).items).toHaveLength(1);
      const { items } = await callApi(listCustomers, { query: {} }, { as });
      expect(items).toMatchObject([{ id: customer.id, name: 'Bo Buyer' }]);
    });
  },
);

describe('with Stripe', () => {
  let as: Seller;
  beforeEach(async () => {
    ({ as } = await start('Stripe'));
  });

  it('survival 5: a cancel that meets a success leaves the order', async () => {
    const product = await makeProduct(as);
    const checkout = await makeCheckout(as, product.id);
    const { payment_processor_metadata } = await confirm(checkout, card(SECURE));
    const intent = intentOf(payment_processor_metadata.intent_client_secret);
    const fault: StripeFault = { kind: 'late', on: '/cancel$', times: 1, ms: 500 };
    stripe.addFault(fault);
    const settling = settleWaiting(new Date(Date.now() + 1.02 * HOUR_MS));
    // The bank is done between the question and the cancel.
    await expect.poll(() => fault.times).toBe(0);
    stripe.authenticate(account, 'test', intent, 'succeed');
    await settling;
    expect((await read(checkout)).status).toBe('succeeded');
    expect((await callApi(listOrders, { query: {} }, { as })).items).toHaveLength(1);
    expect(stripe.charges(account)).toHaveLength(1);
  });

  it('keeps the sandbox operation away', async () => {
    const product = await makeProduct(as);
    const checkout = await makeCheckout(as, product.id);
    await confirm(checkout, card(SECURE));
    const { client_secret } = checkout;
    const body = { outcome: 'succeed' } as const;
    expect((await refusal(authenticateInSandbox, { params: { client_secret }, body })).status).toBe(
      403,
    );
  });

  it('tells open checkouts what the payment form needs', async () => {
    const product = await makeProduct(as);
    const { payment_processor_metadata } = await makeCheckout(as, product.id);
    expect(payment_processor_metadata).toEqual({
      publishable_key: expect.stringMatching(/^pk_test_/),
      mode: 'test',
    });
  });
});

describe('failed authentications', () => {
  it('survival 8: end in 429, as declines do', async () => {
    const as = await makeSeller();
    const { organizationId: id } = as;
    await db(null).organization.update({ where: { id }, data: { isSandbox: false } });
    stripe = await startStripe();
    const { account, keys } = await connectStripe(as, stripe, { mode: 'live' });
    const token = () => {
      const typed = { number: '4000000000003220', exp_month: 12, exp_year: 2040, cvc: '123' };
      const payment_method_data = { type: 'card', card: typed };
      const { body } = stripe.createToken(keys.publishable_key, { payment_method_data });
      return (body as { id: string }).id;
    };
    const product = await makeProduct(as);
    const checkout = await makeCheckout(as, product.id);
    const attempt = () => confirm(checkout, card(token()), { idempotencyKey: newId() });
    let refused: { status: number } | undefined;
    for (let tries = 0; tries < 20 && !refused; tries += 1) {
      const answer = await attempt().catch((error: { status: number }) => {
        refused = error;
        return null;
      });
      if (answer === null) break;
      const { intent_client_secret } = answer.payment_processor_metadata;
      stripe.authenticate(account, 'live', intentOf(intent_client_secret), 'fail');
    }
    expect(refused?.status).toBe(429);
    expect(stripe.charges(account)).toEqual([]);
    const { items } = await callApi(listPayments, { query: {} }, { as });
    expect(items.every(({ status }) => status === 'declined')).toBe(true);
    expect(items.length).toBeGreaterThan(4);
  });

  it('cannot be repeated where nothing waits', async () => {
    const { as } = await start('the sandbox');
    const product = await makeProduct(as);
    const { client_secret } = await makeCheckout(as, product.id);
    const body = { outcome: 'fail' } as const;
    expect((await refusal(authenticateInSandbox, { params: { client_secret }, body })).status).toBe(
      409,
    );
  });
});
