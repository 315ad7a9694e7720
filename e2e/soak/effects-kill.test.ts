import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '@/lib/client/client';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import {
  listBenefitGrants,
  listCustomerBenefitGrants,
  updateCustomerBenefitGrant,
} from '@/lib/resources/benefit-grants/contract';
import { createBenefit, deleteBenefit } from '@/lib/resources/benefits/contract';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { createDiscordConnection } from '@/lib/resources/discord-connections/contract';
import { createExternalOrganization } from '@/lib/resources/external-organizations/contract';
import {
  completeLinkedAccount,
  createLinkedAccount,
} from '@/lib/resources/linked-accounts/contract';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { newId } from '@/lib/runtime/ids';
import { DiscordDouble, listenAsDiscord } from '@/testing/discord/server';
import { GitHubDouble, listenAsGitHub, type Repo } from '@/testing/github/server';
import { type Product, Run, removeFolder, startProduct } from '@/testing/product';
import type { Fault, Listening } from '@/testing/remote-double';
import { buyer, fixed } from '@/testing/shop';
import { installedFolder, installedToken } from '../product/installation';

// The worker is killed with SIGKILL between a call outside and the note of its outcome: the platform has done it, and holds
// its answer back (docs/decisions/grant-effects.md).

const gitHub = new GitHubDouble();
const discord = new DiscordDouble();
const listening: Listening[] = [];
let folder: string;
let settings: Record<string, string>;
let server: Product;
let worker: Run;
let repo: Repo;
let token: string;

beforeAll(async () => {
  listening.push(await listenAsGitHub(gitHub), await listenAsDiscord(discord));
  const [gitHubUrl = '', discordUrl = ''] = listening.map(({ url }) => url);
  folder = await installedFolder();
  token = await installedToken();
  const dataDir = path.join(folder, 'data');
  const outside = { GITHUB_API_URL: gitHubUrl, DISCORD_API_URL: discordUrl };
  server = await startProduct(dataDir, { WORKER: 'off', ...outside });
  settings = { DATA_DIR: dataDir, PORT: String(server.port), ...outside };
  worker = startWorker();
  const { token: access_token } = gitHub.addOrg('north-light');
  repo = gitHub.addRepo('north-light', 'quill');
  const body = { platform: 'github', name: 'north-light', access_token } as const;
  await send(createExternalOrganization, { body });
});
afterAll(async () => {
  await worker?.stop();
  await server?.run.stop();
  for (const { stop } of listening) stop();
  await removeFolder(folder);
});

function startWorker(): Run {
  return new Run(['worker'], settings);
}

function send<C extends AnyContract>(operation: C, input: ContractInput<C>, as = token) {
  return call(operation, input, { baseUrl: server.url, token: as });
}

/** Sells a new benefit, and answers with it and the token of its buyer's session in the portal. */
async function sell(body: NonNullable<ContractInput<typeof createBenefit>['body']>) {
  const benefit = await send(createBenefit, { body });
  const product = await send(createProduct, { body: { name: 'Quill', prices: fixed() } });
  await send(updateProductBenefits, {
    params: { id: product.id },
    body: { benefits: [benefit.id] },
  });
  const { client_secret } = await send(createCheckout, {
    body: { payment_processor: 'stripe', product_id: product.id },
  });
  const { customer_id } = await send(confirmCheckout, {
    params: { client_secret },
    body: buyer({ customer_email: `${newId()}@example.com` }),
  });
  const session = await send(createCustomerSession, { body: { customer_id: customer_id ?? '' } });
  return { benefitId: benefit.id, session: session.token };
}

const sellRepository = () =>
  sell({
    type: 'github_repository',
    description: 'The source',
    properties: { repository_owner: repo.owner, repository_name: repo.name, permission: 'pull' },
  });

function claim({ benefitId, session }: { benefitId: string; session: string }, username: string) {
  const body = { platform: 'github', benefit_id: benefitId, username } as const;
  return send(createLinkedAccount, { body }, session);
}

async function statusOf(benefitId: string) {
  const { items } = await send(listBenefitGrants, { params: { id: benefitId } });
  return items.map(({ status }) => status);
}

/** Waits until something holds. */
async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await what())) await sleep(100);
}

/**
 * Has `act` lead to a call of the platform, which does what it is asked and does not answer; kills the worker then, and
 * starts another one once the platform answers again.
 */
async function killBetween(
  double: { fault: Fault | null },
  isCall: (path: string) => boolean,
  act: () => Promise<unknown>,
): Promise<void> {
  let isDone = false;
  double.fault = (request, _, answer) => {
    if (request.method !== 'PUT' || !isCall(request.path) || isDone) return false;
    answer();
    isDone = true;
    return true;
  };
  await act();
  await until(() => isDone);
  worker.signal('SIGKILL');
  await worker.ended;
  double.fault = null;
  worker = startWorker();
}

const ofCollaborator = (called: string) => called.includes('/collaborators/');

test('an invitation is sent once, and taken back', async () => {
  const { id, login } = gitHub.addUser('ada');
  const sold = await sellRepository();
  await killBetween(gitHub, ofCollaborator, () => claim(sold, login));
  await until(async () => (await statusOf(sold.benefitId))[0] === 'waiting_for_buyer');
  expect(gitHub.sent.get(repo.id)).toBe(1);
  const [invitation] = gitHub.invitationsOf(login);
  if (!invitation) throw new Error('There is an invitation');
  gitHub.accept(invitation);
  // Asks for a look, which otherwise comes within a minute.
  const grants = await send(listCustomerBenefitGrants, {}, sold.session);
  const [grant] = grants.items;
  const { account_id = '' } = (grant?.properties ?? {}) as { account_id?: string };
  const body = { benefit_type: 'github_repository', properties: { account_id } } as const;
  await send(updateCustomerBenefitGrant, { params: { id: grant?.id ?? '' }, body }, sold.session);
  await until(async () => (await statusOf(sold.benefitId))[0] === 'granted');
  expect([gitHub.sent.get(repo.id), [...repo.collaborators]]).toEqual([1, [[id, 'pull']]]);
  await send(deleteBenefit, { params: { id: sold.benefitId } });
  await until(() => repo.collaborators.size === 0);
  expect(gitHub.invitationsOf(login)).toEqual([]);
});

test('access that came at once is ours, and taken back', async () => {
  const member = gitHub.addUser('bo');
  member.isMember = true;
  const sold = await sellRepository();
  await killBetween(gitHub, ofCollaborator, () => claim(sold, member.login));
  expect([...repo.collaborators]).toEqual([[member.id, 'pull']]);
  await until(async () => (await statusOf(sold.benefitId))[0] === 'granted');
  expect([...repo.collaborators]).toEqual([[member.id, 'pull']]);
  await send(deleteBenefit, { params: { id: sold.benefitId } });
  await until(() => repo.collaborators.size === 0);
  expect(gitHub.violations).toEqual([]);
});

test('a role that was given as the customer joined is ours, and taken back', async () => {
  const application = discord.addApplication();
  const guild = discord.addGuild('North Light', application);
  const role = discord.addRole(guild, 'Supporter');
  const connection = await send(createDiscordConnection, {
    body: {
      bot_token: application.botToken,
      guild_id: guild.id,
      client_id: application.id,
      client_secret: application.secret,
    },
  });
  const { benefitId, session } = await sell({
    type: 'discord',
    description: 'A role',
    properties: { guild_token: connection.guild_token, role_id: role.id },
  });
  const user = discord.addUser('ada');
  discord.signsInAs = user;
  const link = async () => {
    const body = { platform: 'discord', benefit_id: benefitId } as const;
    const begun = await send(createLinkedAccount, { body }, session);
    if (!('authorize_url' in begun)) throw new Error('It leads to Discord');
    const back = await fetch(begun.authorize_url, { redirect: 'manual' });
    const { searchParams: of } = new URL(back.headers.get('location') ?? '');
    const answer = { state: of.get('state') ?? '', code: of.get('code') ?? '' };
    await send(completeLinkedAccount, { body: answer }, session);
  };
  await killBetween(discord, (called) => called.includes('/members/'), link);
  expect([...(guild.members.get(user.id) ?? [])]).toEqual([role.id]);
  await until(async () => (await statusOf(benefitId))[0] === 'granted');
  expect([...(guild.members.get(user.id) ?? [])]).toEqual([role.id]);
  await send(deleteBenefit, { params: { id: benefitId } });
  await until(() => guild.members.get(user.id)?.size === 0);
  expect(discord.violations).toEqual([]);
});
