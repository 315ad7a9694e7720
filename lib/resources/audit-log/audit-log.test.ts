import { describe, expect, it, onTestFinished } from 'vitest';
import type { AnyContract } from '@/lib/contract/contract';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { handleAccounts } from '@/lib/resources/account-handler';
import { exportAuditLog, listAuditLog } from '@/lib/resources/audit-log/contract';
import { purgeAuditLog } from '@/lib/resources/audit-log/jobs';
import { changesOf, isAudited } from '@/lib/resources/audit-log/rules';
import type { AuditEntry } from '@/lib/resources/audit-log/schema';
import { recordSignIn } from '@/lib/resources/audit-log/service';
import { Benefit } from '@/lib/resources/benefits/schema';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { exportCustomers } from '@/lib/resources/customers/contract';
import {
  createDiscount,
  deleteDiscount,
  exportDiscounts,
  updateDiscount,
} from '@/lib/resources/discounts/contract';
import { listEvents } from '@/lib/resources/events/contract';
import { numbered } from '@/lib/resources/events/service';
import { acceptInvitation, createInvitation, updateMember } from '@/lib/resources/members/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { createProduct, updateProduct } from '@/lib/resources/products/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import { contracts } from '@/lib/resources/registry';
import {
  cancelCustomerSubscription,
  listSubscriptions,
} from '@/lib/resources/subscriptions/contract';
import { createToken, deleteToken } from '@/lib/resources/tokens/contract';
import { redeliverEvent, redeliverToEndpoint } from '@/lib/resources/webhook-deliveries/contract';
import { createWebhookEndpoint } from '@/lib/resources/webhook-endpoints/contract';
import { switchOff } from '@/lib/resources/webhook-endpoints/service';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { settleWaitingRefunds } from '@/lib/workflows/refund-order';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { type Actor, callApi, refusal, sendRaw } from '@/testing/call-api';
import { makeSeller, makeUser } from '@/testing/factories';
import { buyer, confirm, fixed, makeCheckout, monthly } from '@/testing/shop';
import { endpointOf } from '@/testing/webhooks';

/** Resolves when a session waits for another's lock. */
async function untilWaiting(): Promise<void> {
  const waiting = () => db(null).$queryRaw<unknown[]>`SELECT 1 FROM pg_locks WHERE NOT granted`;
  await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
}

/** The audit log of a seller, the oldest first. */
async function log(as: Actor, query: object = {}): Promise<AuditEntry[]> {
  const oldest = { sorting: ['created_at' as const], limit: 100, ...query };
  return (await callApi(listAuditLog, { query: oldest }, { as })).items;
}

const discount = (more: object = {}) => ({
  body: {
    type: 'percentage' as const,
    duration: 'forever' as const,
    basis_points: 500,
    name: 'Spring',
    code: 'SPRING',
    ...more,
  },
});

describe('a row', () => {
  it('says who has changed what from what to what, in the transaction of the change', async () => {
    const as = await makeSeller();
    const headers = { 'X-Request-Id': 'my-request', 'X-Client-Ip': '203.0.113.7' };
    const { id } = await callApi(createDiscount, discount(), { as });
    const change = { params: { id }, body: { name: 'Summer', basis_points: 1000 } };
    await callApi(updateDiscount, change, { as, headers, idempotencyKey: 'once' });
    await callApi(updateDiscount, change, { as, headers, idempotencyKey: 'once' });
    await refusal(updateDiscount, { params: { id }, body: { name: '' } }, { as });
    await callApi(deleteDiscount, { params: { id } }, { as });
    const [created, updated, deleted, ...others] = await log(as);
    expect(others).toEqual([]);
    const object = { kind: 'discount', id };
    expect(created).toMatchObject({
      action: 'discount.created',
      object: { ...object, name: 'Spring' },
      actor: { type: 'token', name: 'test' },
    });
    expect(created?.changes).toContainEqual({ field: 'code', before: null, after: 'SPRING' });
    expect(updated).toMatchObject({
      organization_id: as.organizationId,
      action: 'discount.updated',
      object: { ...object, name: 'Summer' },
      request_id: 'my-request',
      client_address: '203.0.113.7',
    });
    expect(updated?.changes).toEqual([
      { field: 'name', before: 'Spring', after: 'Summer' },
      { field: 'basis_points', before: 500, after: 1000 },
    ]);
    expect(deleted).toMatchObject({ action: 'discount.deleted', object, changes: [] });
    expect(await log(as, { object_id: [id], action: ['discount.updated'] })).toEqual([updated]);
    expect(await log(as, { query: 'summ' })).toHaveLength(2);
    const rows = await callApi(exportAuditLog, { query: { query: 'summ' } }, { as });
    expect(rows).toHaveLength(2);
  });

  it('is left by settings, prices, members, and tokens, whose secrets are not in it', async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    const params = { id: organizationId };
    await callApi(updateOrganization, { params, body: { bio: 'New' } }, { as });
    const product = await callApi(
      createProduct,
      { body: { name: 'Quill', prices: fixed(500) } },
      { as },
    );
    const body = { prices: fixed(900) };
    await callApi(updateProduct, { params: { id: product.id }, body }, { as });
    const invited = { email: `${newId()}@example.com`, role: 'admin' as const };
    const { url } = await callApi(createInvitation, { params, body: invited }, { as });
    const member = await makeUser({ name: 'Robin' });
    await db(null).membership.create({
      data: { organizationId, userId: member.id, role: 'member' },
    });
    await callApi(
      updateMember,
      { params: { ...params, user_id: member.id }, body: { role: 'admin' } },
      { as },
    );
    const own = { name: 'CI', scopes: ['admin' as const], organization_id: organizationId };
    const { id, token } = await callApi(createToken, { body: own }, { as });
    await callApi(deleteToken, { params: { id } }, { as });
    const rows = await log(as);
    expect(rows.map(({ action, object: { name } }) => [action, name])).toEqual([
      ['organization.updated', 'Test Organization'],
      ['product.created', 'Quill'],
      ['product.updated', 'Quill'],
      ['member.invited', invited.email],
      ['member.updated', 'Robin'],
      ['token.created', 'CI'],
      ['token.deleted', 'CI'],
    ]);
    expect(rows[0]?.changes).toEqual([{ field: 'bio', before: null, after: 'New' }]);
    const prices = rows[2]?.changes.find(({ field }) => field === 'prices');
    expect(prices).toMatchObject({
      before: [{ price_amount: 500 }],
      after: [{ price_amount: 900 }],
    });
    expect(rows[4]?.changes).toEqual([{ field: 'role', before: 'member', after: 'admin' }]);
    const text = JSON.stringify(rows);
    expect(text).not.toContain(token);
    expect(text).not.toContain(url.split('/').at(-1));
  });

  it('has no address where the log has none', async () => {
    const as = await makeSeller();
    provideSettings({ LOG_CLIENT_ADDRESS: 'off' });
    onTestFinished(() => provideSettings({ LOG_CLIENT_ADDRESS: '' }));
    const headers = { 'X-Client-Ip': '203.0.113.7' };
    await callApi(createDiscount, discount(), { as, headers });
    expect(await log(as)).toMatchObject([{ action: 'discount.created', client_address: null }]);
  });

  it('is left by what is sent to endpoints again, also of one of several organizations', async () => {
    const [as, other] = [await makeSeller(), await makeSeller()];
    const { organizationId } = other;
    await db(null).membership.create({
      data: { organizationId, userId: as.userId, role: 'owner' },
    });
    const url = 'https://example.com/hooks';
    const { id } = await endpointOf(other, url, ['product.created']);
    await callApi(createProduct, { body: { name: 'Quill', prices: fixed(500) } }, { as: other });
    await numbered();
    const { items } = await callApi(listEvents, {}, { as: other });
    const event = { params: { id: items[0]?.id ?? '' }, body: {} };
    await callApi(redeliverEvent, event, { as });
    await callApi(redeliverToEndpoint, { params: { id }, body: {} }, { as });
    const rows = (await log(other)).slice(-2);
    expect(rows.map(({ action, object }) => [action, object.kind, object.id])).toEqual([
      ['event.redelivered', 'event', items[0]?.id],
      ['webhook_endpoint.redelivered', 'webhook_endpoint', id],
    ]);
  });

  it('says of a secret only that it is set or changed', () => {
    const benefit = (guild_token: string) => ({
      type: 'discord',
      properties: { guild_token, role_id: 'r' },
    });
    expect(changesOf(Benefit, benefit('one'), benefit('two'))).toEqual([
      { field: 'properties.guild_token', before: 'set', after: 'changed' },
    ]);
    expect(changesOf(Benefit, {}, { properties: { guild_token: 'one' } })).toEqual([
      { field: 'properties.guild_token', before: null, after: 'set' },
    ]);
  });

  it('says what a change was made of where another one is under way', async () => {
    const as = await makeSeller();
    const { id } = await callApi(createDiscount, discount(), { as });
    let change: Promise<unknown> | undefined;
    await db(null).$transaction(async (other) => {
      await other.discount.update({ where: { id }, data: { name: 'Autumn' } });
      change = callApi(updateDiscount, { params: { id }, body: { name: 'Winter' } }, { as });
      await untilWaiting();
    });
    await change;
    const [row] = await log(as, { action: ['discount.updated'] });
    expect(row?.changes).toEqual([{ field: 'name', before: 'Autumn', after: 'Winter' }]);
  });

  it('says so of the role of a member as well, and who has accepted an invitation', async () => {
    const as = await makeSeller();
    const params = { id: as.organizationId };
    const other = await makeSeller();
    const { email } = await db(null).user.findUniqueOrThrow({ where: { id: other.userId } });
    const invited = { email, role: 'member' as const };
    const { url } = await callApi(createInvitation, { params, body: invited }, { as });
    const body = { token: url.split('/').at(-1) ?? '' };
    await callApi(acceptInvitation, { body }, { as: { token: other.token } });
    const [accepted] = await log(as, { action: ['invitation.accepted'] });
    const { id } = await db(null).token.findFirstOrThrow({ where: { userId: other.userId } });
    expect(accepted?.actor).toMatchObject({ type: 'token', id });
    const where = { organizationId: as.organizationId, userId: other.userId };
    let change: Promise<unknown> | undefined;
    await db(null).$transaction(async (client) => {
      await client.membership.updateMany({ where, data: { role: 'admin' } });
      const named = { ...params, user_id: other.userId };
      change = callApi(updateMember, { params: named, body: { role: 'owner' } }, { as });
      await untilWaiting();
    });
    await change;
    const [row] = await log(as, { action: ['member.updated'] });
    expect(row?.changes).toEqual([{ field: 'role', before: 'admin', after: 'owner' }]);
  });

  it('is left by what background work and buyers end or settle', async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    const body = {
      url: 'https://example.com/hooks',
      format: 'raw' as const,
      events: ['*' as const],
    };
    const endpoint = await callApi(createWebhookEndpoint, { body }, { as });
    await switchOff(organizationId, endpoint.id, 'failing');
    await switchOff(organizationId, endpoint.id, 'failing');
    const system = { type: 'system', id: null, name: null };
    expect(
      await log(as, { object_id: [endpoint.id], action: ['webhook_endpoint.disabled'] }),
    ).toMatchObject([
      {
        actor: system,
        object: { kind: 'webhook_endpoint', name: body.url },
        changes: [
          { field: 'is_enabled', before: true, after: false },
          { field: 'disabled_reason', before: null, after: 'failing' },
        ],
      },
    ]);
    const bought = await callApi(
      createProduct,
      { body: { name: 'Quill', prices: fixed(500) } },
      { as },
    );
    const card = { confirmation_token_id: 'pm_card_pendingRefund' };
    const checkout = await confirm(await makeCheckout(as, bought.id), buyer(card));
    const order = await db(null).order.findFirstOrThrow({ where: { checkoutId: checkout.id } });
    const refunding = { order_id: order.id, reason: 'other' as const, amount: 100 };
    const refund = await callApi(createRefund, { body: refunding }, { as });
    expect(refund.status).toBe('pending');
    await settleWaitingRefunds(new Date(), 0);
    const [made, settled, ...more] = await log(as, { object_id: [refund.id] });
    expect(more).toEqual([]);
    expect(made).toMatchObject({
      action: 'refund.created',
      actor: { type: 'token' },
      object: { name: refund.order_invoice_number },
    });
    expect(made?.changes).toContainEqual({ field: 'amount', before: null, after: 100 });
    expect(settled).toMatchObject({ action: 'refund.updated', actor: { type: 'processor' } });
    expect(settled?.changes).toContainEqual({
      field: 'status',
      before: 'pending',
      after: 'succeeded',
    });
  });

  it('is left by a subscription that ends by itself, or by its customer', async () => {
    const as = await makeSeller();
    const { id: product } = await callApi(
      createProduct,
      { body: { name: 'Club', prices: monthly(500) } },
      { as },
    );
    await confirm(await makeCheckout(as, product), buyer());
    const { items } = await callApi(listSubscriptions, {}, { as });
    const [{ id, customer_id } = { id: '', customer_id: '' }] = items;
    const { token } = await callApi(createCustomerSession, { body: { customer_id } }, { as });
    await callApi(cancelCustomerSubscription, { params: { id } }, { as: { token } });
    await runDueSubscriptions(new Date(Date.now() + 40 * DAY_MS));
    const rows = await log(as, { object_id: [id] });
    expect(rows.map(({ action, actor }) => [action, actor.type])).toEqual([
      ['subscription.canceled', 'customer'],
      ['subscription.revoked', 'system'],
    ]);
    expect(rows[1]?.changes).toContainEqual({
      field: 'status',
      before: 'active',
      after: 'canceled',
    });
  });

  it('is left by an export as it begins, and at its end with the rows that were sent', async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    const customers = Array.from({ length: 250 }, () => {
      const id = newId();
      return { id, organizationId, email: `${id}@example.com` };
    });
    await db(null).customer.createMany({ data: customers });
    const started = ['list.export_started', undefined];
    const done = async () =>
      (await log(as, { object_kind: ['customers'] })).map(({ action, changes }) => [
        action,
        changes[0]?.after,
      ]);
    const response = await sendRaw(exportCustomers, {}, { as });
    expect(await done()).toEqual([started]);
    await response.text();
    expect(await done()).toEqual([started, ['list.exported', 250]]);
    const broken = await sendRaw(exportCustomers, {}, { as });
    const reader = broken.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect((await done()).slice(2)).toEqual([started, ['list.exported', 100]]);
    const [row] = await log(as, { action: ['list.exported'] });
    expect(row).toMatchObject({
      object: { kind: 'customers', name: 'customers' },
      actor: { type: 'token' },
      changes: [{ field: 'rows', before: null, after: 250 }],
    });
  });

  it('says how many rows an export of several organizations has of each', async () => {
    const [as, other] = [await makeSeller(), await makeSeller()];
    const { organizationId } = other;
    await db(null).membership.create({
      data: { organizationId, userId: as.userId, role: 'owner' },
    });
    await callApi(createDiscount, discount(), { as: other });
    await callApi(exportDiscounts, {}, { as });
    const [rows, none] = [
      await log(other),
      await log(as, { organization_id: [as.organizationId] }),
    ];
    expect(rows.at(-1)?.changes).toEqual([{ field: 'rows', before: null, after: 1 }]);
    expect(none.at(-1)?.changes).toEqual([{ field: 'rows', before: null, after: 0 }]);
  });

  it('is left by a sign-in of a member and one that is refused, of which a flood leaves few', async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    const email = `${newId()}@example.com`;
    const password = 'a long enough password';
    const post = (path: string, body: object) =>
      handleAccounts(
        new Request(`http://localhost:3000/api/auth${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Origin: 'http://localhost:3000' },
          body: JSON.stringify(body),
        }),
      );
    expect((await post('/sign-up/email', { email, password, name: 'Robin' })).status).toBe(201);
    const user = await db(null).user.findUniqueOrThrow({ where: { email } });
    await db(null).membership.create({
      data: { organizationId, userId: user.id, role: 'member' },
    });
    expect((await post('/sign-in/email', { email, password })).status).toBe(200);
    const wrong = { email, password: `not ${password}` };
    expect((await post('/sign-in/email', wrong)).status).toBe(401);
    const [signedIn, refused, ...others] = await log(as);
    expect(others).toEqual([]);
    expect(signedIn).toMatchObject({
      action: 'member.signed_in',
      actor: { type: 'user', id: user.id, name: 'Robin' },
      object: { kind: 'member', id: user.id },
    });
    expect(refused).toMatchObject({
      action: 'member.sign_in_refused',
      object: { kind: 'member', id: user.id },
    });
    expect(JSON.stringify([signedIn, refused])).not.toContain(password);
    for (let nth = 0; nth < 10_000; nth += 1) {
      await recordSignIn({
        by: { email },
        isRefused: true,
        requestId: 'r',
        ip: null,
        at: new Date(),
      });
    }
    expect((await log(as)).length).toBeLessThanOrEqual(1 + 2 * 20);
  });
});

describe('the audit log', () => {
  it('cannot be changed or emptied, but loses what is too old, and goes with its organization', async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    await callApi(createDiscount, discount(), { as });
    const client = db(null);
    const where = { organizationId };
    const refused = /cannot be changed/;
    await expect(client.auditEntry.updateMany({ where, data: { action: 'x' } })).rejects.toThrow(
      refused,
    );
    await expect(client.auditEntry.deleteMany({ where })).rejects.toThrow(refused);
    await expect(client.$executeRaw`TRUNCATE audit_log`).rejects.toThrow(refused);
    const later = new Date(Date.now() + 731 * DAY_MS);
    provideSettings({ AUDIT_RETENTION_DAYS: '0' });
    onTestFinished(() => provideSettings({ AUDIT_RETENTION_DAYS: '' }));
    await purgeAuditLog(later);
    expect(await log(as)).toHaveLength(1);
    provideSettings({ AUDIT_RETENTION_DAYS: '' });
    await purgeAuditLog(new Date(Date.now() + 729 * DAY_MS));
    expect(await log(as)).toHaveLength(1);
    await purgeAuditLog(later);
    expect(await log(as)).toEqual([]);
    await expect(client.auditEntry.deleteMany({ where: {} })).resolves.toEqual({ count: 0 });
    const gone = await makeSeller();
    await callApi(
      updateOrganization,
      { params: { id: gone.organizationId }, body: { bio: 'x' } },
      { as: gone },
    );
    await client.event.deleteMany({ where: { organizationId: gone.organizationId } });
    await client.organization.delete({ where: { id: gone.organizationId } });
    const left = await client.auditEntry.count({ where: { organizationId: gone.organizationId } });
    expect(left).toBe(0);
  });

  it('is for owners and admins', async () => {
    const [as, member] = [await makeSeller(), await makeSeller()];
    await callApi(createDiscount, discount(), { as });
    await db(null).membership.create({
      data: { organizationId: as.organizationId, userId: member.userId, role: 'member' },
    });
    expect(await log(member)).toEqual([]);
  });
});

describe('every operation that writes', () => {
  /** What leaves no row of the audit log: its events, or why it needs none. */
  const OTHERWISE: Record<string, string> = {
    'checkouts:custom:client_confirm': 'checkout.updated',
    'checkouts:custom:client_sandbox_authenticate': 'checkout.updated',
    'checkouts:custom:create': 'checkout.created',
    'checkouts:create': 'checkout.created',
    'checkouts:custom:update': 'checkout.updated',
    'checkouts:custom:client_update': 'checkout.updated',
    'customers:create': 'customer.created',
    'customers:delete': 'customer.deleted',
    'customers:update': 'customer.updated',
    'customer_portal:customers:update': 'customer.updated',
    'customer_portal:advertisements:update': "is the customer's own ad, which the seller approves",
    'customer_portal:benefit-grants:update': 'benefit_grant.updated',
    'customer_portal:license_keys:activate': 'license_key.updated',
    'customer_portal:license_keys:deactivate': 'license_key.updated',
    'customer_portal:license_keys:lease': 'changes nothing of the key',
    'customer_portal:license_keys:rotate': 'license_key.updated',
    'customer_portal:license_keys:validate': 'counts a use, which the key shows',
    'customer_portal:oauth-accounts:complete': 'benefit_grant.updated',
    'customer_portal:oauth-accounts:create': 'benefit_grant.updated',
    'customer_portal:oauth-accounts:delete': 'benefit_grant.updated',
    'customer_portal:sessions:delete': "is the customer's own session",
    'customer_portal:sessions:redeem': "is the customer's own session",
    'customer_portal:sessions:request': "is the customer's own session",
    'customer_portal:subscriptions:cancel': 'subscription.canceled',
    'customer_portal:subscriptions:pay': 'subscription.updated',
    'customer_portal:subscriptions:set_payment_method': 'subscription.updated',
    'customer_portal:subscriptions:update': 'subscription.updated',
    'oauth2:clients:oauth2:create_client': 'has rows in each organization of its maker',
    'oauth2:clients:oauth2:delete_client': 'has rows in each organization of its maker',
    'oauth2:clients:oauth2:update_client': 'has rows in each organization of its maker',
    'oauth2:clients:rotate_secret': 'has rows in each organization of its maker',
    'oauth2:consent': 'has rows in the organization, or in each of the person',
    'oauth2:introspect_token': 'changes nothing',
    'oauth2:request_token': "is an app's use of what was allowed",
    'oauth2:revoke_token': "is an app's end of its own token",
    'oauth2:userinfo_post': 'changes nothing',
    'refunds:create': 'refund.created',
    'saved-views:create': 'is how a person looks at a list',
    'saved-views:delete': 'is how a person looks at a list',
    'saved-views:update': 'is how a person looks at a list',
  };
  const writing = contracts.filter(({ method }: AnyContract) => method !== 'GET');

  it('leaves an event or a row of the audit log', () => {
    const neither = writing.filter((operation) => !isAudited(operation)).map(({ id }) => id);
    expect(neither.sort()).toEqual(Object.keys(OTHERWISE).sort());
  });
});
