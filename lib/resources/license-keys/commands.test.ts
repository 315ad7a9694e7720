import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { listAuditLog } from '@/lib/resources/audit-log/contract';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import { updateBenefit } from '@/lib/resources/benefits/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { listEvents } from '@/lib/resources/events/contract';
import { numbered } from '@/lib/resources/events/service';
import {
  activateLicenseKey,
  deactivateLicenseKey,
  getCustomerLicenseKey,
  getLicenseKey,
  listCustomerLicenseKeys,
  listLicenseKeys,
  resetLicenseKeyUsage,
  rotateCustomerLicenseKey,
  rotateLicenseKey,
  transferLicenseKey,
  updateLicenseKey,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeCustomer, makeLicenseKey, makeSeller, type Seller } from '@/testing/factories';
import { activate, named, refuse, validate } from '@/testing/license-keys';
import { findMails } from '@/testing/mails';
import { buyer, confirm, fixed, makeCheckout, makeKeyProduct } from '@/testing/shop';

type Given = NonNullable<Parameters<typeof makeLicenseKey>[1]>;

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});

const make = (given: Given = {}) => makeLicenseKey(seller.organizationId, given);
const get = (id: string) => callApi(getLicenseKey, { params: { id } }, { as: seller });
const rotate = (id: string, body: { overlap_hours?: number } = {}) =>
  callApi(rotateLicenseKey, { params: { id }, body }, { as: seller });
const transfer = (id: string, customer_id: string) =>
  callApi(transferLicenseKey, { params: { id }, body: { customer_id } }, { as: seller });
/** Ends the overlap of a key by now. */
const endOverlap = (licenseKeyId: string) =>
  db(null).formerLicenseKey.updateMany({
    where: { licenseKeyId },
    data: { validUntil: new Date(0) },
  });

describe('rotating a key', () => {
  it('gives it a new value of the same prefix; activations, limits and counters stay', async () => {
    const key = await make({ limitActivations: 3, usage: 2, limitUsage: 9 });
    const { id: activation_id } = await activate(key);
    const before = await get(key.id);
    const rotated = await rotate(key.id);
    expect(rotated.key).not.toBe(key.key);
    const { key: value, display_key, modified_at, ...rest } = rotated;
    expect(before).toMatchObject(rest);
    expect(display_key).toBe(`****-${value.slice(-6)}`);
    const found = await get(key.id);
    expect(found.activations.map(({ id }) => id)).toEqual([activation_id]);
    expect(found.former_value?.display_key).toBe(before.display_key);
    const left = Date.parse(found.former_value?.valid_until ?? '') - Date.parse(modified_at ?? '');
    expect(left).toBe(72 * HOUR_MS);
    expect(await validate({ ...key, key: value }, { activation_id })).toMatchObject({
      key: value,
      rotated: false,
      valid_until: null,
    });
  });

  it('has the old value work during the overlap, and never show the new one', async () => {
    const key = await make({ limitActivations: 3 });
    const rotated = await rotate(key.id, { overlap_hours: 1 });
    const valid_until = (await get(key.id)).former_value?.valid_until;
    const old = { key: key.key, display_key: `****-${key.key.slice(-6)}` };
    const validated = await validate(key);
    expect(validated).toMatchObject({ ...old, id: key.id, rotated: true, valid_until });
    const activation = await activate(key, { label: 'Desktop' });
    expect(activation).toMatchObject({ license_key: old, rotated: true, valid_until });
    expect(JSON.stringify([validated, activation])).not.toContain(rotated.key);
    expect(JSON.stringify([validated, activation])).not.toContain(rotated.display_key);
    await callApi(deactivateLicenseKey, { body: { ...named(key), activation_id: activation.id } });
    expect(await get(key.id)).toMatchObject({ activations_count: 0, validations: 1 });
    await endOverlap(key.id);
    const unknown = [404, 'ResourceNotFound', 'NOT_FOUND'];
    expect(await refuse(validateLicenseKey, named(key))).toEqual(unknown);
    expect(await refuse(activateLicenseKey, { ...named(key), label: 'x' })).toEqual(unknown);
    const body = { ...named(key), activation_id: activation.id };
    expect(await refuse(deactivateLicenseKey, body)).toEqual(unknown);
    expect((await get(key.id)).former_value).toBeNull();
  });

  it('without an overlap ends the old value at once; one old value lives at a time', async () => {
    const key = await make();
    const second = await rotate(key.id, { overlap_hours: 720 });
    const third = await rotate(key.id, { overlap_hours: 720 });
    const status = (value: string) =>
      validate({ ...key, key: value }).then(
        ({ rotated }) => (rotated ? 'old' : 'present'),
        () => 'unknown',
      );
    const of = async (...values: string[]) => Promise.all(values.map(status));
    expect(await of(key.key, second.key, third.key)).toEqual(['unknown', 'old', 'present']);
    const fourth = await rotate(key.id, { overlap_hours: 0 });
    expect(await of(second.key, third.key, fourth.key)).toEqual(['unknown', 'unknown', 'present']);
  });

  it('is refused with an overlap of more than 720 hours', async () => {
    const key = await make();
    for (const overlap_hours of [-1, 721, 1.5]) {
      const input = { params: { id: key.id }, body: { overlap_hours } };
      const failure = await refusal(rotateLicenseKey, input, { as: seller });
      expect(places(failure)).toEqual(['body.overlap_hours']);
    }
    expect((await get(key.id)).key).toBe(key.key);
  });

  it('by many at once leaves one present and one old value', async () => {
    const key = await make({ limitActivations: 50 });
    const rotations = Array.from({ length: 6 }, () => rotate(key.id));
    const activations = Array.from({ length: 6 }, () => activate(key).catch(() => null));
    const values = (await Promise.all(rotations)).map((rotated) => rotated.key);
    const made = (await Promise.all(activations)).filter((activation) => activation !== null);
    const found = await get(key.id);
    expect(values).toContain(found.key);
    expect(new Set([key.key, ...values]).size).toBe(7);
    expect(found.activations_count).toBe(made.length);
    expect(await db(null).formerLicenseKey.count({ where: { licenseKeyId: key.id } })).toBe(1);
  });

  it('is recorded without either value', async () => {
    const key = await make();
    const { key: value } = await rotate(key.id);
    const query = { organization_id: [seller.organizationId] };
    await numbered();
    const { items: events } = await callApi(
      listEvents,
      { query: { ...query, object_id: [key.id] } },
      { as: seller },
    );
    const { items: entries } = await callApi(
      listAuditLog,
      { query: { ...query, object_id: [key.id] } },
      { as: seller },
    );
    expect(events.map(({ type }) => type)).toEqual(['license_key.updated']);
    expect(entries.map(({ action }) => action)).toEqual(['license_key.rotated']);
    const text = JSON.stringify([events, entries]);
    for (const secret of [key.key, value]) expect(text).not.toContain(secret);
  });
});

describe('rotating a key as its customer', () => {
  /** A key that was bought, and sessions of its customer: a full one, and one bound to the checkout. */
  async function bought(properties: object) {
    const as = await makeSeller();
    const product = await makeKeyProduct(as, fixed(900), properties);
    const confirmed = await confirm(await makeCheckout(as, product.id), buyer());
    const { items } = await callApi(listLicenseKeys, {}, { as });
    const [key] = items;
    if (!key) throw new Error('There is no key');
    const { customer_id } = key;
    const { token } = await callApi(createCustomerSession, { body: { customer_id } }, { as });
    const bound = confirmed.customer_session_token;
    const turn = (session = token, body: { overlap_hours?: number } = {}) =>
      [
        rotateCustomerLicenseKey,
        { params: { id: key.id }, body },
        { as: { token: session } },
      ] as const;
    return { as, key, bound, turn };
  }
  const allowed = { enable_customer_rotation: true };

  it('gives it a new value, and the old one works during the overlap', async () => {
    const { as, key, turn } = await bought(allowed);
    const rotated = await callApi(...turn(undefined, { overlap_hours: 24 }));
    expect(rotated).toMatchObject({ id: key.id, customer: { email: key.customer.email } });
    expect(rotated.key).not.toBe(key.key);
    const named = { organization_id: as.organizationId };
    const told = await callApi(validateLicenseKey, { body: { ...named, key: key.key } });
    expect(told).toMatchObject({ rotated: true, key: key.key });
    await numbered();
    const { items } = await callApi(listEvents, { query: { object_id: [key.id] } }, { as });
    expect(items.map(({ type }) => type)).toContain('license_key.updated');
  });

  it('is 403 where the benefit does not say that customers may, and again after it was edited', async () => {
    const { as, key, turn } = await bought({});
    expect(await refusal(...turn())).toMatchObject({ status: 403, error: 'NotPermitted' });
    const input = (properties: Record<string, unknown>) => ({
      params: { id: key.benefit_id },
      body: { type: 'license_keys' as const, properties },
    });
    await callApi(updateBenefit, input(allowed), { as });
    expect((await callApi(...turn())).key).not.toBe(key.key);
    await callApi(updateBenefit, input({}), { as });
    expect((await refusal(...turn())).status).toBe(403);
  });

  it.each([
    ['REVOKED', { status: 'revoked' }],
    ['DISABLED', { status: 'disabled' }],
    ['EXPIRED', { expires_at: '2020-01-01T00:00:00Z' }],
  ] as const)('is 403 with %s', async (code, body) => {
    const { as, key, turn } = await bought(allowed);
    await callApi(updateLicenseKey, { params: { id: key.id }, body }, { as });
    const failure = await refusal(...turn());
    expect([failure.status, failure.error, failure.body.code]).toEqual([403, 'NotPermitted', code]);
  });

  it('is 403 for a session that is bound to a checkout, and 404 for another customer', async () => {
    const { as, key, bound, turn } = await bought(allowed);
    expect(bound).not.toBe('');
    expect((await refusal(...turn(bound))).status).toBe(403);
    const { id: customer_id } = await makeCustomer(as.organizationId);
    const { token } = await callApi(createCustomerSession, { body: { customer_id } }, { as });
    expect((await refusal(...turn(token))).status).toBe(404);
    const params = { id: key.id };
    expect((await callApi(getLicenseKey, { params }, { as })).key).toBe(key.key);
  });
});

it('resetting the usage sets it to 0 and leaves the limit', async () => {
  const key = await make({ usage: 9, limitUsage: 9, validations: 4 });
  const params = { id: key.id };
  const reset = await callApi(resetLicenseKeyUsage, { params }, { as: seller });
  expect(reset).toMatchObject({ usage: 0, limit_usage: 9, validations: 4, key: key.key });
  expect(await validate(key, { increment_usage: 9 })).toMatchObject({ usage: 9 });
});

describe('transferring a key', () => {
  /** A key that was bought. */
  async function bought() {
    const as = await makeSeller();
    const product = await makeKeyProduct(as, fixed(900), {
      activations: { limit: 2, enable_customer_admin: false },
    });
    await confirm(await makeCheckout(as, product.id), buyer());
    const { items } = await callApi(listLicenseKeys, {}, { as });
    const [key] = items;
    if (!key) throw new Error('There is no key');
    return { as, key, named: { key: key.key, organization_id: as.organizationId } };
  }

  it('gives the other customer a new value, ends activations, and tells both', async () => {
    const { as, key, named } = await bought();
    await callApi(activateLicenseKey, { body: { ...named, label: 'Laptop' } });
    await callApi(rotateLicenseKey, { params: { id: key.id }, body: {} }, { as });
    const other = await makeCustomer(as.organizationId, { email: 'heir@example.com' });
    const input = { params: { id: key.id }, body: { customer_id: other.id } };
    const moved = await callApi(transferLicenseKey, input, { as });
    expect(moved).toMatchObject({
      customer_id: other.id,
      activations_count: 0,
      transferred_at: expect.any(String),
    });
    expect(await refuse(validateLicenseKey, named)).toEqual([404, 'ResourceNotFound', 'NOT_FOUND']);
    const mails = await findMails({
      organizationId: as.organizationId,
      kind: 'license_key_transferred',
    });
    expect(mails.map(({ recipient, data }) => [recipient, data])).toEqual([
      [key.customer.email, expect.objectContaining({ is_received: false })],
      [
        'heir@example.com',
        expect.objectContaining({ is_received: true, display_key: moved.display_key }),
      ],
    ]);
    expect(JSON.stringify(mails)).not.toContain(moved.key);

    const session = async (customer_id: string) => {
      const { token } = await callApi(createCustomerSession, { body: { customer_id } }, { as });
      return { as: { token } };
    };
    const [from, to] = [await session(key.customer_id), await session(other.id)];
    const params = { id: key.id };
    expect((await callApi(getCustomerLicenseKey, { params }, to)).key).toBe(moved.key);
    expect((await callApi(listCustomerLicenseKeys, {}, to)).items).toHaveLength(1);
    expect((await refusal(getCustomerLicenseKey, { params }, from)).status).toBe(404);
    const grants = await callApi(listBenefitGrants, { params: { id: key.benefit_id } }, { as });
    expect(grants.items.map(({ properties }) => properties)).toEqual([{}]);
  });

  it('is refused to customers who are unknown, of another seller, or have it already', async () => {
    const key = await make();
    const foreign = await makeCustomer((await makeSeller()).organizationId);
    for (const customer_id of [crypto.randomUUID(), foreign.id, key.customerId]) {
      const input = { params: { id: key.id }, body: { customer_id } };
      const failure = await refusal(transferLicenseKey, input, { as: seller });
      expect([failure.status, places(failure)]).toEqual([422, ['body.customer_id']]);
    }
    expect((await get(key.id)).key).toBe(key.key);
  });

  it('of one key by two at once gives it to one after the other', async () => {
    const key = await make();
    const others = await Promise.all([1, 2].map(() => makeCustomer(seller.organizationId)));
    const moved = await Promise.all(others.map(({ id }) => transfer(key.id, id)));
    const found = await get(key.id);
    const last = moved.find((one) => one.key === found.key);
    expect(last?.customer_id).toBe(found.customer_id);
    expect(new Set([key.key, ...moved.map((one) => one.key)]).size).toBe(3);
  });
});
