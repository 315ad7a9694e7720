import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiFailure } from '@/lib/client/client';
import { getOrder, listOrders } from '@/lib/resources/orders/contract';
import { createRefund, listRefunds } from '@/lib/resources/refunds/contract';
import type { Refund } from '@/lib/resources/refunds/schema';
import {
  getSubscription,
  setSubscriptionPaymentMethod,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { recordRefundOutcome, settleWaitingRefunds } from '@/lib/workflows/refund-order';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { expectLedgerIdentities } from '@/testing/ledger-identities';
import {
  buyer,
  confirm,
  fixed,
  makeCheckout,
  makeKeyProduct,
  monthly,
  yearly,
} from '@/testing/shop';
import { isSoak, runs } from '@/testing/soak';

// Refunds of one order at the same moment: together they never exceed it, and each is given once, beside payments of its
// subscription too.

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});
afterEach(() => expectLedgerIdentities(seller.organizationId));

type Answer = { refund: Refund; places?: never } | { refund?: never; places: string };

/** An order of 2000, and refunds of it. */
async function sell(confirmation_token_id = 'pm_card_visa') {
  const as = { as: seller };
  const product = await makeKeyProduct(seller, fixed(2000));
  const checkout = await makeCheckout(seller, product.id);
  await confirm(checkout, buyer({ confirmation_token_id }));
  const { items } = await callApi(listOrders, { query: { checkout_id: [checkout.id] } }, as);
  const order_id = items[0]?.id ?? '';
  return {
    get: () => callApi(getOrder, { params: { id: order_id } }, as),
    refund: (amount?: number, more: { idempotencyKey?: string } = {}): Promise<Answer> =>
      callApi(
        createRefund,
        { body: { order_id, reason: 'other', amount } },
        { ...as, ...more },
      ).then(
        (refund) => ({ refund }),
        ({ error, problems }: ApiFailure) => ({
          places: problems[0]?.loc.join('.') ?? error,
        }),
      ),
    refunds: async () => {
      const query = { order_id: [order_id], limit: 100 };
      return (await callApi(listRefunds, { query }, as)).items;
    },
  };
}

const several = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));
const made = (answers: readonly Answer[]) => answers.flatMap(({ refund }) => refund ?? []);
const refused = (answers: readonly Answer[]) => answers.flatMap(({ places }) => places ?? []);

describe('at once', () => {
  const PARTS = isSoak ? 50 : 16;

  it(`${PARTS} parts of an order are refunded as far as they fit, and no further`, async () => {
    const sale = await sell();
    const answers = await several(PARTS, () => sale.refund(150));
    // 13 of 150 are 1950; the 14th does not fit.
    expect(made(answers).map(({ status }) => status)).toEqual(Array(13).fill('succeeded'));
    expect(refused(answers)).toEqual(Array(PARTS - 13).fill('body.amount'));
    expect(await sale.get()).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 1950,
    });
    expect(await sale.refunds()).toHaveLength(13);
    expect(made([await sale.refund()])).toMatchObject([{ amount: 50, revoke_benefits: true }]);
    expect(await sale.get()).toMatchObject({ status: 'refunded', refunded_amount: 2000 });
  });

  it.each(['pm_card_visa', 'pm_card_pendingRefund'])(
    'of many full refunds (%s) one is made',
    async (method) => {
      const sale = await sell(method);
      const answers = await several(12, () => sale.refund());
      expect(made(answers)).toMatchObject([{ amount: 2000, revoke_benefits: true }]);
      expect(refused(answers)).toEqual(Array(11).fill('body.amount'));
      await several(4, () => settleWaitingRefunds(new Date(), 0));
      expect(await sale.get()).toMatchObject({ status: 'refunded', refunded_amount: 2000 });
      expect(await sale.refunds()).toHaveLength(1);
    },
  );

  it('the tries of one request are one refund', async () => {
    const sale = await sell();
    const idempotencyKey = newId();
    const tries = () => several(8, () => sale.refund(500, { idempotencyKey }));
    const answers = [...(await tries()), ...(await tries())];
    const ids = new Set(made(answers).map(({ id }) => id));
    expect(ids.size).toBe(1);
    expect(new Set(refused(answers))).toEqual(
      new Set(refused(answers).length > 0 ? ['IdempotencyInFlight'] : []),
    );
    expect((await sale.refunds()).map(({ id }) => id)).toEqual([...ids]);
    expect(await sale.get()).toMatchObject({ refunded_amount: 500 });
  });

  it('questions and notifications settle a refund once', async () => {
    const sale = await sell('pm_card_pendingRefund');
    const [refund] = made([await sale.refund(700)]);
    const id = refund?.id ?? '';
    await settleWaitingRefunds(new Date(), 0);
    const now = new Date();
    await several(12, (index) =>
      index % 3 === 0
        ? settleWaitingRefunds(now, 0)
        : recordRefundOutcome(
            { processor: 'sandbox', reference: id },
            { status: index % 3 === 1 ? 'succeeded' : 'pending' },
            now,
          ),
    );
    await recordRefundOutcome(
      { processor: 'sandbox', reference: id },
      { status: 'failed', reason: 'said too late' },
      now,
    );
    expect(await sale.refunds()).toMatchObject([{ id, status: 'succeeded' }]);
    expect(await sale.get()).toMatchObject({ refunded_amount: 700 });
  });
});

describe('beside a payment of its subscription', () => {
  it.each(['pm_card_visa', 'pm_usBankAccount_success'])(
    'refunds, changes and outcomes (%s) at once give time back once',
    { tags: 'soak' },
    async (method) => {
      const as = { as: seller };
      const year = yearly(12_000);
      const dear = await makeKeyProduct(seller, yearly(30_000));
      const cheap = await makeKeyProduct(seller, monthly(100));
      for (let round = 0; round < 5; round += 1) {
        const product = await makeKeyProduct(seller, year);
        const checkout = await makeCheckout(seller, product.id);
        const customer_email = `${newId()}@example.com`;
        await confirm(checkout, buyer({ customer_email }));
        const query = { checkout_id: [checkout.id] };
        const [order] = (await callApi(listOrders, { query }, as)).items;
        const params = { id: order?.subscription_id ?? '' };
        const change = (to: typeof dear) => {
          const body = { product_price_id: to.prices[0]?.id ?? '' };
          return callApi(updateSubscription, { params, body }, as);
        };
        const refund = (amount: number) => {
          const body = { order_id: order?.id ?? '', reason: 'other' as const, amount };
          return callApi(createRefund, { body }, as);
        };
        if (round % 2 === 0) await change(cheap);
        const attached = { confirmation_token_id: method };
        await callApi(setSubscriptionPaymentMethod, { params, body: attached }, as);
        const answers = await Promise.all(
          [
            () => refund(5000),
            () => change(dear),
            () => refund(7000),
            () => settleWaiting(new Date(Date.now() + 120_000), 0),
            () => change(dear),
            () => refund(12_000),
          ].map((call) =>
            call().then(
              () => 'ok',
              ({ error }: ApiFailure) => error,
            ),
          ),
        );
        for (const answer of answers) {
          expect(['ok', 'Conflict', 'RequestValidationError']).toContain(answer);
        }
        await settleWaiting(new Date(Date.now() + 120_000), 0);
        // Whatever is left can be refunded now, and takes what is left of the credit.
        const { refunded_amount = 0 } = await callApi(
          getOrder,
          { params: { id: order?.id ?? '' } },
          as,
        );
        if (refunded_amount < 12_000) await refund(12_000 - refunded_amount);
        await expectLedgerIdentities(seller.organizationId);
        const { credit } = await callApi(getSubscription, { params }, as);
        const sold = await callApi(listOrders, { query: { subscription_id: [params.id] } }, as);
        const kept = sold.items.reduce((sum, one) => sum + one.amount - one.refunded_amount, 0);
        expect(credit).toBeLessThanOrEqual(kept);
      }
    },
  );
});

const amount = fc.option(fc.integer({ min: 1, max: 2100 }), { freq: 5, nil: undefined });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.array(amount, { minLength: 1, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constant('settle' as const) },
);
const history = fc.record({
  method: fc.constantFrom('pm_card_visa', 'pm_card_pendingRefund', 'pm_card_refundFail'),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});

it('whatever is refunded in parallel, and whatever comes of it, fits into the order', {
  tags: 'soak',
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ method, steps }) => {
      const sale = await sell(method);
      for (const step of steps) {
        if (step === 'settle') {
          await several(2, () => settleWaitingRefunds(new Date(), 0));
          continue;
        }
        const left = 2000 - sumOf(await sale.refunds(), ({ status }) => status !== 'failed');
        const answers = await Promise.all(step.map((wanted) => sale.refund(wanted)));
        expect(new Set(refused(answers))).toEqual(
          new Set(refused(answers).length > 0 ? ['body.amount'] : []),
        );
        // One that fits alone is not refused for nothing: the first one that fits is made.
        const fits = step.some((wanted) => left > 0 && (wanted ?? left) <= left);
        expect(made(answers).length > 0).toBe(fits);
        const after = await sale.refunds();
        expect(sumOf(after, ({ status }) => status !== 'failed')).toBeLessThanOrEqual(2000);
        const given = sumOf(after, ({ status }) => status === 'succeeded');
        expect((await sale.get()).refunded_amount).toBe(given);
      }
    }),
    {
      numRuns: runs(12),
      interruptAfterTimeLimit: 25_000,
      markInterruptAsFailure: false,
      endOnFailure: true,
    },
  );
});

function sumOf(refunds: readonly Refund[], isCounted: (refund: Refund) => boolean): number {
  return refunds.filter(isCounted).reduce((sum, refund) => sum + refund.amount, 0);
}
