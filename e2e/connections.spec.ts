import type { Locator, Page } from 'playwright/test';
import { createBenefit, getBenefit } from '@/lib/resources/benefits/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import {
  choose,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  joinAsMember,
  newSlug,
  type Seller,
  test,
} from './fixtures';
import {
  connectDiscord,
  connectGitHub,
  discord,
  gitHub,
  newDiscordServer,
  newGitHubOrganization,
  signInOutside,
} from './outside';
import { makeProduct, sellTo } from './selling';

const TITLE = 'Customers don’t get access right now.';

function connections(page: Page, list: 'GitHub organizations' | 'Discord servers') {
  return page.getByRole('list', { name: list }).getByRole('listitem');
}

async function makeRepositoryBenefit(seller: Seller, owner: string) {
  return seller.call(createBenefit, {
    body: {
      type: 'github_repository',
      description: 'The source',
      organization_id: seller.organization.id,
      properties: { repository_owner: owner, repository_name: 'quill', permission: 'pull' },
    },
  });
}

test('GitHub and Discord are connected, and a wrong token is told at its field', {
  tag: '@soak',
}, async ({ page, seller, baseURL }) => {
  const { name, token } = await newGitHubOrganization();
  await page.goto(seller.path('settings'));
  await page.getByRole('link', { name: 'Connections' }).click();
  await expect(page.getByText('No GitHub organization is connected.')).toBeVisible();
  await expect(page.getByText('No Discord server is connected.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Connect GitHub' }).click();
  const dialog = page.getByRole('dialog');
  const callback = `${baseURL}/portal/${seller.organization.slug}/link`;
  await dialog.getByLabel('Organization').fill(name);
  const secret = dialog.getByLabel('Access token');
  await secret.fill('wrong');
  await dialog.getByText('Sign-in of buyers').click();
  await expect(dialog.getByText(`${callback}/github`)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy the callback URL' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Connect GitHub' }).click();
  await expect(secret).toHaveAccessibleDescription(/GitHub does not take this token\./);
  await expect(secret).toBeFocused();
  await expectAccessible(page, '[role=dialog]');
  await secret.fill(token);
  await page.keyboard.press('Enter');
  const organization = connections(page, 'GitHub organizations');
  await expect(organization).toContainText(name);
  await expect(organization).toContainText('Connected');
  await expect(organization).toContainText('1 repository');

  // By keyboard alone.
  const { application, guild } = await newDiscordServer();
  await page.getByRole('button', { name: 'Connect Discord' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Server ID')).toBeFocused();
  await expect(dialog.getByText(`${callback}/discord`)).toBeVisible();
  for (const text of [guild.id, 'wrong', application.id, application.secret]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  const botToken = dialog.getByLabel('Bot token');
  await expect(botToken).toHaveAccessibleDescription(/Discord does not take this token\./);
  await expectAccessible(page, '[role=dialog]');
  await botToken.fill(application.botToken);
  await page.keyboard.press('Enter');
  const server = connections(page, 'Discord servers');
  await expect(server).toContainText('North Light');
  await expect(server).toContainText('Connected');
  await expect(server).toContainText('1 role to give');
  await expectAccessible(page);

  // What is new outside is there after it was read again.
  await gitHub().addRepo(name, 'ink');
  await page.getByRole('button', { name: `Read again: ${name}` }).click();
  await expect(organization).toContainText('2 repositories');
  await discord().addRole(guild, 'Patron');
  await page.getByRole('button', { name: 'Read again: North Light' }).click();
  await expect(server).toContainText('2 roles to give');
});

test('a benefit gives a repository or a role that is connected', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('benefits/new'));
  await page.getByRole('radio', { name: /^Repository access/ }).check();
  await expect(page.getByText('No repository is connected yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open Connections' })).toBeVisible();
  await page.getByRole('radio', { name: /^Discord/ }).check();
  await expect(page.getByText('No Discord server is connected yet')).toBeVisible();
  await expectAccessible(page);

  const { name } = await connectGitHub(seller);
  const server = await newDiscordServer();
  await discord().addRole(server.guild, 'Staff', { permissions: String(1 << 5) });
  await connectDiscord(seller, server);
  await page.goto(seller.path('benefits/new'));
  await page.getByRole('radio', { name: /^Repository access/ }).check();
  await page.getByLabel('Description').fill('The source');
  await page.getByRole('button', { name: 'Create benefit' }).click();
  await expect(page.getByText('Enter a repository.')).toBeVisible();
  await choose(page, 'Repository', `${name}/quill`);
  await page.getByLabel('Permission').selectOption('Write');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Type its name instead' }).click();
  await expect(page.getByLabel('Owner')).toHaveValue(name);
  await page.getByRole('button', { name: 'Create benefit' }).click();
  await expect(page.getByRole('heading', { name: 'The source' })).toBeVisible();
  await expect(page.getByText(`${name}/quill`)).toBeVisible();
  await expect(page.getByText(TITLE)).toBeHidden();

  await page.goto(seller.path('benefits/new'));
  await page.getByRole('radio', { name: /^Discord/ }).check();
  await page.getByLabel('Description').fill('The community');
  await page.getByLabel('Server', { exact: true }).selectOption('North Light');
  const role = page.getByLabel('Role', { exact: true });
  await expect(role.locator('option', { hasText: 'Staff (can manage the server)' })).toBeDisabled();
  await role.selectOption('Supporter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create benefit' }).click();
  await expect(page.getByRole('heading', { name: 'The community' })).toBeVisible();
  await expect(page.getByText('Supporter')).toBeVisible();
  await expect(page.getByText(TITLE)).toBeHidden();
});

test('a broken connection is told where it is needed, reconnected, and ended', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const { name, token } = await connectGitHub(seller);
  const benefit = await makeRepositoryBenefit(seller, name);
  const product = await makeProduct(seller);
  await seller.call(updateProductBenefits, {
    params: { id: product.id },
    body: { benefits: [benefit.id] },
  });
  await sellTo(seller, product.id, ['Ada']);
  await page.goto(seller.path(`benefits/${benefit.id}`));
  const grants = page.getByRole('list', { name: 'Grants' });
  await expect(grants).toContainText('Waiting for customer');
  await expect(grants).toContainText('The customer has not linked a GitHub account yet.');
  await expectAccessible(page);

  await gitHub().revokeToken(token);
  await page.goto(seller.path('settings/connections'));
  const organization = connections(page, 'GitHub organizations');
  await page.getByRole('button', { name: `Read again: ${name}` }).click();
  await expect(organization).toContainText('Needs reconnecting');
  await expect(organization).toContainText('GitHub does not take this token.');
  await expectAccessible(page);

  await page.goto(seller.path(`benefits/${benefit.id}`));
  await expect(page.getByText(TITLE)).toBeVisible();
  await expect(page.getByText('GitHub does not take this token.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Reconnect' }).click();
  await page.getByRole('button', { name: `Reconnect ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Reconnect ${name}` });
  await dialog.getByLabel('Access token').fill(await gitHub().addToken(name));
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Reconnect' }).click();
  await expect(organization).toContainText('Connected');
  const { id } = benefit;
  const status = async () => {
    const found = await seller.call(getBenefit, { params: { id } });
    return 'connection_status' in found && found.connection_status;
  };
  expect(await status()).toBe('connected');

  await page.getByRole('button', { name: `Disconnect ${name}` }).click();
  const question = page.getByRole('alertdialog', { name: `Disconnect ${name}?` });
  await expect(question).toContainText('1 benefit uses it.');
  await expect(question).toContainText('Customers keep the access they have on GitHub');
  await expectAccessible(page, '[role=alertdialog]');
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('No GitHub organization is connected.')).toBeVisible();
  expect(await status()).toBe('not_connected');
  await page.goto(seller.path(`benefits/${id}`));
  await expect(page.getByText(`${name}/quill isn’t on a connected GitHub account.`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Connect', exact: true })).toBeVisible();
});

test('an order and a benefit’s page show how far a grant has come', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const { name } = await connectGitHub(seller);
  const organization_id = seller.organization.id;
  const key = { type: 'license_keys', description: 'The key', properties: {} } as const;
  const source = await makeRepositoryBenefit(seller, name);
  const benefits = [
    source,
    await seller.call(createBenefit, { body: { ...key, organization_id } }),
  ];
  const product = await makeProduct(seller);
  const body = { benefits: benefits.map(({ id }) => id) };
  await seller.call(updateProductBenefits, { params: { id: product.id }, body });
  await sellTo(seller, product.id, ['Ada']);
  const [order] = (await seller.call(listOrders)).items;
  await page.goto(seller.path(`orders/${order?.id}`));
  const rows = page.getByRole('region', { name: 'Benefits' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('The source');
  await expect(rows.first()).toContainText('The customer has not linked a GitHub account yet.');
  await expectWhole(rows.first().getByText('Waiting for customer'));
  await expect(rows.last()).toContainText('Granted');
  await expectAccessible(page);
  await rows.last().getByRole('link', { name: /-/ }).click();
  await expect(page).toHaveURL(/license-keys/);
  await page.goto(seller.path(`benefits/${source.id}`));
  await expectWhole(page.getByRole('list', { name: 'Grants' }).getByText('Waiting for customer'));
});

/** A text that is not cut off where its place is narrow. */
async function expectWhole(text: Locator): Promise<void> {
  await expect(text).toBeVisible();
  expect(await text.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
}

test('members see connections, and change none', { tag: '@soak' }, async ({ buyer, seller }) => {
  const { name } = await connectGitHub(seller);
  await joinAsMember(buyer, seller);
  await buyer.goto(seller.path('settings/connections'));
  await expect(connections(buyer, 'GitHub organizations')).toContainText(name);
  for (const button of ['Connect GitHub', 'Connect Discord', `Disconnect ${name}`]) {
    const found = buyer.getByRole('button', { name: button });
    await expect(found).toHaveAttribute('aria-disabled', 'true');
    await expect(found).toHaveAccessibleDescription(/Only owners and admins/);
  }
});

test('a buyer’s account signs in at the doubles', { tag: '@soak' }, async ({
  buyer,
  seller,
  baseURL,
}) => {
  const { login } = await gitHub().addUser(newSlug('ada'));
  const { id } = await gitHub().addClient();
  const page = new URL('/login/oauth/authorize', process.env.GITHUB_API_URL);
  page.search = new URLSearchParams({
    client_id: id,
    redirect_uri: `${baseURL}${seller.path()}`,
    state: 'kept',
    code_challenge: 'x',
    code_challenge_method: 'S256',
  }).toString();
  await buyer.goto(page.toString());
  await signInOutside(buyer, login);
  await expect(buyer).toHaveURL(/state(=|%3D)kept/);
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('connections, their dialogs and notices fit', async ({ page, seller }) => {
    const { name, token } = await connectGitHub(seller);
    await connectDiscord(seller);
    const benefit = await makeRepositoryBenefit(seller, name);
    await gitHub().revokeToken(token);
    await page.goto(seller.path('settings/connections'));
    await page.getByRole('button', { name: `Read again: ${name}` }).click();
    await expect(connections(page, 'GitHub organizations')).toContainText('Needs reconnecting');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    for (const platform of ['GitHub', 'Discord']) {
      await page.getByRole('button', { name: `Connect ${platform}` }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, '[role=dialog]');
      await expectNoSidewaysScroll(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    }
    await page.goto(seller.path(`benefits/${benefit.id}`));
    await expect(page.getByText(TITLE)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.goto(seller.path(`benefits/${benefit.id}/edit`));
    await expect(page.getByText(`${name}/quill`)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
