import { describe, expect, it } from 'vitest';
import type { Role } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import { listAuditLog } from '@/lib/resources/audit-log/contract';
import { listMembers } from '@/lib/resources/members/contract';
import { createSavedView, listSavedViews } from '@/lib/resources/saved-views/contract';
import { isIn, me, newSeller, send, signIn, signUp, statusesOf } from '@/testing/accounts';
import { callApi } from '@/testing/call-api';
import { makeOrganization, makeToken } from '@/testing/factories';
import { inBrowser, makeApp, tokensFor } from '@/testing/oauth';

async function person() {
  const { cookie, email } = await newSeller();
  return { cookie, email, userId: (await me(cookie)).user?.id ?? '' };
}

const join = (userId: string, organizationId: string, role: Role) =>
  db(null).membership.create({ data: { organizationId, userId, role } });
const remove = (cookie: string) => send('delete-user', {}, { cookie });

describe('an account that is deleted', () => {
  it('is gone with all that is its own, and its address is free', async () => {
    const [chief, leaver] = [await person(), await person()];
    const { id: organizationId } = await makeOrganization(chief.userId);
    await join(leaver.userId, organizationId, 'owner');
    const token = await makeToken({ userId: leaver.userId });
    const app = await makeApp(leaver.cookie);
    const chiefs = await tokensFor(chief.cookie, app);
    const view = (name: string, is_shared: boolean) =>
      callApi(
        createSavedView,
        { body: { organization_id: organizationId, page: 'orders', name, query: '', is_shared } },
        inBrowser(leaver.cookie),
      );
    await view('Shared', true);
    await view('Own', false);

    expect((await remove(leaver.cookie)).status).toBe(204);
    expect(await isIn(leaver.cookie)).toBe(false);
    expect((await signIn(leaver.email)).status).toBe(401);
    const refused = async (bearer: string) =>
      callApi(listMembers, { params: { id: organizationId } }, { as: { token: bearer } }).then(
        () => false,
        () => true,
      );
    expect([await refused(token), await refused(chiefs.access_token)]).toEqual([true, true]);
    const params = { id: organizationId };
    const { items } = await callApi(listMembers, { params }, inBrowser(chief.cookie));
    expect(items.map(({ user_id }) => user_id)).toEqual([chief.userId]);
    const query = { organization_id: [organizationId] };
    const views = await callApi(listSavedViews, { query }, inBrowser(chief.cookie));
    expect(views.items.map(({ name }) => name)).toEqual(['Shared']);
    const rows = await callApi(listAuditLog, { query }, inBrowser(chief.cookie));
    expect(rows.items[0]).toMatchObject({
      action: 'member.account_deleted',
      actor: { type: 'user', id: leaver.userId, name: null },
    });
    const mails = await db(null).mail.findMany({ where: { recipient: leaver.email } });
    expect(mails).toEqual([]);
    expect((await signUp(leaver.email)).status).toBe(201);
  });

  it('is not that of the last owner of an organization, which is named', async () => {
    const owner = await person();
    const { id } = await makeOrganization(owner.userId, { name: 'Paper & Ink' });
    const member = await person();
    await join(member.userId, id, 'admin');
    const answer = await remove(owner.cookie);
    expect(answer.status).toBe(409);
    expect(((await answer.json()) as { detail: string }).detail).toContain('Paper & Ink');
    expect(await isIn(owner.cookie)).toBe(true);
    expect((await remove(member.cookie)).status).toBe(204);
  });

  it('leaves an owner, where both are deleted at once', async () => {
    const [one, other] = [await person(), await person()];
    const { id: organizationId } = await makeOrganization(one.userId);
    await join(other.userId, organizationId, 'owner');
    const statuses = await statusesOf([remove(one.cookie), remove(other.cookie)]);
    expect(statuses).toEqual({ 204: 1, 409: 1 });
    expect(await db(null).membership.count({ where: { organizationId } })).toBe(1);
  });

  it('needs a session that is confirmed', async () => {
    const { cookie, userId } = await person();
    const confirmedAt = new Date(Date.now() - 3_600_000);
    await db(null).session.updateMany({ where: { userId }, data: { confirmedAt } });
    const answer = await remove(cookie);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      403,
      'step_up_required',
    ]);
    expect((await send('delete-user', {})).status).toBe(401);
  });
});
