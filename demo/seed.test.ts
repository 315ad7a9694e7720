import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { seedDemo } from '@/demo/seed';
import { db } from '@/lib/database/connection/client';
import { kindsFor, type MailKind } from '@/lib/resources/mails/kinds';
import { getMetrics } from '@/lib/resources/metrics/contract';
import { contracts } from '@/lib/resources/registry';
import { provideSettings } from '@/lib/runtime/env';
import { settleWaitingRefunds } from '@/lib/workflows/refund-order';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi } from '@/testing/call-api';
import { makeToken } from '@/testing/factories';

const statesOf = async (
  table: 'checkouts' | 'subscriptions' | 'license_keys' | 'orders' | 'refunds' | 'advertisements',
) => {
  const rows = await db(null).$queryRawUnsafe<{ status: string }[]>(
    `SELECT DISTINCT status::text FROM ${table} ORDER BY 1`,
  );
  return rows.map(({ status }) => status);
};

/** So many months that end with this one. */
function lastMonths(count: number) {
  const now = new Date();
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + 1, 1));
  const dateOf = (at: Date) => at.toISOString().slice(0, 10);
  return { start_date: dateOf(start), end_date: dateOf(now) };
}

/** Mails to sellers that no sale causes. */
const OTHERS = [
  ...['test_mail', 'webhook_disabled', 'connection_broken', 'payments_failing'],
  // Nothing of the demo is sold with it.
  ...['key_pool_low', 'key_pool_empty'],
];

describe('the demo', () => {
  it('is fourteen months of business in every state, the same each time, and the API can show all of it', {
    tags: 'soak',
  }, async () => {
    provideSettings({ DATA_DIR: await mkdtemp(path.join(tmpdir(), 'tilldesk-seed-')) });
    // Seconds later a sale of the past may be of another day. IDs hold their times, so another millisecond.
    const moment = new Date();
    const first = await seedDemo(moment);
    expect(first?.email).toBe('demo@example.com');
    const counts = async () => ({
      customers: await db(null).customer.findMany({
        select: { email: true, id: true },
        orderBy: { id: 'asc' },
      }),
      amounts: createHash('sha256')
        .update(
          JSON.stringify(
            await db(null).order.findMany({ select: { amount: true }, orderBy: { id: 'asc' } }),
          ),
        )
        .digest('hex'),
    });
    const before = await counts();

    // What a killed start has left is replaced, by the same.
    const second = await seedDemo(new Date(moment.getTime() + 1));
    expect(second?.password).not.toBe(first?.password);
    const after = await counts();
    expect(after.amounts).toBe(before.amounts);
    expect(after.customers.map(({ email }) => email)).toEqual(
      before.customers.map(({ email }) => email),
    );
    expect(after.customers.length).toBeGreaterThan(50);

    await settleWaiting(new Date(), 0);
    expect(await statesOf('checkouts')).toEqual([
      'confirmed',
      'expired',
      'failed',
      'open',
      'succeeded',
    ]);
    // Renewals are counted from the first order: after a trial, from its end.
    const billed = await db(null).subscription.findMany({
      where: { firstBilledAt: { not: null } },
      select: { anchorDay: true, firstBilledAt: true },
    });
    expect(billed.map(({ anchorDay }) => anchorDay)).toEqual(
      billed.map(({ firstBilledAt }) => firstBilledAt?.getUTCDate()),
    );
    // The first order of a subscription is no renewal, and all later ones are.
    const charged = await db(null).subscription.findMany({
      select: {
        periodAmount: true,
        currentPeriodStart: true,
        orders: {
          orderBy: { createdAt: 'asc' },
          select: { billingReason: true, createdAt: true, amount: true, refundedAmount: true },
        },
      },
    });
    for (const { orders, periodAmount, currentPeriodStart } of charged) {
      expect(orders.map(({ billingReason }) => billingReason)).toEqual(
        orders.map((_, index) => (index === 0 ? 'subscription_create' : 'subscription_cycle')),
      );
      const present = orders.find(({ createdAt }) => +createdAt === +currentPeriodStart);
      if (present) expect(periodAmount).toBe(present.amount - present.refundedAmount);
    }
    expect(await statesOf('subscriptions')).toEqual([
      'active',
      'canceled',
      'incomplete',
      'incomplete_expired',
      'past_due',
      'trialing',
      'unpaid',
    ]);
    await settleWaitingRefunds(new Date(), 0);
    expect(await statesOf('orders')).toEqual(['paid', 'partially_refunded', 'refunded']);
    expect(await statesOf('refunds')).toEqual(['failed', 'pending', 'succeeded']);
    expect(await statesOf('license_keys')).toEqual(['disabled', 'granted', 'revoked']);
    expect((await statesOf('advertisements')).toSorted()).toEqual([
      'approved',
      'changes_requested',
      'draft',
      'pending',
    ]);
    const types = await db(null).benefit.findMany({ select: { type: true }, distinct: ['type'] });
    expect(types).toHaveLength(6);
    const unpaid = await db(null).order.count({
      where: { checkoutId: { not: null }, amount: { gt: 0 }, attemptId: null },
    });
    expect(unpaid).toBe(0);
    // A discount counts the sales that were made with it.
    const discounts = await db(null).discount.findMany({ include: { checkouts: true } });
    expect(discounts.map(({ redemptionsCount }) => redemptionsCount)).toEqual(
      discounts.map(
        ({ checkouts }) => checkouts.filter(({ status }) => status === 'succeeded').length,
      ),
    );
    expect(discounts.filter(({ redemptionsCount }) => redemptionsCount > 0)).toHaveLength(4);
    // Invoices are numbered in the order of time.
    const orders = await db(null).order.findMany({
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    expect(orders.map(({ invoiceNumber }) => invoiceNumber)).toEqual(
      orders.map((_, index) => `NLS-${String(index + 1).padStart(6, '0')}`),
    );

    // Its mails are about its own sales, to those who bought and to the owner, who hears of each cause.
    const mails = await db(null).mail.findMany({ where: { organizationId: { not: null } } });
    expect(mails.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(kindsFor('seller').filter((kind) => !OTHERS.includes(kind))),
    );
    expect(mails).toHaveLength(11);
    const sold = (await db(null).product.findMany()).map(({ name }) => name);
    const numbers = orders.map(({ invoiceNumber }) => invoiceNumber);
    const recipients = after.customers.map(({ email }) => email);
    for (const { kind, recipient, data, html, createdAt } of mails) {
      const told = data as { product_name?: string; invoice_number?: string };
      if (kindsFor('seller').includes(kind as MailKind)) expect(recipient).toBe('demo@example.com');
      else expect(recipients, kind).toContain(recipient);
      expect(html, kind).toContain('Northlight Studio');
      expect(createdAt.getTime(), kind).toBeLessThanOrEqual(Date.now());
      if (kind === 'portal_access' || kind === 'advertisement_pending') continue;
      expect(sold, kind).toContain(told.product_name);
      if (told.invoice_number) expect(numbers, kind).toContain(told.invoice_number);
    }

    // Nobody has linked an account: what is granted outside waits for that, and is not said to be given.
    const reaching = await db(null).benefitGrant.findMany({
      where: { benefit: { type: { in: ['discord', 'github_repository'] } }, revokedAt: null },
      include: { effect: true },
    });
    expect(reaching.length).toBeGreaterThan(0);
    expect(new Set(reaching.map(({ effect }) => effect?.status))).toEqual(new Set(['pending']));

    // Its webhooks are switched off, and nothing waits to be sent.
    expect(await db(null).webhookEndpoint.findMany({ select: { isEnabled: true } })).toEqual([
      { isEnabled: false },
      { isEnabled: false },
    ]);
    const deliveries = await db(null).webhookDelivery.groupBy({ by: ['status'], _count: true });
    expect(deliveries.map(({ status }) => status).sort()).toEqual([
      'failed',
      'skipped',
      'succeeded',
    ]);
    expect(await db(null).event.count({ where: { number: null } })).toBe(0);
    expect(await db(null).auditEntry.count()).toBeGreaterThan(5);
    expect(await db(null).refusal.count()).toBeGreaterThan(3);

    const { organizationId } = await db(null).membership.findFirstOrThrow();
    const token = await makeToken({ organizationId });
    const lists = contracts.filter(
      ({ auth, method, path: at, query }) =>
        auth === 'seller' &&
        method === 'GET' &&
        'page' in (query?.shape ?? {}) &&
        !at.includes('{'),
    );
    // Something is sold in each whole month, and the business grows.
    const { periods } = await callApi(
      getMetrics,
      { query: { ...lastMonths(14), interval: 'month' } },
      { as: { token } },
    );
    expect(periods).toHaveLength(14);
    for (const { orders, revenue, active_subscriptions } of periods.slice(1, -1)) {
      expect(Math.min(orders, revenue, active_subscriptions)).toBeGreaterThan(0);
    }
    const [opening, last] = [periods[0], periods.at(-1)];
    expect(last?.active_subscriptions).toBeGreaterThan(opening?.active_subscriptions ?? 0);
    expect(last?.monthly_recurring_revenue).toBeGreaterThan(
      opening?.monthly_recurring_revenue ?? 0,
    );
    const ads = await db(null).benefit.findFirstOrThrow({ where: { type: 'ads' } });
    for (const list of lists) {
      // Every answer is checked against its contract on the way.
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const required = list.tag === 'advertisements' ? { benefit_id: ads.id } : {};
        const query = { ...required, limit: 100, page };
        const answer = await callApi(list, { query }, { as: { token } });
        const { pagination } = answer as { pagination?: { max_page: number } };
        pages = Math.min(pagination?.max_page ?? 0, 3);
      }
    }
  });
});
