import type { Page } from 'playwright/test';
import { getOrganization, listOrganizations } from '@/lib/resources/organizations/contract';
import { expect, expectAccessible, newSlug, test } from './fixtures';

test('leaving with unsaved changes asks first, by link, key and Back', async ({ page, seller }) => {
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'New organization' }).click();
  await page.getByLabel('Name').fill('Half a shop');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });

  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(question).toBeVisible();
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Name')).toHaveValue('Half a shop');

  await page.evaluate(() => window.history.back());
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('link', { name: seller.organization.name })).toBeVisible();
});

test('a double click makes one object, and a lost answer is no second one', async ({
  page,
  seller,
}) => {
  const count = async () => (await seller.call(listOrganizations)).pagination.total_count;
  await page.goto('/dashboard/new');
  await page.getByLabel('Name').fill('Once Only');
  await page.getByLabel('Slug').fill(newSlug('once'));
  await page.getByRole('button', { name: 'Create organization' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Once Only' })).toBeVisible();
  expect(await count()).toBe(2);

  // The server does it, and the answer never comes back.
  const keys: (string | undefined)[] = [];
  await page.route('**/v1/organizations/', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.goto('/dashboard/new');
  await page.getByLabel('Name').fill('Lost Answer');
  await page.getByLabel('Slug').fill(newSlug('lost'));
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('heading', { name: 'Lost Answer' })).toBeVisible();
  expect(await count()).toBe(3);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('a refused field says why, takes the focus, and keeps what was typed', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto('/dashboard/new');
  await page.getByLabel('Name').fill('Taken Name');
  await page.getByLabel('Slug').fill(seller.organization.slug);
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByLabel('Slug')).toBeFocused();
  await expect(page.getByLabel('Slug')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name')).toHaveValue('Taken Name');
  await expectAccessible(page);
});

test('two tabs: what one saved is neither erased nor reverted by the other', {
  tag: '@soak',
}, async ({ page, context, seller }) => {
  const { id } = seller.organization;
  const stored = () => seller.call(getOrganization, { params: { id } });
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON());
  });
  // A tab in the background is hardly drawn on a busy computer, and a click waits for frames.
  const save = async (tab: Page) => {
    await tab.bringToFront();
    const part = tab.getByRole('form', { name: 'Contact' });
    await part.getByRole('button', { name: 'Save', exact: true }).click();
  };
  await page.goto(seller.path('settings'));
  const other = await context.newPage();
  await other.goto(seller.path('settings'));

  // Different fields: both are kept, and the later tab shows the earlier one's.
  await other.getByLabel('Website').fill('https://paper.example');
  await other.getByLabel('Support email').fill('help@paper.example');
  await save(other);
  await expect(other.getByText('Contact details saved.')).toBeVisible();
  await page.getByLabel('Social username').fill('paper');
  await save(page);
  await expect(page.getByText('Contact details saved.')).toBeVisible();
  await expect(
    page.getByText('Someone else changed Support email and Website meanwhile.'),
  ).toBeVisible();
  await expect(page.getByLabel('Website')).toHaveValue('https://paper.example');
  // Sent a second time where the tab had not heard of the other's change before.
  expect(sent.length).toBeGreaterThan(0);
  for (const body of sent) expect(body).toEqual({ social_username: 'paper' });
  expect(await stored()).toMatchObject({
    blog: 'https://paper.example',
    email: 'help@paper.example',
    social_username: 'paper',
  });

  // The same fields: nothing is saved until one version of each is chosen.
  await other.reload();
  await other.getByLabel('Social username').fill('quill');
  await other.getByLabel('Support email').fill('help@quill.example');
  await other.getByLabel('Website').fill('https://quill.example');
  await save(other);
  await expect.poll(async () => (await stored()).email).toBe('help@quill.example');
  await page.getByLabel('Social username').fill('paper-ink');
  await page.getByLabel('Support email').fill('ask@paper.example');
  await save(page);
  const panel = page.getByRole('region', { name: 'Someone else saved changes' });
  const heading = panel.getByRole('heading');
  await expect(heading).toBeFocused();
  await expect(panel.getByRole('group')).toHaveCount(2);
  await expect(panel).toContainText('already updated here: Website.');
  await expect(page.getByLabel('Website')).toHaveValue('https://quill.example');
  await expect(page.getByLabel('Social username')).toHaveValue('paper-ink');
  expect(await stored()).toMatchObject({ social_username: 'quill', email: 'help@quill.example' });
  await expectAccessible(page);

  const social = panel.getByRole('group', { name: 'Social username' });
  await expect(social.getByLabel(/paper-ink$/)).toBeChecked();
  await social.getByLabel(/quill$/).check();
  await expect(page.getByLabel('Social username')).toHaveValue('quill');
  await panel.getByRole('button', { name: 'Keep all of yours' }).click();
  await expect(page.getByLabel('Social username')).toHaveValue('paper-ink');
  await panel
    .getByRole('group', { name: 'Support email' })
    .getByLabel(/help@quill\.example$/)
    .check();
  await save(page);
  await expect(panel).toBeHidden();
  await expect.poll(stored).toMatchObject({
    social_username: 'paper-ink',
    email: 'help@quill.example',
    blog: 'https://quill.example',
  });
  expect(sent.at(-1)).toEqual({ social_username: 'paper-ink' });
});

test('the first field has the focus, a problem that another field settles goes, an address is completed', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto('/dashboard/new');
  const name = page.getByLabel('Name');
  const slug = page.getByLabel('Slug');
  await expect(name).toBeFocused();
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(slug).toHaveAttribute('aria-invalid', 'true');
  await name.fill('Paper and Ink');
  await expect(slug).toHaveValue('paper-and-ink');
  await expect(slug).not.toHaveAttribute('aria-invalid');
  await expect(name).not.toHaveAttribute('aria-invalid');
  await name.fill('');
  await slug.fill('');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.goto(seller.path('settings'));
  await page.getByLabel('Website').fill('paper.example');
  await page.getByLabel('Social username').focus();
  await expect(page.getByLabel('Website')).toHaveValue('https://paper.example');
  await page.getByLabel('Website').fill('ink.example/shop');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Contact details saved.')).toBeVisible();
  const { id } = seller.organization;
  const { blog } = await seller.call(getOrganization, { params: { id } });
  expect(blog).toBe('https://ink.example/shop');
});

test('a message that appears on blur does not take the click away', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('settings/tokens'));
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  const never = dialog.getByLabel('Never');
  // Once the dialog stands still, away from the buttons at its foot, which cover what is behind them.
  await never.hover();
  const box = await never.boundingBox();
  if (!box) throw new Error('The choice is not shown.');
  // Held as long as a slow hand does, in which the message of the name could move the choice away.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.waitForTimeout(300);
  expect(await never.boundingBox()).toEqual(box);
  await page.mouse.up();
  await expect(never).toBeChecked();
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
});
