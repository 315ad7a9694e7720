import { describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import { contracts } from '@/lib/resources/registry';
import { parseSettings, provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { me, newSeller } from '@/testing/accounts';
import { callApi, refusal, sendRaw } from '@/testing/call-api';
import { makeOrganization, makeToken } from '@/testing/factories';
import { inBrowser } from '@/testing/oauth';
import { buyer, confirm, fixed, makeCheckout, makeProduct } from '@/testing/shop';

// docs/contract/callers.md#confirmation. The account's own operations: second-factors.test.ts, passkeys.test.ts.

const STEP_UP = { status: 403, error: 'NotPermitted', body: { code: 'step_up_required' } };

/** An owner whose session was confirmed so long ago, seconds. */
async function owner(secondsAgo: number) {
  const { cookie } = await newSeller();
  const userId = (await me(cookie)).user?.id ?? '';
  const { id } = await makeOrganization(userId);
  await confirmed(userId, secondsAgo);
  return { cookie, userId, id };
}
const confirmed = (userId: string, secondsAgo: number) =>
  db(null).session.updateMany({
    where: { userId },
    data: { confirmedAt: new Date(Date.now() - secondsAgo * 1000) },
  });

const sensitive = contracts.filter(({ stepUp }) => stepUp);

describe('a confirmation', () => {
  it('is needed for these operations', () => {
    expect(sensitive.map(({ id }) => id).sort()).toEqual([
      'discord-connections:create',
      'discord-connections:delete',
      'discord-connections:update',
      'external_organizations:create',
      'external_organizations:delete',
      'external_organizations:update',
      'members:update',
      'oauth2:clients:oauth2:create_client',
      'oauth2:clients:oauth2:update_client',
      'oauth2:clients:rotate_secret',
      'organizations:schedule_deletion',
      'payment-connections:create',
      'payment-connections:delete',
      'payment-connections:update',
      'tokens:create',
      'webhook-endpoints:create',
      'webhook-endpoints:delete',
      'webhook-endpoints:rotate-secret',
      'webhook-endpoints:update',
    ]);
  });

  it.each(sensitive)('is asked of a session by $id, and of no token', async (operation) => {
    const { cookie, userId } = await owner(601);
    const params = Object.fromEntries(
      [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, newId()]),
    );
    const sent = operation.body ? { params, body: '{}' } : { params };
    const codeOf = async (as: Parameters<typeof sendRaw>[2]) => {
      const { code } = (await (await sendRaw(operation, sent, as)).json()) as { code?: string };
      return code;
    };
    expect(await codeOf(inBrowser(cookie))).toBe('step_up_required');
    expect(await codeOf({ as: { token: await makeToken({ userId }) } })).toBeUndefined();
    await confirmed(userId, 590);
    expect(await codeOf(inBrowser(cookie))).toBeUndefined();
  });

  it('holds for STEP_UP_SECONDS, at most ten minutes', async () => {
    const { cookie, id, userId } = await owner(60);
    const save = (limit: number) =>
      [
        updateOrganization,
        { params: { id }, body: { refund_step_up_amount: limit } },
        inBrowser(cookie),
      ] as const;
    await callApi(...save(1));
    try {
      provideSettings({ STEP_UP_SECONDS: '59' });
      expect(await refusal(...save(2))).toMatchObject(STEP_UP);
      await confirmed(userId, 50);
      await callApi(...save(2));
      for (const seconds of ['0', '601', '-1', 'many']) {
        const given = { ...process.env, STEP_UP_SECONDS: seconds };
        expect(() => parseSettings(given), seconds).toThrow('STEP_UP_SECONDS');
      }
    } finally {
      provideSettings({ STEP_UP_SECONDS: '' });
    }
  });

  it('is needed for refunds above the amount that the organization has set, by no token', async () => {
    const { cookie, userId, id } = await owner(601);
    const token = { token: await makeToken({ userId }) };
    const { id: product_id } = await makeProduct(token, fixed(5000));
    await confirm(await makeCheckout(token, product_id), buyer());
    const order = await db(null).order.findFirstOrThrow({ where: { organizationId: id } });
    const body = (amount: number) => ({ order_id: order.id, reason: 'other', amount }) as const;
    // By default none needs it.
    await callApi(createRefund, { body: body(1) }, inBrowser(cookie));
    const params = { id };
    const limit = { refund_step_up_amount: 1000 };
    await callApi(updateOrganization, { params, body: limit }, { as: token });
    await callApi(createRefund, { body: body(1000) }, inBrowser(cookie));
    const key = { idempotencyKey: newId() };
    const again = { ...inBrowser(cookie), ...key };
    expect(await refusal(createRefund, { body: body(1001) }, again)).toMatchObject(STEP_UP);
    await callApi(createRefund, { body: body(1002) }, { as: token });
    await confirmed(userId, 590);
    // The same request is repeated once it is confirmed, with its key.
    expect(await callApi(createRefund, { body: body(1001) }, again)).toMatchObject({
      amount: 1001,
    });
  });

  it('is needed to change that amount, and nothing else of the settings', async () => {
    const { cookie, userId, id } = await owner(601);
    const save = (body: object) =>
      [updateOrganization, { params: { id }, body }, inBrowser(cookie)] as const;
    await callApi(...save({ name: 'Paper & Ink', refund_step_up_amount: null }));
    expect(await refusal(...save({ refund_step_up_amount: 1000 }))).toMatchObject(STEP_UP);
    await confirmed(userId, 590);
    await callApi(...save({ refund_step_up_amount: 1000 }));
    await confirmed(userId, 601);
    expect(await refusal(...save({ refund_step_up_amount: null }))).toMatchObject(STEP_UP);
    await callApi(...save({ refund_step_up_amount: 1000, name: 'Ink & Paper' }));
    expect((await refusal(...save({ refund_step_up_amount: -1 }))).status).toBe(422);
  });
});
