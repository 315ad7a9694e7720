import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallOptions, call } from '@/lib/client/client';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import { dataFolder } from '@/lib/database/embedded/cluster';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { confirmCheckout, createCheckout, getCheckout } from '@/lib/resources/checkouts/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { createCustomer } from '@/lib/resources/customers/contract';
import {
  activateLicenseKey,
  listLicenseKeys,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { getMe } from '@/lib/resources/me/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { secretFile } from '@/lib/runtime/installation/secret';
import { type Product, Run, removeFolder, startProduct } from '@/testing/product';
import { buyer, monthly } from '@/testing/shop';
import { redeemSignInLink, signInToken } from '@/testing/sign-in-link';
import { connectTo, everyRow } from '../product/database';
import { installedFolder } from '../product/installation';

const execute = promisify(execFile);
let folder: string;
let product: Product;
beforeAll(async () => {
  folder = await installedFolder();
  product = await startProduct(path.join(folder, 'data'), { LOG_LEVEL: 'trace' });
});
afterAll(async () => {
  await product?.run.stop();
  await removeFolder(folder);
});

/** What a command of package.json prints. */
async function print(...script: string[]): Promise<string> {
  const run = new Run(script, { DATA_DIR: product.dataDir, PORT: String(product.port) });
  expect({ code: await run.ended, errors: run.errors }).toEqual({ code: 0, errors: '' });
  return run.output.trim();
}

const newToken = (email: string) => print('token', '--', '--email', email);
const newEmail = () => `${newId()}@example.com`;
const post = (where: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(product.url + where, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
    redirect: 'manual',
  });

/** Does the main job from a token to an activated license key, by HTTP and the typed client. */
async function sell(token: string, email: string) {
  const send = <C extends AnyContract>(
    operation: C,
    input: ContractInput<C> = {},
    options: CallOptions = { token },
  ) => call(operation, input, { baseUrl: product.url, ...options });
  const organization = await send(createOrganization, {
    body: { name: 'Quill & Ink', slug: `quill-${newId()}` },
  });
  const organization_id = organization.id;
  const benefit = await send(createBenefit, {
    body: {
      type: 'license_keys',
      description: 'Quill license',
      properties: { prefix: 'QUILL', activations: { limit: 1, enable_customer_admin: true } },
    },
  });
  const { id: product_id } = await send(createProduct, {
    body: { name: 'Quill Pro', prices: monthly() },
  });
  await send(updateProductBenefits, {
    params: { id: product_id },
    body: { benefits: [benefit.id] },
  });
  const checkout = await send(createCheckout, {
    body: { payment_processor: 'stripe', product_id },
  });
  expect(checkout).toMatchObject({
    status: 'open',
    url: `${product.url}/checkout/${checkout.client_secret}`,
  });
  const confirmed = await send(
    confirmCheckout,
    { params: checkout, body: buyer({ customer_email: email }) },
    { idempotencyKey: newId() },
  );
  const { id, name, slug } = organization;
  expect(confirmed).toMatchObject({
    status: 'confirmed',
    total_amount: 1500,
    organization: { id, name, slug },
  });
  const all = { query: { organization_id: [organization_id] } };
  const keys = await send(listLicenseKeys, all);
  return {
    send,
    all,
    organization_id,
    benefit,
    checkout,
    confirmed,
    key: keys.items[0]?.key ?? '',
  };
}

describe('the main job', () => {
  test('goes from a token to a validated license key', async () => {
    const email = newEmail();
    const token = await newToken(email);
    expect(token).toMatch(/^td_pat_[\w-]{43}$/);
    const sale = await sell(token, `buyer-${email}`);
    const { send, all, organization_id, benefit, checkout, key } = sale;
    expect(await send(getMe)).toMatchObject({
      user: { email },
      organizations: [{ id: organization_id, role: 'owner' }],
    });
    expect(await send(getCheckout, { params: checkout })).toMatchObject({ status: 'succeeded' });
    const [subscriptions, orders, grants] = await Promise.all([
      send(listSubscriptions, all),
      send(listOrders, all),
      send(listBenefitGrants, { params: benefit }),
    ]);
    expect(subscriptions.items).toMatchObject([
      { status: 'active', amount: 1500, user: { email: `buyer-${email}` } },
    ]);
    expect(orders.items).toMatchObject([
      { amount: 1500, billing_reason: 'subscription_create', checkout_id: checkout.id },
    ]);
    expect(orders.items[0]?.subscription_id).toBe(subscriptions.items[0]?.id);
    expect(grants.items).toMatchObject([{ is_granted: true, benefit_id: benefit.id }]);

    expect(key).toMatch(/^QUILL-[0-9A-F-]{36}$/);
    const anybody = {};
    const named = { organization_id, key };
    const activation = await send(
      activateLicenseKey,
      { body: { ...named, label: 'Laptop' } },
      anybody,
    );
    const body = { ...named, activation_id: activation.id, increment_usage: 2 };
    expect(await send(validateLicenseKey, { body }, anybody)).toMatchObject({
      status: 'granted',
      validations: 1,
      usage: 2,
      activation: { label: 'Laptop' },
    });
    await expect(
      send(activateLicenseKey, { body: { ...named, label: 'Second' } }, anybody),
    ).rejects.toMatchObject({ status: 403, body: { code: 'ACTIVATION_LIMIT_REACHED' } });
  });

  test('is done by the lines that the README shows', async () => {
    const readme = await readFile('README.md', 'utf8');
    const [, lines = ''] = /```bash\n(URL=[\s\S]*?)```/.exec(readme) ?? [];
    const script = lines.replace('http://localhost:3000', product.url);
    const { stdout: shown } = await execute('bash', ['-euo', 'pipefail', '-c', script], {
      env: { ...process.env, DATA_DIR: product.dataDir },
    });
    expect(shown).toMatch(/^confirmed\n1500\nactive\nQUILL-[0-9A-F-]{36}\ngranted\n$/);
  });

  test('keeps no secret in the logs, and in the database none in clear', async () => {
    const seller = newEmail();
    const token = await newToken(seller);
    const sale = await sell(token, `buyer-${seller}`);
    const { send, organization_id, checkout, confirmed, key } = sale;
    const params = { customer_id: confirmed.customer_id ?? '' };
    const session = await send(
      createCustomerSession,
      { body: params },
      {
        token,
        idempotencyKey: newId(),
      },
    );
    const password = `correct horse ${newId()}`;
    const visitor = newEmail();
    const signedUp = await post('/api/auth/sign-up/email', {
      name: 'Ada',
      email: visitor,
      password,
    });
    const cookie = /=([^;]+)/.exec(signedUp.headers.get('set-cookie') ?? '')?.[1] ?? '';
    const link = await print('sign-in-link', '--', '--email', visitor, '--take-over');
    // What fails is logged as well: a taken address, an unknown token, a declined card.
    const taken = { email: `buyer-${seller}`, organization_id };
    await expect(send(createCustomer, { body: taken })).rejects.toMatchObject({ status: 422 });
    await expect(send(getMe, {}, { token: `${token}x` })).rejects.toMatchObject({ status: 401 });
    const query = await fetch(`${product.url}/v1/orders/?query=${encodeURIComponent(visitor)}`);
    expect(query.status).toBe(401);

    const kept = [password, cookie, session.token, confirmed.customer_session_token, token];
    const linkToken = signInToken(link);
    const appSecret = await readFile(secretFile(product.dataDir), 'utf8');
    const hidden = [...kept, linkToken, appSecret, 'pm_card_visa'];
    for (const secret of hidden) expect(secret.length).toBeGreaterThan(10);

    const client = await connectTo(product.dataDir);
    const rows = await everyRow(client).finally(() => client.end());
    expect(
      rows.some((row) => row.includes(checkout.client_secret) && row.includes('checkouts')),
    ).toBe(true);
    for (const secret of hidden) expect(rows.filter((row) => row.includes(secret))).toEqual([]);

    const { logFile, passwordFile } = dataFolder(product.dataDir);
    const logs = product.run.output + product.run.errors + (await readFile(logFile, 'utf8'));
    expect(logs).toContain('/v1/checkouts/custom/client/{client_secret}/confirm');
    const databasePassword = await readFile(passwordFile, 'utf8');
    const unlogged = [...hidden, databasePassword, checkout.client_secret, key, seller, visitor];
    expect(unlogged.filter((secret) => logs.includes(secret))).toEqual([]);
  });
});

describe('a seller in a browser', () => {
  test('signs up, in and out with a cookie, and writes from the own pages alone', async () => {
    const [email, password] = [newEmail(), 'correct horse battery'];
    const up = await post('/api/auth/sign-up/email', { name: 'Ada', email, password });
    expect(up.status).toBe(201);
    const refused = await post('/api/auth/sign-in/email', { email, password: 'wrong password' });
    expect(refused.status).toBe(401);
    const signedIn = await post('/api/auth/sign-in/email', { email, password });
    expect(signedIn.status).toBe(200);
    const [setCookie = '', known = ''] = signedIn.headers.getSetCookie();
    expect(setCookie).toMatch(/; HttpOnly; SameSite=Lax$/i);
    expect(known).toMatch(/^tilldesk\.known_browser=.+; Path=\/api\/auth; HttpOnly; SameSite=Lax$/);
    const cookie = setCookie.split(';')[0] ?? '';

    const whoAmI = () => fetch(`${product.url}/v1/me`, { headers: { cookie } });
    expect(await (await whoAmI()).json()).toMatchObject({ type: 'user', user: { email } });
    const create = (headers: Record<string, string>) =>
      post('/v1/organizations/', { name: 'Ada & Co', slug: `ada-${newId()}` }, headers);
    expect((await create({ cookie })).status).toBe(403);
    expect((await create({ cookie, origin: 'https://elsewhere.example' })).status).toBe(403);
    for (const host of ['localhost', '127.0.0.1']) {
      const origin = `http://${host}:${product.port}`;
      expect((await create({ cookie, origin })).status).toBe(201);
    }
    const out = await post('/api/auth/sign-out', {}, { cookie, origin: product.url });
    expect(out.status).toBe(204);
    expect((await whoAmI()).status).toBe(401);
  });

  test('is let in once by a link of the operator', async () => {
    const email = newEmail();
    await newToken(email);
    const link = await print('sign-in-link', '--', '--email', email);
    expect(new URL(link).origin).toBe(product.url);
    expect((await fetch(link)).status).toBe(200);
    const used = await redeemSignInLink(link);
    expect(used.status).toBe(204);
    const cookie = used.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const me = await fetch(`${product.url}/v1/me`, { headers: { cookie } });
    expect(await me.json()).toMatchObject({ user: { email } });
    expect((await redeemSignInLink(link)).status).toBe(410);
  });
});
