import { describe, expect, it } from 'vitest';
import { GET } from '@/app/buy/[clientSecret]/route';
import type { Permission } from '@/lib/contract/permissions';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { createCheckoutLink } from '@/lib/resources/checkout-links/contract';
import {
  createCheckout,
  updateCheckout,
  updateCheckoutByClient,
} from '@/lib/resources/checkouts/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import {
  activateLicenseKey,
  listLicenseKeys,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { exportRefusals, listRefusals } from '@/lib/resources/refusals/contract';
import { purgeRefusals } from '@/lib/resources/refusals/jobs';
import type { Refusal } from '@/lib/resources/refusals/schema';
import { countRefusal, refusalsWritten } from '@/lib/resources/refusals/service';
import {
  listSubscriptions,
  retrySubscription,
  setCustomerSubscriptionPaymentMethod,
} from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { type Actor, callApi, refusal } from '@/testing/call-api';
import { makeSeller, makeToken } from '@/testing/factories';
import { buyer, confirm, fixed, makeCheckout, makeKeyProduct, monthly } from '@/testing/shop';

async function refusals(as: Actor, query: object = {}): Promise<Refusal[]> {
  await refusalsWritten();
  return (await callApi(listRefusals, { query: { limit: 100, ...query } }, { as })).items;
}

/** A license key that somebody has bought, which cannot be activated. */
async function makeKey(as: Awaited<ReturnType<typeof makeSeller>>) {
  const product = await makeKeyProduct(as, fixed(900));
  await confirm(
    await makeCheckout(as, product.id),
    buyer({ customer_email: `${newId()}@example.com` }),
  );
  const { items } = await callApi(listLicenseKeys, {}, { as });
  const [key] = items;
  if (!key) throw new Error('There is no key');
  return key;
}

describe('a refusal', () => {
  it('of a license key is counted with what the seller can do', async () => {
    const as = await makeSeller();
    const key = await makeKey(as);
    const organization_id = as.organizationId;
    const wrong = { key: key.key, organization_id, benefit_id: newId() };
    for (let nth = 0; nth < 3; nth += 1) await refusal(validateLicenseKey, { body: wrong });
    await refusal(validateLicenseKey, { body: { key: 'NOT-A-KEY', organization_id } });
    await refusal(activateLicenseKey, { body: { key: 'NOT-A-KEY', organization_id, label: 'x' } });
    await callApi(validateLicenseKey, { body: { key: key.key, organization_id } });
    const rows = await refusals(as);
    const of = (kind: string, code: string) =>
      rows.find((row) => row.kind === kind && row.code === code);
    expect(rows).toHaveLength(3);
    expect(of('license_validation', 'BENEFIT_MISMATCH')).toMatchObject({
      organization_id,
      count: 3,
      detail: 'The license key belongs to another benefit.',
      rule: '/docs/customer_portal#customer_portal-license_keys-validate',
      fix: expect.stringContaining('benefit_id'),
      object: { kind: 'license_key', id: key.id, name: key.display_key },
      customer_id: key.customer_id,
    });
    expect(of('license_validation', 'NOT_FOUND')).toMatchObject({ count: 1, object: null });
    expect(of('license_activation', 'NOT_FOUND')).toMatchObject({ count: 1, object: null });
    expect(JSON.stringify(rows)).not.toContain(key.key);
    await refusal(validateLicenseKey, { body: wrong });
    expect(await refusals(as, { object_id: [key.id] })).toMatchObject([{ count: 4 }]);
    const exported = await callApi(exportRefusals, { query: { code: ['NOT_FOUND'] } }, { as });
    expect(exported).toHaveLength(2);
    expect(await refusals(await makeSeller())).toEqual([]);
  });

  it('of a discount code, a payment and a checkout names its checkout', async () => {
    const as = await makeSeller();
    const product = await makeKeyProduct(as, fixed(900));
    const checkout = await makeCheckout(as, product.id);
    const params = { client_secret: checkout.client_secret };
    await refusal(updateCheckoutByClient, { params, body: { discount_code: 'NOPE' } });
    await refusal(updateCheckoutByClient, { params, body: { customer_email: 'none' } });
    const declined = buyer({ confirmation_token_id: 'pm_card_visa_chargeDeclined' });
    await confirm(checkout, declined).catch(() => null);
    await confirm(checkout, buyer());
    await confirm(checkout, buyer()).catch(() => null);
    const rows = await refusals(as, { checkout_id: [checkout.id] });
    const kinds = rows.map(({ kind, object }) => [kind, object?.id ?? null]).sort();
    expect(kinds).toEqual([
      ['checkout', checkout.id],
      ['discount_code', null],
      ['payment', checkout.id],
    ]);
  });

  it('of a checkout that a seller makes or changes by the API names its product, discount or checkout', async () => {
    const as = await makeSeller();
    const product = await makeKeyProduct(as, fixed(900));
    const [price] = product.prices;
    const by = { payment_processor: 'stripe' as const, product_price_id: price?.id ?? '' };
    const { id: discount } = await callApi(
      createDiscount,
      {
        body: {
          type: 'percentage',
          duration: 'once',
          basis_points: 500,
          name: 'Over',
          ends_at: new Date(Date.now() + 1000).toISOString(),
        },
      },
      { as },
    );
    await db(null).discount.update({ where: { id: discount }, data: { endsAt: new Date(0) } });
    await refusal(createCheckout, { body: { ...by, discount_id: discount } }, { as });
    await refusal(createCheckout, { body: { ...by, customer_id: newId() } }, { as });
    await refusal(createCheckout, { body: { ...by, product_price_id: newId() } }, { as });
    const checkout = await makeCheckout(as, product.id);
    const params = { id: checkout.id };
    await refusal(updateCheckout, { params, body: { product_price_id: newId() } }, { as });
    await refusal(updateCheckout, { params: { id: newId() }, body: {} }, { as });
    const token = await makeToken({ userId: as.userId }, { scopes: ['checkouts:read'] });
    await refusal(createCheckout, { body: by }, { as: { token } });
    const rows = await refusals(as);
    const seen = rows.map(({ kind, object, checkout_id }) => [kind, object?.id, checkout_id]);
    expect(seen).toHaveLength(4);
    expect(seen).toEqual(
      expect.arrayContaining([
        ['discount_code', discount, null],
        ['checkout', product.id, null],
        ['checkout', undefined, null],
        ['checkout', checkout.id, checkout.id],
      ]),
    );
    const made = rows.find(({ object }) => object?.id === product.id);
    expect(made).toMatchObject({
      object: { kind: 'product', name: product.name },
      rule: '/docs/checkouts#checkouts-custom-create',
      fix: expect.stringContaining('your program'),
    });
  });

  it('of a payment for a subscription is counted in the portal, of a seller, and in the background', {
    tags: 'soak',
  }, async () => {
    const as = await makeSeller();
    const product = await makeKeyProduct(as, monthly(900));
    await confirm(await makeCheckout(as, product.id), buyer());
    const { items } = await callApi(listSubscriptions, {}, { as });
    const [{ id, customer_id } = { id: '', customer_id: '' }] = items;
    const { token } = await callApi(createCustomerSession, { body: { customer_id } }, { as });
    const params = { id };
    const method = { confirmation_token_id: 'pm_card_chargeDeclined' };
    await callApi(
      setCustomerSubscriptionPaymentMethod,
      { params, body: { confirmation_token_id: 'pm_card_chargeCustomerFail' } },
      { as: { token } },
    );
    await refusal(
      setCustomerSubscriptionPaymentMethod,
      { params, body: method },
      { as: { token } },
    );
    const of = () => refusals(as, { object_id: [id] });
    const [inPortal] = await of();
    expect(inPortal).toMatchObject({
      kind: 'payment',
      code: 'card_declined',
      count: 1,
      customer_id,
      object: { kind: 'subscription', name: product.name },
      rule: '/docs/customer_portal#customer_portal-subscriptions-set_payment_method',
    });
    await runDueSubscriptions(new Date(Date.now() + 32 * DAY_MS));
    expect((await of()).reduce((sum, { count }) => sum + count, 0)).toBe(2);
    await refusal(retrySubscription, { params }, { as });
    expect((await of()).reduce((sum, { count }) => sum + count, 0)).toBe(3);
  });

  it('of a checkout link names the link, and its discount', async () => {
    const as = await makeSeller();
    const product = await makeKeyProduct(as, fixed(900));
    const body = { product_id: product.id, label: 'Newsletter' };
    const link = await callApi(createCheckoutLink, { body }, { as });
    const visit = (query = '', agent = 'Mozilla/5.0 Chrome/143.0.0.0') => {
      const { client_secret: clientSecret } = link;
      const url = `http://localhost:3000/buy/${clientSecret}${query}`;
      const headers = { 'user-agent': agent, 'x-client-ip': '203.0.113.7' };
      return GET(new Request(url, { headers }), { params: Promise.resolve({ clientSecret }) });
    };
    expect((await visit('?discount_code=NOPE')).status).toBe(303);
    await callApi(
      updateProduct,
      { params: { id: product.id }, body: { is_archived: true } },
      { as },
    );
    expect((await visit()).status).toBe(410);
    await visit('', 'Googlebot/2.1');
    const rows = await refusals(as);
    expect(rows.map(({ kind, count }) => [kind, count]).sort()).toEqual([
      ['checkout', 1],
      ['discount_code', 1],
    ]);
    expect(rows.find(({ kind }) => kind === 'checkout')).toMatchObject({
      code: 'ResourceUnavailable',
      object: { kind: 'checkout_link', id: link.id, name: 'Newsletter' },
      rule: '/docs/checkout_links#checkout-links-create',
    });
  });

  it('is shown to those who may read what it is about', async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    for (const [kind, object] of [
      ['license_validation', null],
      ['discount_code', null],
      ['webhook_address', null],
      ['checkout', { kind: 'checkout', id: newId() }],
      ['payment', { kind: 'checkout', id: newId() }],
      ['payment', { kind: 'subscription', id: newId() }],
    ] as const) {
      const [code, detail, operation] = ['X', 'No.', 'checkouts:custom:update'];
      const more = { checkoutId: null, requestId: null, at: new Date() };
      countRefusal({ organizationId, kind, code, detail, object, operation, ...more });
    }
    const seen = async (...scopes: Permission[]) => {
      const token = await makeToken({ organizationId }, { scopes });
      const kinds = (await refusals({ token })).map(({ kind, object }) => {
        return kind === 'payment' ? `${kind} ${object?.kind}` : kind;
      });
      return kinds.sort();
    };
    expect(await seen('license_keys:read')).toEqual(['license_validation']);
    expect(await seen('discounts:read')).toEqual(['discount_code']);
    expect(await seen('webhooks:read')).toEqual(['webhook_address']);
    expect(await seen('subscriptions:read')).toEqual(['payment subscription']);
    expect(await seen('checkouts:read')).toEqual(['checkout', 'payment checkout']);
    expect(await refusals(as)).toHaveLength(6);
    const token = await makeToken({ organizationId }, { scopes: ['license_keys:read'] });
    const query = { kind: ['checkout' as const] };
    expect((await refusal(listRefusals, { query }, { as: { token } })).status).toBe(403);
    const orders = await makeToken({ organizationId }, { scopes: ['orders:read'] });
    expect((await refusal(listRefusals, {}, { as: { token: orders } })).status).toBe(403);
  });

  it('is kept for 30 days', async () => {
    const as = await makeSeller();
    const body = { key: 'NOT-A-KEY', organization_id: as.organizationId };
    await refusal(validateLicenseKey, { body });
    expect(await refusals(as)).toHaveLength(1);
    await purgeRefusals(new Date(Date.now() + 29 * DAY_MS));
    expect(await refusals(as)).toHaveLength(1);
    await purgeRefusals(new Date(Date.now() + 31 * DAY_MS));
    expect(await refusals(as)).toEqual([]);
  });
});

describe('a flood', () => {
  const one = (organizationId: string) => ({
    organizationId,
    kind: 'discount_code' as const,
    code: 'DISCOUNT_REFUSED',
    detail: 'No.',
    operation: 'checkouts:custom:client_update',
    checkoutId: null,
    requestId: null,
    at: new Date(),
  });

  it('of equal ones is one row, and of different codes is one too', async () => {
    const as = await makeSeller();
    for (let nth = 0; nth < 10_000; nth += 1) {
      countRefusal({ ...one(as.organizationId), object: { kind: 'discount', code: `C${nth}` } });
    }
    expect(await refusals(as)).toMatchObject([{ count: 10_000, object: null }]);
  });

  it('has at most 100 rows in an hour, and none of an organization that does not exist', async () => {
    const as = await makeSeller();
    const at = new Date();
    for (let round = 0; round < 3; round += 1) {
      for (let nth = 0; nth < 90; nth += 1) {
        const code = `CODE_${round}_${nth}`;
        countRefusal({ ...one(as.organizationId), at, code, object: null });
      }
      await refusalsWritten();
    }
    expect(await refusals(as)).toHaveLength(100);
    const nobody = newId();
    countRefusal({ ...one(nobody), object: null });
    await refusalsWritten();
    expect(await db(null).refusal.count({ where: { organizationId: nobody } })).toBe(0);
  });
});
