import { beforeAll, describe, expect, it } from 'vitest';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { createCustomer } from '@/lib/resources/customers/contract';
import { getCustomerOrder, listCustomerOrders } from '@/lib/resources/orders/contract';
import { listCustomerPayments } from '@/lib/resources/payments/contract';
import { cardName, reasonOf } from '@/lib/resources/payments/rules';
import {
  listSubscriptions,
  setSubscriptionPaymentMethod,
} from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { type Actor, callApi, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import {
  buyer,
  confirm,
  free,
  makeCheckout,
  makeProduct,
  monthly,
  refuseConfirm,
} from '@/testing/shop';

// The payments of the customer portal (docs/contract/portal.md#payments).

let seller: Seller;
let tool: { id: string; name: string };
beforeAll(async () => {
  seller = await makeSeller();
  tool = await makeProduct(seller, undefined, { name: 'Tool' });
});
const address = () => `buyer-${newId()}@example.com`;
const list = async (as: Actor, query: object = {}) =>
  (await callApi(listCustomerPayments, { query }, { as })).items;
const fullSession = (customer_id: string) =>
  callApi(createCustomerSession, { body: { customer_id } }, { as: seller });

/** Pays with a card that declines first. */
async function buyAtSecond(customer_email: string, product = tool) {
  const checkout = await makeCheckout(seller, product.id);
  const declining = 'pm_card_chargeDeclinedInsufficientFunds';
  await refuseConfirm(checkout, buyer({ customer_email, confirmation_token_id: declining }));
  const paid = await confirm(
    checkout,
    buyer({ customer_email, confirmation_token_id: 'pm_sandbox_declineAfter1' }),
  );
  return {
    checkout,
    customerId: paid.customer_id ?? '',
    bound: { token: paid.customer_session_token },
  };
}

it('are every try of the customer, with why it failed and what it was for', async () => {
  const { checkout, customerId } = await buyAtSecond(address());
  const as = await fullSession(customerId);
  const [paid, declined, ...others] = await list(as);
  expect(others).toEqual([]);
  expect(declined).toEqual({
    id: expect.any(String),
    created_at: expect.any(String),
    modified_at: expect.any(String),
    status: 'declined',
    amount: 2000,
    currency: 'usd',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    payment_method: { type: 'card', brand: 'visa', last4: '9995' },
    checkout_id: checkout.id,
    subscription_id: null,
    order_id: null,
    product: { id: tool.id, name: 'Tool' },
  });
  expect(paid).toMatchObject({ status: 'succeeded', order_id: expect.any(String) });
  expect(await list(as, { status: ['declined'] })).toEqual([declined]);
  expect(await list(as, { query: 'INSUFFICIENT' })).toEqual([declined]);
  expect(await list(as, { sorting: ['created_at'] })).toEqual([declined, paid]);
  expect(await list(as, { checkout_id: [newId()] })).toEqual([]);
  const { status } = await refusal(listCustomerPayments, {}, { as: seller });
  expect(status).toBe(401);
});

describe('an order', () => {
  const orders = async (as: Actor) => (await callApi(listCustomerOrders, {}, { as })).items;

  it('names the card that was charged, not the one that declined first', async () => {
    const { customerId, bound } = await buyAtSecond(address());
    const charged = { payment_method: { type: 'card', brand: 'visa', last4: '4242' } };
    expect(await orders(bound)).toMatchObject([charged]);
    const as = await fullSession(customerId);
    const [order] = await orders(as);
    expect(order).toMatchObject(charged);
    const params = { id: order?.id ?? '' };
    expect(await callApi(getCustomerOrder, { params }, { as })).toEqual(order);
  });

  it('of a renewal names the card of that day, and a free one none', { tags: 'soak' }, async () => {
    const email = address();
    const plan = await makeProduct(seller, monthly());
    const paying = (token: string) =>
      buyer({ customer_email: email, confirmation_token_id: token });
    const paid = await confirm(await makeCheckout(seller, plan.id), paying('pm_card_amex'));
    const query = { customer_id: [paid.customer_id ?? ''] };
    const [sold] = (await callApi(listSubscriptions, { query }, { as: seller })).items;
    await runDueSubscriptions(new Date(sold?.current_period_end ?? ''));
    const body = { confirmation_token_id: 'pm_card_jcb' };
    const params = { id: sold?.id ?? '' };
    await callApi(setSubscriptionPaymentMethod, { params, body }, { as: seller });
    const gift = await makeProduct(seller, free);
    await confirm(await makeCheckout(seller, gift.id), buyer({ customer_email: email }));
    const as = await fullSession(paid.customer_id ?? '');
    const found = (await orders(as)).map(({ product, payment_method }) => [
      product.id,
      payment_method?.brand ?? null,
    ]);
    expect(found.toSorted()).toEqual(
      [
        [gift.id, null],
        [plan.id, 'amex'],
        [plan.id, 'amex'],
      ].toSorted(),
    );
  });
});

describe('a session', () => {
  it('of a confirmation sees those of its checkout, and none of later renewals', {
    tags: 'soak',
  }, async () => {
    const email = address();
    const plan = await makeProduct(seller, monthly(), { name: 'Plan' });
    const first = await buyAtSecond(email);
    const { checkout, customerId, bound } = await buyAtSecond(email, plan);
    const query = { customer_id: [customerId] };
    const [sold] = (await callApi(listSubscriptions, { query }, { as: seller })).items;
    const subscription_id = sold?.id ?? '';
    await runDueSubscriptions(new Date(sold?.current_period_end ?? ''));

    const full = await fullSession(customerId);
    const [renewal, ...others] = await list(full);
    expect(renewal).toMatchObject({
      status: 'declined',
      checkout_id: null,
      subscription_id,
      decline_code: 'insufficient_funds',
      product: { id: plan.id, name: 'Plan' },
    });
    expect(await list(full, { subscription_id: [subscription_id] })).toEqual([renewal]);
    expect(others.map(({ checkout_id }) => checkout_id)).toEqual([
      ...[checkout.id, checkout.id, first.checkout.id, first.checkout.id],
    ]);
    expect(await list(bound)).toEqual(others.slice(0, 2));
    expect(await list(bound, { subscription_id: [subscription_id] })).toEqual([]);
    expect(await list(bound, { checkout_id: [first.checkout.id] })).toEqual([]);
    expect(await list(first.bound)).toEqual(others.slice(2));

    // Another card, with which the renewal is declined again.
    const body = { confirmation_token_id: 'pm_card_chargeCustomerFail' };
    const params = { id: subscription_id };
    await refusal(setSubscriptionPaymentMethod, { params, body }, { as: seller });
    const failed = await list(full, { status: ['declined'], subscription_id: [subscription_id] });
    expect(failed.map(({ decline_code }) => decline_code).toSorted()).toEqual([
      'generic_decline',
      'insufficient_funds',
    ]);
    expect(await list(bound)).toHaveLength(2);
  });

  it('sees none of another customer, and none of a checkout that is nobody’s yet', async () => {
    const { customerId } = await buyAtSecond(address());
    const email = address();
    const stranger = await callApi(createCustomer, { body: { email } }, { as: seller });
    const as = await fullSession(stranger.id);
    // Whoever types an address proves nothing: that checkout has no customer until it is paid.
    const typed = buyer({
      customer_email: email,
      confirmation_token_id: 'pm_card_chargeDeclined',
    });
    await refuseConfirm(await makeCheckout(seller, tool.id), typed);
    expect(await list(as)).toEqual([]);
    // One that the seller has opened for this customer is theirs.
    const named = await makeCheckout(seller, tool.id, { customer_id: stranger.id });
    await refuseConfirm(named, typed);
    expect(await list(as)).toMatchObject([{ checkout_id: named.id, status: 'declined' }]);
    const own = await list(await fullSession(customerId));
    expect(own).toHaveLength(2);
    expect(own.map(({ checkout_id }) => checkout_id)).not.toContain(named.id);
  });
});

it.each([
  ['insufficient_funds', 'The card has insufficient funds.'],
  ['no_payment_method', 'There is no card on file.'],
  ['lost_card', 'Your bank declined the payment.'],
  ['__proto__', 'Your bank declined the payment.'],
  [null, 'Your bank declined the payment.'],
])('the reason of %s in words', (code, words) => {
  expect(reasonOf(code)).toBe(words);
});

it.each([
  ['visa', 'Visa •••• 4242'],
  ['amex', 'American Express •••• 4242'],
  ['jcb', 'JCB •••• 4242'],
  ['Test Bank', 'Test Bank •••• 4242'],
  ['unknown', 'Card •••• 4242'],
  ['constructor', 'Constructor •••• 4242'],
])('a method of %s by its name', (brand, name) => {
  expect(cardName({ brand, last4: '4242' })).toBe(name);
});
