import { afterEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { listAuditLog } from '@/lib/resources/audit-log/contract';
import { listCustomers } from '@/lib/resources/customers/contract';
import { streamEvents } from '@/lib/resources/events/contract';
import { getMe } from '@/lib/resources/me/contract';
import { listMembers, removeMember } from '@/lib/resources/members/contract';
import {
  getOrganization,
  listOrganizations,
  updateOrganization,
} from '@/lib/resources/organizations/contract';
import { createProduct, getProduct, listProducts } from '@/lib/resources/products/contract';
import { createToken, listTokens } from '@/lib/resources/tokens/contract';
import { newId } from '@/lib/runtime/ids';
import { newSeller, ORIGIN } from '@/testing/accounts';
import { callApi, dispatch, refusal, type TestCallOptions } from '@/testing/call-api';
import {
  makeOrganization,
  makeProduct,
  makeSeller,
  makeToken,
  type Seller,
} from '@/testing/factories';
import { StreamReader } from '@/testing/streams';

const readers: StreamReader[] = [];
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.close().catch(() => {})));
});

const giveApp = (userId: string, confirmedAt: Date | null = new Date()) =>
  db(null).totpFactor.create({ data: { userId, sealedSecret: 'sealed', confirmedAt } });
const givePasskey = (userId: string) =>
  db(null).passkey.create({
    data: {
      id: newId(),
      userId,
      credentialId: newId(),
      publicKey: new Uint8Array(),
      counter: 0,
      transports: [],
      name: 'Laptop',
      createdAt: new Date(),
    },
  });
const requireIn = ({ organizationId: id }: Seller, as: TestCallOptions['as'], requires = true) =>
  callApi(updateOrganization, { params: { id }, body: { require_two_factor: requires } }, { as });
const join = (userId: string, organizationId: string, role: 'admin' | 'member' | 'owner') =>
  db(null).membership.create({ data: { userId, organizationId, role } });
const REQUIRED = { status: 403, error: 'NotPermitted', body: { code: 'two_factor_required' } };

/** An organization that requires a second factor, of an owner who has one. */
async function strictShop() {
  const owner = await makeSeller();
  await giveApp(owner.userId);
  expect(await requireIn(owner, owner)).toMatchObject({ require_two_factor: true });
  return owner;
}

/** A member of the organization with another one of his own. */
async function memberOf({ organizationId }: Seller, role: 'admin' | 'member' | 'owner' = 'admin') {
  const member = await makeSeller();
  await join(member.userId, organizationId, role);
  return member;
}

describe('a second factor is required', () => {
  it('by an owner who has one, alone', async () => {
    const owner = await makeSeller();
    const admin = await memberOf(owner);
    const params = { id: owner.organizationId };
    const body = { require_two_factor: true };
    const places = (await refusal(updateOrganization, { params, body }, { as: owner })).problems;
    expect(places).toMatchObject([{ loc: ['body', 'require_two_factor'] }]);
    await giveApp(owner.userId, null);
    expect((await refusal(updateOrganization, { params, body }, { as: owner })).status).toBe(422);
    await givePasskey(owner.userId);
    await giveApp(admin.userId);
    const token = await makeToken({ organizationId: owner.organizationId });
    for (const as of [admin, { token }]) {
      const refused = await refusal(updateOrganization, { params, body }, { as });
      expect(refused).toMatchObject({ status: 403, error: 'NotPermitted' });
      expect(refused.body.code).toBeUndefined();
      // What stays as it is may be sent along.
      const same = { require_two_factor: false, bio: 'Pens' };
      await callApi(updateOrganization, { params, body: same }, { as });
    }
    await callApi(
      updateOrganization,
      { params, body: { require_two_factor: null } },
      { as: admin },
    );
    expect(await requireIn(owner, owner)).toMatchObject({ require_two_factor: true });
    expect(
      (
        await refusal(
          updateOrganization,
          { params, body: { require_two_factor: false } },
          { as: admin },
        )
      ).status,
    ).toBe(403);
    const log = {
      query: { organization_id: [owner.organizationId], action: ['organization.updated'] },
    };
    const [latest] = (await callApi(listAuditLog, log, { as: owner })).items;
    expect(latest?.changes).toContainEqual({
      field: 'require_two_factor',
      before: false,
      after: true,
    });
    expect(await requireIn(owner, owner, false)).toMatchObject({ require_two_factor: false });
  });

  it('keeps a member without one from all of the organization, and from no other', async () => {
    const owner = await strictShop();
    const member = await memberOf(owner);
    const organization_id = [owner.organizationId];
    const params = { id: owner.organizationId };
    const product = await makeProduct(owner.organizationId);
    const own = await makeProduct(member.organizationId);
    const as = member;

    expect(await refusal(getOrganization, { params }, { as })).toMatchObject(REQUIRED);
    expect(await refusal(listMembers, { params }, { as })).toMatchObject(REQUIRED);
    const query = { organization_id };
    expect(await refusal(listProducts, { query }, { as })).toMatchObject(REQUIRED);
    expect(await refusal(listTokens, { query }, { as })).toMatchObject(REQUIRED);
    expect(await refusal(getProduct, { params: { id: product.id } }, { as })).toMatchObject(
      REQUIRED,
    );
    const body = { name: 'Pen', prices: [], organization_id: owner.organizationId };
    const price = { type: 'one_time', amount_type: 'fixed', price_amount: 500 } as const;
    const made = { body: { ...body, prices: [price] } };
    expect(await refusal(createProduct, made, { as })).toMatchObject(REQUIRED);
    const token = {
      name: 'x',
      scopes: ['products:read' as const],
      organization_id: owner.organizationId,
    };
    expect(await refusal(createToken, { body: token }, { as })).toMatchObject(REQUIRED);
    const leave = { id: owner.organizationId, user_id: member.userId };
    expect(await refusal(removeMember, { params: leave }, { as })).toMatchObject(REQUIRED);

    const { items } = await callApi(listProducts, {}, { as });
    expect(items.map(({ id }) => id)).toEqual([own.id]);
    await callApi(listCustomers, { query: { organization_id: [member.organizationId] } }, { as });
    await callApi(listTokens, {}, { as });
  });

  it('leaves who is calling, and the list of organizations', async () => {
    const owner = await strictShop();
    const member = await memberOf(owner);
    const required = async (as: Seller) => {
      const { organizations } = await callApi(getMe, {}, { as });
      return organizations.filter((own) => own.two_factor_required).map(({ id }) => id);
    };
    expect(await required(member)).toEqual([owner.organizationId]);
    expect(await required(owner)).toEqual([]);
    const { items } = await callApi(listOrganizations, {}, { as: member });
    expect(items.map(({ id }) => id).sort()).toEqual(
      [owner.organizationId, member.organizationId].sort(),
    );
    // One who is in no other organization.
    const alone = await makeSeller();
    await giveApp(alone.userId);
    await requireIn(alone, alone);
    await db(null).totpFactor.delete({ where: { userId: alone.userId } });
    expect(await required(alone)).toEqual([alone.organizationId]);
    expect(await refusal(listProducts, {}, { as: alone })).toMatchObject(REQUIRED);
    await callApi(listTokens, {}, { as: alone });
  });

  it('holds for sessions as for tokens, until the factor is set up', async () => {
    const owner = await strictShop();
    const { email, cookie } = await newSeller();
    const { id: userId } = await db(null).user.findUniqueOrThrow({ where: { email } });
    await join(userId, owner.organizationId, 'member');
    const token = await makeToken({ userId });
    const ways: TestCallOptions[] = [{ headers: { cookie, Origin: ORIGIN } }, { as: { token } }];
    const input = { params: { id: owner.organizationId } };
    const refusals = () => Promise.all(ways.map((way) => refusal(getOrganization, input, way)));
    const answers = () => Promise.all(ways.map((way) => callApi(getOrganization, input, way)));
    for (const refused of await refusals()) expect(refused).toMatchObject(REQUIRED);
    await giveApp(userId, null);
    for (const refused of await refusals()) expect(refused).toMatchObject(REQUIRED);
    const confirmedAt = new Date();
    await db(null).totpFactor.update({ where: { userId }, data: { confirmedAt } });
    expect(await answers()).toHaveLength(2);
    await db(null).totpFactor.delete({ where: { userId } });
    await refusals();
    await givePasskey(userId);
    expect(await answers()).toHaveLength(2);
    await db(null).passkey.deleteMany({ where: { userId } });
    await refusals();
    await requireIn(owner, owner, false);
    expect(await answers()).toHaveLength(2);
  });

  it('does not concern tokens of the organization', async () => {
    const owner = await strictShop();
    const token = await makeToken({ organizationId: owner.organizationId });
    await db(null).totpFactor.delete({ where: { userId: owner.userId } });
    const params = { id: owner.organizationId };
    await callApi(getOrganization, { params }, { as: { token } });
    expect(await refusal(getOrganization, { params }, { as: owner })).toMatchObject(REQUIRED);
  });

  it('is no word of a role that forbids it, and the other way round', async () => {
    const owner = await strictShop();
    const member = await makeSeller({ role: 'member' });
    await join(member.userId, owner.organizationId, 'owner');
    const create = (organizationId: string) => {
      const price = { type: 'one_time', amount_type: 'fixed', price_amount: 500 } as const;
      const body = { name: 'Pen', prices: [price], organization_id: organizationId };
      return refusal(createProduct, { body }, { as: member });
    };
    // Who may do it nowhere learns so first, whatever the body says.
    expect((await create(member.organizationId)).status).toBe(403);
    const params = { id: member.organizationId };
    const body = { name: 'Other' };
    const role = await refusal(updateOrganization, { params, body }, { as: member });
    expect(role.status).toBe(403);
    expect(role.body.code).toBeUndefined();
    const named = { params: { id: owner.organizationId.toUpperCase() }, body };
    expect(await refusal(updateOrganization, named, { as: member })).toMatchObject(REQUIRED);
    const product = await makeProduct(member.organizationId);
    await callApi(getProduct, { params: { id: product.id } }, { as: member });
  });

  it('ends the streams of members without one at once', async () => {
    const owner = await makeSeller();
    await giveApp(owner.userId);
    const [member, other] = [await memberOf(owner), await memberOf(owner)];
    await givePasskey(other.userId);
    const open = async ({ token }: Seller) => {
      const url = `${ORIGIN}${streamEvents.path}?organization_id=${owner.organizationId}`;
      const headers = { Authorization: `Bearer ${token}` };
      const response = await dispatch(streamEvents, new Request(url, { headers }));
      expect(response.status).toBe(200);
      const reader = new StreamReader(response);
      readers.push(reader);
      return reader;
    };
    const [lost, kept] = [await open(member), await open(other)];
    await requireIn(owner, owner);
    await lost.rest();
    await db(null).passkey.deleteMany({ where: { userId: other.userId } });
    await kept.rest();
    await expect(open(member)).rejects.toThrow();
  });
});

it('a member who joins is asked for it', async () => {
  const owner = await strictShop();
  const newcomer = await newSeller();
  const { id: userId } = await db(null).user.findUniqueOrThrow({
    where: { email: newcomer.email },
  });
  await makeOrganization(userId);
  await join(userId, owner.organizationId, 'member');
  const headers = { cookie: newcomer.cookie };
  const params = { id: owner.organizationId };
  expect(await refusal(getOrganization, { params }, { headers })).toMatchObject(REQUIRED);
});
