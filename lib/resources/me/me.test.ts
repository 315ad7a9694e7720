import { describe, expect, it } from 'vitest';
import { getMe } from '@/lib/resources/me/contract';
import { callApi } from '@/testing/call-api';
import { makeOrganization, makeSeller, makeToken, makeUser } from '@/testing/factories';

describe('me', () => {
  it('is the seller with his organizations and roles, whatever the scopes', async () => {
    const { userId, organizationId } = await makeSeller();
    const second = await makeOrganization(userId, { role: 'member' });
    await makeOrganization((await makeUser()).id);
    const token = await makeToken({ userId }, { scopes: ['openid'] });
    const me = await callApi(getMe, {}, { as: { token } });
    expect(me).toMatchObject({ type: 'user', user: { id: userId }, scopes: ['openid'] });
    expect(me.organizations.map(({ id, role }) => [id, role])).toEqual([
      [organizationId, 'owner'],
      [second.id, 'member'],
    ]);
  });

  it('is a seller without any organization', async () => {
    const token = await makeToken({ userId: (await makeUser()).id });
    expect((await callApi(getMe, {}, { as: { token } })).organizations).toEqual([]);
  });
});
