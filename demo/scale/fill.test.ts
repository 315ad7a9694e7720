import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { dropIndexes } from '@/demo/scale/drop-indexes';
import { fillWithSales } from '@/demo/scale/fill';
import { TABLES } from '@/demo/scale/statements';
import { db } from '@/lib/database/connection/client';
import { contracts } from '@/lib/resources/registry';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { SubscriptionStatus } from '@/lib/resources/subscriptions/schema';
import { env, provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { callApi } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { queryOf } from '@/testing/tenant-requests';

const NUMBER = 400;
const now = new Date();

/** Rows that contradict each other, by what is wrong with them. */
const CONTRADICTIONS = {
  'ended without an end':
    "SELECT id FROM subscriptions WHERE (status IN ('canceled', 'unpaid')) <> (ended_at IS NOT NULL)",
  'active outside of its period':
    "SELECT id FROM subscriptions WHERE status IN ('active', 'trialing') AND (current_period_start > now() OR current_period_end < now())",
  'past due before its period is over':
    "SELECT id FROM subscriptions WHERE status = 'past_due' AND current_period_end > now()",
  'not begun, yet started':
    "SELECT id FROM subscriptions WHERE (status IN ('incomplete', 'incomplete_expired')) <> (started_at IS NULL)",
  'from the future': `SELECT id FROM orders WHERE created_at > now()
    UNION ALL SELECT id FROM checkouts WHERE created_at > now()
    UNION ALL SELECT id FROM customers WHERE created_at > now()`,
  'bought before the customer existed':
    'SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.created_at > o.created_at',
  'a key that its grant contradicts':
    "SELECT k.id FROM license_keys k JOIN benefit_grants g ON g.id = k.grant_id WHERE (k.status = 'revoked') <> (g.revoked_at IS NOT NULL) OR k.customer_id <> g.customer_id OR k.benefit_id <> g.benefit_id",
  'a key without the prefix of its benefit':
    "SELECT k.id FROM license_keys k JOIN benefits b ON b.id = k.benefit_id WHERE key !~ ('^' || coalesce(b.properties ->> 'prefix' || '-', '') || '[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$')",
  'more activations than the key allows':
    'SELECT k.id FROM license_keys k JOIN license_activations a ON a.license_key_id = k.id GROUP BY 1 HAVING count(*) > k.limit_activations',
  'a grant that an ended subscription still gives':
    'SELECT g.id FROM benefit_grants g JOIN subscriptions s ON s.id = g.subscription_id WHERE g.revoked_at IS DISTINCT FROM s.ended_at',
  'sold without its invoice': `SELECT o.id FROM orders o LEFT JOIN documents d ON d.id = o.id
    WHERE d.content ->> 'number' IS DISTINCT FROM o.invoice_number OR (d.content ->> 'amount')::int <> o.amount`,
  'an invoice that leaves a gap':
    'SELECT id FROM documents d WHERE sequence > 1 AND NOT EXISTS (SELECT FROM documents e WHERE e.organization_id = d.organization_id AND e.sequence = d.sequence - 1)',
  'paid without a payment':
    'SELECT id FROM orders WHERE checkout_id IS NOT NULL AND amount > 0 AND attempt_id IS NULL',
  'paid other than asked': `SELECT o.id FROM orders o JOIN checkouts c ON c.id = o.checkout_id
    JOIN payment_attempts a ON a.id = o.attempt_id WHERE o.amount <> c.total_amount OR a.amount <> c.total_amount OR a.status <> 'succeeded'`,
  'redeemed other than counted':
    "SELECT d.id FROM discounts d WHERE redemptions_count <> (SELECT count(*) FROM checkouts c WHERE c.discount_id = d.id AND status = 'succeeded')",
  'sold at a price of another product':
    'SELECT s.id FROM subscriptions s JOIN prices p ON p.id = s.price_id WHERE p.product_id <> s.product_id OR p.amount IS DISTINCT FROM s.amount OR p.recurring_interval <> s.recurring_interval',
};

describe('sales at scale', () => {
  let seller: Seller;

  beforeAll(async () => {
    provideSettings({ DATA_DIR: await mkdtemp(path.join(tmpdir(), 'tilldesk-seed-')) });
    seller = await makeSeller();
    const { organizationId } = seller;
    const told: number[] = [];
    const onProgress = (written: number) => told.push(written);
    await fillWithSales({ organizationId, subscriptions: NUMBER, now, onProgress });
    expect(told).toEqual([NUMBER]);
  });

  const list = (query: Parameters<typeof callApi<typeof listSubscriptions>>[1] = {}) =>
    callApi(listSubscriptions, query, { as: seller });

  it('has as many subscriptions as were asked for, in every status', async () => {
    const { pagination } = await list({ query: { limit: 100 } });
    expect(pagination.total_count).toBe(NUMBER);
    let sum = 0;
    for (const status of SubscriptionStatus.options) {
      const { pagination, items } = await list({ query: { status: [status] } });
      expect(items.length).toBeGreaterThan(0);
      sum += pagination.total_count;
    }
    expect(sum).toBe(NUMBER);
  });

  it('is shown by every list, page by page', { tags: 'soak' }, async () => {
    const lists = contracts.filter(
      ({ id, auth, method, path: at, query, isStream }) =>
        auth === 'seller' &&
        method === 'GET' &&
        query &&
        !at.includes('{') &&
        !isStream &&
        // What an app asks for, which there is none of.
        id !== 'oauth2:authorize',
    );
    const ads = { id: newId(), type: 'ads' };
    for (const operation of lists) {
      // Every answer is checked against its contract on the way.
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const input = {
          query: {
            ...queryOf(operation, { name: 'example.com', made: {}, benefits: [ads] }),
            limit: 100,
            page,
          },
        };
        const answer = await callApi(operation, input, { as: seller });
        const { pagination } = answer as { pagination?: { max_page: number } };
        pages = Math.min(pagination?.max_page ?? 0, 3);
      }
    }
  });

  it.each(Object.entries(CONTRADICTIONS))('has nothing that is %s', async (_, statement) => {
    expect(await db(null).$queryRawUnsafe(statement)).toEqual([]);
  });

  it('finds every index and foreign key again that was dropped for many rows', async () => {
    const client = new pg.Client({ connectionString: env().DATABASE_URL });
    await client.connect();
    const read = async () =>
      (
        await client.query(`SELECT indexdef AS what FROM pg_indexes WHERE schemaname = 'public'
          UNION ALL SELECT conrelid::regclass || conname || pg_get_constraintdef(oid) FROM pg_constraint ORDER BY 1`)
      ).rows;
    const before = await read();
    await client.query('BEGIN');
    const restore = await dropIndexes(client, TABLES);
    expect((await read()).length).toBe(before.length - restore.length + 1);
    for (const statement of restore) await client.query(statement);
    expect(await read()).toEqual(before);
    await client.query('ROLLBACK');
    await client.end();
  });

  it('adds as many more when it is done again', { tags: 'soak' }, async () => {
    const { organizationId } = seller;
    await fillWithSales({ organizationId, subscriptions: 50, now });
    const { pagination } = await list();
    expect(pagination.total_count).toBe(NUMBER + 50);
  });
});
