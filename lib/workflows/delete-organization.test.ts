import { beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { raw, sql } from '@/lib/database/connection/sql';
import { listAuditLog } from '@/lib/resources/audit-log/contract';
import { createCheckoutLink } from '@/lib/resources/checkout-links/contract';
import { createCheckout, createCheckoutLegacy } from '@/lib/resources/checkouts/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { createCustomer } from '@/lib/resources/customers/contract';
import { listEvents } from '@/lib/resources/events/contract';
import { numbered } from '@/lib/resources/events/service';
import { getCustomerOrderInvoice, listCustomerOrders } from '@/lib/resources/orders/contract';
import {
  cancelDeletion,
  getOrganization,
  getPortalOrganization,
  scheduleDeletion,
} from '@/lib/resources/organizations/contract';
import { ERASED_TABLES, KEPT_TABLES } from '@/lib/resources/organizations/repository';
import {
  cancelSubscription,
  getSubscription,
  listCustomerSubscriptions,
  retrySubscription,
  setSubscriptionPaymentMethod,
  updateCustomerSubscription,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { advanceTestClock } from '@/lib/resources/test-clocks/contract';
import { eraseOrganizations, holdSubscriptions } from '@/lib/workflows/delete-organization';
import { openCheckoutLink } from '@/lib/workflows/open-checkout-link';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { me, newSeller } from '@/testing/accounts';
import { type Actor, callApi, places, refusal } from '@/testing/call-api';
import {
  makeOrganization,
  makeSeller,
  makeToken,
  makeUser,
  type Seller,
} from '@/testing/factories';
import { findMails } from '@/testing/mails';
import { inBrowser } from '@/testing/oauth';
import {
  buyer,
  confirm,
  fixed,
  makeCheckout,
  makeProduct,
  monthly,
  refuseConfirm,
} from '@/testing/shop';
import { runAdvance } from '@/testing/test-clocks';

const DAY = 86_400_000;
const NOT_PERMITTED = { status: 403, error: 'NotPermitted' };

const schedule = (seller: Seller, as: Actor = seller) =>
  callApi(
    scheduleDeletion,
    { params: { id: seller.organizationId }, body: { confirm_slug: seller.slug } },
    { as },
  );
const keep = (seller: Seller) =>
  callApi(cancelDeletion, { params: { id: seller.organizationId } }, { as: seller });
const hold = ({ organizationId: organization_id }: Seller) =>
  holdSubscriptions.run({ organization_id }, new AbortController().signal);

async function subscribe(seller: Seller, card = 'pm_card_visa') {
  const product = await makeProduct(seller, monthly());
  const checkout = await makeCheckout(seller, product.id);
  const customer_email = `${checkout.id}@example.com`;
  await confirm(checkout, buyer({ customer_email, confirmation_token_id: card }));
  const { id } = await db(null).subscription.findFirstOrThrow({
    where: { checkoutId: checkout.id },
  });
  return { id, customer_email, product };
}
const read = (seller: Seller, id: string) =>
  callApi(getSubscription, { params: { id } }, { as: seller });
/** As if so much time had passed since everything that a subscription was told. */
const age = (id: string, days: number) =>
  execute(
    null,
    sql`UPDATE subscriptions SET current_period_start = current_period_start - make_interval(days => ${days}::int),
          current_period_end = current_period_end - make_interval(days => ${days}::int),
          next_action_at = next_action_at - make_interval(days => ${days}::int),
          paused_at = paused_at - make_interval(days => ${days}::int) WHERE id = ${id}::uuid`,
  );
const ordersOf = (subscriptionId: string) => db(null).order.count({ where: { subscriptionId } });

describe('who schedules the deletion of an organization', () => {
  it('is an owner, by its slug, within 10 minutes of a confirmation; tokens are exempt', async () => {
    const { cookie } = await newSeller();
    const userId = (await me(cookie)).user?.id ?? '';
    const { id, slug } = await makeOrganization(userId);
    const params = { id };
    const body = { confirm_slug: slug };
    const wrong = await refusal(
      scheduleDeletion,
      { params, body: { confirm_slug: slug.toUpperCase() } },
      inBrowser(cookie),
    );
    expect(places(wrong)).toEqual(['body.confirm_slug']);

    await db(null).session.updateMany({ where: { userId }, data: { confirmedAt: new Date(0) } });
    expect(await refusal(scheduleDeletion, { params, body }, inBrowser(cookie))).toMatchObject({
      ...NOT_PERMITTED,
      body: { code: 'step_up_required' },
    });
    const admin = await makeUser();
    await db(null).membership.create({
      data: { organizationId: id, userId: admin.id, role: 'admin' },
    });
    for (const owner of [{ userId: admin.id }, { organizationId: id }]) {
      const as = { token: await makeToken(owner) };
      expect(await refusal(scheduleDeletion, { params, body }, { as })).toMatchObject(
        NOT_PERMITTED,
      );
      expect(await refusal(cancelDeletion, { params }, { as })).toMatchObject(NOT_PERMITTED);
    }
    const stranger = await makeSeller();
    expect((await refusal(scheduleDeletion, { params, body }, { as: stranger })).status).toBe(404);

    const as = { token: await makeToken({ userId }) };
    const scheduled = await callApi(scheduleDeletion, { params, body }, { as });
    const days = (Date.parse(scheduled.deletion_scheduled_at ?? '') - Date.now()) / DAY;
    expect(days).toBeGreaterThan(29.99);
    expect(days).toBeLessThanOrEqual(30);
    // Asked again it keeps its date.
    expect(await callApi(scheduleDeletion, { params, body }, { as })).toEqual(scheduled);
  });

  it('leaves rows in the audit log, events, and mails to the owners', async () => {
    const seller = await makeSeller();
    const { organizationId, slug } = seller;
    const { deletion_scheduled_at } = await schedule(seller);
    await keep(seller);
    const query = { organization_id: [organizationId] };
    const rows = await callApi(listAuditLog, { query }, { as: seller });
    expect(rows.items.map(({ action }) => action)).toEqual([
      'organization.deletion_canceled',
      'organization.deletion_scheduled',
    ]);
    expect(rows.items[1]?.changes).toContainEqual(
      expect.objectContaining({ field: 'deletion_scheduled_at', before: null }),
    );
    await numbered();
    const events = await callApi(listEvents, { query }, { as: seller });
    expect(events.items.map(({ type, data }) => [type, data.deletion_scheduled_at])).toEqual([
      ['organization.updated', null],
      ['organization.updated', deletion_scheduled_at],
    ]);
    const { email } = await db(null).user.findUniqueOrThrow({ where: { id: seller.userId } });
    const mails = await findMails({ recipient: email, kind: 'organization_deletion' });
    expect(mails.map(({ data }) => data)).toMatchObject([
      { change: 'scheduled', by: 'Test Seller', deletes_at: deletion_scheduled_at },
      { change: 'taken_back', url: expect.stringContaining(`/dashboard/${slug}/settings`) },
    ]);
  });
});

describe('an organization that is to be deleted', () => {
  let seller: Seller;
  let product: Awaited<ReturnType<typeof makeProduct>>;
  let opened: Awaited<ReturnType<typeof makeCheckout>>;
  let link: { client_secret: string };
  let running: Awaited<ReturnType<typeof subscribe>>;
  beforeAll(async () => {
    seller = await makeSeller();
    product = await makeProduct(seller);
    opened = await makeCheckout(seller, product.id);
    link = await callApi(
      createCheckoutLink,
      { body: { payment_processor: 'stripe', product_id: product.id } },
      { as: seller },
    );
    running = await subscribe(seller);
    await schedule(seller);
    await hold(seller);
  });

  it('sells nothing: no checkout begins, by a link neither, and none is confirmed', async () => {
    const as = { as: seller };
    const body = { payment_processor: 'stripe', product_id: product.id } as const;
    expect(await refusal(createCheckout, { body }, as)).toMatchObject(NOT_PERMITTED);
    const price = {
      product_price_id: product.prices[0]?.id ?? '',
      success_url: 'https://example.com/thanks',
    };
    expect(await refusal(createCheckoutLegacy, { body: price }, as)).toMatchObject(NOT_PERMITTED);
    expect(await refuseConfirm(opened)).toMatchObject(NOT_PERMITTED);
    const visit = {
      clientSecret: link.client_secret,
      query: [],
      visitToken: undefined,
      isAutomated: false,
      ip: null,
      requestId: 'closing',
      realTime: new Date(),
      signal: new AbortController().signal,
    };
    await expect(openCheckoutLink(visit)).rejects.toMatchObject({ name: 'NotPermitted' });
    await expect(openCheckoutLink({ ...visit, isAutomated: true })).rejects.toMatchObject({
      name: 'NotPermitted',
    });
  });

  it('holds subscriptions, which neither renew, nor change their price, nor go on', async () => {
    const { id } = running;
    const as = { as: seller };
    const held = await read(seller, id);
    expect(held).toMatchObject({ status: 'active', paused_at: expect.any(String) });
    const other = await makeProduct(seller, monthly(3000));
    for (const body of [{ paused: false }, { product_price_id: other.prices[0]?.id ?? '' }]) {
      expect(await refusal(updateSubscription, { params: { id }, body }, as)).toMatchObject(
        NOT_PERMITTED,
      );
    }
    await runDueSubscriptions(new Date(Date.now() + 40 * DAY));
    expect(await ordersOf(id)).toBe(1);
    expect(
      await refusal(
        advanceTestClock,
        {
          body: {
            organization_id: seller.organizationId,
            to: new Date(Date.now() + DAY).toISOString(),
          },
        },
        as,
      ),
    ).toMatchObject(NOT_PERMITTED);
  });

  it('tells each customer once, with the day on which it closes', async () => {
    await hold(seller);
    const { deletion_scheduled_at: closes_at } = await callApi(
      getOrganization,
      { params: { id: seller.organizationId } },
      { as: seller },
    );
    const mails = await findMails({
      recipient: running.customer_email,
      kind: 'subscription_paused',
    });
    expect(mails.map(({ data }) => data)).toMatchObject([{ closes_at }]);
  });

  it('can still be read by its customers, with their invoices', async () => {
    const { customer_id } = await read(seller, running.id);
    const { token } = await callApi(
      createCustomerSession,
      { body: { customer_id } },
      { as: seller },
    );
    const as = { as: { token } };
    const params = { slug: seller.slug };
    expect(
      (await callApi(getPortalOrganization, { params }, as)).deletion_scheduled_at,
    ).not.toBeNull();
    expect((await callApi(listCustomerSubscriptions, {}, as)).items).toHaveLength(1);
    const { items } = await callApi(listCustomerOrders, {}, as);
    expect(items).toHaveLength(1);
    const order = { params: { id: items[0]?.id ?? '' } };
    expect((await callApi(getCustomerOrderInvoice, order, as)).url).toContain('/invoices/');
    const other = await makeProduct(seller, monthly(3000));
    const body = { product_price_id: other.prices[0]?.id ?? '' };
    const change = { params: { id: running.id }, body };
    expect(await refusal(updateCustomerSubscription, change, as)).toMatchObject(NOT_PERMITTED);
  });

  it('lets a subscription be ended, and its payment method be changed without a charge', async () => {
    const { seller: other, id } = await late();
    await schedule(other);
    await hold(other);
    const params = { id };
    const as = { as: other };
    expect(await read(other, id)).toMatchObject({
      status: 'past_due',
      paused_at: expect.any(String),
    });
    expect(await refusal(retrySubscription, { params }, as)).toMatchObject(NOT_PERMITTED);
    const body = { confirmation_token_id: 'pm_card_visa' };
    expect(await callApi(setSubscriptionPaymentMethod, { params, body }, as)).toMatchObject({
      status: 'past_due',
    });
    expect(await ordersOf(id)).toBe(1);
    expect((await callApi(cancelSubscription, { params }, as)).status).toBe('canceled');
  });
});

/** A subscription whose renewal was declined. */
async function late() {
  const seller = await makeSeller();
  const { id } = await subscribe(seller, 'pm_sandbox_declineAfter1');
  await age(id, 32);
  await runDueSubscriptions(new Date());
  expect(await read(seller, id)).toMatchObject({ status: 'past_due' });
  return { seller, id };
}

it('charges nothing from the request on, before its subscriptions are held as well', {
  tags: 'soak',
}, async () => {
  const seller = await makeSeller();
  const [due, paused] = [await subscribe(seller), await subscribe(seller)];
  const { seller: other, id: overdue } = await late();
  const other_price = (await makeProduct(seller, monthly(3000))).prices[0]?.id ?? '';
  const update = (id: string, body: object) =>
    [updateSubscription, { params: { id }, body }, { as: seller }] as const;
  await callApi(...update(paused.id, { paused: true }));
  await age(due.id, 32);
  await schedule(seller);
  await schedule(other);
  expect(await refusal(...update(due.id, { product_price_id: other_price }))).toMatchObject(
    NOT_PERMITTED,
  );
  expect(await refusal(...update(paused.id, { paused: false }))).toMatchObject(NOT_PERMITTED);
  const retry = { params: { id: overdue } };
  expect(await refusal(retrySubscription, retry, { as: other })).toMatchObject(NOT_PERMITTED);
  await runDueSubscriptions(new Date());
  expect(await Promise.all([due.id, paused.id, overdue].map(ordersOf))).toEqual([1, 1, 1]);
  // What charges nothing goes on.
  await callApi(...update(due.id, { cancel_at_period_end: true, metadata: { note: 'bye' } }));
  await hold(seller);
  await keep(seller);
  await hold(seller);
  await runDueSubscriptions(new Date());
  expect((await read(seller, due.id)).status).toBe('canceled');
  expect(await ordersOf(due.id)).toBe(1);
});

it('goes by a test clock in what it holds, not in its 30 days, and beside no advance', async () => {
  const seller = await makeSeller();
  const { organizationId: organization_id, slug: confirm_slug } = seller;
  const as = { as: seller };
  const begin = (to: Date) =>
    callApi(advanceTestClock, { body: { organization_id, to: to.toISOString() } }, as);
  const { id } = await subscribe(seller);
  const start = new Date(Date.now() + 10 * DAY);
  await begin(start);
  await runAdvance(organization_id);
  const { deletion_scheduled_at } = await schedule(seller);
  expect(Date.parse(deletion_scheduled_at ?? '')).toBeLessThan(Date.now() + 30 * DAY + 1000);
  await hold(seller);
  const held = await read(seller, id);
  expect(held.paused_at).toBe(start.toISOString());
  await keep(seller);
  await hold(seller);
  expect((await read(seller, id)).current_period_end).toBe(held.current_period_end);

  await begin(new Date(start.getTime() + DAY));
  const request = { params: { id: organization_id }, body: { confirm_slug } };
  const refused = await refusal(scheduleDeletion, request, as);
  expect(refused).toMatchObject({ status: 409, error: 'Conflict' });
});

describe('an organization that is kept', () => {
  it('resumes what was held and charges nothing for the time between', async () => {
    const seller = await makeSeller();
    const { id, customer_email, product } = await subscribe(seller);
    await schedule(seller);
    await hold(seller);
    await age(id, 35);
    await keep(seller);
    await hold(seller);
    const after = await read(seller, id);
    expect(after).toMatchObject({ status: 'active', paused_at: null });
    // 35 days of its month have passed, all of them in the pause: the whole month is left.
    const left = Date.parse(after.current_period_end ?? '') - Date.now();
    expect(left / DAY).toBeGreaterThan(27);
    await runDueSubscriptions(new Date());
    expect(await ordersOf(id)).toBe(1);
    const mails = await findMails({ recipient: customer_email });
    expect(mails.map(({ kind }) => kind)).toEqual([
      'receipt',
      'subscription_paused',
      'subscription_resumed',
    ]);
    expect((await confirm(await makeCheckout(seller, product.id))).status).toBe('confirmed');
    await age(id, 35);
    await runDueSubscriptions(new Date());
    expect(await ordersOf(id)).toBe(2);
  });

  it('leaves paused what its seller had paused, and ended what ended meanwhile', async () => {
    const seller = await makeSeller();
    const [paused, ended] = [await subscribe(seller), await subscribe(seller)];
    const params = { id: paused.id };
    await callApi(updateSubscription, { params, body: { paused: true } }, { as: seller });
    const before = await read(seller, paused.id);
    await schedule(seller);
    await hold(seller);
    expect(await read(seller, paused.id)).toEqual(before);
    const again = { params, body: { paused: false } };
    expect(await refusal(updateSubscription, again, { as: seller })).toMatchObject(NOT_PERMITTED);
    await callApi(cancelSubscription, { params: { id: ended.id } }, { as: seller });
    await keep(seller);
    await hold(seller);
    expect(await read(seller, paused.id)).toEqual(before);
    expect((await read(seller, ended.id)).status).toBe('canceled');
    await callApi(updateSubscription, again, { as: seller });
  });

  it('moves the retries of a declined renewal by the time between', async () => {
    const { seller, id } = await late();
    const { next_retry_at } = await read(seller, id);
    await schedule(seller);
    await hold(seller);
    await execute(
      null,
      sql`UPDATE subscriptions SET paused_at = paused_at - interval '20 days' WHERE id = ${id}::uuid`,
    );
    await keep(seller);
    await hold(seller);
    const moved =
      Date.parse((await read(seller, id)).next_retry_at ?? '') - Date.parse(next_retry_at ?? '');
    expect(Math.round(moved / DAY)).toBe(20);
  });

  it('takes effect whatever the job has done so far', async () => {
    const seller = await makeSeller();
    const { id } = await subscribe(seller);
    await schedule(seller);
    await keep(seller);
    // Nothing is left to take back.
    await keep(seller);
    await hold(seller);
    expect(await read(seller, id)).toMatchObject({ paused_at: null });
    expect(
      await findMails({ organizationId: seller.organizationId, kind: 'subscription_paused' }),
    ).toEqual([]);
  });
});

describe('at the moment of the request', () => {
  it('checkouts that are confirmed are refused, or sold and then held', async () => {
    const seller = await makeSeller();
    const product = await makeProduct(seller, monthly());
    const checkouts = await Promise.all(
      Array.from({ length: 8 }, () => makeCheckout(seller, product.id)),
    );
    const confirming = checkouts.map((checkout, place) =>
      confirm(checkout, buyer({ customer_email: `${place}-${checkout.id}@example.com` })),
    );
    const [, answers] = await Promise.all([schedule(seller), Promise.allSettled(confirming)]);
    await hold(seller);
    const sold = answers.filter(({ status }) => status === 'fulfilled').length;
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject(NOT_PERMITTED);
    }
    const where = { organizationId: seller.organizationId };
    const rows = await db(null).subscription.findMany({ where });
    expect(rows).toHaveLength(sold);
    expect(rows.every(({ isHeld, pausedAt }) => isHeld && pausedAt !== null)).toBe(true);
  });

  it('a payment that arrives later starts a subscription that is held', async () => {
    const seller = await makeSeller();
    const product = await makeProduct(seller, monthly());
    const checkout = await makeCheckout(seller, product.id);
    await confirm(checkout, buyer({ confirmation_token_id: 'pm_usBankAccount' }));
    await schedule(seller);
    await hold(seller);
    await settleWaiting(new Date(Date.now() + 61_000));
    const where = { checkoutId: checkout.id };
    const { id } = await db(null).subscription.findFirstOrThrow({ where });
    // The start has queued the job anew.
    const [queued] = await execute<{ count: number }>(
      null,
      sql`SELECT count(*)::int AS count FROM graphile_worker._private_jobs j
          JOIN graphile_worker._private_tasks k ON k.id = j.task_id
          WHERE k.identifier = 'hold_subscriptions' AND j.payload ->> 'organization_id' = ${seller.organizationId}`,
    );
    expect(queued?.count).toBeGreaterThanOrEqual(2);
    await hold(seller);
    expect(await read(seller, id)).toMatchObject({ paused_at: expect.any(String) });
  });

  it('renewals charge before it, or not at all', { tags: 'soak' }, async () => {
    const seller = await makeSeller();
    const sold = await Promise.all(Array.from({ length: 6 }, () => subscribe(seller)));
    for (const { id } of sold) await age(id, 32);
    await Promise.all([runDueSubscriptions(new Date()), schedule(seller)]);
    await Promise.all([hold(seller), runDueSubscriptions(new Date()), hold(seller)]);
    for (const { id } of sold) {
      const row = await db(null).subscription.findUniqueOrThrow({ where: { id } });
      expect(row).toMatchObject({ isHeld: true, nextActionAt: null });
      const orders = await ordersOf(id);
      // Paid once for each period that has begun.
      expect(orders).toBe((row.currentPeriodEnd ?? 0) > new Date() ? 2 : 1);
    }
    await runDueSubscriptions(new Date(Date.now() + 400 * DAY));
    const attempts = await db(null).paymentAttempt.count({
      where: { organizationId: seller.organizationId, subscriptionId: { not: null } },
    });
    expect(attempts).toBeLessThanOrEqual(sold.length);
  });
});

describe('the job that erases', () => {
  it('runs 30 days of real time on, leaves invoices and the ledger, and 10 years later nothing', async () => {
    const seller = await makeSeller();
    const { organizationId: id } = seller;
    const { id: subscriptionId, customer_email } = await subscribe(seller);
    const one = await makeProduct(seller, fixed());
    await confirm(
      await makeCheckout(seller, one.id, { metadata: { note: 'Ada' } }),
      buyer({ customer_email }),
    );
    await makeCheckout(seller, one.id, { customer_email: 'open@example.com' });
    await callApi(
      createCustomer,
      { body: { email: 'lead@example.com', name: 'Lead' } },
      { as: seller },
    );
    await makeToken({ organizationId: id });
    const { deletion_scheduled_at } = await schedule(seller);
    await hold(seller);
    const due = new Date(deletion_scheduled_at ?? '');

    await eraseOrganizations(new Date(due.getTime() - 1000));
    expect((await db(null).organization.findUniqueOrThrow({ where: { id } })).erasedAt).toBeNull();
    await eraseOrganizations(due);
    await eraseOrganizations(due);
    const row = await db(null).organization.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ erasedAt: due, slug: `erased-${id}`, email: null });
    for (const table of ERASED_TABLES) expect(await rowsOf(table, id), table).toBe(0);
    const where = { organizationId: id };
    const orders = await db(null).order.findMany({ where });
    expect(orders.map(({ amount, metadata }) => [amount, metadata])).toEqual([
      [expect.any(Number), {}],
      [expect.any(Number), {}],
    ]);
    expect(await rowsOf('documents', id)).toBe(2);
    const [document] = await db(null).document.findMany({ where });
    expect(JSON.stringify(document?.content)).toContain('Bo Buyer');
    const customers = await db(null).customer.findMany({ where });
    expect(
      customers.every(({ email, name, deletedAt }) => email === '' && name === null && deletedAt),
    ).toBe(true);
    expect(
      await db(null).checkout.count({ where: { ...where, customerEmail: { not: null } } }),
    ).toBe(0);
    expect(
      await db(null).subscription.findUniqueOrThrow({ where: { id: subscriptionId } }),
    ).toMatchObject({
      status: 'canceled',
      paymentMethod: null,
      billingName: null,
    });
    // Nobody is in it any more, and the account may go.
    expect((await refusal(getOrganization, { params: { id } }, { as: seller })).status).toBe(404);

    const later = (years: number) => new Date(due.getTime() + years * 366 * DAY);
    await eraseOrganizations(later(9.9));
    expect(await rowsOf('orders', id)).toBe(2);
    await eraseOrganizations(later(10.1));
    expect(await db(null).organization.findUnique({ where: { id } })).toBeNull();
    for (const table of KEPT_TABLES) expect(await rowsOf(table, id), table).toBe(0);
  });

  it('waits while money is on its way', { tags: 'soak' }, async () => {
    const seller = await makeSeller();
    const product = await makeProduct(seller);
    const checkout = await makeCheckout(seller, product.id);
    await confirm(checkout, buyer({ confirmation_token_id: 'pm_usBankAccount' }));
    await schedule(seller);
    const due = new Date(Date.now() + 31 * DAY);
    const { organizationId: id } = seller;
    const erasedAt = async () =>
      (await db(null).organization.findUniqueOrThrow({ where: { id } })).erasedAt;
    await eraseOrganizations(due);
    expect(await erasedAt()).toBeNull();
    await settleWaiting(due);
    await eraseOrganizations(due);
    expect(await erasedAt()).toEqual(due);
    // Once its time has come nobody takes it back.
    const other = await makeSeller();
    await schedule(other);
    await db(null).organization.update({
      where: { id: other.organizationId },
      data: { deletionScheduledAt: new Date(Date.now() - 1000) },
    });
    const params = { id: other.organizationId };
    expect(await refusal(cancelDeletion, { params }, { as: other })).toMatchObject(NOT_PERMITTED);
  });

  it('knows every table that has rows of an organization', async () => {
    const rows = await execute<{ table_name: string }>(
      null,
      sql`SELECT c.table_name FROM information_schema.columns c
            JOIN information_schema.tables t ON t.table_name = c.table_name AND t.table_schema = c.table_schema
          WHERE c.table_schema = 'public' AND c.column_name = 'organization_id' AND t.table_type = 'BASE TABLE'
            AND NOT EXISTS (SELECT FROM pg_inherits i WHERE i.inhrelid = c.table_name::regclass)`,
    );
    const known = [...ERASED_TABLES, ...KEPT_TABLES];
    expect(known.toSorted()).toEqual(rows.map(({ table_name }) => table_name).toSorted());
  });
});

async function rowsOf(table: string, organizationId: string) {
  const [row] = await execute<{ count: number }>(
    null,
    sql`SELECT count(*)::int AS count FROM ${raw(table)} WHERE organization_id = ${organizationId}::uuid`,
  );
  return row?.count;
}
