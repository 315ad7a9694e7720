import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  joinAsMember,
  newEmail,
  newSlug,
  PASSWORD,
  test,
} from './fixtures';
import { picture } from './pictures';

test('a new seller signs up, makes an organization and sees what to do next', async ({ page }) => {
  await page.goto('/sign-up');
  await expectAccessible(page);
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByRole('heading', { name: 'New organization' })).toBeVisible();
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByLabel('Slug')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Name').fill('Ada’s Prints & Söhne');
  await expect(page.getByLabel('Slug')).toHaveValue('adas-prints-sohne');
  await expect(page.getByLabel('Slug')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Time zone')).toHaveText(/^New York, GMT−[45]$/);
  await page.getByLabel('Slug').fill(newSlug('ada'));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create organization' }).click();

  await expect(page.getByRole('heading', { name: 'Ada’s Prints & Söhne' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Add a product' })).toBeVisible();
  await expect(page).toHaveTitle(/^Home · .+ · Tilldesk$/);
  await expectAccessible(page);
});

test('sign-up says what is wrong at each field and keeps what was typed', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.context().clearCookies();
  await page.goto('/sign-up');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Enter your name.');
  await expect(page.getByText('Enter your email.')).toBeVisible();
  await expect(page.getByText('Enter your password.')).toBeVisible();

  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill(seller.email);
  const password = page.getByLabel('Password');
  await password.fill('short');
  // For password managers and for people who cannot retype it (WCAG 3.3.8).
  await expect(password).toHaveAttribute('autocomplete', 'new-password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByLabel('Name').focus();
  await expect(page.getByText('Enter at least 10 characters.')).toBeVisible();
  // Once: the error says what the hint did.
  await expect(page.getByText('At least 10 characters.', { exact: true })).toBeHidden();
  await password.fill('Password123!');
  await expect(page.getByText('Enter at least 10 characters.')).toBeHidden();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription(/Choose a password that is harder to guess\./);
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(
    page.getByText('This email address already has an account. Sign in instead.'),
  ).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Password')).toHaveValue(PASSWORD);
  await expectAccessible(page);
});

test('signing in answers the same for a wrong address and a wrong password', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.context().clearCookies();
  await page.goto(seller.path('orders'));
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  const wrong = 'The email address or password is incorrect.';
  for (const [email, password] of [
    [seller.email, 'something else'],
    [newEmail(), PASSWORD],
  ] as const) {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: wrong })).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByLabel('Email').fill(seller.email);
  await page.getByLabel('Password').fill(seller.password);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(seller.path('orders'));
});

test('too many wrong passwords count down', { tag: '@soak' }, async ({ page, seller }) => {
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await expect(page.getByText('Sandbox. No real money moves.')).toBeVisible();
  await page.getByLabel('Email').fill(seller.email);
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  for (let attempt = 0; attempt < 11; attempt += 1) {
    await page.getByLabel('Password').fill(`wrong ${attempt}`);
    const answered = page.waitForResponse('**/sign-in/email');
    await button.click();
    await (await answered).finished();
  }
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/Try again in \d+ s\./);
});

test('a session that ends while a form is half filled: nothing is lost', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto('/dashboard/new');
  await page.getByLabel('Name').fill('Second Shop');
  await page.getByLabel('Slug').fill(newSlug('second'));
  // A page that has never seen a session leaves for the sign-in page.
  await expect(page.getByRole('button', { name: 'Test Seller' })).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Create organization' }).click();

  const dialog = page.getByRole('dialog', { name: 'Your session expired' });
  await expect(dialog.getByLabel('Email')).toHaveValue(seller.email);
  await expectAccessible(page);
  await dialog.getByLabel('Password').fill(seller.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Second Shop' })).toBeVisible();
});

test('the account’s name is changed, and the account deleted once it owns nothing alone', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto('/account');
  await expect(page).toHaveURL(/\/dashboard\/account$/);
  const profile = page.getByRole('region', { name: 'Profile' });
  await profile.getByRole('button', { name: 'Change name' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change name' });
  await expectAccessible(page);
  await dialog.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(profile).toContainText('Ada Lovelace');
  await expect(page.getByRole('button', { name: 'Ada Lovelace' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete account' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete account?' });
  await expectAccessible(page);
  await question.getByLabel(/^Type /).fill(seller.email);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByText(/You’re the last owner of Paper & Ink/)).toBeVisible();
});

test('a seller shows a picture, and leaves an organization', { tag: '@soak' }, async ({
  page,
  seller,
  buyer,
}) => {
  await page.goto('/dashboard/account');
  const pictures = page.getByRole('region', { name: 'Picture' });
  await pictures.getByLabel('Choose a picture').setInputFiles(picture('ada.png'));
  await expect(page.getByText('Picture saved.')).toBeVisible();
  await expect(pictures.locator('img')).toHaveAttribute('src', /\/media\//);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);

  const section = page.getByRole('region', { name: 'Organizations' });
  await section.getByRole('button', { name: 'Leave Paper & Ink' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave Paper & Ink' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(question.getByRole('alert')).toContainText('owner');
  await page.keyboard.press('Escape');

  await joinAsMember(buyer, seller);
  await buyer.goto('/dashboard/account');
  await expect(buyer.getByRole('button', { name: 'Upload picture' })).toBeDisabled();
  await buyer.getByRole('button', { name: 'Leave Paper & Ink' }).click();
  await buyer.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(buyer.getByText('You are in no organization.')).toBeVisible();
});

test('signs out', { tag: '@soak' }, async ({ page, seller }) => {
  await page.goto(seller.path());
  await page.getByRole('button', { name: 'Test Seller' }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto(seller.path());
  await expect(page).toHaveURL(/sign-in/);
});
