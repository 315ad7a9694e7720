import { expect, type Page } from 'playwright/test';
import { createDiscordConnection } from '@/lib/resources/discord-connections/contract';
import { createExternalOrganization } from '@/lib/resources/external-organizations/contract';
import type { DiscordDouble } from '@/testing/discord/server';
import type { GitHubDouble } from '@/testing/github/server';
import { type Remote, remoteDouble } from '@/testing/remote-double';
import type { StripeDouble } from '@/testing/stripe/double';
import { newSlug, type Seller } from './fixtures';

// The GitHub and the Discord that the product of the browser tests speaks to: doubles that the global set-up starts, of
// which all tests share one each. So a test makes users, organizations and servers of its own, with names by `newSlug`.
//
//   const github = gitHub();
//   const { repo } = await connectGitHub(seller, { hasClient: true }); // buyers sign in; without a client they enter a name
//   const { login } = await github.addUser(newSlug('ada'));            // somebody who has an account there
//   … the buyer presses the portal's link to GitHub, and the browser is on the double's page …
//   await signInOutside(page, login);                                  // and comes back to the portal
//   await expect.poll(() => github.invitationsOf(login)).toHaveLength(1); // effects are jobs: they take a moment
//   for (const invitation of await github.invitationsOf(login)) await github.accept(invitation); // or decline, expire
//
// Discord is the same by `discord()` and `connectDiscord`, whose users have a `username`; `rolesOf(guild, user)` are the
// roles of an account in a server, null before it is a member. `revokeToken` and `resetToken` break a connection: what is
// done by it next finds that out, such as reading it again. An accepted invitation is seen at the next look, a minute
// after it was sent.

export function gitHub(): Remote<GitHubDouble> {
  return remoteDouble<GitHubDouble>(process.env.GITHUB_API_URL ?? '');
}

export function discord(): Remote<DiscordDouble> {
  return remoteDouble<DiscordDouble>(process.env.DISCORD_API_URL ?? '');
}

export function stripe(): Remote<StripeDouble> {
  return remoteDouble<StripeDouble>(process.env.STRIPE_API_BASE ?? '');
}

/** An account with Stripe, and keys of its test mode. */
export async function newStripeAccount() {
  const double = stripe();
  const account = await double.addAccount();
  return {
    account,
    secretKey: await double.addKey(account, 'test'),
    publishableKey: await double.addPublishableKey(account, 'test'),
  };
}

/** An organization of GitHub with one repository, and its token. */
export async function newGitHubOrganization(repository = 'quill') {
  const github = gitHub();
  const name = newSlug('north-light');
  const { token } = await github.addOrg(name);
  return { name, token, repo: await github.addRepo(name, repository) };
}

/** A server of Discord with one role that benefits can give, and the application whose bot is in it. */
export async function newDiscordServer(name = 'North Light') {
  const double = discord();
  const application = await double.addApplication();
  const guild = await double.addGuild(name, application);
  return { application, guild, role: await double.addRole(guild, 'Supporter') };
}

/** Connects an organization of its own; with a client, buyers sign in with GitHub. */
export async function connectGitHub(seller: Seller, { hasClient = false } = {}) {
  const { name, token, repo } = await newGitHubOrganization();
  const client = hasClient ? await gitHub().addClient() : null;
  const connection = await seller.call(createExternalOrganization, {
    body: {
      platform: 'github',
      name,
      access_token: token,
      ...(client && { client_id: client.id, client_secret: client.secret }),
    },
  });
  return { name, token, repo, connection };
}

/** Connects a server, by default one of its own. */
export async function connectDiscord(
  seller: Seller,
  server?: Awaited<ReturnType<typeof newDiscordServer>>,
) {
  const { application, guild, role } = server ?? (await newDiscordServer());
  const connection = await seller.call(createDiscordConnection, {
    body: {
      bot_token: application.botToken,
      guild_id: guild.id,
      client_id: application.id,
      client_secret: application.secret,
    },
  });
  return { application, guild, role, connection };
}

/** Signs in at the page of a double that a browser has been sent to, which sends it back to the product. */
export async function signInOutside(page: Page, account: string): Promise<void> {
  await expect(page.getByRole('heading', { name: /^Sign in to (GitHub|Discord)$/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'User name' }).fill(account);
  await page.getByRole('button', { name: 'Authorize' }).click();
}

/** Holds that a page with these headers may take payments by Stripe and Link (docs/contract/payments.md#payment-form). */
export function expectStripeAllowed(headers: Record<string, string>): void {
  const policy = headers['content-security-policy'] ?? '';
  for (const host of [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
    'https://api.stripe.com',
    'https://link.com',
    'https://*.link.com',
  ]) {
    expect(policy).toContain(host);
  }
  expect(headers['permissions-policy']).toContain('payment=(self "https://js.stripe.com")');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
}
