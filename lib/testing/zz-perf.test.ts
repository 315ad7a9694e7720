import { it } from 'vitest';
import { prisma } from '@/lib/database/client';
import { sendRaw } from '@/lib/testing/call-api';
import { exportSubscriptions } from '@/lib/subscriptions/contract';
import { fillTenant } from '@/lib/testing/tenant';
import { provideSettings } from '@/lib/env';
it('perf', { timeout: 300_000 }, async () => {
  const t = await fillTenant('perftenant');
  const org = t.seller.organizationId;
  const s = await prisma().subscription.findFirstOrThrow({ where: { id: t.subscription.id } });
  await prisma().$executeRaw`INSERT INTO customers (id, organization_id, email, name) SELECT gen_random_uuid(), ${org}::uuid, 'b'||n||'@example.com', 'Name '||n FROM generate_series(1, 40000) n`;
  await prisma().$executeRaw`INSERT INTO subscriptions (id, organization_id, status, amount, currency, recurring_interval, current_period_start, anchor_day, started_at, customer_id, product_id, price_id)
   SELECT gen_random_uuid(), ${org}::uuid, 'active', 1500, 'usd', 'month', now(), 1, now() - random() * interval '300 days', c.id, ${s.productId}::uuid, ${s.priceId}::uuid FROM customers c WHERE c.organization_id = ${org}::uuid`;
  await prisma().$executeRaw`ANALYZE`;
  provideSettings({ NODE_ENV: 'production' });
  for (const [sorting, accept] of [['-started_at', 'text/csv'], ['customer', 'text/csv'], ['-started_at', 'application/json']]) {
    const start = performance.now();
    const response = await sendRaw(exportSubscriptions, { search: `sorting=${sorting}` }, { as: t.seller, headers: { Accept: accept! } });
    const reader = response.body!.getReader();
    let bytes = 0, parts = 0, peak = 0;
    for (;;) { const { done, value } = await reader.read(); if (done) break; bytes += value.byteLength; parts++; peak = Math.max(peak, process.memoryUsage().heapUsed); }
    console.log(sorting, accept, parts, (bytes / 1e6).toFixed(1) + ' MB', Math.round(performance.now() - start) + ' ms', 'heap', Math.round(peak / 1e6), 'rss', Math.round(process.memoryUsage().rss / 1e6));
  }
});
