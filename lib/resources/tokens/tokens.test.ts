import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { PERMISSIONS } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import { notesWritten } from '@/lib/database/connection/notes';
import { listCustomFields } from '@/lib/resources/custom-fields/contract';
import { getMe } from '@/lib/resources/me/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { createToken, deleteToken, listTokens } from '@/lib/resources/tokens/contract';
import { newId } from '@/lib/runtime/ids';
import { digest } from '@/lib/runtime/secrets';
import { type Actor, callApi, places, refusal } from '@/testing/call-api';
import { makeOrganization, makeSeller, makeToken, type Seller } from '@/testing/factories';

type Create = NonNullable<ContractInput<typeof createToken>['body']>;

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});

const wanted: Create = { name: 'Deploys', scopes: ['products:read'] };
const create = (body: Partial<Create> = {}, as: Actor = seller) =>
  callApi(createToken, { body: { ...wanted, ...body } }, { as });
const refuse = (body: object = {}, as: Actor = seller) =>
  refusal(createToken, { body: { ...wanted, ...body } as Create }, { as });
const list = async (as: Actor, query: ContractInput<typeof listTokens>['query'] = {}) =>
  (await callApi(listTokens, { query }, { as })).items;
const remove = (id: string, as: Actor = seller) => callApi(deleteToken, { params: { id } }, { as });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** A further seller with a role in an organization, and a token for everything. */
async function colleague(organizationId: string, role: 'owner' | 'admin' | 'member') {
  const other = await makeSeller();
  await db(null).membership.create({ data: { organizationId, userId: other.userId, role } });
  return other;
}

describe('create', () => {
  it('shows the secret of a personal token once', async () => {
    const expires_at = inHours(1);
    const { token, ...created } = await create({ expires_at, scopes: ['products:write', 'admin'] });
    expect(token).toMatch(/^td_pat_[\w-]{43}$/);
    expect(created).toEqual({
      id: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      kind: 'personal',
      name: 'Deploys',
      hint: `td_pat_…${token.slice(-4)}`,
      scopes: ['admin', 'products:write'],
      expires_at,
      last_used_at: null,
      user_id: seller.userId,
      organization_id: null,
    });
    expect(await list(seller)).toContainEqual(created);
    expect(await callApi(getMe, {}, { as: { token } })).toMatchObject({
      type: 'user',
      scopes: created.scopes,
    });
  });

  it('makes a token of one organization', async () => {
    await makeOrganization(seller.userId);
    const organization_id = seller.organizationId;
    const { token, ...created } = await create({ organization_id });
    expect(token).toMatch(/^td_oat_[\w-]{43}$/);
    expect(created).toMatchObject({ kind: 'organization', user_id: null, organization_id });
    expect(await callApi(getMe, {}, { as: { token } })).toMatchObject({
      type: 'organization',
      user: null,
      scopes: ['products:read'],
      organizations: [{ id: organization_id, role: 'admin' }],
    });
  });

  it('keeps the secret nowhere in clear, also not for a retry', async () => {
    const send = () =>
      callApi(createToken, { body: wanted }, { as: seller, idempotencyKey: 'once' });
    const { id, token } = await send();
    expect(await send()).toMatchObject({ id, token });
    const row = await db(null).token.findUniqueOrThrow({ where: { id } });
    expect(row.digest).toBe(digest(token));
    const kept = JSON.stringify([row, await db(null).idempotencyEntry.findMany()]);
    expect(kept).not.toContain(token);
    expect(kept).toContain('enc:');
  });

  it('gives no scope that its maker has not', async () => {
    const some = {
      token: await makeToken(
        { userId: seller.userId },
        { scopes: ['admin', 'orders:read', 'products:write'] },
      ),
    };
    await create({ scopes: ['orders:read', 'products:read'] }, some);
    const failure = await refuse(
      { scopes: ['orders:read', 'customers:read', 'products:write', 'files:read'] },
      some,
    );
    expect(failure.status).toBe(422);
    expect(places(failure)).toEqual(['body.scopes.1', 'body.scopes.3']);
  });

  it('lists every problem at once', async () => {
    expect(places(await refuse({ name: ' ', scopes: [], expires_at: 'soon' }))).toEqual([
      'body.expires_at',
      'body.name',
      'body.scopes',
    ]);
    expect(places(await refuse({ expires_at: inHours(-1) }))).toEqual(['body.expires_at']);
    expect(places(await refuse({ scopes: ['everything'] }))).toEqual(['body.scopes.0']);
  });

  it('is for owners and admins where it is of an organization', async () => {
    const organization_id = seller.organizationId;
    await create({ organization_id }, await colleague(organization_id, 'admin'));
    const member = await colleague(organization_id, 'member');
    expect(await refuse({ organization_id }, member)).toMatchObject({
      status: 403,
      error: 'NotPermitted',
    });
    const foreign = await refuse({ organization_id }, await makeSeller());
    expect(foreign.status).toBe(422);
    expect(places(foreign)).toEqual(['body.organization_id']);
  });

  it('is for a mere member too where it is his own', async () => {
    const member = await makeSeller({ role: 'member' });
    const { id } = await create({}, member);
    expect((await list(member)).map((token) => token.id)).toContain(id);
    await remove(id, member);
  });

  it('by an organization token makes tokens of that organization only', async () => {
    const as = { token: await makeToken({ organizationId: seller.organizationId }) };
    expect(await create({}, as)).toMatchObject({
      kind: 'organization',
      organization_id: seller.organizationId,
    });
    const other = await makeOrganization(seller.userId);
    expect(places(await refuse({ organization_id: other.id }, as))).toEqual([
      'body.organization_id',
    ]);
  });

  it('needs the scope admin', async () => {
    const scopes = PERMISSIONS.filter((scope) => scope !== 'admin');
    const as = { token: await makeToken({ userId: seller.userId }, { scopes }) };
    const expected = { status: 403, error: 'insufficient_scope' };
    expect(await refuse({}, as)).toMatchObject(expected);
    expect(await refusal(listTokens, {}, { as })).toMatchObject(expected);
    expect(await refusal(deleteToken, { params: { id: newId() } }, { as })).toMatchObject(expected);
  });
});

describe('list', () => {
  it('has one’s own tokens and those of the organizations that one administers', async () => {
    const owner = await makeSeller();
    const { organizationId } = owner;
    const ofOrganization = await create(
      { organization_id: organizationId, name: 'Shared', scopes: ['admin'] },
      owner,
    );
    const admin = await colleague(organizationId, 'admin');
    const member = await colleague(organizationId, 'member');
    const names = async (as: Actor) => (await list(as)).map(({ name }) => name).sort();
    expect(await names(owner)).toEqual(['Shared', 'test']);
    expect(await names(admin)).toEqual(['Shared', 'test']);
    expect(await names(member)).toEqual(['test']);
    expect(await names({ token: ofOrganization.token })).toEqual(['Shared']);
  });

  it('has no token of anybody else, whatever is asked for', async () => {
    const { organizationId } = seller;
    const stranger = await makeSeller();
    expect(await list(stranger, { organization_id: [organizationId] })).toEqual([]);
    const own = (await list(stranger)).map(({ user_id }) => user_id);
    expect(own).toEqual([stranger.userId]);
  });

  it('is in order, with filters', async () => {
    const owner = await makeSeller();
    const { organizationId } = owner;
    const alpha = await create({ name: 'alpha', expires_at: inHours(2) }, owner);
    await create({ name: 'Beta', expires_at: inHours(1) }, owner);
    await create({ name: 'gamma', organization_id: organizationId }, owner);
    const names = async (query: ContractInput<typeof listTokens>['query'] = {}) =>
      (await list(owner, query)).map(({ name }) => name);
    expect(await names()).toEqual(['gamma', 'Beta', 'alpha', 'test']);
    expect(await names({ sorting: ['name'] })).toEqual(['alpha', 'Beta', 'gamma', 'test']);
    expect(await names({ sorting: ['expires_at', 'name'] })).toEqual([
      'Beta',
      'alpha',
      'gamma',
      'test',
    ]);
    expect(await names({ sorting: ['-last_used_at'], limit: 1 })).toEqual(['test']);
    expect(await names({ organization_id: [organizationId] })).toEqual(['gamma']);
    expect(await names({ kind: ['personal'], page: 2, limit: 1 })).toEqual(['alpha']);
    expect(await names({ query: 'ALPH' })).toEqual(['alpha']);
    expect(await names({ created_before: alpha.created_at })).toEqual(['test']);
  });
});

describe('use', () => {
  const invalid = { status: 401, error: 'invalid_token' };
  const use = (token: string) => callApi(getMe, {}, { as: { token } });
  const refuseUse = (token: string) => refusal(getMe, {}, { as: { token } });

  it('ends at once when the token is revoked', async () => {
    const { id, token } = await create({ scopes: ['admin'] });
    await use(token);
    await remove(id, { token });
    expect(await refuseUse(token)).toMatchObject(invalid);
    expect(await db(null).token.count({ where: { id } })).toBe(0);
    expect((await refusal(deleteToken, { params: { id } }, { as: seller })).status).toBe(404);
  });

  it('ends when the token expires', async () => {
    const { id, token } = await create({ expires_at: inHours(1) });
    await use(token);
    await db(null).token.update({ where: { id }, data: { expiresAt: new Date() } });
    expect(await refuseUse(token)).toMatchObject(invalid);
  });

  it('is refused for what is no token', async () => {
    for (const token of ['td_pat_', 'td_pat_unknown', 'td_oat_unknown', 'x', 'td_cst_x']) {
      expect(await refuseUse(token)).toMatchObject(invalid);
    }
    expect(await refusal(getMe)).toMatchObject({ status: 401, error: 'Unauthorized' });
  });

  it('is noted at most once a minute', async () => {
    const { id, token } = await create();
    const lastUsed = async () => {
      await notesWritten();
      const { lastUsedAt } = await db(null).token.findUniqueOrThrow({ where: { id } });
      return lastUsedAt?.getTime() ?? 0;
    };
    const setLastUsed = (secondsAgo: number) => {
      const lastUsedAt = new Date(Date.now() - secondsAgo * 1000);
      return db(null).token.update({ where: { id }, data: { lastUsedAt } });
    };
    await use(token);
    expect(Date.now() - (await lastUsed())).toBeLessThan(60_000);
    const recent = (await setLastUsed(30)).lastUsedAt?.getTime();
    await Promise.all([use(token), use(token)]);
    expect(await lastUsed()).toBe(recent);
    await setLastUsed(61);
    await use(token);
    expect(Date.now() - (await lastUsed())).toBeLessThan(60_000);
  });

  it('is scopes ∩ role, asked anew each time', async () => {
    const { organizationId } = seller;
    const admin = await colleague(organizationId, 'admin');
    const change = { params: { id: organizationId }, body: { bio: 'New' } };
    const asMember = (role: 'admin' | 'member') =>
      db(null).membership.update({
        where: { organizationId_userId: { organizationId, userId: admin.userId } },
        data: { role },
      });
    await callApi(updateOrganization, change, { as: admin });
    await asMember('member');
    expect(await refusal(updateOrganization, change, { as: admin })).toMatchObject({
      status: 403,
      error: 'NotPermitted',
    });
    await db(null).membership.deleteMany({ where: { organizationId, userId: admin.userId } });
    expect((await refusal(updateOrganization, change, { as: admin })).status).toBe(404);

    const reader = {
      token: await makeToken({ organizationId }, { scopes: ['custom_fields:write'] }),
    };
    await callApi(listCustomFields, {}, { as: reader });
    expect(await refusal(updateOrganization, change, { as: reader })).toMatchObject({
      status: 403,
      error: 'insufficient_scope',
    });
  });
});

describe('revoke', () => {
  it('is not for others', async () => {
    const { id } = await create();
    const ofOrganization = await create({ organization_id: seller.organizationId });
    const admin = await colleague(seller.organizationId, 'admin');
    const member = await colleague(seller.organizationId, 'member');
    const refused = async (tokenId: string, as: Actor) =>
      (await refusal(deleteToken, { params: { id: tokenId } }, { as })).status;
    expect(await refused(id, admin)).toBe(404);
    expect(await refused(id, { token: ofOrganization.token })).toBe(403);
    expect(await refused(ofOrganization.id, member)).toBe(404);
    expect(await refused(ofOrganization.id, await makeSeller())).toBe(404);
    expect(await refused(newId(), seller)).toBe(404);
    await remove(ofOrganization.id, admin);
    await remove(id);
  });
});
