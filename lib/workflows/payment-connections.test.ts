import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { createOrganization } from '@/lib/resources/organizations/contract';
import {
  createPaymentConnection,
  deletePaymentConnection,
  listPaymentConnections,
  updatePaymentConnection,
} from '@/lib/resources/payment-connections/contract';
import { fail, keyColumns, probe } from '@/lib/resources/payment-connections/service';
import { advanceTestClock } from '@/lib/resources/test-clocks/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, places, refusal } from '@/testing/call-api';
import { connectStripe, startStripe } from '@/testing/connections';
import { makeSeller, makeToken, type Seller } from '@/testing/factories';
import { findMails } from '@/testing/mails';
import { buyer, fixed, makeCheckout, makeProduct, refuseConfirm } from '@/testing/shop';
import type { StripeDouble } from '@/testing/stripe/double';

// docs/contract/payment-connections.md

let stripe: StripeDouble;
let as: Seller;
beforeEach(async () => {
  stripe = await startStripe();
  as = await makeSeller();
});

const params = () => ({ id: as.organizationId });
const of = (connection: { id: string }) => ({ ...params(), connection_id: connection.id });
const list = async () =>
  (await callApi(listPaymentConnections, { params: params() }, { as })).items;
const row = (id: string) => db(null).paymentConnection.findUniqueOrThrow({ where: { id } });

/** Every permission that the product needs. */
const NEEDED = [
  'account:read',
  'payment_intent:write',
  'setup_intent:write',
  'customer:write',
  'payment_method:write',
  'confirmation_token_client:read',
  'charge:read',
  'refund:write',
  'dispute:read',
  'event:read',
  'balance_transaction_source:read',
];

async function connect(keys: { secret_key: string; publishable_key: string }, more: object = {}) {
  const body = { processor: 'stripe', ...keys, ...more } as const;
  return callApi(createPaymentConnection, { params: params(), body }, { as });
}

async function refused(keys: { secret_key: string; publishable_key: string }) {
  const body = { processor: 'stripe', ...keys } as const;
  const failure = await refusal(createPaymentConnection, { params: params(), body }, { as });
  return { status: failure.status, at: places(failure), failure };
}

describe('connecting', () => {
  it('shows the account and creates an endpoint there, and no key', async () => {
    const { account, keys, connection } = await connectStripe(as, stripe);
    expect(connection).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      organization_id: as.organizationId,
      processor: 'stripe',
      mode: 'test',
      status: 'ok',
      problem: null,
      account_id: account,
      country: 'US',
      default_currency: 'usd',
      charges_enabled: true,
      webhook: {
        url: `http://localhost:3000/webhooks/stripe/${connection.id}`,
        status: 'created',
        last_event_at: null,
      },
    });
    expect(await list()).toEqual([connection]);
    const stored = await row(connection.id);
    expect(JSON.stringify(stored)).not.toContain(keys.secret_key);
    expect(stored.sealedWebhookSecret).not.toContain('whsec');
    expect(stripe.violations).toEqual([]);
    // The trial leaves no open intent.
    expect(stripe.events(account, 'test').map(({ type }) => type)).toEqual([
      'setup_intent.created',
      'setup_intent.canceled',
    ]);
  });

  it('takes a secret of an endpoint that the owner made', async () => {
    const given = 'whsec_of_the_owner';
    const { connection } = await connectStripe(as, stripe, { webhook_secret: given });
    expect(connection.webhook.status).toBe('manual');
    expect((await row(connection.id)).sealedWebhookSecret).not.toContain(given);
  });

  it('takes a restricted key that may do all that is needed; without webhooks there are none', async () => {
    const account = stripe.addAccount();
    const keys = {
      secret_key: stripe.addKey(account, 'test', NEEDED),
      publishable_key: stripe.addPublishableKey(account, 'test'),
    };
    expect((await connect(keys)).webhook.status).toBe('none');
  });

  it.each([
    ['account:read', 'the account'],
    ['payment_intent:write', 'payment intents'],
    ['setup_intent:write', 'setup intents'],
    ['customer:write', 'customers'],
    ['payment_method:write', 'payment methods'],
    ['confirmation_token_client:read', 'confirmation tokens'],
    ['charge:read', 'charges'],
    ['refund:write', 'refunds'],
    ['dispute:read', 'disputes'],
    ['event:read', 'events'],
    ['balance_transaction_source:read', 'balance transactions'],
  ])('names what a restricted key lacks: %s', async (permission, words) => {
    const account = stripe.addAccount();
    const { status, at, failure } = await refused({
      secret_key: stripe.addKey(
        account,
        'test',
        NEEDED.filter((one) => one !== permission),
      ),
      publishable_key: stripe.addPublishableKey(account, 'test'),
    });
    expect([status, at]).toEqual([422, ['body.secret_key']]);
    expect(failure.message).toContain(`no access to ${words}`);
    expect(await list()).toEqual([]);
  });

  it('refuses keys that Stripe does not take, of the wrong mode, or of two accounts', async () => {
    const account = stripe.addAccount();
    const good = {
      secret_key: stripe.addKey(account, 'test'),
      publishable_key: stripe.addPublishableKey(account, 'test'),
    };
    const attempt = async (change: object) => {
      const { status, at } = await refused({ ...good, ...change });
      return [status, at];
    };
    const secret = [422, ['body.secret_key']];
    const publishable = [422, ['body.publishable_key']];
    expect(await attempt({ secret_key: 'sk_test_nobody' })).toEqual(secret);
    expect(await attempt({ secret_key: 'pk_test_nobody' })).toEqual(secret);
    expect(await attempt({ secret_key: stripe.addKey(account, 'live') })).toEqual(secret);
    expect(await attempt({ publishable_key: 'pk_test_nobody' })).toEqual(publishable);
    const live = stripe.addPublishableKey(account, 'live');
    expect(await attempt({ publishable_key: live })).toEqual(publishable);
    const other = stripe.addPublishableKey(stripe.addAccount(), 'test');
    expect(await attempt({ publishable_key: other })).toEqual(publishable);
  });

  it('survival 28: of a live organization takes live keys alone', async () => {
    const token = await makeToken({ userId: as.userId });
    const body = { name: 'Live Shop', slug: `live-${newId()}`, is_sandbox: false };
    const shop = await callApi(createOrganization, { body }, { as: { token } });
    expect(shop.is_sandbox).toBe(false);
    const account = stripe.addAccount();
    const attempt = async (mode: 'test' | 'live') => {
      const keys = {
        secret_key: stripe.addKey(account, mode),
        publishable_key: stripe.addPublishableKey(account, mode),
      };
      const body = { processor: 'stripe', ...keys } as const;
      const request = { params: { id: shop.id }, body };
      return mode === 'live'
        ? (await callApi(createPaymentConnection, request, { as: { token } })).mode
        : places(await refusal(createPaymentConnection, request, { as: { token } }));
    };
    expect(await attempt('test')).toEqual(['body.secret_key']);
    expect(await attempt('live')).toBe('live');
  });

  it('answers 503 while Stripe does not', async () => {
    stripe.addFault({ kind: 'unavailable' });
    const account = stripe.addAccount();
    const { status, failure } = await refused({
      secret_key: stripe.addKey(account, 'test'),
      publishable_key: stripe.addPublishableKey(account, 'test'),
    });
    expect(status).toBe(503);
    expect(failure.message).toContain('Stripe');
  });

  it('is done once, also at the same time', async () => {
    const keys = () => {
      const account = stripe.addAccount();
      return {
        secret_key: stripe.addKey(account, 'test'),
        publishable_key: stripe.addPublishableKey(account, 'test'),
      };
    };
    const two = await Promise.allSettled([connect(keys()), connect(keys())]);
    expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await refused(keys())).status).toBe(409);
    expect(await list()).toHaveLength(1);
  });

  it('and a moved test clock exclude each other', async () => {
    const { connection } = await connectStripe(as, stripe);
    const body = { to: new Date(Date.now() + 86_400_000).toISOString() };
    const moved = await refusal(advanceTestClock, { body }, { as });
    expect(moved.status).toBe(403);
    await callApi(deletePaymentConnection, { params: of(connection) }, { as });
    await callApi(advanceTestClock, { body }, { as });
    const account = stripe.addAccount();
    const { status } = await refused({
      secret_key: stripe.addKey(account, 'test'),
      publishable_key: stripe.addPublishableKey(account, 'test'),
    });
    expect(status).toBe(409);
  });
});

describe('keys', () => {
  it('are replaced by others of the same account', async () => {
    const { account, connection } = await connectStripe(as, stripe);
    const change = (body: object) =>
      callApi(updatePaymentConnection, { params: of(connection), body }, { as });
    const before = await row(connection.id);
    await change({ secret_key: stripe.addKey(account, 'test') });
    const after = await row(connection.id);
    expect(after.sealedSecretKey).not.toBe(before.sealedSecretKey);
    expect(after.sealedWebhookSecret).toBe(before.sealedWebhookSecret);
    const manual = await change({ webhook_secret: 'whsec_of_the_owner' });
    expect(manual.webhook.status).toBe('manual');
    const other = { secret_key: stripe.addKey(stripe.addAccount(), 'test') };
    const request = { params: of(connection), body: other };
    const failure = await refusal(updatePaymentConnection, request, { as });
    expect([failure.status, places(failure)]).toEqual([422, ['body.secret_key']]);
    const both = stripe.addAccount();
    const body = {
      secret_key: stripe.addKey(both, 'test'),
      publishable_key: stripe.addPublishableKey(both, 'test'),
    };
    const foreign = await refusal(
      updatePaymentConnection,
      { params: of(connection), body },
      { as },
    );
    expect([foreign.status, places(foreign)]).toEqual([422, ['body.secret_key']]);
  });

  it('that are kept are tried again by a change without any, which also reads the account', async () => {
    const { account, keys, connection } = await connectStripe(as, stripe);
    stripe.changeAccount(account, { charges_enabled: false });
    const request = { params: of(connection), body: {} };
    expect(await callApi(updatePaymentConnection, request, { as })).toMatchObject({
      status: 'ok',
      charges_enabled: false,
    });
    stripe.setRevoked(keys.secret_key, true);
    expect((await refusal(updatePaymentConnection, request, { as })).status).toBe(422);
    expect(await list()).toMatchObject([
      { status: 'failing', problem: expect.stringContaining('no longer accepts the secret key') },
    ]);
  });

  it('that are replaced mend a connection', async () => {
    const { account, keys, connection } = await connectStripe(as, stripe);
    stripe.setRevoked(keys.secret_key, true);
    await fail({ id: connection.id, organizationId: as.organizationId }, 'Revoked.');
    const body = { secret_key: stripe.addKey(account, 'test') };
    const request = { params: of(connection), body };
    expect(await callApi(updatePaymentConnection, request, { as })).toMatchObject({
      status: 'ok',
      problem: null,
    });
  });
});

describe('disconnecting', () => {
  it('closes the connection, keeps its keys, and makes room for another', async () => {
    const { connection } = await connectStripe(as, stripe);
    await callApi(deletePaymentConnection, { params: of(connection) }, { as });
    expect(await list()).toMatchObject([{ id: connection.id, status: 'closed' }]);
    expect((await row(connection.id)).sealedSecretKey).not.toBe('');
    const request = { params: of(connection), body: { webhook_secret: 'whsec_x' } };
    expect((await refusal(updatePaymentConnection, request, { as })).status).toBe(403);
    await connectStripe(as, stripe);
    expect(await list()).toHaveLength(2);
  });

  it('waits for payments that are open', async () => {
    const { connection } = await connectStripe(as, stripe);
    const id = newId();
    const { organizationId } = as;
    const checkout = await makeCheckout(as, (await makeProduct(as, fixed())).id);
    const checkoutId = checkout.id;
    const open = { organizationId, checkoutId, amount: 100, currency: 'usd', update: {} };
    await db(null).paymentAttempt.create({ data: { id, ...open } });
    const request = { params: of(connection) };
    expect((await refusal(deletePaymentConnection, request, { as })).status).toBe(409);
    await db(null).paymentAttempt.update({ where: { id }, data: { status: 'declined' } });
    await callApi(deletePaymentConnection, request, { as });
  });

  it('is of the connections of the named organization', async () => {
    const { connection } = await connectStripe(as, stripe);
    const other = await makeSeller();
    const request = { params: { id: other.organizationId, connection_id: connection.id } };
    expect((await refusal(deletePaymentConnection, request, { as: other })).status).toBe(404);
  });
});

describe('a connection that fails', () => {
  const told = () => findMails({ organizationId: as.organizationId, kind: 'payments_failing' });

  it('for a permission is ok only with it, and says the same whoever has met it', async () => {
    const { account, connection } = await connectStripe(as, stripe);
    const weak = stripe.addKey(account, 'test', ['account:read', 'setup_intent:write']);
    const { sealedSecretKey } = keyColumns({ secretKey: weak, publishableKey: '' });
    const where = { id: connection.id };
    await db(null).paymentConnection.update({ where, data: { sealedSecretKey } });
    const product = await makeProduct(as, fixed());
    const checkout = await makeCheckout(as, product.id);
    await refuseConfirm(checkout, buyer({ confirmation_token_id: 'pm_card_visa' }));
    const [met] = await list();
    expect(met).toMatchObject({ status: 'failing' });
    await probe(new Date(Date.now() + 1000));
    expect(await list()).toMatchObject([{ status: 'failing', problem: met?.problem }]);
  });

  it('is told once in an hour, and is ok again by itself', async () => {
    const { keys, connection } = await connectStripe(as, stripe);
    const target = { id: connection.id, organizationId: as.organizationId };
    stripe.setRevoked(keys.secret_key, true);
    await fail(target, 'First.');
    await fail(target, 'Second.');
    expect(await list()).toMatchObject([{ status: 'failing', problem: 'Second.' }]);
    expect(await told()).toHaveLength(1);
    await probe(new Date(Date.now() + 1000));
    expect(await list()).toMatchObject([
      { status: 'failing', problem: expect.stringContaining('no longer accepts the secret key') },
    ]);
    stripe.setRevoked(keys.secret_key, false);
    await probe(new Date(Date.now() + 1000));
    expect(await list()).toMatchObject([{ status: 'ok', problem: null }]);
    await fail(target, 'Third.');
    expect(await told()).toHaveLength(1);
    await db(null).paymentConnection.update({
      where: { id: connection.id },
      data: { toldAt: new Date(Date.now() - 3_700_000), status: 'ok' },
    });
    await fail(target, 'Fourth.');
    expect(await told()).toHaveLength(2);
  });

  it('stays closed once it is closed', async () => {
    const { connection } = await connectStripe(as, stripe);
    await callApi(deletePaymentConnection, { params: of(connection) }, { as });
    await fail({ id: connection.id, organizationId: as.organizationId }, 'Late.');
    expect(await list()).toMatchObject([{ status: 'closed', problem: null }]);
    expect(await told()).toEqual([]);
  });
});
