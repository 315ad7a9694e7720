import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import {
  getCheckoutByClient,
  updateCheckout,
  updateCheckoutByClient,
} from '@/lib/resources/checkouts/contract';
import { deleteCustomer, updateCustomer } from '@/lib/resources/customers/contract';
import { createDiscount, getDiscount } from '@/lib/resources/discounts/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { expectLedgerIdentities } from '@/testing/ledger-identities';
import {
  buyer,
  confirm,
  makeCheckout,
  makeProduct,
  monthly,
  refuseConfirm,
  yearly,
} from '@/testing/shop';
import { advanceTo } from '@/testing/test-clocks';

// docs/contract/checkouts.md#one-trial

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});
afterAll(() => expectLedgerIdentities(seller.organizationId));

const TRIAL = { trial_unavailable_reason: null, is_payment_required: false };
const NO_TRIAL = { trial_unavailable_reason: 'already_used', is_payment_required: true };
const LOST = { status: 409, error: 'Conflict' };

type Checkout = Awaited<ReturnType<typeof makeCheckout>>;

/** A product with a trial, an address, and what may be done with checkouts of both. */
async function trialProduct(by = seller) {
  const as = { as: by };
  const prices = [...(monthly(1500, { trial_days: 7 }) ?? []), ...(yearly(9000) ?? [])];
  const product = await makeProduct(by, prices);
  const email = `Ada.${newId()}@Example.com`;
  const open = (body: object = {}) => makeCheckout(by, product.id, body);
  return {
    product,
    email,
    open,
    buy: (checkout: Checkout, customer_email: string | undefined = email) =>
      confirm(checkout, buyer({ customer_email })),
    refuse: (checkout: Checkout, given: object = {}) =>
      refuseConfirm(checkout, buyer({ customer_email: email, ...given })),
    update: ({ client_secret }: Checkout, body: object) =>
      callApi(updateCheckoutByClient, { params: { client_secret }, body }),
    get: ({ client_secret }: Checkout) =>
      callApi(getCheckoutByClient, { params: { client_secret } }),
    /** The statuses of its subscriptions, oldest first. */
    sold: async () => {
      const query = { product_id: [product.id], sorting: ['started_at' as const], limit: 100 };
      const { items } = await callApi(listSubscriptions, { query }, as);
      return items.map(({ status }) => status);
    },
  };
}

describe('a trial', () => {
  it('is had once by an address, in any case: the second checkout is without it at once', async () => {
    const { product, email, open, buy, update, sold } = await trialProduct();
    const first = await open({ customer_email: email });
    expect(first).toMatchObject(TRIAL);
    await buy(first);
    const second = await open({ customer_email: email.toUpperCase() });
    expect(second).toMatchObject({ ...NO_TRIAL, total_amount: 1500 });
    const third = await open();
    expect(third).toMatchObject(TRIAL);
    expect(await update(third, { customer_email: email.toLowerCase() })).toMatchObject(NO_TRIAL);
    // Neither a price without a trial nor another address says so.
    const [month, year] = product.prices;
    expect(await update(third, { product_price_id: year?.id })).toMatchObject({
      trial_unavailable_reason: null,
      is_payment_required: true,
    });
    expect(await update(third, { product_price_id: month?.id })).toMatchObject(NO_TRIAL);
    expect(await update(third, { customer_email: 'new@example.com' })).toMatchObject(TRIAL);
    expect(await update(third, { customer_email: email })).toMatchObject(NO_TRIAL);
    await buy(second);
    await buy(third);
    expect(await sold()).toEqual(['trialing', 'active', 'active']);
    const orders = await db(null).order.findMany({ where: { productId: product.id } });
    expect(orders.map(({ amount }) => amount)).toEqual([1500, 1500]);
  });

  it('that is lost by the confirmation is 409, and the checkout has the new total first', async () => {
    const { email, open, buy, refuse, get, sold } = await trialProduct();
    const [first, second] = [await open(), await open()];
    await buy(first);
    const refusal = await refuse(second, { customer_email: email.toLowerCase() });
    expect(refusal).toMatchObject({ ...LOST, message: expect.stringContaining('$15.00') });
    expect(await get(second)).toMatchObject({
      ...NO_TRIAL,
      status: 'open',
      customer_email: email.toLowerCase(),
    });
    expect(await db(null).paymentAttempt.count({ where: { checkoutId: second.id } })).toBe(0);
    await buy(second);
    expect(await sold()).toEqual(['trialing', 'active']);
  });

  it('that is lost reserves no discount', async () => {
    const { email, open, buy, refuse } = await trialProduct();
    await buy(await open());
    const body = {
      name: 'Half',
      type: 'percentage' as const,
      basis_points: 5000,
      duration: 'forever' as const,
      code: `half${Date.now()}`,
    };
    const discount = await callApi(createDiscount, { body: body as never }, { as: seller });
    const checkout = await open();
    const refusal = await refuse(checkout, { discount_code: body.code });
    expect(refusal).toMatchObject({ ...LOST, message: expect.stringContaining('$7.50') });
    const params = { id: discount.id };
    const { redemptions_count } = await callApi(getDiscount, { params }, { as: seller });
    expect(redemptions_count).toBe(0);
    await buy(checkout, email);
  });

  it('of another product is another one', async () => {
    const [{ email, open, buy }, other] = [await trialProduct(), await trialProduct()];
    await buy(await open());
    await other.buy(await other.open(), email);
    expect(await other.sold()).toEqual(['trialing']);
  });

  it('stays had when the customer takes another address, or is deleted', async () => {
    const { email, open, buy, update } = await trialProduct();
    await buy(await open());
    const where = { email, organizationId: seller.organizationId };
    const { id } = await db(null).customer.findFirstOrThrow({ where });
    const body = { email: `new.${newId()}@example.com` };
    await callApi(updateCustomer, { params: { id }, body }, { as: seller });
    const checkout = await open();
    expect(await update(checkout, { customer_email: body.email })).toMatchObject(NO_TRIAL);
    expect(await update(checkout, { customer_email: email })).toMatchObject(NO_TRIAL);
    await callApi(deleteCustomer, { params: { id } }, { as: seller });
    expect(await open({ customer_email: email })).toMatchObject(NO_TRIAL);
  });

  it('is not had by who could not start it', async () => {
    const { open, buy, refuse, sold } = await trialProduct();
    const checkout = await open();
    const declined = await refuse(checkout, { confirmation_token_id: 'pm_card_chargeDeclined' });
    expect(declined).toMatchObject({ error: 'PaymentError' });
    await buy(await open());
    expect(await refuse(checkout)).toMatchObject(LOST);
    expect(await sold()).toEqual(['trialing']);
  });

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', null],
    ['pm_card_authenticationRequired', 'authentication_required', 'authentication_required'],
  ])('does not start with %s, which declines by its nature', async (token, code, decline_code) => {
    const { open, refuse, sold } = await trialProduct();
    const declined = await refuse(await open(), { confirmation_token_id: token });
    expect(declined).toMatchObject({
      status: 400,
      error: 'PaymentError',
      body: { code, decline_code },
    });
    expect(await sold()).toEqual([]);
  });

  it.each(['pm_card_chargeCustomerFail', 'pm_sandbox_declineAfter0'])(
    'starts with %s, which declines later',
    async (confirmation_token_id) => {
      const { email, open, sold } = await trialProduct();
      const confirmed = buyer({ customer_email: email, confirmation_token_id });
      await confirm(await open(), confirmed);
      expect(await sold()).toEqual(['trialing']);
    },
  );

  it('comes back to a checkout whose address changes in the confirmation', async () => {
    const { email, open, buy, sold } = await trialProduct();
    await buy(await open());
    const checkout = await open({ customer_email: email });
    expect(checkout).toMatchObject(NO_TRIAL);
    await buy(checkout, `other.${newId()}@example.com`);
    expect(await sold()).toEqual(['trialing', 'trialing']);
  });

  it('is decided by the seller’s update as well', async () => {
    const { email, open, buy } = await trialProduct();
    await buy(await open());
    const { id } = await open();
    const body = { customer_email: email };
    const updated = await callApi(updateCheckout, { params: { id }, body }, { as: seller });
    expect(updated).toMatchObject(NO_TRIAL);
  });

  it('is one by the organization’s test clock too', async () => {
    const by = await makeSeller();
    const { email, open, buy, sold } = await trialProduct(by);
    await buy(await open());
    await advanceTo(by, new Date(Date.now() + 10 * 24 * 60 * 60 * 1000));
    expect(await sold()).toEqual(['active']);
    expect(await open({ customer_email: email })).toMatchObject(NO_TRIAL);
  });
});

it('of many checkouts that are confirmed at once one starts the trial', async () => {
  const { email, open, get, sold } = await trialProduct();
  const checkouts = await Promise.all(Array.from({ length: 12 }, () => open()));
  const outcomes = await Promise.all(
    checkouts.map(async (checkout, nth) => {
      const customer_email = nth % 2 === 0 ? email.toUpperCase() : email.toLowerCase();
      const confirmed = confirm(checkout, buyer({ customer_email }));
      return confirmed.then(
        () => 'trial',
        ({ error }: { error: string }) => error,
      );
    }),
  );
  expect(outcomes.toSorted()).toEqual([...Array(11).fill('Conflict'), 'trial']);
  expect(await sold()).toEqual(['trialing']);
  for (const [nth, checkout] of checkouts.entries()) {
    if (outcomes[nth] === 'Conflict') expect(await get(checkout)).toMatchObject(NO_TRIAL);
  }
});
