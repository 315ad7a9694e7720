import { expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { listAuditLog } from '@/lib/resources/audit-log/contract';
import { listEvents } from '@/lib/resources/events/contract';
import { numbered } from '@/lib/resources/events/service';
import { createProduct } from '@/lib/resources/products/contract';
import { createWebhookEndpoint } from '@/lib/resources/webhook-endpoints/contract';
import { send } from '@/testing/accounts';
import { callApi } from '@/testing/call-api';
import { inBrowser, makeApp, newOwner, tokensFor } from '@/testing/oauth';

// What apps do, and what of it ends with their grants (docs/contract/oauth.md#grants).

async function connectedApp(subType: 'user' | 'organization') {
  const { cookie, organizationId } = await newOwner();
  const app = await makeApp(cookie, { client_name: 'Robot' });
  const scope = 'products:write webhooks:write benefits:read';
  const tokens = await tokensFor(cookie, app, { scope, sub_type: subType });
  const grant = await db(null).oAuthGrant.findFirstOrThrow({ where: { clientId: app.client_id } });
  const revoke = () => send('revoke-connected-app', { id: grant.id }, { cookie });
  return { cookie, organizationId, app, as: { token: tokens.access_token }, revoke };
}

const product = { name: 'Quill', prices: [{ amount_type: 'free' as const }] };

it.each(['user', 'organization'] as const)(
  'is told of an app for a %s: the actor of events and of the audit log',
  async (subType) => {
    const { cookie, organizationId, app, as } = await connectedApp(subType);
    const { id } = await callApi(createProduct, { body: product }, { as });
    await numbered();
    const robot = { type: 'oauth_app', id: app.client_id, name: 'Robot' };
    const query = { organization_id: [organizationId], object_id: [id] };
    const events = await callApi(listEvents, { query }, inBrowser(cookie));
    expect(events.items.map(({ actor }) => actor)).toEqual([robot]);
    const rows = await callApi(listAuditLog, { query }, inBrowser(cookie));
    expect(rows.items).toMatchObject([{ action: 'product.created', actor: robot }]);
  },
);

it('is the end of an app’s webhook endpoints, and of none of the seller’s own', async () => {
  const { cookie, organizationId, as, revoke } = await connectedApp('user');
  const body = { url: 'http://127.0.0.1:9/hooks', events: ['product.created' as const] };
  const ofApp = await callApi(createWebhookEndpoint, { body }, { as });
  const own = await callApi(createWebhookEndpoint, { body }, inBrowser(cookie));
  expect((await revoke()).status).toBe(204);
  const left = await db(null).webhookEndpoint.findMany({ where: { organizationId } });
  expect(left.map(({ id }) => id)).toEqual([own.id]);
  expect(ofApp.id).not.toBe(own.id);
});
