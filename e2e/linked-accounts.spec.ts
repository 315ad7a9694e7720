import type { Page } from 'playwright/test';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newSlug,
  type Seller,
  test,
} from './fixtures';
import { connectDiscord, connectGitHub, discord, gitHub, signInOutside } from './outside';
import { makeProduct, sellTo } from './selling';

// Buyers link their accounts in the portal and get what they bought there (docs/contract/connections.md#buyers-accounts).

const SMALL = { width: 390, height: 844 };

/** A benefit that Ada has bought, and a link to Ada's portal. */
async function sell(seller: Seller, benefit: object) {
  const { id: product } = await makeProduct(seller);
  const body = { ...benefit, organization_id: seller.organization.id } as never;
  const { id } = await seller.call(createBenefit, { body });
  const benefits = { benefits: [id] };
  await seller.call(updateProductBenefits, { params: { id: product }, body: benefits });
  await sellTo(seller, product, ['Ada']);
  const { items } = await seller.call(listBenefitGrants, { params: { id } });
  const session = { body: { customer_id: items[0]?.customer_id ?? '' } };
  const { customer_portal_url } = await seller.call(createCustomerSession, session);
  const { pathname, hash } = new URL(customer_portal_url);
  return pathname + hash;
}

/** A user name of GitHub has at most 39 characters. */
function newLogin(name = 'ada'): string {
  return newSlug(name).slice(0, 24);
}

function source({ owner, name }: { owner: string; name: string }) {
  const properties = { repository_owner: owner, repository_name: name, permission: 'pull' };
  return { type: 'github_repository', description: 'The source', properties };
}

async function signIn(page: Page, portal: string): Promise<void> {
  await page.goto(portal);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Your purchases', exact: true })).toBeVisible();
}

async function expectGood(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

test('a buyer names a GitHub account, is invited, and says so where the invitation is gone', {
  tag: '@soak',
}, async ({ seller, buyer }) => {
  const { repo } = await connectGitHub(seller);
  const portal = await sell(seller, source(repo));
  const { login } = await gitHub().addUser(newLogin());
  await signIn(buyer, portal);
  await expect(buyer.getByText('Link your GitHub account to get access.')).toBeVisible();
  await expectGood(buyer);
  // By keyboard alone.
  await buyer.getByRole('button', { name: 'Link GitHub account' }).focus();
  await buyer.keyboard.press('Enter');
  const name = buyer.getByRole('textbox', { name: 'GitHub username' });
  await name.fill(newLogin('nobody'));
  await buyer.keyboard.press('Enter');
  await expect(buyer.getByText(/GitHub has no account/)).toBeVisible();
  await name.fill(login);
  await buyer.keyboard.press('Enter');
  await expect(buyer.getByText('Account linked.')).toBeVisible();
  await expect(buyer.getByText('GitHub has sent you an invitation.')).toBeVisible();
  await expect.poll(() => gitHub().invitationsOf(login)).toHaveLength(1);
  await expectGood(buyer);

  for (const invitation of await gitHub().invitationsOf(login)) await gitHub().decline(invitation);
  await buyer.getByRole('button', { name: 'Check again' }).click();
  await expect.poll(() => gitHub().invitationsOf(login)).toHaveLength(1);
  for (const invitation of await gitHub().invitationsOf(login)) await gitHub().accept(invitation);
  await expect(buyer.getByText('GitHub has sent you an invitation.')).toBeVisible();
  await buyer.getByRole('button', { name: 'Check again' }).click();
  await expect(buyer.getByText('You have access on GitHub.')).toBeVisible();
});

test('a buyer signs in with GitHub, and unlinks the account again', { tag: '@soak' }, async ({
  seller,
  buyer,
}) => {
  const { repo } = await connectGitHub(seller, { hasClient: true });
  const portal = await sell(seller, source(repo));
  const { login } = await gitHub().addUser(newLogin());
  await signIn(buyer, portal);
  await buyer.getByRole('button', { name: 'Link GitHub account' }).click();
  await signInOutside(buyer, login);
  await expect(buyer.getByRole('heading', { name: 'Link GitHub account' })).toBeVisible();
  await expectGood(buyer);
  await buyer.getByRole('button', { name: 'Link account' }).click();
  await expect(buyer.getByText('Account linked.')).toBeVisible();
  await expect(buyer).toHaveURL(/\/profile$/);
  await expect(buyer.getByText(login, { exact: true })).toBeVisible();
  await expect.poll(() => gitHub().invitationsOf(login)).toHaveLength(1);
  await expectGood(buyer);

  await buyer.getByRole('button', { name: 'Unlink' }).click();
  const dialog = buyer.getByRole('alertdialog', { name: `Unlink ${login}?` });
  await expect(dialog).toContainText('You lose what you bought on GitHub');
  await dialog.getByRole('button', { name: 'Unlink' }).click();
  await expect(buyer.getByText('Not linked yet.')).toBeVisible();
  await expect.poll(() => gitHub().invitationsOf(login)).toHaveLength(0);
});

test('a buyer who declines at GitHub has linked nothing', { tag: '@soak' }, async ({
  seller,
  buyer,
}) => {
  const { repo } = await connectGitHub(seller, { hasClient: true });
  const portal = await sell(seller, source(repo));
  await signIn(buyer, portal);
  const [path] = /^\/portal\/[^/]+/.exec(new URL(buyer.url()).pathname) ?? [''];
  await buyer.goto(`${path}/link/github?error=access_denied&state=x`);
  await expect(buyer.getByText('Nothing was linked.')).toBeVisible();
  await buyer.goto(`${path}/link/github?code=c&state=made-up`);
  await buyer.getByRole('button', { name: 'Link account' }).click();
  await expect(buyer.getByText('This took too long. Link the account again.')).toBeVisible();
  const answer = await buyer.goto(`${path}/link/elsewhere`);
  expect(answer?.status()).toBe(404);
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: SMALL, hasTouch: true, isMobile: true });

  test('a buyer links Discord and is in the server', async ({ seller, buyer }) => {
    await buyer.setViewportSize(SMALL);
    const { connection, role, guild } = await connectDiscord(seller);
    const properties = { guild_token: connection.guild_token, role_id: role.id };
    const portal = await sell(seller, {
      type: 'discord',
      description: 'The community',
      properties,
    });
    const user = await discord().addUser(newSlug('ada'));
    await signIn(buyer, portal);
    await expectNoSidewaysScroll(buyer);
    await buyer.getByRole('button', { name: 'Link Discord account' }).click();
    await signInOutside(buyer, user.username);
    await buyer.getByRole('button', { name: 'Link account' }).click();
    await expect(buyer.getByText(user.username, { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(buyer);
    await expectGood(buyer);
    await expect.poll(() => discord().rolesOf(guild, user)).toEqual([role.id]);
  });
});
