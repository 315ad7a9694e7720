import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db, disconnect } from '@/lib/database/connection/client';
import { registerLiveProcessor } from '@/lib/integrations/payments/processor';
import { sandboxProcessor } from '@/lib/integrations/payments/sandbox';
import { createRefund } from '@/lib/resources/refunds/contract';
import { finishInterrupted } from '@/lib/resources/tasks';
import { realTime } from '@/lib/runtime/clock';
import { env, provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { settleInterrupted } from '@/lib/workflows/settle-payments';
import { callApi, refusal } from '@/testing/call-api';
import { DatabaseProxy } from '@/testing/database-proxy';
import { makeSeller, type Seller } from '@/testing/factories';
import { buyer, confirm, makeCheckout, makeKeyProduct, refuseConfirm } from '@/testing/shop';

// The connection to the database is cut while payments are under way.

const address = env().DATABASE_URL ?? '';

const live = { ...sandboxProcessor, name: 'live' };

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
  const where = { id: seller.organizationId };
  await db(null).organization.update({ where, data: { isSandbox: false } });
});
beforeEach(() => registerLiveProcessor(live));
afterEach(async () => {
  registerLiveProcessor(null);
  await connectTo(address);
});

async function connectTo(url: string): Promise<void> {
  await disconnect();
  provideSettings({ DATABASE_URL: url, DIRECT_DATABASE_URL: url });
}

/** Breaks the database while so many calls of the processor are under way, before or after they had their effect. */
async function breakDuring(count: number, isCharged: boolean) {
  const { proxy, url } = await DatabaseProxy.start(address);
  await connectTo(url);
  let waiting = 0;
  let restore = async () => {};
  let cut = () => {};
  const isCut = new Promise<void>((resolve) => {
    cut = resolve;
  });
  const interrupt = async <T>(call: () => Promise<T>) => {
    const outcome = isCharged ? await call() : undefined;
    waiting += 1;
    if (waiting === count) {
      restore = await proxy.cut();
      cut();
    }
    await isCut;
    return outcome ?? call();
  };
  registerLiveProcessor({
    ...live,
    confirm: (request) => interrupt(() => live.confirm(request)),
    refund: (request) => interrupt(() => live.refund(request)),
  });
  return {
    /** The database is back, and the processor answers. */
    mend: async () => {
      registerLiveProcessor(live);
      await restore();
    },
    stop: async () => {
      await connectTo(address);
      await proxy.stop();
    },
  };
}

const makeCheckouts = async (count: number) => {
  const { id } = await makeKeyProduct(seller);
  return Promise.all(Array.from({ length: count }, () => makeCheckout(seller, id)));
};
const purchase = () => buyer({ customer_email: `${newId()}@example.com` });
const statesOf = async (checkouts: readonly { id: string }[]) => {
  const ids = checkouts.map(({ id }) => id);
  const [attempts, orders] = await Promise.all([
    db(null).paymentAttempt.findMany({ where: { checkoutId: { in: ids } } }),
    db(null).order.count({ where: { checkoutId: { in: ids } } }),
  ]);
  return { attempts: attempts.map(({ status }) => status), orders };
};

describe('confirmations that an outage breaks off', () => {
  const COUNT = 4;

  it.each([
    ['charged', true, 'succeeded', COUNT],
    ['not charged', false, 'declined', 0],
  ])('are settled once the database is back (%s)', async (_, isCharged, status, orders) => {
    const checkouts = await makeCheckouts(COUNT);
    const outage = await breakDuring(COUNT, isCharged);
    const keys = checkouts.map(() => newId());
    const sent = checkouts.map(purchase);
    const confirmAll = () =>
      checkouts.map((checkout, place) =>
        refuseConfirm(checkout, sent[place], { idempotencyKey: keys[place] ?? '' }),
      );
    for (const failure of await Promise.all(confirmAll())) expect(failure.status).toBe(503);
    await expect(settleInterrupted(realTime(), 0)).rejects.toThrow();
    await outage.mend();
    expect(await statesOf(checkouts)).toEqual({
      attempts: Array(COUNT).fill('pending'),
      orders: 0,
    });
    await settleInterrupted(realTime(), 0);
    const settled = { attempts: Array(COUNT).fill(status), orders };
    expect(await statesOf(checkouts)).toEqual(settled);
    // Each buyer gets the outcome by the key of before, and nothing happens twice.
    for (const [place, checkout] of checkouts.entries()) {
      const options = { idempotencyKey: keys[place] ?? '' };
      if (isCharged) {
        expect((await confirm(checkout, sent[place], options)).status).toBe('confirmed');
      } else {
        expect((await refuseConfirm(checkout, sent[place], options)).status).toBe(400);
      }
    }
    expect(await statesOf(checkouts)).toEqual(settled);
    await outage.stop();
  });

  it('go on at once with a retry, whose key no lease holds', async () => {
    const [checkout] = await makeCheckouts(1);
    if (!checkout) throw new Error('no checkout');
    const outage = await breakDuring(1, false);
    const [idempotencyKey, sent] = [newId(), purchase()];
    expect((await refuseConfirm(checkout, sent, { idempotencyKey })).status).toBe(503);
    await outage.mend();
    expect((await confirm(checkout, sent, { idempotencyKey })).status).toBe('confirmed');
    await finishInterrupted();
    expect(await statesOf([checkout])).toEqual({ attempts: ['succeeded'], orders: 1 });
    await outage.stop();
  });

  it('do not keep out another confirmation of the buyer', { tags: 'soak' }, async () => {
    const [checkout] = await makeCheckouts(1);
    if (!checkout) throw new Error('no checkout');
    const outage = await breakDuring(1, false);
    const sent = purchase();
    expect((await refuseConfirm(checkout, sent, { idempotencyKey: newId() })).status).toBe(503);
    await outage.mend();
    const again = await confirm(checkout, sent, { idempotencyKey: newId() });
    expect(again.status).toBe('confirmed');
    expect(await statesOf([checkout])).toMatchObject({ orders: 1 });
    await outage.stop();
  });
});

describe('a refund that an outage breaks off', () => {
  it('is settled once the database is back, and given once', { tags: 'soak' }, async () => {
    registerLiveProcessor(live);
    const [checkout] = await makeCheckouts(1);
    if (!checkout) throw new Error('no checkout');
    await confirm(checkout, purchase());
    const where = { checkoutId: checkout.id };
    const { id: order_id } = await db(null).order.findFirstOrThrow({ where });
    const outage = await breakDuring(1, true);
    const body = { order_id, reason: 'customer_request' } as const;
    const options = { as: seller, idempotencyKey: newId() };
    expect((await refusal(createRefund, { body }, options)).status).toBe(503);
    await outage.mend();
    await finishInterrupted();
    const refunds = () => db(null).refund.findMany({ where: { orderId: order_id } });
    expect(await refunds()).toMatchObject([{ status: 'succeeded' }]);
    expect(await callApi(createRefund, { body }, options)).toMatchObject({ status: 'succeeded' });
    expect(await refunds()).toHaveLength(1);
    await outage.stop();
  });
});
