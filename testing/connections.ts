import { onTestFinished } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { createDiscordConnection } from '@/lib/resources/discord-connections/contract';
import { createExternalOrganization } from '@/lib/resources/external-organizations/contract';
import { applyDue } from '@/lib/resources/grant-effects/service';
import { createPaymentConnection } from '@/lib/resources/payment-connections/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { reports } from '@/lib/workflows/connections';
import { callApi } from '@/testing/call-api';
import { DiscordDouble, listenAsDiscord } from '@/testing/discord/server';
import type { Seller } from '@/testing/factories';
import { GitHubDouble, listenAsGitHub } from '@/testing/github/server';
import { buyer, confirm, fixed, makeCheckout, makeProduct } from '@/testing/shop';
import type { Mode } from '@/testing/stripe/context';
import { StripeDouble } from '@/testing/stripe/double';
import { listenAsStripe } from '@/testing/stripe/server';
import { compileSchemas } from '@/testing/stripe/validate';

/** A GitHub to which the product speaks until the test ends. */
export async function startGitHub(): Promise<GitHubDouble> {
  const double = new GitHubDouble();
  const { url, stop } = await listenAsGitHub(double);
  provideSettings({ GITHUB_API_URL: url });
  onTestFinished(() => {
    stop();
    provideSettings({ GITHUB_API_URL: '' });
  });
  return double;
}

/** The same for Discord. */
export async function startDiscord(): Promise<DiscordDouble> {
  const double = new DiscordDouble();
  const { url, stop } = await listenAsDiscord(double);
  provideSettings({ DISCORD_API_URL: url });
  onTestFinished(() => {
    stop();
    provideSettings({ DISCORD_API_URL: '' });
  });
  return double;
}

/** The same for Stripe, without its limits of requests a second. */
export async function startStripe(): Promise<StripeDouble> {
  compileSchemas();
  const double = new StripeDouble();
  double.setLimits(null);
  const { url, script, stop } = await listenAsStripe(double);
  provideSettings({ STRIPE_API_BASE: url, STRIPE_JS_URL: script });
  onTestFinished(async () => {
    await stop();
    provideSettings({ STRIPE_API_BASE: '', STRIPE_JS_URL: '' });
  });
  return double;
}

/** A seller's connection with an account of its own. */
export async function connectStripe(
  as: Seller,
  double: StripeDouble,
  {
    account = double.addAccount(),
    mode = 'test' as Mode,
    webhook_secret = null as string | null,
  } = {},
) {
  const keys = {
    secret_key: double.addKey(account, mode),
    publishable_key: double.addPublishableKey(account, mode),
  };
  const body = { processor: 'stripe', ...keys, webhook_secret } as const;
  const params = { id: as.organizationId };
  const connection = await callApi(createPaymentConnection, { params, body }, { as });
  return { account, keys, connection };
}

/** A seller's connection with an organization of its own that has one repository. */
export async function connectGitHub(
  as: Seller,
  double: GitHubDouble,
  { hasClient = false, name = 'north-light' } = {},
) {
  const { org, token } = double.addOrg(name);
  const repo = double.addRepo(name, 'quill');
  const client = hasClient ? double.addClient() : null;
  const body = {
    platform: 'github',
    name,
    access_token: token,
    ...(client && { client_id: client.id, client_secret: client.secret }),
  } as const;
  const connection = await callApi(createExternalOrganization, { body }, { as });
  return { org, token, repo, client, connection };
}

/** A seller's connection with a server that has one role to give. */
export async function connectDiscord(as: Seller, double: DiscordDouble) {
  const application = double.addApplication();
  const guild = double.addGuild('North Light', application);
  const role = double.addRole(guild, 'Supporter');
  const body = {
    bot_token: application.botToken,
    guild_id: guild.id,
    client_id: application.id,
    client_secret: application.secret,
  };
  const connection = await callApi(createDiscordConnection, { body }, { as });
  return { application, guild, role, connection };
}

type Benefit = ContractInput<typeof createBenefit>['body'];

/** A product that gives these benefits. */
export async function makeGiving(as: Seller, ...bodies: NonNullable<Benefit>[]) {
  const benefits = [];
  for (const body of bodies) benefits.push(await callApi(createBenefit, { body }, { as }));
  const product = await makeProduct(as, fixed());
  const body = { benefits: benefits.map(({ id }) => id) };
  await callApi(updateProductBenefits, { params: { id: product.id }, body }, { as });
  return { product, benefits };
}

export function repositoryBenefit(
  { owner, name }: { owner: string; name: string },
  permission: 'pull' | 'push' = 'pull',
) {
  const properties = { repository_owner: owner, repository_name: name, permission };
  return { type: 'github_repository', description: 'The source', properties } as const;
}

export function roleBenefit({ guild_token }: { guild_token: string }, { id }: { id: string }) {
  return {
    type: 'discord',
    description: 'The community',
    properties: { guild_token, role_id: id },
  } as const;
}

/** Somebody who buys a product, with a session in the portal. */
export async function sellTo(
  as: Seller,
  productId: string,
  email = `buyer-${newId()}@example.com`,
) {
  const checkout = await makeCheckout(as, productId);
  await confirm(checkout, { ...buyer(), customer_email: email });
  const { customerId } = await db(null).order.findFirstOrThrow({
    where: { organizationId: as.organizationId },
    orderBy: { id: 'desc' },
  });
  const session = { body: { customer_id: customerId } };
  return { customerId, as: await callApi(createCustomerSession, session, { as }) };
}

/** An account that a customer has linked, without the platform's part in it. */
export function makeLinkedAccount(
  organizationId: string,
  customerId: string,
  platform: 'github' | 'discord',
) {
  const name = { accountId: newId(), accountUsername: 'ada' };
  return db(null).linkedAccount.create({
    data: { id: newId(), organizationId, customerId, platform, ...name, isProven: true },
  });
}

/** Does what is due outside, until nothing is; `isEarly` also what has a time later on. */
export async function applyEffects(
  { organizationId }: Pick<Seller, 'organizationId'>,
  platform: 'github' | 'discord',
  { isEarly = false } = {},
): Promise<void> {
  if (isEarly) {
    await db(null).grantEffect.updateMany({
      where: { organizationId, nextTryAt: { not: null } },
      data: { nextTryAt: new Date(0) },
    });
  }
  for (;;) {
    await applyDue(organizationId, platform, reports);
    const due = await db(systemScope(organizationId)).grantEffect.count({
      where: { platform, nextTryAt: { lte: new Date() } },
    });
    if (due === 0) return;
  }
}
