import { expect, it, onTestFinished } from 'vitest';
import { HOUR_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import {
  exportLicenseKeyDecisions,
  listLicenseKeyDecisions,
} from '@/lib/resources/license-decisions/contract';
import { purgeDecisions } from '@/lib/resources/license-decisions/jobs';
import {
  activateLicenseKey,
  updateLicenseKey,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { provideSettings } from '@/lib/runtime/env';
import { callApi, refusal } from '@/testing/call-api';
import { makeLicenseKey, makeSeller } from '@/testing/factories';
import { activate, named, validate } from '@/testing/license-keys';

async function made() {
  const as = await makeSeller();
  const key = await makeLicenseKey(as.organizationId, { limitActivations: 2 });
  const list = async (query: object = {}) =>
    (await callApi(listLicenseKeyDecisions, { params: { id: key.id }, query }, { as })).items;
  return { as, key, list };
}

it('counts each hour and code once, valid ones too, with the last activation and address', async () => {
  const { as, key, list } = await made();
  const first = await activate(key);
  const second = await activate(key);
  await refusal(activateLicenseKey, { body: { ...named(key), label: 'x' } });
  await validate(key, { activation_id: first.id });
  await Promise.all([1, 2, 3].map(() => validate(key, { activation_id: second.id })));
  await refusal(validateLicenseKey, { body: { ...named(key), benefit_id: key.id } });
  await callApi(updateLicenseKey, { params: { id: key.id }, body: { status: 'disabled' } }, { as });
  await refusal(validateLicenseKey, { body: named(key) });
  const rows = await list({ sorting: ['-count'] });
  const counts = new Map<string, number>();
  for (const { code, count } of rows) counts.set(code, (counts.get(code) ?? 0) + count);
  expect(Object.fromEntries(counts)).toEqual({
    VALID: 6,
    ACTIVATION_LIMIT_REACHED: 1,
    BENEFIT_MISMATCH: 1,
    DISABLED: 1,
  });
  expect(rows.find(({ code }) => code === 'VALID')).toMatchObject({
    hour: expect.stringMatching(/:00:00\.000Z$/),
    activation_id: second.id,
    activations_count: 2,
  });
  expect(rows.find(({ code }) => code === 'DISABLED')).toMatchObject({ activation_id: null });
});

it('is listed by the days of the organization, exported, and nobody else’s', async () => {
  const { as, key, list } = await made();
  await db(null).organization.update({
    where: { id: as.organizationId },
    data: { timezone: 'Asia/Kolkata' },
  });
  await validate(key);
  await list();
  const at = new Date('2026-05-03T19:00:00Z');
  const [row] = await db(null).licenseDecision.findMany({ where: { licenseKeyId: key.id } });
  if (!row) throw new Error('There is no row');
  const others = [0, 1, 7].map((hours) => {
    const hour = new Date(at.getTime() - hours * HOUR_MS);
    return {
      ...row,
      id: crypto.randomUUID(),
      hour,
      firstAt: hour,
      lastAt: hour,
      count: 10 + hours,
    };
  });
  await db(null).licenseDecision.createMany({ data: others });
  const old = { created_before: '2026-06-01T00:00:00Z' };
  expect((await list(old)).map(({ count }) => count)).toEqual([10, 11, 17]);
  const days = await list({ ...old, interval: 'day' });
  // 00:30 and 23:30 of the day before, and 17:30.
  expect(days.map(({ hour, count }) => [hour, count])).toEqual([
    ['2026-05-03T18:30:00.000Z', 10],
    ['2026-05-02T18:30:00.000Z', 28],
  ]);
  const params = { id: key.id };
  const exported = await callApi(exportLicenseKeyDecisions, { params, query: old }, { as });
  expect(exported).toHaveLength(3);
  const stranger = { as: await makeSeller() };
  expect((await refusal(listLicenseKeyDecisions, { params }, stranger)).status).toBe(404);
});

it('is kept for 90 days', async () => {
  const { key, list } = await made();
  await validate(key);
  await list();
  const [row] = await db(null).licenseDecision.findMany({ where: { licenseKeyId: key.id } });
  if (!row) throw new Error('There is no row');
  const hour = new Date(Date.now() - 91 * 24 * HOUR_MS);
  await db(null).licenseDecision.create({ data: { ...row, id: crypto.randomUUID(), hour } });
  await purgeDecisions(new Date());
  expect(await list()).toHaveLength(1);
});

it('says nothing of a key that is unknown', async () => {
  const { as, key, list } = await made();
  const body = { key: 'NOT-A-KEY', organization_id: as.organizationId };
  await refusal(validateLicenseKey, { body });
  expect(await list()).toEqual([]);
  expect(
    await db(null).licenseDecision.count({ where: { organizationId: key.organizationId } }),
  ).toBe(0);
});

it('has the address of the last request, and none where addresses are not kept', async () => {
  const { key, list } = await made();
  const from = (address: string) =>
    callApi(validateLicenseKey, { body: named(key) }, { headers: { 'X-Client-Ip': address } });
  await from('203.0.113.7');
  await from('203.0.113.8');
  expect(await list()).toMatchObject([{ count: 2, client_address: '203.0.113.8' }]);
  provideSettings({ LOG_CLIENT_ADDRESS: 'off' });
  onTestFinished(() => provideSettings({ LOG_CLIENT_ADDRESS: '' }));
  await from('203.0.113.9');
  const rows = await list();
  expect(rows[0]?.client_address).toBeNull();
  expect(JSON.stringify(rows)).not.toContain('203.0.113.9');
});
