import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GET as getJwks } from '@/app/.well-known/licenses/[organization_id]/jwks.json/route';
import { GET as getRevoked } from '@/app/.well-known/licenses/[organization_id]/revoked/route';
import { DAY_MS, HOUR_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { listLicenseKeyDecisions } from '@/lib/resources/license-decisions/contract';
import {
  getLicenseKey,
  rotateLicenseKey,
  transferLicenseKey,
  updateLicenseKey,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import {
  createLicenseKeyLease,
  leaseLicenseKey,
  rotateLeaseKey,
} from '@/lib/resources/license-leases/contract';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeCustomer, makeLicenseKey, makeSeller, type Seller } from '@/testing/factories';
import { activate, deactivate, type Key, named, refuse, validate } from '@/testing/license-keys';
import { runs } from '@/testing/soak';
import { advanceTo } from '@/testing/test-clocks';

interface Claims extends JWTPayload {
  exp: number;
  iat: number;
  activation_id: string | null;
  status: { idx: number };
}

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});

type Given = NonNullable<Parameters<typeof makeLicenseKey>[1]>;
const make = (given: Given = {}) => makeLicenseKey(seller.organizationId, given);
const lease = (key: Key, body: object = {}) =>
  callApi(leaseLicenseKey, { body: { ...named(key), ...body } });
const claimsOf = (token: string) => decodeJwt(token) as Claims;
const update = (id: string, body: object) =>
  callApi(updateLicenseKey, { params: { id }, body }, { as: seller });

const request = new Request('http://localhost/');
const at = (organization_id: string) => ({ params: Promise.resolve({ organization_id }) });
async function jwks(organizationId = seller.organizationId) {
  const answer = await getJwks(request, at(organizationId));
  return { answer, keys: ((await answer.json()) as { keys: { kid: string }[] }).keys };
}
async function listed(organizationId = seller.organizationId) {
  const answer = await getRevoked(request, at(organizationId));
  const jws = await answer.text();
  const claims = decodeJwt(jws) as JWTPayload & {
    seq: number;
    status_list: { bits: number; lst: string };
  };
  const bytes = inflateSync(Buffer.from(claims.status_list.lst, 'base64url'));
  const has = (place: number) => (((bytes[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;
  return { answer, jws, claims, has };
}
const isRevoked = async (token: string) => (await listed()).has(claimsOf(token).status.idx);

describe('a lease', () => {
  it('says what validating would say, signed by the organization', async () => {
    const key = await make({ limitActivations: 2, limitUsage: 9, usage: 3 });
    const activation = await activate(key, {
      label: 'Laptop',
      meta: { os: 'linux' },
      conditions: { major: 2 },
    });
    const conditions = { major: 2 };
    const made = await lease(key, { activation_id: activation.id, conditions, ttl_seconds: 3600 });
    expect(decodeProtectedHeader(made.lease)).toMatchObject({
      alg: 'EdDSA',
      typ: 'license-lease+jwt',
    });
    const claims = claimsOf(made.lease);
    expect(claims).toMatchObject({
      iss: expect.stringMatching(/^http/),
      aud: seller.organizationId,
      sub: key.id,
      jti: expect.any(String),
      nbf: claims.iat,
      exp: claims.iat + 3600,
      activation_id: activation.id,
      label: 'Laptop',
      benefit_id: key.benefitId,
      product_ids: [],
      customer_id: key.customerId,
      limits: { limit_activations: 2, limit_usage: 9, usage: 3 },
      conditions,
      meta: { os: 'linux' },
      status: { idx: expect.any(Number) },
    });
    expect(made.expires_at).toBe(new Date(claims.exp * 1000).toISOString());
    const refresh = Date.parse(made.refresh_after) / 1000;
    expect(refresh).toBeGreaterThan(claims.iat);
    expect(refresh).toBeLessThan(claims.exp);
    const { answer, keys } = await jwks();
    expect(keys.map(({ kid }) => kid)).toContain(decodeProtectedHeader(made.lease).kid);
    expect(JSON.stringify(keys)).not.toContain('"d"');
    expect(answer.headers.get('cache-control')).toBe('max-age=3600');
  });

  it('is made by the seller as well, counted as a decision, and ends with the key', async () => {
    const expiresAt = new Date(Date.now() + 5000_000);
    const key = await make({ expiresAt });
    const params = { id: key.id };
    const made = await callApi(createLicenseKeyLease, { params, body: {} }, { as: seller });
    expect(made).toMatchObject({ rotated: false, valid_until: null });
    expect(claimsOf(made.lease)).toMatchObject({
      activation_id: null,
      exp: Math.floor(expiresAt.getTime() / 1000),
    });
    const { items } = await callApi(listLicenseKeyDecisions, { params }, { as: seller });
    expect(items).toMatchObject([{ code: 'VALID', count: 1 }]);
  });

  it.each<[string, Given, object]>([
    ['REVOKED', { status: 'revoked' }, {}],
    ['DISABLED', { status: 'disabled' }, {}],
    ['EXPIRED', { expiresAt: new Date(0) }, {}],
    ['ACTIVATION_NOT_FOUND', { limitActivations: 1 }, { activation_id: crypto.randomUUID() }],
  ])('is refused with %s as validating is', async (code, given, body) => {
    const key = await make(given);
    const input = { ...named(key), ...body };
    expect(await refuse(leaseLicenseKey, input)).toEqual([404, 'ResourceNotFound', code]);
    expect(await db(null).leaseSlot.count({ where: { licenseKeyId: key.id } })).toBe(0);
  });

  it('of another condition, of an unknown key, without its activation or for too long is refused', async () => {
    const key = await make({ limitActivations: 1 });
    const { id: activation_id } = await activate(key, { conditions: { major: 2 } });
    expect(await refuse(leaseLicenseKey, { ...named(key), activation_id })).toEqual([
      404,
      'ResourceNotFound',
      'CONDITIONS_MISMATCH',
    ]);
    const unknown = { ...named(key), key: 'NOT-A-KEY' };
    expect((await refuse(leaseLicenseKey, unknown))[2]).toBe('NOT_FOUND');
    const problems = async (body: object) =>
      places(await refusal(leaseLicenseKey, { body: { ...named(key), ...body } }));
    expect(await problems({})).toEqual(['body.activation_id']);
    expect(await problems({ ttl_seconds: 30 * 86_400 + 1 })).toEqual(['body.ttl_seconds']);
  });

  it('is made 60 times an hour for a key, in one place of the list', { tags: 'soak' }, async () => {
    const key = await make();
    const made = await Promise.all(Array.from({ length: 60 }, () => lease(key)));
    expect(new Set(made.map((one) => claimsOf(one.lease).status.idx)).size).toBe(1);
    const failure = await refusal(leaseLicenseKey, { body: named(key) });
    expect([failure.status, failure.error]).toEqual([429, 'TooManyRequests']);
    await expect(lease(await make())).resolves.toBeDefined();
  });

  it('made with an old value ends with it, and shows nothing of the new one', async () => {
    const key = await make();
    const rotated = await callApi(
      rotateLicenseKey,
      { params: { id: key.id }, body: { overlap_hours: 1 } },
      { as: seller },
    );
    const [old, present] = [await lease(key), await lease({ ...key, key: rotated.key })];
    expect(old).toMatchObject({ rotated: true, valid_until: expect.any(String) });
    expect(Date.parse(old.valid_until ?? '')).toBeGreaterThanOrEqual(Date.parse(old.expires_at));
    expect(present).toMatchObject({ rotated: false, valid_until: null });
    const [oldClaims, presentClaims] = [claimsOf(old.lease), claimsOf(present.lease)];
    expect(oldClaims.exp - oldClaims.iat).toBeLessThanOrEqual(3600);
    expect(oldClaims.status.idx).not.toBe(presentClaims.status.idx);
    expect(old.lease).not.toContain(Buffer.from(rotated.key).toString('base64url').slice(0, 20));
  });
});

describe('the revocation list', () => {
  it('is signed, ends after a day, and grows by its number', async () => {
    const first = await listed();
    expect(decodeProtectedHeader(first.jws).typ).toBe('license-revocations+jwt');
    expect(first.answer.headers.get('content-type')).toBe('application/jwt');
    const { iat = 0, exp = 0, seq, status_list } = first.claims;
    expect([exp - iat, status_list.bits]).toEqual([86_400, 1]);
    expect((await listed()).claims.seq).toBeGreaterThan(seq);
    expect(Number.isSafeInteger(seq)).toBe(true);
    expect(first.answer.headers.get('cache-control')).toBe('public, max-age=5');
    const unknown = await getRevoked(request, at(crypto.randomUUID()));
    expect([unknown.status, (await unknown.json()).error]).toEqual([404, 'ResourceNotFound']);
    expect((await getJwks(request, at('nothing'))).status).toBe(404);
  });

  it('names leases that are void before their end, until the key is enabled again', {
    tags: 'soak',
  }, async () => {
    const key = await make({ limitActivations: 3 });
    const [one, two] = [await activate(key), await activate(key)];
    const leases = [
      await lease(key, { activation_id: one.id }),
      await lease(key, { activation_id: two.id }),
    ];
    const bits = () => Promise.all(leases.map((made) => isRevoked(made.lease)));
    expect(await bits()).toEqual([false, false]);
    await update(key.id, { status: 'disabled' });
    expect(await bits()).toEqual([true, true]);
    await update(key.id, { status: 'granted' });
    expect(await bits()).toEqual([false, false]);
    await deactivate(key, one.id);
    expect(await bits()).toEqual([true, false]);
    await update(key.id, { expires_at: new Date(Date.now() - 1000).toISOString() });
    expect(await bits()).toEqual([true, true]);
  });

  it('takes at most 100 kB for 100,000 leases', { tags: 'soak' }, async () => {
    const as = await makeSeller();
    const key = await makeLicenseKey(as.organizationId);
    await db(null).$executeRaw`
      INSERT INTO lease_slots (organization_id, place, license_key_id, version, activation_id, ends_at)
      SELECT ${as.organizationId}::uuid, n, CASE WHEN random() < 0.5 THEN ${key.id}::uuid ELSE gen_random_uuid() END, 1,
        gen_random_uuid(), now() + interval '1 day' FROM generate_series(0, 99999) n`;
    expect((await listed(as.organizationId)).jws.length).toBeLessThanOrEqual(100_000);
  });

  it('gives a place to another key only after its last lease has ended', async () => {
    const as = await makeSeller();
    const keys = await Promise.all([1, 2, 3].map(() => makeLicenseKey(as.organizationId)));
    const place = async (key: Key | undefined) =>
      claimsOf((await lease(key as Key)).lease).status.idx;
    const [first, second] = [await place(keys[0]), await place(keys[1])];
    expect([first, second].sort()).toEqual([0, 1]);
    await db(null).leaseSlot.updateMany({
      where: { organizationId: as.organizationId, place: first },
      data: { endsAt: new Date(Date.now() - 1000) },
    });
    expect(await place(keys[2])).toBe(first);
    expect(await place(keys[0])).toBe(2);
  });
});

describe('the key that signs', () => {
  it('is replaced at once; the one before stays published as long as its leases live', async () => {
    const as = await makeSeller();
    const key = await makeLicenseKey(as.organizationId);
    const before = decodeProtectedHeader((await lease(key)).lease).kid;
    const params = { id: as.organizationId };
    const { kid } = await callApi(rotateLeaseKey, { params }, { as });
    expect(decodeProtectedHeader((await lease(key)).lease).kid).toBe(kid);
    expect((await jwks(as.organizationId)).keys.map((one) => one.kid)).toEqual([kid, before]);
    await db(null).leaseKey.updateMany({
      where: { id: before ?? '' },
      data: { retiredAt: new Date(Date.now() - 30 * 86_400_000) },
    });
    expect((await jwks(as.organizationId)).keys.map((one) => one.kid)).toEqual([kid]);
    const foreign = await refusal(rotateLeaseKey, { params }, { as: seller });
    expect(foreign.status).toBe(404);
  });

  it('is replaced by many at once, each by a key that is published', async () => {
    const as = await makeSeller();
    const params = { id: as.organizationId };
    const key = await makeLicenseKey(as.organizationId);
    // The first lease makes a key as well.
    const [, ...rotated] = await Promise.all([
      lease(key),
      ...Array.from({ length: 6 }, () => callApi(rotateLeaseKey, { params }, { as })),
    ]);
    const kids = rotated.map(({ kid }) => kid);
    expect(new Set(kids).size).toBe(6);
    const published = (await jwks(as.organizationId)).keys.map(({ kid }) => kid);
    expect(published).toEqual(expect.arrayContaining(kids));
    expect(kids).toContain(decodeProtectedHeader((await lease(key)).lease).kid);
    const signing = { organizationId: as.organizationId, retiredAt: null };
    expect(await db(null).leaseKey.count({ where: signing })).toBe(1);
  });

  it('is stored encrypted, one of an organization by many first leases at once', async () => {
    const as = await makeSeller();
    const keys = await Promise.all(
      Array.from({ length: 8 }, () => makeLicenseKey(as.organizationId)),
    );
    const kids = await Promise.all(
      keys.map(async (key) => decodeProtectedHeader((await lease(key)).lease).kid),
    );
    expect(new Set(kids).size).toBe(1);
    const [stored] = await db(null).leaseKey.findMany({
      where: { organizationId: as.organizationId },
    });
    expect(stored?.sealedKey).not.toContain('{');
    expect(JSON.stringify(stored?.publicKey)).not.toContain('"d"');
  });
});

describe('under a test clock', () => {
  let as: Seller;
  let start: number;
  beforeEach(async () => {
    as = await makeSeller();
    start = Date.now() + DAY_MS;
    await advance(0);
  });

  const day = (days: number) => new Date(start + days * DAY_MS);
  const advance = (days: number) => advanceTo(as, day(days));
  const list = () => listed(as.organizationId);
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

  it('a list has its time, and a greater number though that stands still', async () => {
    const lists = [await list(), await list(), await list()];
    const iat = seconds(day(0));
    for (const { claims } of lists) expect(claims).toMatchObject({ iat, exp: iat + 86_400 });
    await advance(1);
    lists.push(await list());
    expect(lists.at(-1)?.claims.iat).toBe(seconds(day(1)));
    const numbers = lists.map(({ claims }) => claims.seq);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  });

  it('a lease begins and ends by it, and is listed from its key’s end to its own', {
    tags: 'soak',
  }, async () => {
    const key = await makeLicenseKey(as.organizationId, { expiresAt: day(30) });
    const made = await lease(key, { ttl_seconds: 10 * 86_400 });
    const { iat, exp, status } = claimsOf(made.lease);
    expect([iat, exp]).toEqual([seconds(day(0)), seconds(day(10))]);
    const body = { expires_at: day(5).toISOString() };
    await callApi(updateLicenseKey, { params: { id: key.id }, body }, { as });
    const bits: boolean[] = [];
    for (const days of [4.99, 5, 9.99, 10]) {
      await advance(days);
      bits.push((await list()).has(status.idx));
    }
    expect(bits).toEqual([false, true, true, false]);
    for (const operation of [leaseLicenseKey, validateLicenseKey]) {
      expect((await refuse(operation, named(key)))[2]).toBe('EXPIRED');
    }
  });

  it('an old value works until the overlap is over by it', async () => {
    const key = await makeLicenseKey(as.organizationId);
    const { status, exp } = claimsOf((await lease(key)).lease);
    expect(exp).toBe(seconds(day(7)));
    const input = { params: { id: key.id }, body: { overlap_hours: 48 } };
    const rotated = await callApi(rotateLicenseKey, input, { as });
    await advance(1.99);
    const until = { rotated: true, valid_until: day(2).toISOString() };
    expect(await validate(key)).toMatchObject(until);
    const old = await lease(key);
    expect(old).toMatchObject({
      ...until,
      expires_at: new Date(seconds(day(2)) * 1000).toISOString(),
    });
    expect((await list()).has(status.idx)).toBe(false);
    await advance(2);
    expect((await list()).has(status.idx)).toBe(true);
    for (const operation of [leaseLicenseKey, validateLicenseKey]) {
      expect((await refuse(operation, named(key)))[2]).toBe('NOT_FOUND');
    }
    await expect(lease({ ...key, key: rotated.key })).resolves.toMatchObject({ rotated: false });
  });

  it('a key that signed before is published until 30 days later by it', async () => {
    const { keys } = await jwks(as.organizationId);
    const params = { id: as.organizationId };
    const { kid } = await callApi(rotateLeaseKey, { params }, { as });
    await advance(29.99);
    expect((await jwks(as.organizationId)).keys.map((one) => one.kid)).toEqual([kid, keys[0]?.kid]);
    await advance(30);
    expect((await jwks(as.organizationId)).keys.map((one) => one.kid)).toEqual([kid]);
  });
});

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('lease' as const),
      isOld: fc.boolean(),
      hours: fc.constantFrom(1, 24, 100, 720),
    }),
    fc.record({
      kind: fc.constant('rotate' as const),
      overlap_hours: fc.constantFrom(0, 24, 72, 720),
    }),
    fc.record({ kind: fc.constant('expire' as const), days: fc.constantFrom(0, 1, 4, 30) }),
    fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 24, 50, 400) }),
    fc.record({
      kind: fc.constantFrom(
        ...(['lease', 'activate', 'deactivate', 'stop', 'start', 'transfer'] as const),
      ),
      isOld: fc.constant(false),
      hours: fc.constant(168),
    }),
  ),
  { minLength: 3, maxLength: 14 },
);

it('a lease never outlives its key, whatever happens to it', async () => {
  const as = await makeSeller();
  const organizationId = as.organizationId;
  const isRefused = (sent: Promise<unknown>) => sent.then(() => false).catch(() => true);
  let now = Date.now() + DAY_MS;
  await advanceTo(as, new Date(now));
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom(null, 6), async (history, days) => {
      const given = { limitActivations: 50, expireActivationsAfterDays: days };
      const key = await makeLicenseKey(organizationId, given);
      const params = { id: key.id };
      const values = [key.key];
      const named = (isOld: boolean) => ({ ...key, key: values.at(isOld ? -2 : -1) ?? key.key });
      const set = (body: object) => callApi(updateLicenseKey, { params, body }, { as });
      const activations = [(await activate(key)).id];
      const leases: { claims: Claims; as: Key; activation_id: string }[] = [];
      /** Who could not use the key now holds nothing that is good, and the other way around. */
      const compare = async (
        use: (by: Key, body: { activation_id: string }) => Promise<unknown>,
      ) => {
        const { has } = await listed(organizationId);
        for (const { claims, as: by, activation_id } of leases) {
          if (claims.exp * 1000 <= now) continue;
          expect(await isRefused(use(by, { activation_id }))).toBe(has(claims.status.idx));
        }
      };
      for (const step of history) {
        if (leases.length > 0) await compare(validate);
        const activation_id = activations.at(-1);
        if (step.kind === 'wait') {
          now += step.hours * HOUR_MS;
          const data = { now: new Date(now) };
          await db(null).testClock.update({ where: { organizationId }, data });
        } else if (step.kind === 'rotate') {
          const body = { overlap_hours: step.overlap_hours };
          values.push((await callApi(rotateLicenseKey, { params, body }, { as })).key);
        } else if (step.kind === 'expire') {
          await set({ expires_at: new Date(now + step.days * DAY_MS).toISOString() });
        } else if (step.kind === 'stop') await set({ status: 'disabled' });
        else if (step.kind === 'start') await set({ status: 'granted', expires_at: null });
        else if (step.kind === 'transfer') {
          const { id: customer_id } = await makeCustomer(organizationId);
          const input = { params, body: { customer_id } };
          values.push((await callApi(transferLicenseKey, input, { as })).key);
          activations.length = 0;
        } else if (step.kind === 'activate') {
          const made = await activate(named(false)).catch(() => null);
          if (made) activations.push(made.id);
        } else if (step.kind === 'deactivate') {
          if (activation_id) await deactivate(named(false), activation_id).catch(() => null);
          activations.pop();
        } else if (activation_id) {
          const by = named(step.isOld);
          const body = { activation_id, ttl_seconds: step.hours * 3600 };
          const made = await lease(by, body).catch(() => null);
          if (!made) continue;
          const claims = claimsOf(made.lease);
          leases.push({ claims, as: by, activation_id });
          const { expires_at, activations: used } = await callApi(
            getLicenseKey,
            { params },
            { as },
          );
          const use = used.find(({ id }) => id === activation_id);
          const ends = [expires_at, made.valid_until, use?.expires_at].flatMap((end) =>
            end ? [Math.floor(Date.parse(end) / 1000)] : [],
          );
          const iat = Math.floor(now / 1000);
          expect([claims.iat, claims.exp]).toEqual([
            iat,
            Math.min(iat + body.ttl_seconds, ...ends),
          ]);
        }
      }
      await compare(validate);
      await compare(lease);
    }),
    { numRuns: runs(200, 20) },
  );
});
