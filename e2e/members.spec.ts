import { acceptInvitation, listInvitations, listMembers } from '@/lib/resources/members/contract';
import { expect, expectAccessible, newEmail, PASSWORD, test } from './fixtures';

test('a seller invites somebody, changes the role and removes the member', {
  tag: '@soak',
}, async ({ page, context, buyer, seller, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const params = { id: seller.organization.id };
  const email = newEmail();
  await page.goto(seller.path('settings/members'));
  const own = page.getByRole('row', { name: /Test Seller/ });
  await expect(own).toContainText('Make someone else an owner first.');
  const leave = own.getByRole('button', { name: 'Leave the organization' });
  await expect(leave).toHaveAttribute('aria-disabled', 'true');
  await expect(leave).toHaveAccessibleDescription(/Make someone else an owner first/);
  await expectAccessible(page);

  // The link is shown once, to copy.
  const invite = page.getByRole('button', { name: 'Invite', exact: true });
  await invite.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(seller.email);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText('This person is already a member.')).toBeVisible();
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Role').selectOption('Admin');
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(
    dialog.getByText(
      `Send this link to ${email}: it works once, for 7 days, and is not shown again.`,
    ),
  ).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Copy' }).click();
  const first = await page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(invite).toBeFocused();

  // Another link takes its place.
  const invited = page.getByRole('row', { name: email });
  await invited.getByRole('button', { name: 'Invite again' }).click();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = (await dialog.getByRole('code').textContent()) ?? '';
  expect(link).toContain('/invitations/');
  expect(link).not.toBe(first);
  await dialog.getByRole('button', { name: 'Done' }).click();

  const headers = { Origin: baseURL ?? '' };
  const token = new URL(link).pathname.split('/').at(-1);
  const join = { data: { name: 'Robin', email, password: PASSWORD, invitation: token }, headers };
  expect((await buyer.request.post('/api/auth/sign-up/email', join)).status()).toBe(201);
  const accept = { data: { token }, headers };
  expect((await buyer.request.post(acceptInvitation.path, accept)).ok()).toBe(true);
  await buyer.goto(seller.path('settings/members'));
  await expect(buyer.getByRole('row', { name: /Test Seller/ })).toContainText(
    'Only owners change the role of an owner.',
  );

  // What an admin has sent ends with the role.
  const guest = newEmail();
  const sent = { data: { email: guest, role: 'admin' }, headers };
  const invitations = `/v1/organizations/${params.id}/invitations`;
  expect((await buyer.request.post(invitations, sent)).status()).toBe(201);
  await page.reload();
  await expect(page.getByRole('row', { name: guest })).toBeVisible();
  await expect(invited).toHaveCount(1);
  await page.getByLabel('Role of Robin').selectOption('Member');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('customers, checkouts, and license keys');
  await expect(question).toContainText(
    'Invitations they sent for roles they can no longer give stop working.',
  );
  await question.getByRole('button', { name: 'Change role' }).click();
  await expect(page.getByLabel('Role of Robin')).toHaveValue('member');
  await expect(page.getByRole('row', { name: guest })).toHaveCount(0);

  await buyer.reload();
  const note = 'Owners and admins manage members and invitations.';
  await expect(buyer.getByRole('button', { name: 'Invite' })).toHaveAccessibleDescription(note);
  await expect(
    buyer.getByRole('button', { name: 'Remove Test Seller' }),
  ).toHaveAccessibleDescription(note);
  await expectAccessible(buyer);
  await buyer.goto(seller.path('settings/tokens'));
  await expect(buyer.getByText('Only owners and admins see API tokens.')).toBeVisible();

  // Limited by the role: what a member may not change says why.
  await buyer.goto(seller.path('settings'));
  await expect(buyer.getByLabel('Location')).toBeDisabled();
  await expect(
    buyer.getByRole('form', { name: 'Profile' }).getByRole('button', { name: 'Save' }),
  ).toHaveAccessibleDescription('Owners and admins only.');

  await page.getByRole('button', { name: 'Remove Robin' }).click();
  await expect(question).toContainText(
    'They lose access immediately, and invitations they sent stop working. The organization’s API tokens keep working.',
  );
  await expectAccessible(page, '[role=alertdialog]');
  await question.getByRole('button', { name: 'Remove' }).click();
  // While the question is open, the page behind it is hidden from roles: no row is found in any case.
  await expect(question).toBeHidden();
  await expect(invited).toHaveCount(0);
  expect((await seller.call(listMembers, { params })).items).toMatchObject([{ role: 'owner' }]);
  // In the page that is still open, the next call shows it.
  await buyer
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Members' })
    .click();
  await expect(buyer.getByText('You are not in an organization called')).toBeVisible();
  await expect(buyer.getByText(seller.email)).toHaveCount(0);

  await invite.click();
  await dialog.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).click();
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('No pending invitations.')).toBeVisible();
  expect((await seller.call(listInvitations, { params })).items).toEqual([]);
});
