import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { numbered } from '@/lib/resources/events/service';
import { sendTestMail } from '@/lib/resources/mails/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { startWebhooks, work } from '@/lib/resources/tasks';
import { provideSettings } from '@/lib/runtime/env';
import { startWorker } from '@/lib/runtime/jobs/worker';
import { callApi } from '@/testing/call-api';
import { makeSeller } from '@/testing/factories';
import { MailServer } from '@/testing/mail-server';
import { startReceiver } from '@/testing/receiver';
import { buyer, confirm, makeCheckout, makeProduct, monthly } from '@/testing/shop';
import { deliveriesOf, endpointOf } from '@/testing/webhooks';

afterEach(() => {
  vi.restoreAllMocks();
  provideSettings({ SMTP_URL: '', MAIL_FROM: '', MAIL_SANDBOX: '' });
});

it('mails go out and subscriptions are renewed on a node where 64 receivers hang', {
  tags: 'soak',
}, async () => {
  // For ever, not for 10 seconds: whatever waited for one of them would never be done.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  const mails = await MailServer.start();
  onTestFinished(() => mails.stop());
  const sending = { MAIL_FROM: 'shop@example.com', MAIL_SANDBOX: 'send' };
  provideSettings({ SMTP_URL: mails.url, ...sending });
  const hanging = await startReceiver(() => {});
  const [as, ...others] = await Promise.all([1, 2, 3, 4].map(() => makeSeller()));
  if (!as) throw new Error('There is no seller');
  const product = await makeProduct(as, monthly());
  await confirm(await makeCheckout(as, product.id), buyer());
  const sellers = [as, ...others];
  for (const seller of sellers) {
    for (let nth = 0; nth < 16; nth += 1) await endpointOf(seller, `${hanging.url}/${nth}`);
    await makeProduct(seller);
  }
  await numbered();
  const webhooks = startWebhooks();
  onTestFinished(webhooks.stop);
  await expect.poll(() => hanging.received.length).toBeGreaterThanOrEqual(32);

  const worker = startWorker(work);
  onTestFinished(worker.stop);
  const { organizationId: id } = as;
  const now = new Date();
  await db(null).subscription.updateMany({
    where: { organizationId: id },
    data: { currentPeriodEnd: now, nextActionAt: now },
  });
  const { recipient } = await callApi(sendTestMail, { params: { id } }, { as });
  await mails.next(recipient);
  const renewals = async () => {
    const { items } = await callApi(listOrders, {}, { as });
    return items.filter(({ billing_reason }) => billing_reason === 'subscription_cycle').length;
  };
  await expect.poll(renewals).toBe(1);
  const tried = await Promise.all(sellers.map((seller) => deliveriesOf(seller)));
  expect(tried.flat().flatMap(({ attempts }) => attempts)).toEqual([]);
});
