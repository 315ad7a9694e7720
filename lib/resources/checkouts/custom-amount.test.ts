import { beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import {
  getCheckoutByClient,
  updateCheckout,
  updateCheckoutByClient,
} from '@/lib/resources/checkouts/contract';
import { amountsOf } from '@/lib/resources/checkouts/rules';
import { updateProduct } from '@/lib/resources/products/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { buyer, confirm, makeCheckout, makeProduct, refuseConfirm } from '@/testing/shop';

// A buyer who chooses the amount stays within the bounds of the price that is bought (docs/contract/checkouts.md#chosen-amounts).

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});

const custom = (minimum_amount: number, more: object = {}) => [
  { type: 'one_time' as const, amount_type: 'custom' as const, minimum_amount, ...more },
];

/** A checkout whose price has been replaced since by one with another minimum; `chosen` before. */
async function replaced({ chosen, minimum = 5000 }: { chosen?: number; minimum?: number }) {
  const product = await makeProduct(seller, custom(50));
  const checkout = await makeCheckout(seller, product.id);
  const params = { client_secret: checkout.client_secret };
  if (chosen !== undefined) {
    await callApi(updateCheckoutByClient, { params, body: { amount: chosen } });
  }
  const { prices } = await callApi(
    updateProduct,
    { params: { id: product.id }, body: { prices: custom(minimum) } },
    { as: seller },
  );
  return { checkout, params, product_price_id: prices[0]?.id ?? '' };
}

const nothingSold = async ({ id }: { id: string }) => {
  expect(await db(null).order.count({ where: { checkoutId: id } })).toBe(0);
  expect(await db(null).paymentAttempt.count({ where: { checkoutId: id } })).toBe(0);
  expect((await db(null).checkout.findUniqueOrThrow({ where: { id } })).status).toBe('open');
};
const aBuyer = (more: object = {}) => buyer({ customer_email: `${newId()}@example.com`, ...more });

describe('an amount chosen before the price was replaced', () => {
  it('is refused at the confirmation with the new price, and nothing is charged', async () => {
    const { checkout, product_price_id } = await replaced({ chosen: 100 });
    const failure = await refuseConfirm(checkout, aBuyer({ product_price_id }));
    expect(failure.status).toBe(422);
    expect(places(failure)).toEqual(['body.amount']);
    await nothingSold(checkout);
  });

  it('is refused when an update moves to the new price, by buyer and seller', async () => {
    const { checkout, params, product_price_id } = await replaced({ chosen: 100 });
    const body = { product_price_id };
    const byBuyer = await refusal(updateCheckoutByClient, { params, body });
    const bySeller = await refusal(
      updateCheckout,
      { params: { id: checkout.id }, body },
      { as: seller },
    );
    for (const failure of [byBuyer, bySeller]) expect(places(failure)).toEqual(['body.amount']);
    const { product_price_id: kept } = await callApi(getCheckoutByClient, { params });
    expect(kept).toBe(checkout.product_price_id);
  });

  it('is refused where a checkout holds it against its price already', async () => {
    const { checkout, params, product_price_id } = await replaced({});
    await callApi(updateCheckoutByClient, { params, body: { product_price_id } });
    await db(null).checkout.update({ where: { id: checkout.id }, data: { customAmount: 100 } });
    expect(places(await refuseConfirm(checkout, aBuyer()))).toEqual(['body.amount']);
    await nothingSold(checkout);
  });

  it('gives way to one within the new bounds', async () => {
    const { checkout, product_price_id } = await replaced({ chosen: 100 });
    const low = await refuseConfirm(checkout, aBuyer({ product_price_id, amount: 4999 }));
    expect(places(low)).toEqual(['body.amount']);
    const sold = await confirm(checkout, aBuyer({ product_price_id, amount: 5000 }));
    expect(sold.total_amount).toBe(5000);
    expect(await db(null).order.findMany({ where: { checkoutId: checkout.id } })).toMatchObject([
      { amount: 5000 },
    ]);
  });

  it('gives way to the preset of the new price where it is taken back', async () => {
    const { params, product_price_id } = await replaced({ chosen: 100 });
    const body = { product_price_id, amount: null };
    const { amount } = await callApi(updateCheckoutByClient, { params, body });
    expect(amount).toBe(5000);
  });
});

describe('without a chosen amount', () => {
  it('a checkout takes the preset of the price that is bought', async () => {
    const { checkout, product_price_id } = await replaced({});
    expect(checkout.amount).toBe(1000);
    const sold = await confirm(checkout, aBuyer({ product_price_id }));
    expect(sold.total_amount).toBe(5000);
  });

  it.each([
    [{ presetAmount: 100, minimumAmount: 5000, maximumAmount: null }, 5000],
    [{ presetAmount: 9000, minimumAmount: null, maximumAmount: 700 }, 700],
    [{ presetAmount: null, minimumAmount: null, maximumAmount: null }, 50],
    [{ presetAmount: 800, minimumAmount: 500, maximumAmount: 900 }, 800],
  ])('the preset of %j is moved into the bounds: %d', (bounds, amount) => {
    const price = {
      id: '',
      type: 'one_time',
      amountType: 'custom',
      currency: 'usd',
      recurringInterval: null,
      amount: null,
      trialDays: null,
    } as const;
    expect(amountsOf({ ...price, ...bounds }, null, null).totalAmount).toBe(amount);
  });
});
