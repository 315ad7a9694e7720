import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import { handleAccounts } from '@/lib/resources/account-handler';
import { resendMail } from '@/lib/resources/mails/contract';
import {
  acceptInvitation,
  createInvitation,
  createMember,
  deleteInvitation,
  listInvitations,
  listMembers,
  removeMember,
  updateMember,
} from '@/lib/resources/members/contract';
import { openInvitation } from '@/lib/resources/members/service';
import { getOrganization } from '@/lib/resources/organizations/contract';
import { createToken, deleteToken } from '@/lib/resources/tokens/contract';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { type Actor, callApi, places, refusal, sendRaw } from '@/testing/call-api';
import { makeSeller, makeToken, makeUser, type Seller } from '@/testing/factories';
import { findMails } from '@/testing/mails';

// docs/contract/callers.md#members, docs/contract/callers.md#invitations

const newEmail = () => `person-${newId()}@example.com`;
const tokenOf = (url: string) => url.split('/').at(-1) ?? '';

/** A seller's organization and someone with a role in it. */
async function withMember(role: Role) {
  const owner = await makeSeller();
  return { owner, member: await join(owner, role) };
}

async function join({ organizationId }: Seller, role: Role) {
  const email = newEmail();
  const { id: userId } = await makeUser({ email });
  await db(null).membership.create({ data: { organizationId, userId, role } });
  return { userId, email, token: await makeToken({ userId }) };
}

const at = ({ organizationId: id }: Seller, user_id: string) => ({ params: { id, user_id } });
const setRole = (owner: Seller, user_id: string, role: Role, as: Actor = owner) =>
  callApi(updateMember, { ...at(owner, user_id), body: { role } }, { as });
const refuseRole = (owner: Seller, user_id: string, role: Role, as: Actor = owner) =>
  refusal(updateMember, { ...at(owner, user_id), body: { role } }, { as });
const rolesOf = async (owner: Seller) => {
  const { items } = await callApi(
    listMembers,
    { params: { id: owner.organizationId } },
    { as: owner },
  );
  return Object.fromEntries(items.map(({ user_id, role }) => [user_id, role]));
};

const invite = (owner: Seller, body: { email: string; role: Role }, as: Actor = owner) =>
  callApi(createInvitation, { params: { id: owner.organizationId }, body }, { as });
/** The link in the last invitation that an address was mailed. */
const mailedLink = async (recipient: string) => {
  const mail = (await findMails({ recipient, kind: 'invitation' })).at(-1);
  return (mail?.secrets as { url?: string } | undefined)?.url ?? '';
};
const invitationsOf = async (owner: Seller) => {
  const input = { params: { id: owner.organizationId } };
  return (await callApi(listInvitations, input, { as: owner })).items;
};

describe('members', () => {
  it('get another role from owners and admins', async () => {
    const { owner, member } = await withMember('member');
    const admin = await join(owner, 'admin');
    expect(await setRole(owner, member.userId, 'admin')).toMatchObject({
      user_id: member.userId,
      email: member.email,
      role: 'admin',
    });
    await setRole(owner, member.userId, 'member', admin);
    expect(await rolesOf(owner)).toEqual({
      [owner.userId]: 'owner',
      [admin.userId]: 'admin',
      [member.userId]: 'member',
    });
    for (const [id, role] of [
      [member.userId, 'owner'],
      [owner.userId, 'admin'],
    ] as const) {
      expect(await refuseRole(owner, id, role, admin)).toMatchObject({
        status: 403,
        error: 'NotPermitted',
      });
    }
    expect(await refuseRole(owner, admin.userId, 'member', member)).toMatchObject({ status: 403 });
    expect(await refuseRole(owner, newId(), 'admin')).toMatchObject({ status: 404 });
  });

  it('lose access at once when they are removed, personal tokens too; tokens of the organization stay', async () => {
    const { owner, member } = await withMember('admin');
    const params = { id: owner.organizationId };
    const made = await callApi(
      createToken,
      {
        body: {
          name: 'CI',
          scopes: ['organizations:read'],
          organization_id: owner.organizationId,
        },
      },
      { as: member },
    );
    expect((await callApi(getOrganization, { params }, { as: member })).id).toBe(params.id);
    await callApi(removeMember, at(owner, member.userId), { as: owner });
    const gone = await refusal(getOrganization, { params }, { as: member });
    expect(gone.status).toBe(404);
    expect((await callApi(getOrganization, { params }, { as: made })).id).toBe(params.id);
    expect((await refusal(removeMember, at(owner, member.userId), { as: owner })).status).toBe(404);
  });

  it('leave by themselves, whatever their role', async () => {
    for (const role of ['member', 'admin', 'owner'] as const) {
      const { owner, member } = await withMember(role);
      await callApi(removeMember, at(owner, member.userId), { as: member });
      expect(await rolesOf(owner)).toEqual({ [owner.userId]: 'owner' });
    }
  });

  it('do not remove others', async () => {
    const { owner, member } = await withMember('member');
    const other = await join(owner, 'member');
    const failure = await refusal(removeMember, at(owner, other.userId), { as: member });
    expect(failure).toMatchObject({ status: 403, error: 'NotPermitted' });
    const stranger = await makeSeller();
    const unknown = await refusal(removeMember, at(owner, other.userId), { as: stranger });
    expect(unknown.status).toBe(404);
    const own = await refusal(removeMember, at(owner, stranger.userId), { as: stranger });
    expect(own.status).toBe(404);
  });

  it('are managed with the scope admin alone', async () => {
    const { owner, member } = await withMember('member');
    const token = await makeToken(
      { userId: owner.userId },
      { scopes: ['organizations:read', 'organizations:write'] },
    );
    const failure = await refuseRole(owner, member.userId, 'admin', { token });
    expect(failure.error).toBe('insufficient_scope');
    const organization = {
      token: await makeToken({ organizationId: owner.organizationId }, { scopes: ['admin'] }),
    };
    expect((await setRole(owner, member.userId, 'admin', organization)).role).toBe('admin');
    expect(await refuseRole(owner, member.userId, 'owner', organization)).toMatchObject({
      status: 403,
    });
  });

  it('keep one owner', async () => {
    const { owner } = await withMember('admin');
    const { userId } = owner;
    expect((await refuseRole(owner, userId, 'admin')).status).toBe(403);
    expect((await refusal(removeMember, at(owner, userId), { as: owner })).status).toBe(403);
    expect((await setRole(owner, userId, 'owner')).role).toBe('owner');
  });

  it('keep one owner when all owners leave at once', async () => {
    const owner = await makeSeller();
    const owners = [owner, ...(await Promise.all([1, 2, 3, 4].map(() => join(owner, 'owner'))))];
    const left = await Promise.allSettled(
      owners.map((one) => callApi(removeMember, at(owner, one.userId), { as: one })),
    );
    expect(left.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    const stayed = await db(null).membership.findMany({
      where: { organizationId: owner.organizationId },
    });
    expect(stayed.map(({ role }) => role)).toEqual(['owner']);
  });
});

describe('an invitation', () => {
  it('makes the account with its address a member, once', async () => {
    const owner = await makeSeller();
    const email = newEmail();
    const made = await invite(owner, { email: email.toUpperCase(), role: 'admin' });
    expect(made).toMatchObject({ email, role: 'admin', organization_id: owner.organizationId });
    const { url, ...listed } = made;
    expect(url).toMatch(/^http:\/\/localhost:3000\/invitations\/td_inv_[\w-]{43}$/);
    expect(await invitationsOf(owner)).toEqual([listed]);
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(7 * 86_400_000);

    const { id: userId } = await makeUser({ email });
    const as = { as: { token: await makeToken({ userId }) } };
    const body = { token: tokenOf(url) };
    const accepted = await callApi(acceptInvitation, { body }, as);
    expect(accepted.id).toBe(owner.organizationId);
    expect(await rolesOf(owner)).toEqual({ [owner.userId]: 'owner', [userId]: 'admin' });
    expect(await invitationsOf(owner)).toEqual([]);
    await callApi(removeMember, at(owner, userId), { as: owner });
    expect((await refusal(acceptInvitation, { body }, as)).status).toBe(404);
  });

  it('is accepted once by requests at the same time', async () => {
    const owner = await makeSeller();
    const email = newEmail();
    const { url } = await invite(owner, { email, role: 'member' });
    const { id: userId } = await makeUser({ email });
    const as = { as: { token: await makeToken({ userId }) } };
    const body = { token: tokenOf(url) };
    const answers = await Promise.allSettled(
      [1, 2, 3, 4].map(() => callApi(acceptInvitation, { body }, as)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await rolesOf(owner))[userId]).toBe('member');
  });

  it('is bound to its address', async () => {
    const owner = await makeSeller();
    const { url } = await invite(owner, { email: newEmail(), role: 'member' });
    const body = { token: tokenOf(url) };
    const stranger = await makeSeller();
    const failure = await refusal(acceptInvitation, { body }, { as: stranger });
    expect(failure).toMatchObject({ status: 403, error: 'NotPermitted' });
    const { organizationId } = stranger;
    const token = await makeToken({ organizationId }, { scopes: ['admin'] });
    expect((await refusal(acceptInvitation, { body }, { as: { token } })).status).toBe(403);
    expect(await invitationsOf(owner)).toHaveLength(1);
  });

  it('is over after 7 days, when it is withdrawn, and when the address is invited again', async () => {
    const owner = await makeSeller();
    const email = newEmail();
    const { id: userId } = await makeUser({ email });
    const as = { as: { token: await makeToken({ userId }) } };
    const first = await invite(owner, { email, role: 'member' });
    const second = await invite(owner, { email, role: 'admin' });
    expect(await invitationsOf(owner)).toMatchObject([{ id: second.id, role: 'admin' }]);
    const accept = (url: string) =>
      refusal(acceptInvitation, { body: { token: tokenOf(url) } }, as);
    expect((await accept(first.url)).status).toBe(404);
    const last = Date.parse(second.expires_at);
    await openInvitation(tokenOf(second.url), new Date(last - 1));
    await expect(openInvitation(tokenOf(second.url), new Date(last))).rejects.toMatchObject({
      status: 410,
    });
    await callApi(
      deleteInvitation,
      { params: { id: owner.organizationId, invitation_id: second.id } },
      { as: owner },
    );
    expect((await accept(second.url)).status).toBe(404);
    expect((await accept('td_inv_unknown')).status).toBe(404);
  });

  it('is mailed to its address, with a link that its maker is not shown', async () => {
    const owner = await makeSeller();
    const email = newEmail();
    const { url, expires_at } = await invite(owner, { email, role: 'admin' });
    expect(await findMails({ organizationId: owner.organizationId })).toMatchObject([
      {
        kind: 'invitation',
        recipient: email,
        data: { role: 'admin', inviter: expect.any(String), expires_at },
        secrets: { url: expect.stringMatching(/\/invitations\/td_inv_[\w-]{43}$/) },
      },
    ]);
    expect(await mailedLink(email)).not.toBe(url);
    const member = { email: newEmail(), role: 'owner' } as const;
    const admin = await join(owner, 'admin');
    await refusal(
      createInvitation,
      { params: { id: owner.organizationId }, body: member },
      { as: admin },
    );
    expect(await findMails({ recipient: member.email })).toEqual([]);
  });

  it('confirms the address of who accepts by the mailed link, and by that alone', async () => {
    const [owner, other] = [await makeSeller(), await makeSeller()];
    const { id, email } = await makeUser({ email: newEmail() });
    const as = { token: await makeToken({ userId: id }) };
    const isConfirmed = async () =>
      (await db(null).user.findUniqueOrThrow({ where: { id } })).emailVerified;
    const accept = (link: string) =>
      callApi(acceptInvitation, { body: { token: tokenOf(link) } }, { as });
    const { url } = await invite(owner, { email, role: 'member' });
    await accept(url);
    expect(await isConfirmed()).toBe(false);
    const mailed = await mailedLink(email);
    const used = { body: { token: tokenOf(mailed) } };
    expect((await refusal(acceptInvitation, used, { as })).status).toBe(404);
    await invite(other, { email, role: 'member' });
    await accept(await mailedLink(email));
    expect(await isConfirmed()).toBe(true);
  });

  /** How many invitations are made of those sent at once; every other one is 429 with `Retry-After`. */
  async function countMade(sent: Promise<unknown>[]): Promise<number> {
    const answers = await Promise.allSettled(sent);
    for (const answer of answers) {
      if (answer.status === 'fulfilled') continue;
      expect(answer.reason).toMatchObject({ status: 429, error: 'TooManyRequests' });
      expect(answer.reason.retryAfter).toBeGreaterThan(0);
    }
    return answers.filter(({ status }) => status === 'fulfilled').length;
  }

  it('is one of 20 an hour from a seller, over all organizations and their tokens', async () => {
    const owner = await makeSeller();
    const other = await makeSeller();
    await db(null).membership.create({
      data: { organizationId: other.organizationId, userId: owner.userId, role: 'owner' },
    });
    const { organizationId } = owner;
    const token = {
      token: await makeToken({ organizationId }, { scopes: ['admin'] }),
    };
    let made = 0;
    for (let round = 0; round < 3; round += 1) {
      const sent = Array.from({ length: 8 }, (_, index) => {
        const body = { email: newEmail(), role: 'member' } as const;
        if (index % 3 === 0) return invite(owner, body, token);
        return invite(index % 3 === 1 ? owner : other, body, { token: owner.token });
      });
      made += await countMade(sent);
    }
    expect(made).toBe(20);
    await db(null).rateLimit.deleteMany({ where: { key: { startsWith: 'invitation_seller:' } } });
    await invite(owner, { email: newEmail(), role: 'member' });
  });

  it('is one of 5 a day to an address, from the whole installation', async () => {
    const email = newEmail();
    const owners = await Promise.all(Array.from({ length: 8 }, () => makeSeller()));
    const sent = owners.map((owner, index) =>
      invite(owner, { email: index % 2 ? email : email.toUpperCase(), role: 'member' }),
    );
    expect(await countMade(sent)).toBe(5);
    expect(await findMails({ recipient: email })).toHaveLength(5);
    await invite(owners[0] ?? (await makeSeller()), { email: newEmail(), role: 'member' });
  });

  it('stores no token', async () => {
    const owner = await makeSeller();
    const { id, url } = await invite(owner, { email: newEmail(), role: 'member' });
    const [row] = await db(null).$queryRaw<{ text: string }[]>`
      SELECT to_jsonb(i)::text AS text FROM invitations i WHERE id = ${id}::uuid`;
    expect(row?.text).toContain(id);
    expect(row?.text).not.toContain(tokenOf(url));
  });

  it('is refused for a member, and to admins for the role owner', async () => {
    const { owner, member } = await withMember('admin');
    const { organizationId: id } = owner;
    const again = { params: { id }, body: { email: member.email, role: 'member' as const } };
    const failure = await refusal(createInvitation, again, { as: owner });
    expect(failure.status).toBe(422);
    expect(places(failure)).toEqual(['body.email']);
    const body = { email: newEmail(), role: 'owner' as const };
    const refused = await refusal(createInvitation, { params: { id }, body }, { as: member });
    expect(refused).toMatchObject({ status: 403, error: 'NotPermitted' });
    expect((await invite(owner, body)).role).toBe('owner');
  });

  it('is also made where members are', async () => {
    const owner = await makeSeller();
    const body = { email: newEmail(), role: 'member' as const };
    const input = { params: { id: owner.organizationId }, body };
    const made = await callApi(createMember, input, { as: owner });
    expect(await invitationsOf(owner)).toMatchObject([{ id: made.id }]);
  });

  it('keeps the role of who is a member meanwhile', async () => {
    const owner = await makeSeller();
    const email = newEmail();
    const { url } = await invite(owner, { email, role: 'member' });
    const { id: userId } = await makeUser({ email });
    const { organizationId } = owner;
    await db(null).membership.create({ data: { organizationId, userId, role: 'admin' } });
    const as = { as: { token: await makeToken({ userId }) } };
    await callApi(acceptInvitation, { body: { token: tokenOf(url) } }, as);
    expect((await rolesOf(owner))[userId]).toBe('admin');
  });
});

/** An account with a new address, invited as somebody. */
async function invited(owner: Seller, role: Role, by: Actor) {
  const email = newEmail();
  const { url } = await invite(owner, { email, role }, by);
  const { id: userId } = await makeUser({ email });
  const token = await makeToken({ userId });
  const accept = () =>
    sendRaw(acceptInvitation, { body: JSON.stringify({ token: tokenOf(url) }) }, { as: { token } });
  return { userId, email, url, accept };
}

describe("an invitation ends with its maker's right to invite", () => {
  it('when he is removed or leaves: he does not return by one he made before', async () => {
    const { owner, member: admin } = await withMember('admin');
    const guest = await invited(owner, 'admin', admin);
    const kept = await invited(owner, 'admin', owner);
    await callApi(removeMember, at(owner, admin.userId), { as: owner });
    expect(await invitationsOf(owner)).toMatchObject([{ email: kept.email }]);
    expect((await guest.accept()).status).toBe(404);
    expect((await kept.accept()).status).toBe(200);
    expect(await rolesOf(owner)).toEqual({ [owner.userId]: 'owner', [kept.userId]: 'admin' });

    const leaver = await join(owner, 'admin');
    const other = await invited(owner, 'member', leaver);
    await callApi(removeMember, at(owner, leaver.userId), { as: leaver });
    expect((await other.accept()).status).toBe(404);
  });

  it('when his role no longer gives the one of the invitation', async () => {
    const owner = await makeSeller();
    const second = await join(owner, 'owner');
    const guests = [
      await invited(owner, 'owner', second),
      await invited(owner, 'admin', second),
      await invited(owner, 'member', second),
    ] as const;
    await setRole(owner, second.userId, 'admin');
    expect((await invitationsOf(owner)).map(({ role }) => role).sort()).toEqual([
      'admin',
      'member',
    ]);
    expect((await guests[0].accept()).status).toBe(404);
    expect((await guests[1].accept()).status).toBe(200);
    await setRole(owner, second.userId, 'member');
    expect(await invitationsOf(owner)).toEqual([]);
    await setRole(owner, second.userId, 'owner');
    expect((await guests[2].accept()).status).toBe(404);
  });

  it('when the token that made it is revoked or over', async () => {
    const owner = await makeSeller();
    const { organizationId } = owner;
    const body = { name: 'Inviter', scopes: ['admin' as const], organization_id: organizationId };
    const revoked = await callApi(createToken, { body }, { as: owner });
    const expiring = await callApi(createToken, { body }, { as: owner });
    const kept = await callApi(createToken, { body }, { as: owner });
    const makers = [revoked, expiring, kept];
    const guests = await Promise.all(makers.map((maker) => invited(owner, 'admin', maker)));
    expect(await invitationsOf(owner)).toHaveLength(3);
    await callApi(deleteToken, { params: { id: revoked.id } }, { as: owner });
    const expiresAt = new Date(0);
    await db(null).token.update({ where: { id: expiring.id }, data: { expiresAt } });
    expect(await invitationsOf(owner)).toMatchObject([{ email: guests[2]?.email }]);
    const answers = await Promise.all(guests.map(({ accept }) => accept()));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 200]);
  });

  it('decided when it is accepted, whatever made him lose it', async () => {
    const { owner, member: admin } = await withMember('admin');
    const guest = await invited(owner, 'member', admin);
    await db(null).membership.updateMany({
      where: { userId: admin.userId },
      data: { role: 'member' },
    });
    expect((await guest.accept()).status).toBe(404);
    await expect(openInvitation(tokenOf(guest.url), new Date())).rejects.toMatchObject({
      status: 404,
    });
  });

  it('not with its link: another mail of it changes nothing', async () => {
    const { owner, member: admin } = await withMember('admin');
    const guest = await invited(owner, 'admin', admin);
    const [mail] = await findMails({ recipient: guest.email });
    await callApi(removeMember, at(owner, admin.userId), { as: owner });
    const params = { id: mail?.id ?? '' };
    expect(await refusal(resendMail, { params }, { as: owner })).toMatchObject({
      status: 403,
      error: 'NotPermitted',
    });
  });

  it('at one moment: of a removal and an acceptance at once, whoever is second loses', async () => {
    const owner = await makeSeller();
    const rounds = Array.from({ length: 6 }, async () => {
      const admin = await join(owner, 'admin');
      const guest = await invited(owner, 'admin', admin);
      const [accepted, , late] = await Promise.all([
        guest.accept(),
        callApi(removeMember, at(owner, admin.userId), { as: owner }),
        sendInvitation(owner, admin),
      ]);
      expect([200, 404]).toContain(accepted.status);
      expect([201, 401, 403, 404]).toContain(late.status);
      const isMember = (await rolesOf(owner))[guest.userId] !== undefined;
      expect(isMember).toBe(accepted.status === 200);
    });
    await Promise.all(rounds);
    expect(await invitationsOf(owner)).toEqual([]);
  });

  it('at one moment: no invitation is left of who is demoted while he invites', async () => {
    const owner = await makeSeller();
    const rounds = Array.from({ length: 6 }, async () => {
      const admin = await join(owner, 'admin');
      const [, made] = await Promise.all([
        setRole(owner, admin.userId, 'member'),
        sendInvitation(owner, admin),
      ]);
      expect([201, 403]).toContain(made.status);
    });
    await Promise.all(rounds);
    expect(await invitationsOf(owner)).toEqual([]);
  });
});

function sendInvitation({ organizationId: id }: Seller, as: Actor) {
  const body = JSON.stringify({ email: newEmail(), role: 'member' });
  return sendRaw(createInvitation, { params: { id }, body }, { as });
}

describe('an account by invitation', () => {
  afterEach(() => provideSettings({ SIGN_UP: '' }));

  async function signUp(email: string, invitation: string) {
    const request = new Request('http://localhost:3000/api/auth/sign-up/email', {
      method: 'POST',
      headers: { Origin: 'http://localhost:3000', 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Ann', email, password: 'correct horse battery', invitation }),
    });
    return (await handleAccounts(request)).status;
  }

  it('is made for its address alone, and while it holds', async () => {
    const owner = await makeSeller();
    const email = newEmail();
    const { url } = await invite(owner, { email, role: 'member' });
    provideSettings({ SIGN_UP: 'invite' });
    expect(await signUp(newEmail(), tokenOf(url))).toBe(403);
    const removed = await join(owner, 'admin');
    const ended = await invite(owner, { email: newEmail(), role: 'member' }, removed);
    await callApi(removeMember, at(owner, removed.userId), { as: owner });
    expect(await signUp(ended.email, tokenOf(ended.url))).toBe(403);
    expect(await signUp(email, 'td_inv_unknown')).toBe(403);
    expect(await signUp(email.toUpperCase(), tokenOf(url))).toBe(201);
    const user = await db(null).user.findUniqueOrThrow({ where: { email } });
    const as = { as: { token: await makeToken({ userId: user.id }) } };
    await callApi(acceptInvitation, { body: { token: tokenOf(url) } }, as);
    expect((await rolesOf(owner))[user.id]).toBe('member');
  });

  it('is not made where accounts are closed', async () => {
    const owner = await makeSeller();
    const email = newEmail();
    const { url } = await invite(owner, { email, role: 'member' });
    provideSettings({ SIGN_UP: 'closed' });
    expect(await signUp(email, tokenOf(url))).toBe(403);
  });
});
