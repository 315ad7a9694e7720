import { Resolver } from 'node:dns/promises';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '@/lib/contract/times';
import { createCustomer } from '@/lib/resources/customers/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { createProduct, updateProduct } from '@/lib/resources/products/contract';
import { redeliverEvent } from '@/lib/resources/webhook-deliveries/contract';
import {
  rotateWebhookSecret,
  testWebhookEndpoint,
} from '@/lib/resources/webhook-endpoints/contract';
import { provideSettings } from '@/lib/runtime/env';
import { callApi } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { type Answer, type Received, startReceiver } from '@/testing/receiver';
import { buyer, confirm, fixed, makeCheckout } from '@/testing/shop';
import { dataOf, deliver, deliveriesOf, endpointOf, SECRET } from '@/testing/webhooks';

function makeProduct(as: Seller, name = 'Quill') {
  return callApi(createProduct, { body: { name, prices: fixed(500) } }, { as });
}

afterEach(() => {
  vi.restoreAllMocks();
  provideSettings({ PUBLIC_URL: '', WEBHOOK_ALLOW_PRIVATE: '' });
});

describe('a try', () => {
  it('has 10 seconds for all of it, and fails where its receiver hangs or drips', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const asked = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(300));
    const as = await makeSeller();
    const drip: Answer = (_request, response) => {
      const timer = setInterval(() => {
        if (response.destroyed) clearInterval(timer);
        else response.write('.');
      }, 20);
    };
    const [hangs, drips] = await Promise.all([startReceiver(() => {}), startReceiver(drip)]);
    const endpoints = [await endpointOf(as, hangs.url), await endpointOf(as, drips.url)];
    await makeProduct(as);
    await deliver();
    expect(asked.mock.calls).toEqual([[10_000], [10_000]]);
    for (const { id } of endpoints) {
      expect(await deliveriesOf(as, { endpoint_id: [id] })).toMatchObject([
        { status: 'pending', attempts: [{ outcome: 'timed_out', http_status: null }] },
      ]);
    }
    // A test is answered within 15 seconds, since its try has no more either.
    const params = { id: endpoints[0]?.id ?? '' };
    const body = { type: 'product.created' as const };
    expect(await callApi(testWebhookEndpoint, { params, body }, { as })).toMatchObject({
      outcome: 'timed_out',
    });
    expect(asked).toHaveBeenLastCalledWith(10_000);
  });

  it('keeps 16 KiB of an answer of 5 MB, marked, and succeeds by its status', async () => {
    const as = await makeSeller();
    const { url } = await startReceiver((_request, response) => {
      response.writeHead(200).end('ä'.repeat(2_500_000));
    });
    await endpointOf(as, url);
    await makeProduct(as);
    await deliver();
    expect(await deliveriesOf(as)).toMatchObject([
      {
        status: 'succeeded',
        attempts: [{ response_body: 'ä'.repeat(8192), is_response_cut: true }],
      },
    ]);
  });

  it('goes to a loopback address while PUBLIC_URL is one, and to others where they are allowed', async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver();
    await endpointOf(as, url);
    const outcomes = async () =>
      (await deliveriesOf(as)).map(({ attempts }) => attempts.at(-1)?.outcome);
    provideSettings({ PUBLIC_URL: 'https://shop.example.com' });
    await makeProduct(as);
    await deliver();
    expect(await outcomes()).toEqual(['address_refused']);
    expect(received).toEqual([]);
    provideSettings({ WEBHOOK_ALLOW_PRIVATE: '1' });
    await deliver(10_000);
    expect(await outcomes()).toEqual(['succeeded']);
    provideSettings({ PUBLIC_URL: '', WEBHOOK_ALLOW_PRIVATE: '' });
    await makeProduct(as, 'Nib');
    await deliver();
    expect(await outcomes()).toEqual(['succeeded', 'succeeded']);
  });

  it('resolves its name anew, once, and is refused where any address is private', async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver();
    const named = url.replace('127.0.0.1', 'hooks.example.com');
    let addresses = ['127.0.0.1'];
    const asked = vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation((async () => {
      const answer = addresses;
      // A name that is asked again leads elsewhere.
      addresses = ['10.0.0.1'];
      return answer;
    }) as unknown as Resolver['resolve4']);
    vi.spyOn(Resolver.prototype, 'resolve6').mockResolvedValue([]);
    await endpointOf(as, named);
    await makeProduct(as);
    await deliver();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(received).toHaveLength(1);
    expect(received[0]?.headers.host).toContain('hooks.example.com');
    addresses = ['127.0.0.1', '169.254.169.254'];
    await makeProduct(as, 'Nib');
    await deliver();
    expect(received).toHaveLength(1);
    expect((await deliveriesOf(as))[1]?.attempts).toMatchObject([
      { outcome: 'address_refused', error: '169.254.169.254 is not a public address.' },
    ]);
  });
});

describe('what stands outside the order', () => {
  it('is an event that is sent again while an earlier one of its object waits', async () => {
    const as = await makeSeller();
    let isDown = false;
    const { url, received } = await startReceiver((_request, response) => {
      response.writeHead(isDown ? 500 : 200).end();
    });
    await endpointOf(as, url);
    const { id } = await makeProduct(as, 'Ink');
    await deliver();
    isDown = true;
    await callApi(updateProduct, { params: { id }, body: { name: 'Nib' } }, { as });
    await deliver();
    expect(received.map((request) => dataOf(request).name)).toEqual(['Ink', 'Nib']);
    isDown = false;
    const params = { id: received[0]?.headers['webhook-id'] ?? '' };
    await callApi(redeliverEvent, { params, body: {} }, { as });
    await deliver(1000);
    expect(received.map((request) => dataOf(request).name)).toEqual(['Ink', 'Nib', 'Ink']);
  });
});

describe('the secret before a rotation', () => {
  it('signs for 24 hours unless said otherwise, and then no more', async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver();
    const { id } = await endpointOf(as, url);
    await callApi(rotateWebhookSecret, { params: { id }, body: {} }, { as });
    const signsAfter = async (laterMs: number) => {
      await makeProduct(as);
      // Signed as of that time, which `verify` takes for now.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + laterMs });
      await deliver();
      const { body, headers } = received.at(-1) as Received;
      const isSigned = () => new Webhook(SECRET, { format: 'raw' }).verify(body, headers);
      try {
        expect(headers['webhook-timestamp']).toBe(String(Math.floor(Date.now() / 1000)));
        isSigned();
        return true;
      } catch (error) {
        expect(String(error)).toContain('No matching signature');
        return false;
      } finally {
        vi.useRealTimers();
      }
    };
    expect(await signsAfter(23 * HOUR_MS)).toBe(true);
    expect(await signsAfter(25 * HOUR_MS)).toBe(false);
  });
});

describe('a message for a chat', () => {
  const HOSTILE = '@everyone <!channel> [free](https://evil.example) *Ada* & `co`';

  async function sell(format: 'discord' | 'slack', named: object) {
    const as = await makeSeller();
    const { url, received } = await startReceiver();
    const made = await endpointOf(as, `${url}/api/webhooks/s3cret`, ['order.created'], { format });
    expect(made.url).toBe(`${url}/***`);
    const product = await makeProduct(as, 'Quill <Pro>');
    await confirm(await makeCheckout(as, product.id), buyer(named));
    await deliver();
    expect(received.map(({ path }) => path)).toEqual(['/api/webhooks/s3cret']);
    const { items } = await callApi(listOrders, {}, { as });
    const link = `http://localhost:3000/dashboard/${as.slug}/orders/${items[0]?.id}`;
    return { body: JSON.parse(received[0]?.body ?? ''), link };
  }

  it('of Discord names product, amount and customer, escaped, and mentions nobody', async () => {
    const { body, link } = await sell('discord', { customer_name: HOSTILE });
    expect(body.allowed_mentions).toEqual({ parse: [] });
    const [{ title, url, fields }] = body.embeds;
    expect(title).toBe('Order created: Quill \\<Pro\\>');
    expect(url).toBe(link);
    expect(fields).toEqual([
      { name: 'Amount', value: '$5\\.00', inline: true },
      {
        name: 'Customer',
        value:
          '\\@everyone \\<\\!channel\\> \\[free\\]\\(https:\\//evil\\.example\\) \\*Ada\\* & \\`co\\`',
        inline: true,
      },
    ]);
  });

  it('of Slack says the same in plain text, and as a link', async () => {
    const { body, link } = await sell('slack', { customer_name: HOSTILE });
    expect(body.text).toBe('Order created: Quill &lt;Pro&gt;');
    const [section, actions] = body.blocks;
    expect(section.text).toEqual({
      type: 'plain_text',
      text: 'Order created: Quill <Pro>',
      emoji: false,
    });
    expect(section.fields).toEqual(
      ['Amount: $5.00', `Customer: ${HOSTILE}`].map((text) => ({
        type: 'plain_text',
        text,
        emoji: false,
      })),
    );
    expect(actions.elements).toMatchObject([{ type: 'button', url: link }]);
  });

  it('names a customer without a name by the address', async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver();
    await endpointOf(as, url, ['customer.created'], { format: 'slack' });
    const email = 'ada@example.com';
    const { id } = await callApi(createCustomer, { body: { email } }, { as });
    await deliver();
    const [section, actions] = JSON.parse(received[0]?.body ?? '').blocks;
    expect(section).toMatchObject({
      text: { text: 'Customer created' },
      fields: [{ text: `Customer: ${email}` }],
    });
    expect(actions.elements[0].url).toMatch(new RegExp(`/customers/${id}$`));
  });
});
