import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import { createBenefit, deleteBenefit } from '@/lib/resources/benefits/contract';
import {
  createDiscordConnection,
  deleteDiscordConnection,
  getDiscordConnection,
  listDiscordConnections,
  updateDiscordConnection,
} from '@/lib/resources/discord-connections/contract';
import {
  completeLinkedAccount,
  createLinkedAccount,
} from '@/lib/resources/linked-accounts/contract';
import { callApi, places, refusal } from '@/testing/call-api';
import {
  applyEffects,
  connectDiscord,
  makeGiving,
  roleBenefit,
  sellTo,
  startDiscord,
} from '@/testing/connections';
import type { DiscordDouble } from '@/testing/discord/server';
import { makeSeller, type Seller } from '@/testing/factories';

// @module-tag soak

// docs/contract/connections.md#discord

let discord: DiscordDouble;
let as: Seller;
beforeEach(async () => {
  discord = await startDiscord();
  as = await makeSeller();
});

const ofSeller = () => ({ where: { organizationId: as.organizationId } });

describe('a connection', () => {
  it('shows the server and its roles', async () => {
    const { connection, guild, role } = await connectDiscord(as, discord);
    expect(connection).toMatchObject({
      guild_id: guild.id,
      guild_name: 'North Light',
      guild_token: `td_guild_${guild.id}`,
      status: 'connected',
      problem: null,
    });
    expect(connection.roles).toEqual([
      { id: expect.any(String), name: 'Tilldesk', refusal: 'managed' },
      { id: role.id, name: 'Supporter', refusal: null },
    ]);
    const params = { id: connection.id };
    expect(await callApi(getDiscordConnection, { params }, { as })).toEqual(connection);
    expect((await callApi(listDiscordConnections, {}, { as })).items).toEqual([connection]);
    expect(discord.violations).toEqual([]);
  });

  it('keeps no credentials that Discord does not take', async () => {
    const application = discord.addApplication();
    const guild = discord.addGuild('North Light', application);
    const other = discord.addApplication();
    const attempt = async (change: object) => {
      const body = {
        bot_token: application.botToken,
        guild_id: guild.id,
        client_id: application.id,
        client_secret: application.secret,
        ...change,
      };
      const failure = await refusal(createDiscordConnection, { body }, { as });
      return [failure.status, places(failure)];
    };
    expect(await attempt({ bot_token: 'wrong' })).toEqual([422, ['body.bot_token']]);
    expect(await attempt({ guild_id: other.id })).toEqual([422, ['body.guild_id']]);
    expect(await attempt({ client_id: other.id })).toEqual([422, ['body.client_id']]);
    expect(await attempt({ client_secret: 'wrong' })).toEqual([422, ['body.client_secret']]);
    for (const role of guild.roles) role.permissions = '0';
    expect(await attempt({})).toEqual([422, ['body.bot_token']]);
  });

  it('is broken once reading it again is refused, and not by new credentials that are', async () => {
    const { application, connection } = await connectDiscord(as, discord);
    const params = { id: connection.id };
    const state = async () => (await callApi(getDiscordConnection, { params }, { as })).status;
    const attempt = (body: object) => refusal(updateDiscordConnection, { params, body }, { as });
    expect((await attempt({ bot_token: 'wrong' })).status).toBe(422);
    expect(await state()).toBe('connected');
    const bot_token = discord.resetToken(application);
    expect((await attempt({})).status).toBe(422);
    expect(await state()).toBe('broken');
    await callApi(updateDiscordConnection, { params, body: { bot_token } }, { as });
    expect(await state()).toBe('connected');
  });

  it('prints and stores no secret in the clear', async () => {
    const { application, connection } = await connectDiscord(as, discord);
    const row = await db(null).discordConnection.findFirstOrThrow(ofSeller());
    const printed = JSON.stringify([
      connection,
      row,
      await db(null).auditEntry.findMany(ofSeller()),
    ]);
    expect(printed).not.toContain(application.botToken);
    expect(printed).not.toContain(application.secret);
  });

  it('gives no role that administers, is above the bot, or belongs to an app', async () => {
    const { connection, guild } = await connectDiscord(as, discord);
    const roles = [
      discord.addRole(guild, 'Staff', { permissions: String(1 << 5) }),
      discord.addRole(guild, 'Founder', { position: 90 }),
      discord.addRole(guild, 'Patreon', { managed: true }),
    ];
    const params = { id: connection.id };
    const read = await callApi(updateDiscordConnection, { params, body: {} }, { as });
    expect(read.roles.map(({ refusal }) => refusal)).toEqual([
      'above_bot',
      'managed',
      null,
      'administrative',
      'managed',
    ]);
    for (const role of [...roles, { id: '1234567890123456' }]) {
      const body = roleBenefit(connection, role);
      const failure = await refusal(createBenefit, { body }, { as });
      expect([failure.status, places(failure)]).toEqual([422, ['body.properties.role_id']]);
    }
  });
});

describe('a grant', () => {
  async function sold() {
    const connected = await connectDiscord(as, discord);
    const { connection, role } = connected;
    const { product, benefits } = await makeGiving(as, roleBenefit(connection, role));
    const [benefit] = benefits;
    if (!benefit) throw new Error('A benefit is made');
    return { ...connected, product, benefit, customer: await sellTo(as, product.id) };
  }

  async function link(customer: { as: { token: string } }, benefitId: string) {
    const begin = { body: { platform: 'discord', benefit_id: benefitId } } as const;
    const begun = await callApi(createLinkedAccount, begin, { as: customer.as });
    if (!('authorize_url' in begun)) throw new Error('It leads to Discord');
    const back = await fetch(begun.authorize_url, { redirect: 'manual' });
    const url = new URL(back.headers.get('location') ?? '');
    const body = {
      state: url.searchParams.get('state') ?? '',
      code: url.searchParams.get('code') ?? '',
    };
    return callApi(completeLinkedAccount, { body }, { as: customer.as });
  }

  const statusOf = async (id: string) => {
    const { items } = await callApi(listBenefitGrants, { params: { id } }, { as });
    return items.map(({ status, error }) => [status, error?.code]);
  };

  it('brings the customer into the server with the role, and takes the role away', async () => {
    const { customer, benefit, guild, role } = await sold();
    discord.signsInAs = discord.addUser('ada');
    const { id } = discord.signsInAs;
    expect(await link(customer, benefit.id)).toMatchObject({
      account_username: 'ada',
      is_proven: true,
    });
    await applyEffects(as, 'discord');
    expect([...(guild.members.get(id) ?? [])]).toEqual([role.id]);
    expect(await statusOf(benefit.id)).toEqual([['granted', undefined]]);
    const stored = JSON.stringify(await db(null).linkedAccount.findMany(ofSeller()));
    for (const token of discord.accessTokens.keys()) expect(stored).not.toContain(token);
    await callApi(deleteBenefit, { params: { id: benefit.id } }, { as });
    await applyEffects(as, 'discord');
    expect([...(guild.members.get(id) ?? ['gone'])]).toEqual([]);
    expect(discord.violations).toEqual([]);
  });

  it('gives a member the role, and leaves what he had', async () => {
    const { customer, benefit, guild, role } = await sold();
    discord.signsInAs = discord.addUser('ada');
    const { id } = discord.signsInAs;
    guild.members.set(id, new Set(['7']));
    await link(customer, benefit.id);
    await applyEffects(as, 'discord');
    expect([...(guild.members.get(id) ?? [])]).toEqual(['7', role.id]);
    await callApi(deleteBenefit, { params: { id: benefit.id } }, { as });
    await applyEffects(as, 'discord');
    expect([...(guild.members.get(id) ?? [])]).toEqual(['7']);
  });

  it('leaves a role that the customer had before', async () => {
    const { customer, benefit, guild, role } = await sold();
    discord.signsInAs = discord.addUser('ada');
    const { id } = discord.signsInAs;
    guild.members.set(id, new Set([role.id]));
    await link(customer, benefit.id);
    await applyEffects(as, 'discord');
    await callApi(deleteBenefit, { params: { id: benefit.id } }, { as });
    await applyEffects(as, 'discord');
    expect([...(guild.members.get(id) ?? [])]).toEqual([role.id]);
  });

  it('renews the tokens of the account, and says where the customer has taken them back', async () => {
    const { customer, benefit, guild } = await sold();
    discord.signsInAs = discord.addUser('ada');
    const { id } = discord.signsInAs;
    await link(customer, benefit.id);
    // A week later.
    const account = await db(null).linkedAccount.findFirstOrThrow(ofSeller());
    const { keepTokens, tokensOf } = await import('@/lib/resources/linked-accounts/service');
    const { systemScope } = await import('@/lib/database/connection/scope');
    const tokens = tokensOf(account);
    if (!tokens) throw new Error('Tokens are kept');
    const scope = systemScope(as.organizationId);
    await keepTokens(scope, account.id, { ...tokens, expiresAt: 0 });
    discord.accessTokens.delete(tokens.access);
    await applyEffects(as, 'discord');
    expect(guild.members.has(id)).toBe(true);

    guild.members.delete(id);
    await applyEffects(as, 'discord', { isEarly: true });
    expect(await statusOf(benefit.id)).toEqual([['failed', 'REMOVED_OUTSIDE']]);
    discord.refreshTokens.clear();
    await keepTokens(scope, account.id, { ...tokens, expiresAt: 0 });
    await db(null).grantEffect.updateMany({ ...ofSeller(), data: { status: 'pending' } });
    await applyEffects(as, 'discord', { isEarly: true });
    expect(await statusOf(benefit.id)).toEqual([['waiting_for_buyer', 'ACCOUNT_GONE']]);
  });

  it('waits for a limit without being aged', async () => {
    const { customer, benefit } = await sold();
    discord.signsInAs = discord.addUser('ada');
    await link(customer, benefit.id);
    discord.fault = (call, response) => {
      if (!call.path.includes('/members/')) return false;
      response.writeHead(429, { 'retry-after': '600', 'content-type': 'application/json' });
      response.end('{"message":"You are being rate limited.","retry_after":600,"global":false}');
      return true;
    };
    await applyEffects(as, 'discord');
    expect(await statusOf(benefit.id)).toEqual([['pending', 'RATE_LIMITED']]);
    const effect = await db(null).grantEffect.findFirstOrThrow(ofSeller());
    expect(effect).toMatchObject({ attempts: 0, failingSince: null });
    expect(effect.nextTryAt?.getTime()).toBeGreaterThan(Date.now() + 500_000);
  });

  it('says what is missing where the bot’s role was moved below', async () => {
    const { customer, benefit, role } = await sold();
    discord.signsInAs = discord.addUser('ada');
    role.position = 60;
    await link(customer, benefit.id);
    await applyEffects(as, 'discord');
    expect(await statusOf(benefit.id)).toEqual([['failed', 'PERMISSION_MISSING']]);
    role.position = 5;
    await applyEffects(as, 'discord', { isEarly: true });
    expect(await statusOf(benefit.id)).toEqual([['granted', undefined]]);
  });

  it('stays as it is where the seller disconnects', async () => {
    const { customer, benefit, guild, role, connection } = await sold();
    discord.signsInAs = discord.addUser('ada');
    const { id } = discord.signsInAs;
    await link(customer, benefit.id);
    await applyEffects(as, 'discord');
    await callApi(deleteDiscordConnection, { params: { id: connection.id } }, { as });
    await callApi(deleteBenefit, { params: { id: benefit.id } }, { as });
    await applyEffects(as, 'discord');
    expect([...(guild.members.get(id) ?? [])]).toEqual([role.id]);
  });
});
