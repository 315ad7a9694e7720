import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { deleteCustomer } from '@/lib/resources/customers/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { resendMail } from '@/lib/resources/mails/contract';
import type { MailKind } from '@/lib/resources/mails/kinds';
import { findOrder } from '@/lib/resources/orders/service';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import { mailRefund } from '@/lib/resources/sale-mails/service';
import {
  cancelCustomerSubscription,
  cancelSubscription,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { remindBuyers } from '@/lib/workflows/remind-buyers';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { callApi } from '@/testing/call-api';
import { makeFile, makeSeller, type Seller } from '@/testing/factories';
import { findMails, runMail } from '@/testing/mails';
import {
  buyer,
  confirm,
  fixed,
  free,
  makeCheckout,
  makeKeyProduct,
  monthly,
  refuseConfirm,
  yearly,
} from '@/testing/shop';
import { advanceTo } from '@/testing/test-clocks';

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});
const as = () => ({ as: seller });

async function buy(
  prices = fixed(),
  {
    method = 'pm_card_visa',
    email = `buyer-${crypto.randomUUID()}@example.com`,
    typed = {} as { customer_name?: string },
    ...more
  } = {} as {
    method?: string;
    email?: string;
    typed?: { customer_name?: string };
    discount_id?: string;
  },
) {
  const product = await makeKeyProduct(seller, prices);
  const checkout = await makeCheckout(seller, product.id, more);
  const sent = { customer_email: email, confirmation_token_id: method, ...typed };
  await confirm(checkout, buyer(sent));
  const where = { checkoutId: checkout.id };
  const order = await db(null).order.findFirst({ where });
  const subscription = await db(null).subscription.findFirst({ where });
  return { product, email, order, params: { id: subscription?.id ?? '' }, subscription };
}

const mailsOf = (recipient?: string) =>
  findMails({ organizationId: seller.organizationId, ...(recipient ? { recipient } : {}) });
const kindsOf = async (recipient?: string): Promise<MailKind[]> =>
  (await mailsOf(recipient)).map(({ kind }) => kind);

async function advance(days: number) {
  const { now } = (await db(null).testClock.findUnique({
    where: { organizationId: seller.organizationId },
  })) ?? { now: new Date() };
  await advanceTo(seller, new Date(now.getTime() + days * DAY_MS));
}

describe('a purchase', () => {
  it('sends a receipt with its lines, its number and its keys, which are nowhere in its data', async () => {
    const half = {
      name: 'Half',
      type: 'percentage',
      basis_points: 5000,
      duration: 'once',
    } as const;
    const { id } = await callApi(createDiscount, { body: half }, as());
    const { email, order, product } = await buy(fixed(2000), { discount_id: id });
    const [receipt, ...others] = await mailsOf(email);
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({
      kind: 'receipt',
      recipientName: 'Bo Buyer',
      customerId: order?.customerId,
      orderId: order?.id,
      data: {
        product_name: product.name,
        invoice_number: order?.invoiceNumber,
        lines: [
          { label: product.name, amount: 2000 },
          { label: 'Discount: Half', amount: -1000 },
        ],
        total_amount: 1000,
        card: { brand: 'visa', last4: '4242' },
        benefits: ['License key'],
        renewal: null,
        portal_url: `http://localhost:3000/portal/${seller.slug}/orders/${order?.id}`,
      },
    });
    const { key } = await db(null).licenseKey.findFirstOrThrow({
      where: { organizationId: seller.organizationId },
    });
    expect(receipt?.secrets).toMatchObject({ license_keys: [{ key }] });
    const { secrets: _, ...stored } = receipt ?? {};
    expect(JSON.stringify(stored)).not.toContain(key);
  });

  it('is mailed about by the name that was typed for it, not by an older one', {
    tags: 'soak',
  }, async () => {
    const { email, order: first } = await buy();
    const typed = { customer_name: 'Beatrix Buyer' };
    const { order, subscription } = await buy(monthly(1000), { email, typed });
    expect(order?.customerId).toBe(first?.customerId);
    await advance(32);
    await callApi(
      updateSubscription,
      {
        params: { id: subscription?.id ?? '' },
        body: { cancel_at_period_end: true },
      },
      as(),
    );
    const [older, ...mails] = await mailsOf(email);
    expect(older?.recipientName).toBe('Bo Buyer');
    expect(mails.map(({ kind, recipientName }) => [kind, recipientName])).toEqual([
      ['receipt', 'Beatrix Buyer'],
      ['renewal_receipt', 'Beatrix Buyer'],
      ['subscription_ending', 'Beatrix Buyer'],
    ]);
    const sales = (
      await findMails({ organizationId: seller.organizationId, kind: 'new_sale' })
    ).map(({ data }) => (data as { customer_name: string }).customer_name);
    expect(sales).toEqual(['Bo Buyer', 'Beatrix Buyer']);

    // Sent, and sent again.
    const id = mails[0]?.id ?? '';
    await runMail(id);
    const again = await callApi(resendMail, { params: { id } }, as());
    await runMail(again.id);
    const names = (await mailsOf(email)).filter(({ kind }) => kind === 'receipt');
    expect(names.map(({ recipientName }) => recipientName)).toEqual([
      'Bo Buyer',
      'Beatrix Buyer',
      'Beatrix Buyer',
    ]);
  });

  it('counts the files that can be downloaded', async () => {
    const { product } = await buy(free);
    const { benefits } = product;
    const { organizationId } = seller;
    const service = 'downloadable' as const;
    const files = [
      await makeFile(organizationId, { service }),
      await makeFile(organizationId, { service }),
    ];
    const body = {
      type: 'downloadables' as const,
      description: 'Files',
      properties: { files: files.map(({ id }) => id), archived: { [files[0]?.id ?? '']: true } },
    };
    const download = await callApi(createBenefit, { body }, as());
    const ids = [...benefits.map(({ id }) => id), download.id];
    const params = { id: product.id };
    await callApi(updateProductBenefits, { params, body: { benefits: ids } }, as());
    const checkout = await makeCheckout(seller, product.id);
    await confirm(checkout, buyer({ customer_email: 'two@example.com' }));
    const [receipt] = await mailsOf('two@example.com');
    expect(receipt?.data).toMatchObject({
      benefits: ['License key', 'Files'],
      downloads_count: 1,
      total_amount: 0,
    });
  });

  it('is told to every owner and no other member, unless that is switched off', async () => {
    const { email } = await buy();
    const { email: owner } = await db(null).user.findUniqueOrThrow({
      where: { id: seller.userId },
    });
    expect(await kindsOf(owner)).toEqual(['new_sale']);
    expect((await mailsOf(owner))[0]?.data).toMatchObject({ customer_email: email, amount: 2000 });
    const params = { id: seller.organizationId };
    const off = { notification_settings: { new_sale: false } };
    const { notification_settings } = await callApi(
      updateOrganization,
      { params, body: off },
      as(),
    );
    expect(notification_settings).toMatchObject({ new_sale: false, payment_failed: true });
    await buy();
    expect(await kindsOf(owner)).toEqual(['new_sale']);
    expect(await kindsOf()).toHaveLength(3);
  });

  it('that is declined sends nothing', async () => {
    const product = await makeKeyProduct(seller);
    const checkout = await makeCheckout(seller, product.id);
    await refuseConfirm(checkout, buyer({ confirmation_token_id: 'pm_card_chargeDeclined' }));
    expect(await kindsOf()).toEqual([]);
  });

  it('sends one receipt, however often and at once it is confirmed', async () => {
    const product = await makeKeyProduct(seller);
    const checkout = await makeCheckout(seller, product.id);
    const body = buyer({ customer_email: 'twice@example.com' });
    const idempotencyKey = crypto.randomUUID();
    const tries = Array.from({ length: 4 }, (_, index) =>
      confirm(checkout, body, index < 2 ? { idempotencyKey } : {}),
    );
    await Promise.allSettled(tries);
    expect(await kindsOf('twice@example.com')).toEqual(['receipt']);
  });

  it('that is rolled back leaves no mail, and no job for one', async () => {
    const { order, email } = await buy();
    const scope = systemScope(seller.organizationId);
    const jobs = () => db(null).$queryRaw<{ count: bigint }[]>`
      SELECT count(*) FROM graphile_worker._private_jobs j JOIN mails m ON m.id::text = j.payload ->> 'mail_id'
      WHERE m.organization_id = ${seller.organizationId}::uuid`;
    const before = await jobs();
    const failed = transaction(scope, async (inner) => {
      await mailRefund(inner, await findOrder(inner, order?.id ?? ''), 100);
      throw new Error('later');
    });
    await expect(failed).rejects.toThrow('later');
    expect(await kindsOf(email)).toEqual(['receipt']);
    expect(await jobs()).toEqual(before);
  });

  it('is refunded with a mail for each refund', async () => {
    const { email, order } = await buy(fixed(2000));
    const body = { order_id: order?.id ?? '', reason: 'other' as const };
    await callApi(createRefund, { body: { ...body, amount: 500 } }, as());
    await callApi(createRefund, { body }, as());
    const [, part, rest] = await mailsOf(email);
    expect(part).toMatchObject({ kind: 'refund', data: { amount: 500, is_full: false } });
    expect(rest).toMatchObject({ kind: 'refund', data: { amount: 1500 } });
  });
});

describe('a subscription', () => {
  it('says when it renews, and has a receipt for each renewal', async () => {
    const { email, params, subscription } = await buy(monthly(1500));
    const at = subscription?.currentPeriodEnd?.toISOString();
    expect((await mailsOf(email))[0]?.data).toMatchObject({
      renewal: { at, amount: 1500, interval: 'month' },
    });
    await advance(35);
    expect(await kindsOf(email)).toEqual(['receipt', 'renewal_receipt']);
    const [, renewal] = await mailsOf(email);
    expect(renewal).toMatchObject({ subscriptionId: params.id, data: { total_amount: 1500 } });
  });

  it('has one receipt for a renewal that two workers find at once', async () => {
    const { email, params } = await buy(monthly(1500));
    const start = new Date(Date.now() - 40 * DAY_MS);
    const end = new Date(Date.now() - 5 * DAY_MS);
    const data = { currentPeriodStart: start, currentPeriodEnd: end, nextActionAt: end };
    await db(null).subscription.update({ where: params, data });
    const now = new Date();
    await Promise.all([runDueSubscriptions(now), runDueSubscriptions(now)]);
    expect(await kindsOf(email)).toEqual(['receipt', 'renewal_receipt']);
  });

  it('tells of each failed try, which one is the last, and the owners of the last', {
    tags: 'soak',
  }, async () => {
    const { email, subscription } = await buy(monthly(1500), {
      method: 'pm_sandbox_declineAfter1',
    });
    await advance(33);
    await advance(10);
    const [, first, ...tries] = await mailsOf(email);
    const last = tries.at(-1);
    expect(tries.map(({ kind }) => kind)).toEqual(Array(4).fill('payment_failed'));
    const isNextLast = ({ data }: { data: unknown }) =>
      (data as { is_next_last: boolean }).is_next_last;
    expect(tries.map(isNextLast)).toEqual([false, false, true, false]);
    expect(first?.data).toMatchObject({ outcome: 'past_due', amount: 1500 });
    expect(first?.data).toHaveProperty('next_try_at', expect.any(String));
    expect(first?.data).toMatchObject({ card: { last4: expect.stringMatching(/^\d{4}$/) } });
    // Dated by the test clock, kept by real time.
    expect(first?.createdAt).toEqual(subscription?.currentPeriodEnd);
    expect(first?.queuedAt?.getTime()).toBeLessThan(Date.now() + DAY_MS);
    expect(last).toMatchObject({
      kind: 'payment_failed',
      data: { outcome: 'canceled', next_try_at: null },
    });
    expect((await kindsOf()).sort()).toEqual(
      ['receipt', 'new_sale', ...Array(5).fill('payment_failed'), 'payment_failed_for_good'].sort(),
    );
  });

  it('tells the buyer of a pause, and the owners of a trial unless they switched that off', {
    tags: 'soak',
  }, async () => {
    const { email, params } = await buy(monthly(1500));
    await callApi(updateSubscription, { params, body: { paused: true } }, as());
    expect(await kindsOf(email)).toEqual(['receipt', 'subscription_paused']);
    await callApi(updateSubscription, { params, body: { paused: false } }, as());
    expect(await kindsOf(email)).toEqual([
      'receipt',
      'subscription_paused',
      'subscription_resumed',
    ]);
    const trial = monthly(1500, { trial_days: 14 });
    await buy(trial);
    expect((await kindsOf()).filter((kind) => kind === 'trial_started')).toHaveLength(1);
    const organization = { id: seller.organizationId };
    const body = { notification_settings: { trial_started: false } };
    await callApi(updateOrganization, { params: organization, body }, as());
    await buy(trial);
    expect((await kindsOf()).filter((kind) => kind === 'trial_started')).toHaveLength(1);
  });

  it('tells the owners what a customer canceled and what ended unpaid, unless that is switched off', async () => {
    const ofOwners = async () =>
      (await kindsOf()).filter((kind) =>
        ['canceled_by_customer', 'payment_failed_for_good'].includes(kind),
      );
    const cancelByCustomer = async () => {
      const { params, subscription } = await buy(monthly(1500));
      const body = { customer_id: subscription?.customerId ?? '' };
      const { token } = await callApi(createCustomerSession, { body }, as());
      await callApi(cancelCustomerSubscription, { params }, { as: { token } });
    };
    const failForGood = async () => {
      await buy(monthly(1500), { method: 'pm_sandbox_declineAfter1' });
      await advance(45);
    };
    await cancelByCustomer();
    expect(await ofOwners()).toEqual(['canceled_by_customer']);
    await failForGood();
    expect(await ofOwners()).toEqual(['canceled_by_customer', 'payment_failed_for_good']);
    const params = { id: seller.organizationId };
    const off = { subscription_canceled: false, payment_failed: false };
    await callApi(updateOrganization, { params, body: { notification_settings: off } }, as());
    await cancelByCustomer();
    await failForGood();
    expect(await ofOwners()).toHaveLength(2);
  });

  it('tells that it will end, that it goes on, and that it has ended', {
    tags: 'soak',
  }, async () => {
    const { email, params } = await buy(monthly(1500));
    const update = (body: object) => callApi(updateSubscription, { params, body }, as());
    await update({ cancel_at_period_end: true });
    await update({ cancel_at_period_end: true, metadata: { a: '1' } });
    await update({ cancel_at_period_end: false });
    await update({ cancel_at_period_end: true });
    await advance(35);
    expect(await kindsOf(email)).toEqual([
      'receipt',
      'subscription_ending',
      'subscription_resumed',
      'subscription_ending',
      'subscription_canceled',
    ]);
    const other = await buy(monthly(1500));
    await callApi(cancelSubscription, { params: other.params }, as());
    expect(await kindsOf(other.email)).toEqual(['receipt', 'subscription_canceled']);
  });

  it('of a deleted customer ends without a mail', async () => {
    const { email, subscription } = await buy(monthly(1500));
    await callApi(deleteCustomer, { params: { id: subscription?.customerId ?? '' } }, as());
    await advance(35);
    const where = { subscriptionId: subscription?.id ?? '' };
    const mails = await db(null).mail.findMany({ where, orderBy: { id: 'asc' } });
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['new_sale', 'receipt']);
    for (const mail of mails) {
      const erased = { status: 'kept', reason: 'customer_deleted', secrets: null, data: {} };
      expect(mail).toMatchObject(erased);
      expect(JSON.stringify(mail)).not.toContain(email);
    }
  });
});

describe('a reminder', () => {
  it('comes 3 days before a trial ends, once, and the sale when it is paid', {
    tags: 'soak',
  }, async () => {
    const { email, subscription } = await buy(monthly(1500, { trial_days: 14 }));
    expect((await mailsOf(email))[0]).toMatchObject({
      kind: 'receipt',
      orderId: null,
      data: { trial_ends_at: subscription?.currentPeriodEnd?.toISOString(), lines: [] },
    });
    await advance(10);
    expect(await kindsOf(email)).toEqual(['receipt']);
    await advance(1.5);
    await advance(1);
    expect(await kindsOf(email)).toEqual(['receipt', 'trial_ending']);
    expect((await mailsOf(email))[1]?.data).toMatchObject({
      amount: 1500,
      at: subscription?.currentPeriodEnd?.toISOString(),
    });
    await advance(3);
    expect(await kindsOf(email)).toEqual(['receipt', 'trial_ending', 'receipt']);
    expect((await kindsOf()).filter((kind) => kind === 'new_sale')).toHaveLength(1);
  });

  it('comes 7 days before each yearly renewal in one long advance', async () => {
    const { email } = await buy(yearly(9900));
    await advance(2 * 366);
    expect(await kindsOf(email)).toEqual([
      'receipt',
      ...['renewal_upcoming', 'renewal_receipt', 'renewal_upcoming', 'renewal_receipt'],
    ]);
  });

  it('does not come for what will end, and comes again for another date', {
    tags: 'soak',
  }, async () => {
    const { email, params } = await buy(yearly(9900));
    const update = (body: object) => callApi(updateSubscription, { params, body }, as());
    await update({ cancel_at_period_end: true });
    await advance(361);
    expect(await kindsOf(email)).toEqual(['receipt', 'subscription_ending']);
    await update({ cancel_at_period_end: false });
    await update({ paused: true });
    await advance(30);
    await update({ paused: false });
    await advance(1);
    expect(await kindsOf(email)).toEqual([
      ...['receipt', 'subscription_ending', 'subscription_resumed'],
      ...['subscription_paused', 'subscription_resumed'],
    ]);
  });

  it('is sent once by workers side by side', async () => {
    const { email, params } = await buy(yearly(9900));
    const remindAt = new Date(Date.now() - DAY_MS);
    await db(null).subscription.update({ where: params, data: { remindAt } });
    const now = new Date();
    await Promise.all([remindBuyers(now), remindBuyers(now), remindBuyers(now)]);
    expect(await kindsOf(email)).toEqual(['receipt', 'renewal_upcoming']);
  });
});
