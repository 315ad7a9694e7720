import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import {
  createCheckout,
  getCheckout,
  updateCheckoutByClient,
} from '@/lib/resources/checkouts/contract';
import { createCustomField } from '@/lib/resources/custom-fields/contract';
import { createCustomer, getCustomer } from '@/lib/resources/customers/contract';
import { createDiscount, getDiscount } from '@/lib/resources/discounts/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { getSubscription, listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { env } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { digest } from '@/lib/runtime/secrets';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import {
  buyer,
  confirm,
  fixed,
  free,
  freeMonthly,
  makeCheckout,
  makeKeyProduct,
  makeProduct,
  monthly,
  refuseConfirm,
} from '@/testing/shop';

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});
const as = () => ({ as: seller });

const stateOf = async ({ id }: { id: string }) => ({
  checkout: await db(null).checkout.findUniqueOrThrow({ where: { id } }),
  attempts: await db(null).paymentAttempt.findMany({
    where: { checkoutId: id },
    orderBy: { id: 'asc' },
  }),
  orders: await db(null).order.findMany({ where: { checkoutId: id } }),
  subscriptions: await db(null).subscription.findMany({ where: { checkoutId: id } }),
});
const keysOf = (customerId: string) => db(null).licenseKey.findMany({ where: { customerId } });
const chargesOf = (attempts: { id: string }[]) =>
  db(null).sandboxCharge.findMany({
    where: { idempotencyKey: { in: attempts.map(({ id }) => id) } },
  });

describe('a paid checkout', () => {
  it('sells a one-time product: order, grant, license key, in place when the answer arrives', async () => {
    const product = await makeKeyProduct(seller);
    const checkout = await makeCheckout(seller, product.id, {
      metadata: { campaign: 'spring' },
      customer_metadata: { source: 'ad' },
    });
    const answer = await confirm(checkout);
    expect(answer).toMatchObject({
      status: 'confirmed',
      total_amount: 2000,
      customer_email: 'buyer@example.com',
    });
    expect(answer.organization.id).toBe(seller.organizationId);
    for (const absent of ['metadata', 'customer_metadata', 'subscription_id']) {
      expect(answer).not.toHaveProperty(absent);
    }
    const { attempts, orders } = await stateOf(checkout);
    expect(attempts).toMatchObject([{ status: 'succeeded', amount: 2000 }]);
    expect(orders).toMatchObject([
      { amount: 2000, taxAmount: 0, billingReason: 'purchase', metadata: { campaign: 'spring' } },
    ]);
    const customerId = answer.customer_id ?? '';
    expect(await keysOf(customerId)).toMatchObject([{ status: 'granted' }]);
    const customer = await callApi(getCustomer, { params: { id: customerId } }, as());
    expect(customer).toMatchObject({ name: 'Bo Buyer', metadata: { source: 'ad' } });
    const after = await callApi(getCheckout, { params: { id: checkout.id } }, as());
    expect(after).toMatchObject({ status: 'succeeded', customer_id: customerId });
    expect(await chargesOf(attempts)).toMatchObject([{ amount: 2000, outcome: 'succeeded' }]);
  });

  it('starts a subscription where the price recurs', async () => {
    const product = await makeKeyProduct(seller, monthly());
    const checkout = await makeCheckout(seller, product.id, { metadata: { plan: 'pro' } });
    const answer = await confirm(checkout, buyer({ customer_email: 'sub@example.com' }));
    const query = { customer_id: [answer.customer_id ?? ''] };
    const { items } = await callApi(listSubscriptions, { query }, as());
    expect(items).toMatchObject([
      { status: 'active', amount: 1500, checkout_id: checkout.id, metadata: { plan: 'pro' } },
    ]);
    const orders = await callApi(listOrders, { query }, as());
    expect(orders.items).toMatchObject([
      { billing_reason: 'subscription_create', subscription_id: items[0]?.id, amount: 1500 },
    ]);
  });

  it('records its events in order, with the request that caused them', async () => {
    const product = await makeKeyProduct(seller, monthly());
    const checkout = await makeCheckout(seller, product.id);
    const before = newId();
    await confirm(checkout, buyer({ customer_email: 'events@example.com' }));
    const { subscriptions, orders } = await stateOf(checkout);
    const [purchase] = await db(null).event.findMany({ where: { objectId: orders[0]?.id ?? '' } });
    const events = await db(null).event.findMany({
      where: { requestId: purchase?.requestId ?? '', id: { gt: before } },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ kind }) => kind)).toEqual([
      'customer.created',
      'subscription.created',
      'subscription.active',
      'order.created',
      'benefit_grant.created',
      'license_key.created',
      'checkout.updated',
    ]);
    expect(events.at(-1)?.snapshot).toMatchObject({ id: checkout.id, status: 'succeeded' });
    expect(events[1]?.snapshot).toMatchObject({ id: subscriptions[0]?.id });
  });

  it('on trial charges nothing, stores the payment method and makes no order', async () => {
    const product = await makeKeyProduct(seller, monthly(1500, { trial_days: 7 }));
    const checkout = await makeCheckout(seller, product.id);
    const without = await refuseConfirm(checkout, buyer({ confirmation_token_id: null }));
    expect(places(without)).toEqual(['body.confirmation_token_id']);
    const answer = await confirm(checkout, buyer({ customer_email: 'trial@example.com' }));
    const { attempts, orders, subscriptions } = await stateOf(checkout);
    expect(orders).toEqual([]);
    expect(subscriptions).toMatchObject([{ status: 'trialing' }]);
    expect(subscriptions[0]?.paymentMethod).toBeTruthy();
    expect(subscriptions[0]?.paymentMethod).not.toContain('pm_card');
    expect(await chargesOf(attempts)).toMatchObject([{ amount: 0, outcome: 'succeeded' }]);
    expect(await keysOf(answer.customer_id ?? '')).toHaveLength(1);
  });
});

describe('a free checkout', () => {
  it('needs nothing but an email address', async () => {
    const checkout = await makeCheckout(seller, (await makeKeyProduct(seller, free)).id);
    expect(places(await refuseConfirm(checkout, {}))).toEqual(['body.customer_email']);
    const answer = await confirm(checkout, { customer_email: 'free@example.com' });
    const { attempts, orders } = await stateOf(checkout);
    expect(attempts).toEqual([]);
    expect(orders).toMatchObject([{ amount: 0, billingReason: 'purchase' }]);
    expect(await keysOf(answer.customer_id ?? '')).toHaveLength(1);
  });

  it('with a recurring price starts a subscription without an amount', {
    tags: 'soak',
  }, async () => {
    const checkout = await makeCheckout(seller, (await makeProduct(seller, freeMonthly)).id);
    await confirm(checkout, { customer_email: 'freesub@example.com' });
    const { subscriptions } = await stateOf(checkout);
    expect(subscriptions).toMatchObject([{ amount: null, currency: null, status: 'active' }]);
  });

  it('moves a free subscription to a bought price', async () => {
    const [gift, paid] = [
      await makeKeyProduct(seller, freeMonthly),
      await makeKeyProduct(seller, monthly()),
    ];
    const first = await makeCheckout(seller, gift.id);
    const { customer_id } = await confirm(first, { customer_email: 'upgrade@example.com' });
    const [free] = (await stateOf(first)).subscriptions;
    const id = free?.id ?? '';
    const upgrade = await makeCheckout(seller, paid.id, { subscription_id: id });
    expect(upgrade).toMatchObject({ subscription_id: id, customer_id });
    await confirm(upgrade, buyer({ customer_email: 'somebody@example.com' }));
    const moved = await callApi(getSubscription, { params: { id } }, as());
    expect(moved).toMatchObject({ amount: 1500, product_id: paid.id, status: 'active' });
    expect((await stateOf(upgrade)).orders).toMatchObject([
      { billingReason: 'subscription_update', customerId: customer_id },
    ]);
    const keys = await keysOf(customer_id ?? '');
    expect(keys.map(({ status }) => status).sort()).toEqual(['granted', 'revoked']);
    const body = { payment_processor: 'stripe', product_id: paid.id, subscription_id: id } as const;
    expect(places(await refusal(createCheckout, { body }, as()))).toEqual(['body.subscription_id']);
  });
});

describe('what a confirmation needs', () => {
  it('is named all at once', async () => {
    const checkout = await makeCheckout(seller, (await makeProduct(seller)).id);
    expect(places(await refuseConfirm(checkout, {}))).toEqual([
      'body.confirmation_token_id',
      'body.customer_billing_address.country',
      'body.customer_email',
      'body.customer_name',
    ]);
    expect(
      places(await refuseConfirm(checkout, buyer({ confirmation_token_id: 'pm_unknown' }))),
    ).toEqual(['body.confirmation_token_id']);
  });

  it('includes required custom fields, whose data order and subscription inherit', async () => {
    const properties = {};
    const fields = await Promise.all(
      (['text', 'checkbox'] as const).map((type) =>
        callApi(
          createCustomField,
          { body: { type, slug: `${type}-${newId()}`, name: type, properties } },
          as(),
        ),
      ),
    );
    const [note = '', terms = ''] = fields.map(({ slug }) => slug);
    const attached_custom_fields = fields.map(({ id }) => ({
      custom_field_id: id,
      required: true,
    }));
    const product = await makeProduct(seller, monthly(), { attached_custom_fields });
    const checkout = await makeCheckout(seller, product.id);
    const refused = (custom_field_data: object) =>
      refuseConfirm(
        checkout,
        buyer({ custom_field_data: custom_field_data as Record<string, unknown> }),
      ).then(places);
    expect(await refused({})).toEqual(
      [`body.custom_field_data.${terms}`, `body.custom_field_data.${note}`].sort(),
    );
    expect(await refused({ [note]: 'x', [terms]: false })).toEqual([
      `body.custom_field_data.${terms}`,
    ]);
    await confirm(checkout, buyer({ custom_field_data: { [note]: 'x', [terms]: true } }));
    const { orders, subscriptions } = await stateOf(checkout);
    expect(orders).toMatchObject([{ customFieldData: { [note]: 'x', [terms]: true } }]);
    expect(subscriptions).toMatchObject([{ customFieldData: { [note]: 'x', [terms]: true } }]);
  });

  it('includes a product that is still for sale', async () => {
    const product = await makeProduct(seller);
    const checkout = await makeCheckout(seller, product.id);
    await callApi(updateProduct, { params: { id: product.id }, body: { is_archived: true } }, as());
    expect(places(await refuseConfirm(checkout))).toEqual(['body.product_price_id']);
  });
});

describe('a declined payment', () => {
  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', null],
    ['pm_card_authenticationRequired', 'authentication_required', 'authentication_required'],
    ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline'],
  ])(
    'with %s leaves no trace but its attempt',
    async (confirmation_token_id, code, decline_code) => {
      const checkout = await makeCheckout(seller, (await makeProduct(seller)).id);
      const email = `declined-${newId()}@example.com`;
      const failure = await refuseConfirm(
        checkout,
        buyer({ confirmation_token_id, customer_email: email }),
      );
      expect(failure).toMatchObject({
        status: 400,
        error: 'PaymentError',
        body: { code, decline_code },
      });
      const { checkout: row, attempts, orders } = await stateOf(checkout);
      expect(row).toMatchObject({ status: 'open', customerEmail: null, customerId: null });
      expect(attempts).toMatchObject([{ status: 'declined', code, declineCode: decline_code }]);
      expect(orders).toEqual([]);
      expect(await db(null).customer.count({ where: { email } })).toBe(0);
      // The next card works.
      expect((await confirm(checkout, buyer({ customer_email: email }))).status).toBe('confirmed');
    },
  );

  it('gives a discount back', async () => {
    const body = {
      name: 'One',
      duration: 'once',
      type: 'fixed',
      amount: 500,
      max_redemptions: 1,
    } as const;
    const discount = await callApi(createDiscount, { body }, as());
    const checkout = await makeCheckout(seller, (await makeProduct(seller)).id, {
      discount_id: discount.id,
    });
    const count = async () =>
      (await callApi(getDiscount, { params: { id: discount.id } }, as())).redemptions_count;
    await refuseConfirm(checkout, buyer({ confirmation_token_id: 'pm_card_chargeDeclined' }));
    expect(await count()).toBe(0);
    await confirm(checkout);
    expect(await count()).toBe(1);
    expect((await stateOf(checkout)).orders).toMatchObject([
      { amount: 1500, discountId: discount.id },
    ]);
  });
});

describe('a slow payment', () => {
  it.each([
    ['pm_usBankAccount', 'succeeded', 1],
    ['pm_usBankAccount_insufficientFunds', 'failed', 0],
  ])('with %s is confirmed first and %s later', async (confirmation_token_id, status, orders) => {
    const checkout = await makeCheckout(seller, (await makeKeyProduct(seller)).id);
    const email = `slow-${newId()}@example.com`;
    const answer = await confirm(checkout, buyer({ confirmation_token_id, customer_email: email }));
    expect(answer.status).toBe('confirmed');
    expect(await stateOf(checkout)).toMatchObject({
      checkout: { status: 'confirmed' },
      orders: [],
    });
    expect((await refuseConfirm(checkout)).error).toBe('NotOpenCheckout');
    await settleWaiting(new Date());
    expect((await stateOf(checkout)).checkout.status).toBe('confirmed');
    await settleWaiting(new Date(Date.now() + 61_000));
    const after = await stateOf(checkout);
    expect(after.checkout.status).toBe(status);
    expect(after.orders).toHaveLength(orders);
    expect(await keysOf(after.checkout.customerId ?? newId())).toHaveLength(orders);
  });
});

describe('races', () => {
  it.each([
    ['paid', fixed()],
    ['free', free],
  ])('20 parallel confirmations of a %s checkout succeed once', async (_, prices) => {
    const checkout = await makeCheckout(seller, (await makeKeyProduct(seller, prices)).id);
    const email = `race-${newId()}@example.com`;
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => confirm(checkout, buyer({ customer_email: email }))),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(19);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ status: 403, error: 'NotOpenCheckout' });
    const { attempts, orders } = await stateOf(checkout);
    expect(orders).toHaveLength(1);
    expect(await chargesOf(attempts)).toHaveLength(prices === free ? 0 : 1);
    expect(await keysOf(orders[0]?.customerId ?? '')).toHaveLength(1);
  });

  it('of three checkouts for one free subscription, one moves it and the others charge nothing', async () => {
    const [gift, paid] = [
      await makeProduct(seller, freeMonthly),
      await makeProduct(seller, monthly()),
    ];
    const first = await makeCheckout(seller, gift.id);
    const { customer_id } = await confirm(first, { customer_email: `${newId()}@example.com` });
    const id = (await stateOf(first)).subscriptions[0]?.id ?? '';
    const upgrade = () => makeCheckout(seller, paid.id, { subscription_id: id });
    const [one, two, late] = [await upgrade(), await upgrade(), await upgrade()];
    const results = await Promise.allSettled([confirm(one), confirm(two)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = results[0].status === 'rejected' ? one : two;
    for (const checkout of [lost, late]) {
      expect(places(await refuseConfirm(checkout, buyer()))).toEqual(['body.subscription_id']);
      const { attempts, orders, subscriptions } = await stateOf(checkout);
      expect([attempts, orders, subscriptions]).toEqual([[], [], []]);
    }
    const subscriptions = await db(null).subscription.findMany({
      where: { customerId: customer_id ?? '' },
    });
    expect(subscriptions).toMatchObject([{ id, amount: 1500 }]);
  });

  it('50 parallel redemptions of a discount for 5 redeem it 5 times', async () => {
    const body = {
      name: 'Five',
      duration: 'once',
      type: 'percentage',
      basis_points: 10_000,
      max_redemptions: 5,
    } as const;
    const discount = await callApi(createDiscount, { body }, as());
    const product = await makeProduct(seller);
    const checkouts = await Promise.all(
      Array.from({ length: 50 }, () =>
        makeCheckout(seller, product.id, { discount_id: discount.id }),
      ),
    );
    const results = await Promise.allSettled(
      checkouts.map((checkout, index) =>
        confirm(checkout, { customer_email: `five-${index}@example.com` }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const result of results) {
      if (result.status === 'rejected')
        expect(places(result.reason)).toEqual(['body.discount_code']);
    }
    const { redemptions_count } = await callApi(getDiscount, { params: { id: discount.id } }, as());
    expect(redemptions_count).toBe(5);
    expect(await db(null).order.count({ where: { discountId: discount.id } })).toBe(5);
  });

  it('one email address in any case is one customer', async () => {
    const product = await makeProduct(seller, free);
    const name = newId();
    const checkouts = await Promise.all(
      Array.from({ length: 8 }, () => makeCheckout(seller, product.id)),
    );
    const answers = await Promise.all(
      checkouts.map((checkout, index) =>
        confirm(checkout, {
          customer_email: index % 2 ? `${name}@example.com` : `${name.toUpperCase()}@Example.com`,
        }),
      ),
    );
    expect(new Set(answers.map(({ customer_id }) => customer_id)).size).toBe(1);
  });
});

describe('an interrupted payment', () => {
  /** What a node leaves behind that died after the first step, or after the second with `charged`. */
  async function interrupted(charged: boolean) {
    const checkout = await makeCheckout(seller, (await makeKeyProduct(seller)).id);
    const attempt = await db(null).paymentAttempt.create({
      data: {
        id: newId(),
        organizationId: seller.organizationId,
        checkoutId: checkout.id,
        claimedAt: new Date(Date.now() - 120_000),
        amount: 2000,
        currency: 'usd',
        update: { customerEmail: `late-${newId()}@example.com`, customerName: 'Late' },
      },
    });
    if (charged) {
      await db(null).sandboxCharge.create({
        data: { idempotencyKey: attempt.id, amount: 2000, currency: 'usd', outcome: 'succeeded' },
      });
    }
    return checkout;
  }

  it('that was charged is settled in the background, once', async () => {
    const checkout = await interrupted(true);
    await Promise.all([settleWaiting(new Date()), settleWaiting(new Date())]);
    const after = await stateOf(checkout);
    expect(after.checkout.status).toBe('succeeded');
    expect(after.orders).toHaveLength(1);
  });

  it('that was never charged is given up, and cannot be charged any more', async () => {
    const checkout = await interrupted(false);
    await settleWaiting(new Date());
    const { checkout: row, attempts } = await stateOf(checkout);
    expect(row.status).toBe('open');
    expect(attempts).toMatchObject([{ status: 'declined', code: 'processing_error' }]);
    expect(await chargesOf(attempts)).toMatchObject([{ outcome: 'declined' }]);
    expect((await confirm(checkout)).status).toBe('confirmed');
  });

  it('is settled by the next confirmation', async () => {
    const charged = await interrupted(true);
    expect((await refuseConfirm(charged)).error).toBe('NotOpenCheckout');
    expect((await stateOf(charged)).orders).toHaveLength(1);
    const uncharged = await interrupted(false);
    expect((await confirm(uncharged)).status).toBe('confirmed');
    expect((await stateOf(uncharged)).orders).toHaveLength(1);
  });

  it('keeps others out while it is young', async () => {
    const checkout = await interrupted(true);
    await db(null).paymentAttempt.updateMany({
      where: { checkoutId: checkout.id },
      data: { claimedAt: new Date() },
    });
    expect(await refuseConfirm(checkout)).toMatchObject({ status: 403, error: 'NotOpenCheckout' });
    const params = { client_secret: checkout.client_secret };
    const failure = await refusal(updateCheckoutByClient, { params, body: { customer_name: 'X' } });
    expect(failure).toMatchObject({ status: 403, error: 'NotOpenCheckout' });
  });

  it.each([
    ['sandbox_charges', 'before the charge'],
    ['orders', 'after the charge'],
  ])('by a database that broke off at %s (%s) goes on with a retry at once', async (table) => {
    const checkout = await makeCheckout(seller, (await makeKeyProduct(seller)).id);
    const [idempotencyKey, sent] = [newId(), buyer({ customer_email: `${newId()}@example.com` })];
    const other = new pg.Client({ connectionString: env().DATABASE_URL });
    await other.connect();
    await other.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
    const failure = refuseConfirm(checkout, sent, { idempotencyKey });
    let broken = 0;
    while (broken === 0) {
      const { rowCount } = await other.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks
         WHERE NOT granted AND relation = $1::regclass`,
        [table],
      );
      broken = rowCount ?? 0;
    }
    expect(await failure).toMatchObject({ status: 503, retryAfter: 1 });
    await other.end();
    expect((await confirm(checkout, sent, { idempotencyKey })).status).toBe('confirmed');
    const { attempts, orders } = await stateOf(checkout);
    expect(orders).toHaveLength(1);
    expect(await chargesOf(attempts)).toMatchObject([{ amount: 2000, outcome: 'succeeded' }]);
  });

  it.each([true, false])('is finished by a retry with its key (charged: %s)', async (charged) => {
    const checkout = await makeCheckout(seller, (await makeKeyProduct(seller)).id);
    const idempotencyKey = newId();
    const email = `retry-${newId()}@example.com`;
    const first = await confirm(checkout, buyer({ customer_email: email }), { idempotencyKey });
    // The reply and the settlement are lost, the lease is over.
    const { attempts, orders } = await stateOf(checkout);
    const id = attempts[0]?.id ?? '';
    await db(null).idempotencyEntry.update({
      where: { id: attempts[0]?.idempotencyId ?? '' },
      data: { status: null, reply: null, leaseUntil: new Date(0) },
    });
    const again = await confirm(checkout, buyer({ customer_email: email }), { idempotencyKey });
    expect(again).toMatchObject({
      id: first.id,
      status: 'confirmed',
      customer_id: first.customer_id,
    });
    expect((await stateOf(checkout)).orders).toEqual(orders);
    if (charged) expect(await chargesOf([{ id }])).toHaveLength(1);
  });
});

describe('idempotency and secrets', () => {
  it('replays the same answer, which is stored encrypted', async () => {
    const checkout = await makeCheckout(seller, (await makeProduct(seller)).id);
    const idempotencyKey = newId();
    const email = `replay-${newId()}@example.com`;
    const first = await confirm(checkout, buyer({ customer_email: email }), { idempotencyKey });
    expect(await confirm(checkout, buyer({ customer_email: email }), { idempotencyKey })).toEqual(
      first,
    );
    const entry = await db(null).idempotencyEntry.findFirstOrThrow({
      where: { caller: `checkout:${checkout.id}` },
    });
    expect(entry.reply).not.toContain(first.customer_session_token);
    expect(entry.reply).not.toContain(email);
    const session = await db(null).customerSession.findFirstOrThrow({
      where: { checkoutId: checkout.id },
    });
    expect(session.digest).toBe(digest(first.customer_session_token));
    expect(JSON.stringify((await stateOf(checkout)).attempts)).not.toContain('pm_card_visa');
  });

  it('a decline is replayed too', async () => {
    const checkout = await makeCheckout(seller, (await makeProduct(seller)).id);
    const options = { idempotencyKey: newId() };
    const body = buyer({ confirmation_token_id: 'pm_card_chargeDeclined' });
    expect((await refuseConfirm(checkout, body, options)).error).toBe('PaymentError');
    expect((await refuseConfirm(checkout, body, options)).body).toMatchObject({
      code: 'card_declined',
    });
    expect((await stateOf(checkout)).attempts).toHaveLength(1);
  });

  it('binds the session to the checkout, unless the seller had named the customer', async () => {
    const product = await makeProduct(seller, free);
    const victim = await callApi(
      createCustomer,
      { body: { email: `v-${newId()}@example.com`, name: 'Vic' } },
      as(),
    );
    const typed = await makeCheckout(seller, product.id);
    const answer = await confirm(typed, {
      customer_email: victim.email.toUpperCase(),
      customer_name: 'Evil',
    });
    expect(answer.customer_id).toBe(victim.id);
    const sessions = () =>
      db(null).customerSession.findMany({
        where: { customerId: victim.id },
        orderBy: { id: 'asc' },
      });
    expect(await sessions()).toMatchObject([{ checkoutId: typed.id }]);
    expect(await callApi(getCustomer, { params: { id: victim.id } }, as())).toMatchObject({
      name: 'Vic',
    });
    const linked = await makeCheckout(seller, product.id, { customer_id: victim.id });
    await confirm(linked, {});
    expect((await sessions())[1]).toMatchObject({ checkoutId: null });
  });

  it('is 410 once the checkout has expired', async () => {
    const checkout = await makeCheckout(seller, (await makeProduct(seller)).id);
    await db(null).checkout.update({
      where: { id: checkout.id },
      data: { expiresAt: new Date(0) },
    });
    expect(await refuseConfirm(checkout)).toMatchObject({
      status: 410,
      error: 'ResourceUnavailable',
    });
    expect((await stateOf(checkout)).checkout.status).toBe('expired');
  });
});
