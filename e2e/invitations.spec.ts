import { createInvitation, listInvitations, listMembers } from '@/lib/resources/members/contract';
import { expect, expectAccessible, newEmail, PASSWORD, type Seller, test } from './fixtures';

async function invite(seller: Seller) {
  const email = newEmail();
  const { url } = await seller.call(createInvitation, {
    params: { id: seller.organization.id },
    body: { email, role: 'admin' },
  });
  return { email, path: new URL(url).pathname };
}

test('an invited person makes an account and joins', { tag: '@soak' }, async ({
  seller,
  buyer: page,
}) => {
  const { email, path } = await invite(seller);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Join Paper & Ink' })).toBeVisible();
  await expect(page.getByText(`as an admin, with the email ${email}`)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Name').fill('Robin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByRole('button', { name: 'Accept invitation' })).toBeVisible();
  await expectAccessible(page);
  const params = { id: seller.organization.id };
  // Opening the link has changed nothing.
  expect((await seller.call(listInvitations, { params })).items).toHaveLength(1);
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(page).toHaveURL(new RegExp(`${seller.path()}$`));
  const { items } = await seller.call(listMembers, { params });
  expect(items.map((member) => [member.email, member.role])).toEqual([
    [seller.email, 'owner'],
    [email, 'admin'],
  ]);

  await page.goto(path);
  await expect(page.getByRole('heading', { name: /no longer works/ })).toBeVisible();
});

test('an invitation of another address asks to sign out first', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const { email, path } = await invite(seller);
  await page.goto(path);
  await expect(page.getByText(`You are signed in as ${seller.email}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});
