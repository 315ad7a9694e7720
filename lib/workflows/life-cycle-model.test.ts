import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiFailure } from '@/lib/client/client';
import { currencyTerms } from '@/lib/contract/money';
import { db } from '@/lib/database/connection/client';
import { deleteCustomer } from '@/lib/resources/customers/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { createRefund, previewRefund } from '@/lib/resources/refunds/contract';
import {
  cancelSubscription,
  getSubscription,
  previewSubscription,
  retrySubscription,
  setSubscriptionPaymentMethod,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { settleWaitingRefunds } from '@/lib/workflows/refund-order';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { expectLedgerIdentities } from '@/testing/ledger-identities';
import { buyer, confirm, freeMonthly, makeCheckout, makeKeyProduct, monthly } from '@/testing/shop';
import { isSoak } from '@/testing/soak';
import {
  type ModelDiscount,
  ModelMethod,
  type ModelPrice,
  ModelSubscription,
} from '@/testing/subscription-model';

// Random histories of subscriptions, on the database and through the API, against testing/subscription-model.ts:
// MODEL_SECONDS is how long they run, MODEL_SEED the seed of the first one, from which the others count on.

const SECONDS = Number(process.env.MODEL_SECONDS ?? (isSoak ? 10 : 4));
const SEED = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31));
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BEHAVIORS = ['invoice', 'prorate', 'next_period'] as const;

interface Real {
  seller: Seller;
  prices: ModelPrice[];
  discounts: ModelDiscount[];
}

interface Sold {
  id: string;
  customerId: string;
  model: ModelSubscription;
}

interface World {
  now: number;
  dunningEnd: 'canceled' | 'unpaid';
  sold: Sold[];
}

// Only dates are faked: everything that waits goes on in real time.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

function goTo(world: World, time: number): void {
  world.now = Math.max(world.now, time);
  vi.setSystemTime(world.now);
}

async function makeShop(dunning_end: World['dunningEnd']): Promise<Real> {
  const seller = await makeSeller();
  const as = { as: seller };
  const params = { id: seller.organizationId };
  await callApi(
    updateOrganization,
    { params, body: { subscription_settings: { dunning_end } } },
    as,
  );
  const year = {
    type: 'recurring' as const,
    amount_type: 'fixed' as const,
    price_amount: 9000,
    recurring_interval: 'year' as const,
  };
  const kinds = [
    [...(monthly(1000) ?? []), year],
    monthly(3000),
    monthly(1500, { trial_days: 10 }),
    monthly(60),
    freeMonthly,
  ];
  const prices: ModelPrice[] = [];
  for (const kind of kinds) {
    const product = await makeKeyProduct(seller, kind);
    for (const price of product.prices) {
      if (price.type !== 'recurring') continue;
      prices.push({
        id: price.id,
        product: product.id,
        amount: price.amount_type === 'fixed' ? price.price_amount : null,
        months: price.recurring_interval === 'year' ? 12 : 1,
        trialDays: price.trial_days ?? null,
      });
    }
  }
  const terms = [
    { type: 'percentage', basis_points: 5000, duration: 'once' },
    { type: 'fixed', amount: 400, currency: 'usd', duration: 'repeating', duration_in_months: 2 },
    { type: 'percentage', basis_points: 9700, duration: 'forever' },
  ] as const;
  const discounts: ModelDiscount[] = [];
  for (const term of terms) {
    const body = { name: `A ${term.duration} discount`, ...term };
    const { id } = await callApi(createDiscount, { body: body as never }, as);
    discounts.push({
      id,
      months: term.duration === 'forever' ? Infinity : term.duration === 'repeating' ? 2 : 0,
      reduce: (amount) =>
        term.type === 'fixed'
          ? Math.min(term.amount, amount)
          : Math.floor((amount * term.basis_points + 5000) / 10_000),
    });
  }
  return { seller, prices, discounts };
}

/** `ok`, or the name of the error that a call is refused with. */
async function answerOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    return (error as ApiFailure).error ?? String(error);
  }
}

const update = ({ seller }: Real, { id }: Sold, body: object) =>
  answerOf(callApi(updateSubscription, { params: { id }, body }, { as: seller }));

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
const counted = ({ orders, payments }: ModelSubscription) => orders.length + payments.length;

/** The preview of a change, or the name of the error that it is refused with. */
async function previewOf({ seller }: Real, { id }: Sold, query: object) {
  const call = callApi(previewSubscription, { params: { id }, query }, { as: seller });
  return call.catch((error: ApiFailure) => error.error ?? String(error));
}

/** The products whose keys are granted. */
function grantedOf({ keys }: ModelSubscription): string[] {
  return [...keys].flatMap(([product, state]) => (state === 'granted' ? [product] : []));
}

/** The amounts of what the model lists as `<kind> <amount>`, with more behind it. */
function amountsOf(entries: readonly string[]): number[] {
  return entries.map((entry) => Number(entry.split(' ')[1]));
}

/** Everything of a subscription that the model knows. */
async function expectAsModelled({ seller }: Real, { id, customerId, model }: Sold): Promise<void> {
  const real = await callApi(getSubscription, { params: { id } }, { as: seller });
  const where = { subscriptionId: id };
  const isLate = { comment: { startsWith: 'The payment arrived after' } };
  const [orders, payments, late, grants] = await Promise.all([
    db(null).order.findMany({ where }),
    db(null).paymentAttempt.findMany({ where }),
    db(null).refund.findMany({ where: { ...where, ...isLate } }),
    db(null).benefitGrant.findMany({
      where: { ...where, customerId },
      include: { licenseKey: true, benefit: { include: { products: true } } },
    }),
  ]);
  const keys = grants.flatMap(({ benefit, licenseKey }) =>
    benefit.products.map(({ productId }) => [productId, licenseKey?.status]),
  );
  expect({
    status: real.status,
    price: real.price_id,
    amount: real.amount,
    pendingPrice: real.pending_price_id,
    discount: real.discount_id,
    start: real.current_period_start,
    end: real.current_period_end,
    credit: real.credit,
    cancelAtEnd: real.cancel_at_period_end,
    pausedAt: real.paused_at,
    nextRetryAt: real.next_retry_at,
    orders: orders
      .map(({ billingReason, amount, discountId }) => `${billingReason} ${amount} ${discountId}`)
      .toSorted(),
    payments: payments
      .filter(({ settledAt }) => settledAt !== null)
      .map(({ status, amount }) => `${status} ${amount}`)
      .toSorted(),
    lateRefunds: late.map(({ amount }) => amount).toSorted(),
    isOpen: payments.some(({ settledAt }) => settledAt === null),
    keys: Object.fromEntries(keys),
  }).toEqual({
    status: model.status,
    price: model.price.id,
    amount: model.price.amount,
    pendingPrice: model.pendingPrice?.id ?? null,
    discount: model.discount?.id ?? null,
    start: iso(model.start),
    end: iso(model.end),
    credit: model.credit,
    cancelAtEnd: model.cancelAtEnd,
    pausedAt: iso(model.pausedAt),
    nextRetryAt: iso(model.nextRetryAt),
    orders: model.orders.toSorted(),
    payments: model.payments.toSorted(),
    lateRefunds: model.lateRefunds.toSorted(),
    isOpen: model.open !== null,
    keys: Object.fromEntries(model.keys),
  });
}

/** One step of a history. A step that needs a subscription takes one of those that there are. */
class Step implements fc.AsyncCommand<World, Real> {
  constructor(
    private readonly name: string,
    private readonly input: unknown,
    private readonly which: number | null,
    private readonly act: (world: World, real: Real, sold: Sold) => Promise<void>,
  ) {}

  private of({ sold }: World): Sold | undefined {
    const live = sold.filter(({ model }) => model.status !== 'canceled');
    const from = live.length > 0 && this.which !== 0 ? live : sold;
    return from[(this.which ?? 0) % Math.max(1, from.length)];
  }

  check(world: Readonly<World>): boolean {
    return this.which === null || this.of(world) !== undefined;
  }

  async run(world: World, real: Real): Promise<void> {
    if (process.env.MODEL_LOG) process.stderr.write(`${Math.round(performance.now())} ${this}\n`);
    goTo(world, world.now + 7000);
    await this.act(world, real, this.of(world) as Sold);
    for (const sold of world.sold) await expectAsModelled(real, sold);
  }

  toString(): string {
    return `${this.name}(${JSON.stringify(this.input)}${this.which === null ? '' : ` of ${this.which}`})`;
  }
}

/** Whether less is left of a price than can be charged, and more than nothing: no checkout sells it. */
function isTooSmall({ amount }: ModelPrice, discount: ModelDiscount): boolean {
  const left = (amount ?? 0) - discount.reduce(amount ?? 0);
  return left > 0 && left < currencyTerms('usd').minimum;
}

/** 0 may be one that has ended, where the others are not. */
const which = fc.nat({ max: 3 });

const subscribe = fc
  .record({
    price: fc.nat({ max: 5 }),
    discount: fc.option(fc.nat({ max: 2 }), { freq: 2 }),
    token: fc.constantFrom(
      'pm_card_visa',
      'pm_card_visa',
      'pm_sandbox_timeout',
      'pm_sandbox_declineAfter1',
      'pm_sandbox_declineAfter2',
      'pm_sandbox_authenticateRenewals',
    ),
  })
  .map(
    (input) =>
      new Step('subscribe', input, null, async (world, { seller, prices, discounts }) => {
        if (world.sold.filter(({ model }) => model.status !== 'canceled').length === 2) return;
        const price = prices[input.price % prices.length] as ModelPrice;
        const discount =
          input.discount === null || price.amount === null
            ? null
            : (discounts[input.discount] as ModelDiscount);
        const offer = makeCheckout(seller, price.product, {
          product_price_id: price.id,
          ...(discount && { discount_id: discount.id }),
        });
        if (discount && price.trialDays === null && isTooSmall(price, discount)) {
          expect(await answerOf(offer)).toBe('RequestValidationError');
          return;
        }
        const checkout = await offer;
        const email = `${newId()}@example.com`;
        await confirm(
          checkout,
          buyer({ customer_email: email, confirmation_token_id: input.token }),
        );
        const where = { checkoutId: checkout.id };
        const { id, customerId } = await db(null).subscription.findFirstOrThrow({ where });
        const model = new ModelSubscription(
          price,
          new ModelMethod(input.token),
          discount,
          world.now,
          world.dunningEnd,
        );
        world.sold.push({ id, customerId, model });
      }),
  );

/** Lets open payments be settled, by several at once. */
async function settleOpen(world: World): Promise<void> {
  if (!world.sold.some(({ model }) => model.open)) return;
  goTo(world, world.now + 2 * MINUTE);
  await Promise.all([1, 2].map(() => settleWaiting(new Date(world.now), 0)));
  for (const { model } of world.sold) model.settle(world.now);
}

/** Everything that is due by then happens, each at its moment; `isLate`: all of it then. Payments settle, or stay open. */
const advance = fc
  .record({
    days: fc.integer({ min: 0, max: 45 }),
    workers: fc.integer({ min: 1, max: 3 }),
    isLate: fc.boolean(),
    isSettling: fc.boolean(),
  })
  .map(
    (input) =>
      new Step('advance', input, null, async (world, real) => {
        const target = world.now + input.days * DAY;
        if (input.isLate) goTo(world, target);
        for (;;) {
          if (input.isSettling) await settleOpen(world);
          const times = world.sold.flatMap(({ model }) => model.dueAt ?? []);
          const next = Math.min(...times);
          if (next > Math.max(target, world.now)) break;
          const told = await Promise.all(
            world.sold
              .filter(({ model }) => model.dueAt === next && next >= world.now)
              .map(async (sold) => ({ sold, preview: await previewOf(real, sold, {}) })),
          );
          const before = new Map(told.map(({ sold: { id, model } }) => [id, counted(model)]));
          goTo(world, next);
          const due = world.sold.filter(({ model }) => (model.dueAt ?? Infinity) <= world.now);
          const workers = Array.from({ length: input.workers }, () =>
            runDueSubscriptions(new Date(world.now)),
          );
          await Promise.all(workers);
          for (const { model } of due) model.runDue(world.now);
          for (const { sold, preview } of told) {
            if (typeof preview === 'string') throw new Error(preview);
            const charged = counted(sold.model) - (before.get(sold.id) ?? 0);
            // A payment that waits for its outcome is in neither list yet.
            if (sold.model.open === null) {
              expect(preview.next_charge_at).toBe(charged === 0 ? null : iso(next));
              const last = [sold.model.payments, sold.model.orders].map((list) =>
                amountsOf(list).at(-1),
              );
              if (charged > 0) expect(last).toContain(preview.next_charge_amount);
            }
          }
        }
        goTo(world, target);
      }),
  );

const settle = fc.constant(new Step('settle', null, null, settleOpen));

const retry = fc.tuple(which, fc.integer({ min: 1, max: 3 })).map(
  ([of, times]) =>
    new Step('retry', times, of, async (world, { seller }, { id, model }) => {
      const call = () => answerOf(callApi(retrySubscription, { params: { id } }, { as: seller }));
      const answers = await Promise.all(Array.from({ length: times }, call));
      // Of several at once each that charges is one payment; the others meet it, or find nothing due.
      const charged = answers.filter((answer) => ['ok', 'PaymentError'].includes(answer));
      for (const answer of charged) expect(model.retry(world.now)).toBe(answer);
      for (const answer of answers.filter((one) => !charged.includes(one))) {
        expect(['Conflict', 'NotPermitted']).toContain(answer);
      }
      if (charged.length === 0) expect(answers[0]).toBe(model.retry(world.now));
      expect(answers.filter((answer) => answer === 'ok').length).toBeLessThanOrEqual(1);
    }),
);

const method = fc
  .tuple(
    which,
    fc.constantFrom(
      'pm_card_visa',
      'pm_card_chargeCustomerFail',
      'pm_sandbox_declineAfter1',
      'pm_usBankAccount_success',
      'pm_usBankAccount_success',
      'pm_usBankAccount_insufficientFunds',
    ),
  )
  .map(
    ([of, token]) =>
      new Step('method', token, of, async (world, { seller }, { id, model }) => {
        const input = { params: { id }, body: { confirmation_token_id: token } };
        const answer = await answerOf(callApi(setSubscriptionPaymentMethod, input, { as: seller }));
        expect(answer).toBe(model.setMethod(new ModelMethod(token), world.now));
      }),
  );

/** Mostly the other state than the present one, at times the same again. */
const patch = fc.tuple(which, fc.constantFrom('end', 'pause'), fc.nat({ max: 4 })).map(
  ([of, what, repeats]) =>
    new Step(`change the ${what}`, { isRepeated: repeats === 0 }, of, async (world, real, sold) => {
      const { model } = sold;
      const isOn = what === 'end' ? model.cancelAtEnd : model.pausedAt !== null;
      const wanted = repeats === 0 ? isOn : !isOn;
      const body = what === 'end' ? { cancel_at_period_end: wanted } : { paused: wanted };
      const answer = await update(real, sold, body);
      if (what === 'end') expect(answer).toBe(wanted ? model.cancelAtPeriodEnd() : model.keep());
      else expect(answer).toBe(wanted ? model.pause(world.now) : model.resume(world.now));
    }),
);

const cancelNow = fc.tuple(which, fc.boolean()).map(
  ([of, isRacing]) =>
    new Step('cancel now', { isRacing }, of, async (_, { seller }, { id, model }) => {
      const call = () => answerOf(callApi(cancelSubscription, { params: { id } }, { as: seller }));
      const answers = await Promise.all(isRacing ? [call(), call()] : [call()]);
      const expected = answers.map(() => model.endNow());
      expect(answers.toSorted()).toEqual(expected.toSorted());
    }),
);

const changePrice = fc
  .tuple(which, fc.nat({ max: 5 }), fc.constantFrom(...BEHAVIORS), fc.boolean())
  .map(
    ([of, index, behavior, isTwice]) =>
      new Step('change price', { index, behavior, isTwice }, of, async (world, real, sold) => {
        const { model } = sold;
        const price = real.prices[index % real.prices.length] as ModelPrice;
        const body = { product_price_id: price.id, proration_behavior: behavior };
        const told = await previewOf(real, sold, body);
        const ordersBefore = model.orders.length;
        const grantedBefore = grantedOf(model);
        const answers = await Promise.all(
          (isTwice ? [1, 2] : [1]).map(() => update(real, sold, body)),
        );
        const refusals = ['Conflict', 'RequestValidationError', 'AlreadyCanceledSubscription'];
        const charged = answers.filter((answer) => ['ok', 'PaymentError'].includes(answer));
        for (const answer of charged) {
          const isPresent = model.price.id === price.id;
          const modelled = model.changePrice(price, behavior, world.now);
          // Where the second one repeats a change that is no more one, nothing happens.
          expect(isPresent ? 'RequestValidationError' : modelled).toBe(answer);
        }
        for (const answer of answers.filter((one) => !charged.includes(one))) {
          expect([...refusals, 'NotPermitted']).toContain(answer);
        }
        if (charged.length === 0) {
          const isPresent = model.price.id === price.id;
          const isRefused = !model.isRunning || !['trialing', 'active'].includes(model.status);
          if (isPresent && !isRefused && model.pausedAt === null) {
            expect(answers[0]).toBe('RequestValidationError');
          } else expect(answers[0]).toBe(model.changePrice(price, behavior, world.now));
        }
        // What the preview told is what happened; only of the processor it knows nothing.
        if (typeof told === 'string') expect(answers[0]).toBe(told);
        else if (answers.includes('ok') && !model.open) {
          const made = amountsOf(model.orders.slice(ordersBefore));
          expect([told.amount_now, told.credit_after]).toEqual([made[0] ?? 0, model.credit]);
          const granted = grantedOf(model).filter((key) => !grantedBefore.includes(key));
          // Of one that ends, what the end leaves.
          expect(told.benefits_granted).toBe(told.ends_at ? 0 : granted.length);
        }
      }),
  );

const discount = fc.tuple(which, fc.option(fc.nat({ max: 2 }), { freq: 3 })).map(
  ([of, index]) =>
    new Step('discount', index, of, async (_, real, sold) => {
      const { model } = sold;
      const wanted = index === null ? null : (real.discounts[index] as ModelDiscount);
      const answer = await update(real, sold, { discount_id: wanted?.id ?? null });
      const isUnusable =
        wanted !== null && wanted.id !== model.discount?.id && model.price.amount === null;
      if (!model.isRunning) expect(answer).toBe('AlreadyCanceledSubscription');
      else if (isUnusable) expect(answer).toBe('RequestValidationError');
      else if (model.open?.isLast && wanted?.id !== model.discount?.id) {
        expect(answer).toBe('Conflict');
      } else {
        expect(answer).toBe('ok');
        model.setDiscount(wanted);
      }
    }),
);

/** Of one of its orders; what takes its time is settled at once. */
const refund = fc.tuple(which, fc.nat({ max: 5 }), fc.boolean(), fc.boolean()).map(
  ([of, nth, isWhole, revokes]) =>
    new Step('refund', { nth, isWhole, revokes }, of, async (world, { seller }, { id, model }) => {
      const orders = await db(null).order.findMany({
        where: { subscriptionId: id, amount: { gt: 0 } },
        include: { refunds: true },
        orderBy: { id: 'asc' },
      });
      const index = nth % Math.max(1, orders.length);
      const order = orders[index];
      if (!order) return;
      const left = order.refunds.reduce((rest, { amount }) => rest - amount, order.amount);
      const half = Math.ceil(left / 2) || 1;
      const body = {
        order_id: order.id,
        reason: 'other' as const,
        amount: isWhole ? undefined : half,
        revoke_benefits: revokes,
      };
      const query = { revoke_benefits: revokes, ...(isWhole ? {} : { amount: half }) };
      const asked = { params: { id: order.id }, query };
      const told = await callApi(previewRefund, asked, { as: seller }).catch(
        ({ error }: ApiFailure) => error,
      );
      const isMade = left > 0 && model.open === null;
      const grantedBefore = grantedOf(model);
      const answer = await answerOf(callApi(createRefund, { body }, { as: seller }));
      expect(answer).toBe(isMade ? 'ok' : left > 0 ? 'Conflict' : 'RequestValidationError');
      if (!isMade) expect(told).toBe(answer);
      const settleRefunds = () => settleWaitingRefunds(new Date(world.now), 0);
      await Promise.all([settleRefunds(), settleRefunds()]);
      await settleRefunds();
      if (!isMade) return;
      const amountOfRefund = isWhole ? left : half;
      const credit_taken = model.refund(index, amountOfRefund, revokes);
      expect(told).toMatchObject({
        amount: amountOfRefund,
        credit_taken,
        credit_after: model.credit,
        keys_revoked: grantedBefore.length - grantedOf(model).length,
      });
    }),
);

const removeCustomer = which.map(
  (of) =>
    new Step('delete the customer', null, of, async (_, { seller }, { customerId, model }) => {
      const call = callApi(deleteCustomer, { params: { id: customerId } }, { as: seller });
      if ((await answerOf(call)) === 'ok') model.endNow();
    }),
);

describe(`histories of subscriptions, MODEL_SEED=${SEED}`, () => {
  const commands = [
    ...[subscribe, advance, advance, advance, advance, settle, retry, method, method, patch, patch],
    ...[patch, changePrice, changePrice, changePrice, discount, discount, cancelNow],
    ...[removeCustomer, refund, refund],
  ];

  const histories = fc.record({
    start: fc.date({
      min: new Date('2027-01-01T00:00:00Z'),
      max: new Date('2028-12-31T00:00:00Z'),
      noInvalidDate: true,
    }),
    dunningEnd: fc.constantFrom('canceled' as const, 'unpaid' as const),
    first: subscribe,
    rest: fc.commands(commands, { maxCommands: 40, size: 'max' }),
  });

  it('agree with the model, and payments, orders, keys and redemptions with each other', {
    timeout: (SECONDS + 60) * 1000,
  }, async () => {
    const shops = { canceled: await makeShop('canceled'), unpaid: await makeShop('unpaid') };
    const isOver = runningFor(SECONDS);
    for (let seed = SEED; !isOver(); seed += 1) {
      const history = fc.asyncProperty(histories, async ({ start, dunningEnd, first, rest }) => {
        const world: World = { now: 0, dunningEnd, sold: [] };
        goTo(world, Math.floor(start.getTime() / 1000) * 1000);
        const real = shops[dunningEnd];
        await first.run(world, real);
        await fc.asyncModelRun(() => ({ model: world, real }), rest);
        await expectLedgerIdentities(real.seller.organizationId);
        // What is over is not due in the next history.
        for (const { id } of world.sold) {
          await answerOf(callApi(cancelSubscription, { params: { id } }, { as: real.seller }));
        }
      });
      const unbiased = seed % 4 !== 0;
      await fc.assert(history, {
        seed,
        numRuns: 1,
        unbiased,
        endOnFailure: !process.env.MODEL_SHRINK,
      });
    }
  });
});

/** Whether so many real seconds have passed, while dates are others. */
function runningFor(seconds: number): () => boolean {
  const start = performance.now();
  return () => performance.now() - start > seconds * 1000;
}
