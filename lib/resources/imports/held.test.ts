import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { sql } from '@/lib/database/connection/sql';
import { chargeImport, endImportSource, getImport } from '@/lib/resources/imports/contract';
import { releaseImported } from '@/lib/resources/imports/jobs';
import type { Import } from '@/lib/resources/imports/schema';
import type { releaseKind } from '@/lib/resources/imports/service';
import { updateSubscription } from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { callApi, refusal } from '@/testing/call-api';
import { makeCustomer, makeProduct, makeSeller, type Seller } from '@/testing/factories';
import { importAll } from '@/testing/imports';

// @module-tag soak

const DAY = 86_400_000;

type ReleaseJob = z.output<typeof releaseKind.payload>;

let seller: Seller;
let productId: string;
beforeEach(async () => {
  seller = await makeSeller();
  productId = (await makeProduct(seller.organizationId, { name: 'Plan' })).id;
  await makeCustomer(seller.organizationId, { email: 'ada@example.com' });
});

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const row = (external_id: string, more: Record<string, string | number> = {}) => ({
  external_id,
  status: 'active',
  customer_email: 'ada@example.com',
  product_id: productId,
  amount: 1000,
  currency: 'usd',
  recurring_interval: 'month',
  current_period_end: inDays(-3),
  ...more,
});
const take = async (...rows: ReturnType<typeof row>[]) => {
  const done = await importAll(seller, { kind: 'subscriptions', source: 'custom', rows });
  expect(done).toMatchObject({ created: rows.length, errors: [] });
  return done;
};
const found = ({ id }: Import) => callApi(getImport, { params: { id } }, { as: seller });
const endSource = ({ id }: Import, subscription_ids?: string[]) =>
  callApi(endImportSource, { params: { id }, body: { subscription_ids } }, { as: seller });
const charge = ({ id }: Import, subscription_ids?: string[]) =>
  callApi(chargeImport, { params: { id }, body: { subscription_ids } }, { as: seller });
const stored = () =>
  db(null).subscription.findMany({
    where: { organizationId: seller.organizationId },
    orderBy: { externalId: 'asc' },
  });
const holds = async () =>
  Object.fromEntries(
    (await stored()).map(({ externalId, importHold }) => [externalId, importHold]),
  );
const idOf = async (externalId: string) =>
  (await stored()).find((one) => one.externalId === externalId)?.id ?? '';
/** What was charged in each currency, as `dues` says what will be. */
async function charged() {
  const { organizationId } = seller;
  const attempts = await db(null).paymentAttempt.groupBy({
    by: ['currency'],
    where: { organizationId },
    _sum: { amount: true },
    _count: true,
  });
  return attempts.map(({ currency, _sum, _count }) => ({
    currency,
    count: _count,
    amount: Number(_sum.amount),
  }));
}

describe('what is due', () => {
  it('is what charge charges: overdue ones too, after discounts as they are then, in each currency', async () => {
    const discount = (code: string, more: object) => ({
      external_id: code,
      name: code,
      code,
      type: 'percentage',
      basis_points: 2500,
      duration: 'repeating',
      ...more,
    });
    const discounts = [
      discount('THREE', { duration_in_months: 3 }),
      discount('YEAR', { duration_in_months: 12 }),
      discount('ONCE', { duration: 'once' }),
      discount('EVER', { duration: 'forever' }),
      {
        ...discount('FIXED', { duration: 'forever', type: 'fixed', amount: 300, currency: 'usd' }),
        basis_points: null,
      },
    ];
    const made = await importAll(seller, { kind: 'discounts', source: 'custom', rows: discounts });
    expect(made).toMatchObject({ created: 5, errors: [] });
    // Begun 130 days ago, and not charged for 100 days: the period that is charged began after THREE has ended.
    const old = { started_at: inDays(-130), current_period_end: inDays(-100) };
    const done = await take(
      row('plain'),
      row('three', { ...old, discount_code: 'THREE' }),
      row('year', { ...old, discount_code: 'YEAR' }),
      row('once', { ...old, discount_code: 'ONCE' }),
      row('fixed', { ...old, discount_code: 'FIXED' }),
      row('yearly', { ...old, recurring_interval: 'year', discount_code: 'THREE' }),
      row('overdue', { status: 'past_due', amount: 700 }),
      row('overdue ahead', { status: 'past_due', amount: 800, current_period_end: inDays(9) }),
      row('ahead', { current_period_end: inDays(9) }),
      row('canceled', { cancel_at_period_end: 'true' }),
      row('unpaid', { status: 'unpaid' }),
      row('crowns', { ...old, currency: 'isk', amount: 9900, discount_code: 'EVER' }),
      row('euros', { currency: 'eur', amount: 1501, discount_code: 'EVER' }),
      row('euros of a fixed one', { currency: 'eur', amount: 900, discount_code: 'FIXED' }),
    );
    const { due, dues } = await found(done);
    expect(due).toEqual(dues[0]);
    expect(dues.map(({ currency, count }) => [currency, count])).toEqual([
      ['usd', 8],
      ['eur', 2],
      ['isk', 1],
    ]);
    // 1000 + 1000 + 750 + 1000 + 700 + 750 + 700 + 800: of `yearly` the period of the old end is charged.
    expect(due).toEqual({ currency: 'usd', count: 8, amount: 6700 });
    await endSource(done);
    expect((await found(done)).dues).toEqual(dues);
    await charge(done);
    expect((await found(done)).dues).toEqual([]);
    await runDueSubscriptions(new Date());
    expect(new Set(await charged())).toEqual(new Set(dues));
  });
});

describe('the end of a source', () => {
  it('and the approval of charges are of those that are named, and leave others as they are', async () => {
    const done = await take(row('a'), row('b'), row('c'));
    await endSource(done, [await idOf('a')]);
    expect(await holds()).toEqual({ a: 'charge', b: 'source', c: 'source' });
    // None of these has a source that has ended.
    const { id } = done;
    const body = { subscription_ids: [await idOf('b')] };
    const early = await refusal(chargeImport, { params: { id }, body }, { as: seller });
    expect(early.status).toBe(409);
    await endSource(done, [await idOf('a'), await idOf('b')]);
    expect(await holds()).toEqual({ a: 'charge', b: 'charge', c: 'source' });
    expect((await charge(done, [await idOf('b')])).due).toMatchObject({ count: 2 });
    expect(await holds()).toEqual({ a: 'charge', b: null, c: 'source' });
    await runDueSubscriptions(new Date());
    expect(await charged()).toEqual([{ currency: 'usd', count: 1, amount: 1000 }]);
  });

  it('is of no subscription of another import, and of none of another organization', async () => {
    const [one, other] = [await take(row('a')), await take(row('b'))];
    await endSource(one, [await idOf('b')]);
    expect(await holds()).toEqual({ a: 'source', b: 'source' });
    const foreign = await makeSeller();
    await makeProduct(foreign.organizationId, { name: 'Plan' });
    await makeCustomer(foreign.organizationId, { email: 'ada@example.com' });
    const rows = [{ ...row('z'), product_id: '', product_name: 'Plan' }];
    await importAll(foreign, { kind: 'subscriptions', source: 'custom', rows });
    const theirs = await db(null).subscription.findFirstOrThrow({
      where: { organizationId: foreign.organizationId },
    });
    for (const id of [theirs.id, newId()]) {
      for (const operation of [endImportSource, chargeImport]) {
        const body = { subscription_ids: [await idOf('b'), id] };
        const refused = await refusal(
          operation,
          { params: { id: other.id }, body },
          { as: seller },
        );
        expect(refused).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['body', 'subscription_ids', 1] }] },
        });
      }
    }
    expect(await holds()).toEqual({ a: 'source', b: 'source' });
  });

  it('of more than one transaction takes is told by jobs', async () => {
    const count = 430;
    const rows = Array.from({ length: count }, (_, place) => row(`many-${place}`));
    const done = await take(...rows, row('other'));
    const ids = (await stored()).flatMap(({ id, externalId }) =>
      externalId === 'other' ? [] : [id],
    );
    const left = async () => {
      const all = Object.entries(await holds());
      expect(all.find(([name]) => name === 'other')).toEqual(['other', 'source']);
      return ['source', 'charge'].map(
        (hold) => all.filter(([name, own]) => name !== 'other' && own === hold).length,
      );
    };
    /** Runs the jobs that wait, and those that these add. */
    const runJobs = async (hold: 'source' | 'charge') => {
      for (;;) {
        const jobs = await execute<{ id: string; payload: ReleaseJob }>(
          null,
          sql`SELECT j.id::text, j.payload FROM graphile_worker._private_jobs j
              JOIN graphile_worker._private_tasks t ON t.id = j.task_id
              WHERE t.identifier = 'release_imported' AND j.payload ->> 'import_id' = ${done.id}`,
        );
        if (jobs.length === 0) return;
        expect(jobs.map(({ payload }) => payload.hold)).toEqual(jobs.map(() => hold));
        const taken = jobs.map(({ id }) => id);
        await db(null)
          .$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE id::text = ANY(${taken}::text[])`;
        for (const { payload } of jobs) {
          await releaseImported.run(payload, new AbortController().signal);
        }
      }
    };
    // Two at once: neither takes the place of the other.
    await endSource(done, ids.slice(0, 215));
    await endSource(done, ids.slice(215));
    expect(await left()).toEqual([30, 400]);
    await runJobs('source');
    expect(await left()).toEqual([0, 430]);
    await charge(done, ids);
    expect(await left()).toEqual([0, 230]);
    await runJobs('charge');
    expect(await left()).toEqual([0, 0]);
  });
});

it('a held subscription changes no price, and is not paused', async () => {
  await take(row('a'));
  const { prices } = await makeProduct(seller.organizationId, { price: { amount: 9900 } });
  const params = { id: await idOf('a') };
  for (const body of [{ product_price_id: prices[0]?.id ?? '' }, { paused: true }]) {
    const refused = await refusal(updateSubscription, { params, body }, { as: seller });
    expect(refused).toMatchObject({ status: 403, body: { error: 'NotPermitted' } });
  }
  expect((await stored())[0]).toMatchObject({ amount: 1000, pausedAt: null });
});
