import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiFailure } from '@/lib/client/client';
import { db } from '@/lib/database/connection/client';
import { confirmCheckout, updateCheckoutByClient } from '@/lib/resources/checkouts/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import {
  activateLicenseKey,
  deactivateLicenseKey,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi } from '@/testing/call-api';
import { makeLicenseKey, makeSeller, type Seller } from '@/testing/factories';
import { named } from '@/testing/license-keys';
import { buyer, makeCheckout, makeProduct } from '@/testing/shop';

// Calls whose failures are limited, many at once.
let seller: Seller;
let productId: string;
beforeAll(async () => {
  seller = await makeSeller();
  productId = (await makeProduct(seller)).id;
});
/** Every test has an address of its own, so that it is limited by itself. */
let from: { headers: Record<string, string> };
beforeEach(() => {
  const part = () => newId().slice(-4);
  from = { headers: { 'x-client-ip': `2001:db8:${part()}:${part()}::1` } };
});

/** The statuses of calls sent at once, each with the number of its answers. */
async function statuses(count: number, send: (index: number) => Promise<unknown>) {
  const found = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      try {
        await send(index);
        return 200;
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        return error.status;
      }
    }),
  );
  const numbers: Record<number, number> = {};
  for (const status of found) numbers[status] = (numbers[status] ?? 0) + 1;
  return numbers;
}

const setSandbox = (isSandbox: boolean) =>
  db(null).organization.update({ where: { id: seller.organizationId }, data: { isSandbox } });

/** Makes more of the one failure that is counted for a minute in sandbox. */
const raise = (kind: string, points: number) =>
  db(null).rateLimit.updateMany({
    where: { points: 1, key: { startsWith: `${kind}:600/` } },
    data: { points },
  });

/** What is counted now, by kind. */
async function counted(kind: string) {
  const rows = await db(null).rateLimit.findMany({ where: { key: { startsWith: `${kind}:` } } });
  return rows.map(({ points, pending }) => ({ points, pending }));
}

describe('unknown license keys', () => {
  const calls = [
    [validateLicenseKey, {}],
    [activateLicenseKey, { label: 'Laptop' }],
    [deactivateLicenseKey, { activation_id: newId() }],
  ] as const;
  const guess = (index: number) => {
    const [operation, more] = calls[index % calls.length] ?? calls[0];
    const body = { organization_id: seller.organizationId, key: `unknown-${index}`, ...more };
    return callApi(operation, { body }, from);
  };

  it('are 600 a minute in sandbox, however many are sent at once', { tags: 'soak' }, async () => {
    expect(await statuses(1, guess)).toEqual({ 404: 1 });
    await raise('license_key', 540);
    expect(await statuses(200, guess)).toEqual({ 404: 60, 429: 140 });
    const key = await makeLicenseKey(seller.organizationId);
    expect(
      await statuses(1, () => callApi(validateLicenseKey, { body: named(key) }, from)),
    ).toEqual({ 429: 1 });
  });

  it('are 6 a minute live; calls with good keys are not refused beside each other', {
    tags: 'soak',
  }, async () => {
    await setSandbox(false);
    try {
      const key = await makeLicenseKey(seller.organizationId, { limitUsage: 1000 });
      const validate = () => callApi(validateLicenseKey, { body: named(key) }, from);
      const exceed = () =>
        callApi(validateLicenseKey, { body: { ...named(key), increment_usage: 2000 } }, from);
      expect(await statuses(40, validate)).toEqual({ 200: 40 });
      expect(await statuses(20, exceed)).toEqual({ 400: 20 });
      expect(await statuses(40, guess)).toEqual({ 404: 6, 429: 34 });
      expect(await statuses(2, validate)).toEqual({ 429: 2 });
    } finally {
      await setSandbox(true);
    }
  });

  it('leave no count behind where the database fails', async () => {
    await db(null).rateLimit.deleteMany();
    await db(null).$executeRaw`ALTER TABLE license_keys RENAME TO license_keys_away`;
    try {
      expect(Object.keys(await statuses(5, guess))).toEqual(['500']);
    } finally {
      await db(null).$executeRaw`ALTER TABLE license_keys_away RENAME TO license_keys`;
    }
    const none = { points: 0, pending: 0 };
    expect(await counted('license_key')).toEqual([none, none]);
  });
});

describe('at a checkout', () => {
  it('unusable discount codes are 600 a minute in sandbox, however many are sent at once', {
    tags: 'soak',
  }, async () => {
    const checkouts = await Promise.all(
      Array.from({ length: 10 }, () => makeCheckout(seller, productId)),
    );
    const { code } = await callApi(
      createDiscount,
      {
        body: {
          name: 'Ten',
          code: 'TEN10',
          type: 'percentage',
          basis_points: 1000,
          duration: 'once',
        },
      },
      { as: seller },
    );
    const tryCode = (discount_code: string | null) => (index: number) => {
      const { client_secret } = checkouts[index % checkouts.length] ?? { client_secret: '' };
      return callApi(
        updateCheckoutByClient,
        { params: { client_secret }, body: { discount_code } },
        from,
      );
    };
    expect(await statuses(30, tryCode(code))).toEqual({ 200: 30 });
    expect((await counted('discount_code')).every(({ points }) => points === 0)).toBe(true);
    expect(await statuses(1, tryCode('NOPE'))).toEqual({ 422: 1 });
    await raise('discount_code', 560);
    expect(await statuses(120, tryCode('NOPE'))).toEqual({ 422: 40, 429: 80 });
    expect(await statuses(1, tryCode(code))).toEqual({ 429: 1 });
  });

  it('declines are as many as are allowed, however many are sent at once', {
    tags: 'soak',
  }, async () => {
    const checkouts = await Promise.all(
      Array.from({ length: 30 }, () => makeCheckout(seller, productId)),
    );
    const pay = (confirmation_token_id: string) => (index: number) => {
      const { client_secret } = checkouts[index] ?? { client_secret: '' };
      const body = buyer({ confirmation_token_id, customer_email: `buyer-${newId()}@example.com` });
      return callApi(confirmCheckout, { params: { client_secret }, body }, from);
    };
    const decline = pay('pm_card_chargeDeclined');
    expect(await statuses(1, decline)).toEqual({ 400: 1 });
    await raise('decline', 594);
    expect(await statuses(2, (index) => pay('pm_card_visa')(index + 28))).toEqual({ 200: 2 });
    expect(await statuses(20, decline)).toEqual({ 400: 6, 429: 14 });
    expect(await statuses(1, pay('pm_card_visa'))).toEqual({ 429: 1 });
  });
});
