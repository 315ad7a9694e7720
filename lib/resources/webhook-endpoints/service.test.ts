import { describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { openForEndpoint } from '@/lib/resources/webhook-deliveries/service';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from '@/lib/resources/webhook-endpoints/contract';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeSeller, makeToken } from '@/testing/factories';

const body = { url: 'https://shop.example.com/hooks', events: ['*' as const] };

describe('an endpoint', () => {
  it('shows its secret once, and is changed, listed and deleted', async () => {
    const as = await makeSeller();
    const made = await callApi(createWebhookEndpoint, { body }, { as });
    expect(made).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      organization_id: as.organizationId,
      url: body.url,
      description: null,
      format: 'raw',
      events: ['*'],
      secret: expect.stringMatching(/^td_whs_[\w-]{43}$/),
      is_enabled: true,
      disabled_reason: null,
      failing_since: null,
      last_delivery_at: null,
    });
    const params = { id: made.id };
    const masked = { ...made, secret: `***${made.secret.slice(-4)}` };
    expect(await callApi(getWebhookEndpoint, { params }, { as })).toEqual(masked);
    const change = {
      url: 'https://shop.example.com/other',
      events: ['order.created' as const, 'benefit.created' as const, 'order.created' as const],
      is_enabled: false,
    };
    const changed = await callApi(updateWebhookEndpoint, { params, body: change }, { as });
    expect(changed).toEqual({
      ...masked,
      url: change.url,
      events: ['benefit.created', 'order.created'],
      is_enabled: false,
      modified_at: expect.any(String),
    });
    const list = (query: object) => callApi(listWebhookEndpoints, { query }, { as });
    expect((await list({ is_enabled: false })).items).toEqual([changed]);
    expect((await list({ is_failing: true })).items).toEqual([]);
    await callApi(deleteWebhookEndpoint, { params }, { as });
    expect((await refusal(getWebhookEndpoint, { params }, { as })).status).toBe(404);
  });

  it('takes a secret of its own, which no row has in the clear', async () => {
    const as = await makeSeller();
    const secret = 'whsec-of-another-product-1234';
    const made = await callApi(createWebhookEndpoint, { body: { ...body, secret } }, { as });
    expect(made.secret).toBe(secret);
    const row = await db(null).webhookEndpoint.findUnique({ where: { id: made.id } });
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  it.each([
    ['a secret that is too short', { secret: 'x'.repeat(23) }, 'body.secret'],
    ['a URL without http', { url: 'ftp://example.com' }, 'body.url'],
    ['a URL with a password', { url: 'https://a:b@example.com' }, 'body.url'],
    ['a URL that is too long', { url: `https://example.com/${'a'.repeat(2030)}` }, 'body.url'],
    ['no events', { events: [] }, 'body.events'],
    ['an unknown event', { events: ['pledge.created'] }, 'body.events.0'],
  ])('is refused with %s', async (_what, wrong, place) => {
    const as = await makeSeller();
    const failure = await refusal(
      createWebhookEndpoint,
      { body: { ...body, ...wrong } as typeof body },
      { as },
    );
    expect(failure.status).toBe(422);
    expect(places(failure)).toEqual([place]);
  });

  it('of a live organization is reached by https alone', async () => {
    const as = await makeSeller();
    await db(null).organization.update({
      where: { id: as.organizationId },
      data: { isSandbox: false },
    });
    const url = 'http://shop.example.com/hooks';
    const failure = await refusal(createWebhookEndpoint, { body: { ...body, url } }, { as });
    expect(places(failure)).toEqual(['body.url']);
    const { id } = await callApi(createWebhookEndpoint, { body }, { as });
    const change = { params: { id }, body: { url } };
    expect(places(await refusal(updateWebhookEndpoint, change, { as }))).toEqual(['body.url']);
  });

  it('of a chat hides its address, which is a credential', async () => {
    const as = await makeSeller();
    const url = 'https://discord.com/api/webhooks/1/s3cret';
    const format = 'discord' as const;
    const made = await callApi(createWebhookEndpoint, { body: { ...body, url, format } }, { as });
    expect(made.url).toBe('https://discord.com/***');
    const row = await db(null).webhookEndpoint.findUnique({ where: { id: made.id } });
    expect(JSON.stringify(row)).not.toContain('s3cret');
    const change = { params: { id: made.id }, body: { description: 'Chat' } };
    expect(await callApi(updateWebhookEndpoint, change, { as })).toMatchObject({ url: made.url });
    const readBack = { params: { id: made.id }, body: { url: made.url, format } };
    expect(await callApi(updateWebhookEndpoint, readBack, { as })).toMatchObject({ url: made.url });
    const kept = await db(null).webhookEndpoint.findUniqueOrThrow({ where: { id: made.id } });
    expect(openForEndpoint(kept.sealedUrl)).toBe(url);
    const { id } = made;
    for (const refused of [
      { format: 'raw' as const },
      { format: 'raw' as const, url: made.url },
      { format: 'slack' as const, url: made.url },
      { url: 'https://hooks.slack.com/***' },
    ]) {
      const failure = await refusal(
        updateWebhookEndpoint,
        { params: { id }, body: refused },
        { as },
      );
      expect(places(failure)).toEqual(['body.url']);
    }
    const copy = { ...body, url: made.url };
    expect(places(await refusal(createWebhookEndpoint, { body: copy }, { as }))).toEqual([
      'body.url',
    ]);
  });

  it('is one of at most 20, whoever adds them at once', async () => {
    const as = await makeSeller();
    const add = () => callApi(createWebhookEndpoint, { body }, { as });
    for (let nth = 1; nth <= 18; nth += 1) await add();
    const added = await Promise.allSettled(Array.from({ length: 5 }, add));
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });
});

describe('whoever sets one up', () => {
  it('may read what it sends', async () => {
    const seller = await makeSeller();
    const token = await makeToken(
      { organizationId: seller.organizationId },
      { scopes: ['webhooks:read', 'webhooks:write', 'orders:read'] },
    );
    const as = { token };
    const orders = { ...body, events: ['order.created' as const] };
    const { id } = await callApi(createWebhookEndpoint, { body: orders }, { as });
    const refused = await refusal(createWebhookEndpoint, { body }, { as });
    expect([refused.status, refused.error]).toEqual([403, 'insufficient_scope']);
    const wider = { params: { id }, body: { events: ['product.created' as const] } };
    expect((await refusal(updateWebhookEndpoint, wider, { as })).status).toBe(403);
    expect((await refusal(rotateWebhookSecret, { params: { id }, body: {} }, { as })).status).toBe(
      403,
    );
    const rotated = { params: { id }, body: {} };
    expect(await callApi(rotateWebhookSecret, rotated, { as: seller })).toMatchObject({ id });
  });
});
