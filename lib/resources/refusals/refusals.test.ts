import { describe, expect, it } from 'vitest';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { updateCheckoutByClient } from '@/lib/resources/checkouts/contract';
import {
  activateLicenseKey,
  listLicenseKeys,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { exportRefusals, listRefusals } from '@/lib/resources/refusals/contract';
import { purgeRefusals } from '@/lib/resources/refusals/jobs';
import type { Refusal } from '@/lib/resources/refusals/schema';
import { countRefusal, refusalsWritten } from '@/lib/resources/refusals/service';
import { newId } from '@/lib/runtime/ids';
import { type Actor, callApi, refusal } from '@/testing/call-api';
import { makeSeller } from '@/testing/factories';
import { buyer, confirm, fixed, makeCheckout, makeKeyProduct } from '@/testing/shop';

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
