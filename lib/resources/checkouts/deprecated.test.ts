import { beforeAll, describe, expect, it } from 'vitest';
import {
  createCheckoutLegacy,
  getCheckout,
  getCheckoutLegacy,
} from '@/lib/resources/checkouts/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeSeller, makeToken, type Seller } from '@/testing/factories';
import {
  buyer,
  confirm,
  fixed,
  freeMonthly,
  makeCheckout,
  makeProduct,
  monthly,
} from '@/testing/shop';

// docs/contract/checkouts.md#deprecated-operations

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});
const as = () => ({ as: seller });
const success_url = 'https://shop.example.com/thanks?session={CHECKOUT_SESSION_ID}';

async function makeLegacy(more: object = {}) {
  const product = await makeProduct(seller, fixed(2000));
  const product_price_id = product.prices[0]?.id ?? '';
  const checkout = await callApi(
    createCheckoutLegacy,
    { body: { product_price_id, success_url, ...more } },
    as(),
  );
  return { product, product_price_id, checkout };
}

describe('the deprecated creation', () => {
  it('makes an ordinary session at the price, which can be paid', async () => {
    const { product, product_price_id, checkout } = await makeLegacy();
    expect(checkout).toMatchObject({
      customer_email: null,
      customer_name: null,
      product: { id: product.id },
      product_price: { id: product_price_id },
    });
    const session = await callApi(getCheckout, { params: { id: checkout.id } }, as());
    expect(session).toMatchObject({ status: 'open', url: checkout.url, product_price_id });
    await confirm(session, buyer());
    const sold = await callApi(getCheckout, { params: { id: checkout.id } }, as());
    expect(sold.status).toBe('succeeded');
  });

  it('replaces {CHECKOUT_SESSION_ID} in the success URL', async () => {
    const { checkout } = await makeLegacy();
    const session = await callApi(getCheckout, { params: { id: checkout.id } }, as());
    expect(session.success_url).toBe(`https://shop.example.com/thanks?session=${checkout.id}`);
  });

  it('takes the email address of the buyer', async () => {
    const { checkout } = await makeLegacy({ customer_email: 'ada@example.com' });
    expect(checkout.customer_email).toBe('ada@example.com');
  });

  it('takes a free subscription, which the checkout upgrades', async () => {
    const free = await makeProduct(seller, freeMonthly);
    await confirm(await makeCheckout(seller, free.id), {
      customer_email: 'upgrade@example.com',
      customer_name: 'Ada',
    });
    const { items } = await callApi(listSubscriptions, { query: { product_id: [free.id] } }, as());
    const subscription_id = items[0]?.id;
    const plan = await makeProduct(seller, monthly());
    const { checkout } = await makeLegacy({
      product_price_id: plan.prices[0]?.id,
      subscription_id,
    });
    const session = await callApi(getCheckout, { params: { id: checkout.id } }, as());
    expect(session.subscription_id).toBe(subscription_id);
  });

  it('names every problem', async () => {
    const body = { product_price_id: 'no id', success_url: 'no address' };
    const failure = await refusal(createCheckoutLegacy, { body }, as());
    expect(failure.status).toBe(422);
    expect(places(failure)).toEqual(['body.product_price_id', 'body.success_url']);
  });
});

describe('the deprecated reading', () => {
  it('reads any session', async () => {
    const product = await makeProduct(seller, fixed(1500));
    const made = await makeCheckout(seller, product.id, { customer_name: 'Ada' });
    const read = await callApi(getCheckoutLegacy, { params: { id: made.id } }, as());
    const { id, url, customer_email, customer_name, product_price } = made;
    expect(read).toEqual({
      id,
      url,
      customer_email,
      customer_name,
      product: made.product,
      product_price,
    });
  });

  it('keeps the address from who may not write checkouts', async () => {
    const { checkout } = await makeLegacy();
    const token = await makeToken({ userId: seller.userId }, { scopes: ['checkouts:read'] });
    const input = { params: { id: checkout.id } };
    const read = await callApi(getCheckoutLegacy, input, { as: { token } });
    expect(read).toEqual({ ...checkout, url: null });
  });
});
