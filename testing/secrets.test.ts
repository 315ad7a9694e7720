import { beforeAll, expect, it, vi } from 'vitest';
import type { AnyContract } from '@/lib/contract/contract';
import { secretPlaces } from '@/lib/contract/secret';
import { db } from '@/lib/database/connection/client';
import { createBenefit, updateBenefit } from '@/lib/resources/benefits/contract';
import { numbered } from '@/lib/resources/events/service';
import { refusalsWritten } from '@/lib/resources/refusals/service';
import { contracts } from '@/lib/resources/registry';
import { logged } from '@/lib/resources/request-logs/service';
import {
  createWebhookEndpoint,
  getWebhookEndpoint,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '@/lib/resources/webhook-endpoints/contract';
import { log } from '@/lib/runtime/log';
import { callApi, sendRaw } from '@/testing/call-api';
import { startReceiver } from '@/testing/receiver';
import { fillTenant, type Tenant } from '@/testing/tenant';
import { actorOf, bodiesOf, paramsOf } from '@/testing/tenant-requests';
import { deliver, endpointOf } from '@/testing/webhooks';

const MARK = 'SECRETMARK';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await fillTenant('secretive');
});

/** A value at a place such as `properties.token`, in a copy. */
function withValue(body: unknown, [name, ...rest]: string[], value: string): unknown {
  if (name === undefined) return value;
  if (name === '*')
    return Array.isArray(body) ? body.map((one) => withValue(one, rest, value)) : body;
  const object = (body ?? {}) as Record<string, unknown>;
  return { ...object, [name]: withValue(object[name], rest, value) };
}

const secretive = contracts.filter(
  ({ body, params }) =>
    [body, params].flatMap((part) => (part ? secretPlaces(part) : [])).length > 0,
);

/** Everything that is kept of requests and changes. */
async function kept(): Promise<string> {
  await Promise.all([logged(), refusalsWritten(), numbered()]);
  const rows = await db(null).$queryRaw<{ text: string }[]>`
    SELECT to_jsonb(t)::text AS text FROM request_logs t
    UNION ALL SELECT to_jsonb(t)::text FROM events t
    UNION ALL SELECT to_jsonb(t)::text FROM audit_log t
    UNION ALL SELECT to_jsonb(t)::text FROM refusals t
    UNION ALL SELECT to_jsonb(t)::text FROM webhook_endpoints t
    UNION ALL SELECT to_jsonb(t)::text FROM webhook_deliveries t
    UNION ALL SELECT to_jsonb(t)::text FROM webhook_attempts t`;
  return rows.map(({ text }) => text).join('\n');
}

/** Marked values that are taken: those above are mostly refused, as a chat's address that is none. */
async function sendSecrets(): Promise<void> {
  const as = { as: tenant.seller };
  const chat = await startReceiver();
  const made = await callApi(
    createWebhookEndpoint,
    {
      body: {
        url: `${chat.url}/${MARK}-chat`,
        format: 'discord',
        events: ['benefit.created', 'benefit.updated'],
        secret: `${MARK}-of-an-endpoint-of-a-chat`,
      },
    },
    as,
  );
  const params = { id: made.id };
  const changed = { url: `${chat.url}/${MARK}-changed` };
  await callApi(updateWebhookEndpoint, { params, body: changed }, as);
  await callApi(testWebhookEndpoint, { params, body: { type: 'benefit.created' } }, as);
  expect(chat.received.map(({ path }) => path)).toEqual([`/${MARK}-changed`]);
  const properties = { guild_token: `${MARK}-guild`, role_id: 'role' };
  const benefit = await callApi(
    createBenefit,
    { body: { type: 'discord', description: 'Chat', properties } as never },
    as,
  );
  const other = { type: 'discord', properties: { ...properties, guild_token: `${MARK}-other` } };
  await callApi(updateBenefit, { params: { id: benefit.id }, body: other as never }, as);
  await callApi(getWebhookEndpoint, { params }, as);
}

it('sent in any secret field of the contract are nowhere in what is kept and logged', async () => {
  const lines: string[] = [];
  const methods = ['info', 'warn', 'error'] as const;
  for (const method of methods) {
    vi.spyOn(log, method).mockImplementation((...line: unknown[]) => {
      lines.push(
        JSON.stringify(line, (_, value) => (value instanceof Error ? String(value) : value)),
      );
    });
  }
  const receiver = await startReceiver();
  await endpointOf(tenant.seller, receiver.url);
  let sent = 0;
  const send = async (operation: AnyContract, params: Record<string, string>, body: unknown) => {
    sent += 1;
    const as = actorOf(operation, tenant);
    await sendRaw(
      operation,
      { params, ...(operation.body ? { body: JSON.stringify(body) } : {}) },
      { as },
    );
  };
  for (const operation of secretive) {
    const params = paramsOf(tenant)[operation.path] ?? {};
    const bodies = bodiesOf(tenant)[operation.id] ?? [{}];
    for (const body of bodies) {
      for (const place of operation.body ? secretPlaces(operation.body) : []) {
        const marked = withValue(body, place.split('.'), `${MARK}-${sent}`);
        await send(operation, params, marked);
      }
      for (const name of operation.params ? secretPlaces(operation.params) : []) {
        await send(operation, { ...params, [name]: `${MARK}-${sent}` }, body);
      }
    }
  }
  await sendSecrets();
  await deliver();
  vi.restoreAllMocks();
  expect(receiver.received.length).toBeGreaterThan(2);
  expect(receiver.received.filter(({ body }) => body.includes(MARK))).toEqual([]);
  expect(sent).toBeGreaterThan(10);
  expect(lines.length).toBeGreaterThan(10);
  const text = await kept();
  expect(text).toContain('***');
  expect(text.split('\n').filter((row) => row.includes(MARK))).toEqual([]);
  expect(lines.filter((line) => line.includes(MARK))).toEqual([]);
});

it('that were answered are nowhere in what is kept', async () => {
  const text = await kept();
  const { openCheckout, session, key } = tenant;
  for (const secret of [openCheckout.client_secret, session.token, tenant.seller.token]) {
    expect(text).not.toContain(secret);
  }
  expect(text.split('\n').filter((row) => row.includes(`"key": "${key.key}"`))).toEqual([]);
});
