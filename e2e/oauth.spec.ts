import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import type { Page } from 'playwright/test';
import type { ContractInput } from '@/lib/contract/contract';
import { createOAuth2Client } from '@/lib/resources/oauth-clients/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, type Seller, test } from './fixtures';
import { picture } from './pictures';

// The programs of apps are two client libraries, each certified by the OpenID Foundation.

const CALLBACK = 'https://app.example.com/callback';
const LOCAL = 'http://localhost:49152/callback';

type Configuration = NonNullable<ContractInput<typeof createOAuth2Client>['body']>;

const register = (seller: Seller, given: Partial<Configuration> = {}) =>
  seller.call(createOAuth2Client, {
    body: { client_name: 'Ledger Sync', redirect_uris: [CALLBACK, LOCAL], ...given },
  });

/** Answers what the browser is sent back to, as the app's own site. */
async function answerCallback(page: Page): Promise<void> {
  const isCallback = ({ pathname, port }: URL) => pathname === '/callback' && port !== '3000';
  await page.route(isCallback, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Ledger</title><h1>Welcome back</h1>' }),
  );
}

/** Presses a button of the consent page once it takes clicks; where the browser went. */
async function decide(page: Page, action: 'Allow' | 'Deny'): Promise<URL> {
  const button = page.getByRole('button', { name: action });
  await expect(button).toBeVisible();
  // A person takes longer than this to read.
  await expect(async () => {
    if (new URL(page.url()).pathname !== '/callback') await button.click({ timeout: 1000 });
    await page.waitForURL(/\/callback\?/, { timeout: 1500 });
  }).toPass();
  return new URL(page.url());
}

/** What the product answers to `openid-client` at `baseURL`, which is http here. */
async function discover(baseURL: string, id: string, secret: string) {
  const auth = secret === '' ? client.None() : client.ClientSecretPost(secret);
  const options = { execute: [client.allowInsecureRequests] };
  return client.discovery(new URL(baseURL), id, undefined, auth, options);
}

test('openid-client signs a seller in, and reads, refreshes, introspects and revokes', async ({
  page,
  seller,
  baseURL,
}) => {
  await answerCallback(page);
  const app = await register(seller);
  const config = await discover(baseURL ?? '', app.client_id, app.client_secret);
  const [verifier, state, nonce] = [
    client.randomPKCECodeVerifier(),
    client.randomState(),
    client.randomNonce(),
  ];
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid profile email products:read',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  await page.goto(url.href);
  const back = await decide(page, 'Allow');
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
  const tokens = await client.authorizationCodeGrant(config, back, { ...checks, maxAge: 600 });
  const sub = tokens.claims()?.sub ?? '';
  expect(tokens.claims()).toMatchObject({ email: seller.email, name: 'Test Seller' });
  const info = await client.fetchUserInfo(config, tokens.access_token, sub);
  expect(info).toMatchObject({ sub, email: seller.email });
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(refreshed.claims()?.sub).toBe(sub);
  const products = await client.fetchProtectedResource(
    config,
    refreshed.access_token,
    new URL('/v1/products/', baseURL ?? ''),
    'GET',
  );
  expect(products.status).toBe(200);
  const active = async (token: string) => (await client.tokenIntrospection(config, token)).active;
  expect(await active(refreshed.access_token)).toBe(true);
  await client.tokenRevocation(config, refreshed.refresh_token ?? '');
  expect(await active(refreshed.access_token)).toBe(false);

  // What was allowed is remembered: the browser goes on by itself, to this and to less.
  const again = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid',
    prompt: 'none',
    state,
  });
  const silently = await page.request.get(again.href, { maxRedirects: 0 });
  expect(silently.headers()).toMatchObject({
    'cache-control': expect.stringContaining('no-store'),
  });
  const answered = new URL(silently.headers().location ?? '');
  const silent = await client.authorizationCodeGrant(config, answered, { expectedState: state });
  expect(silent.claims()?.sub).toBe(sub);
});

test('oauth4webapi signs in a program without a secret, at another port of this computer', {
  tag: '@soak',
}, async ({ page, seller, baseURL }) => {
  await answerCallback(page);
  const app = await register(seller, {
    redirect_uris: ['http://localhost/callback'],
    token_endpoint_auth_method: 'none',
  });
  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(baseURL ?? '');
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' }),
  );
  const program = { client_id: app.client_id };
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    client_id: app.client_id,
    redirect_uri: LOCAL,
    response_type: 'code',
    scope: 'openid customers:read',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  }).toString();
  await page.goto(url.href);
  await expect(page.getByText('an app on this computer')).toBeVisible();
  const parameters = oauth.validateAuthResponse(
    server,
    program,
    await decide(page, 'Allow'),
    state,
  );
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    program,
    oauth.None(),
    parameters,
    LOCAL,
    verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, program, answer, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, answer, insecure);
  const refresh = async (token = '') =>
    oauth.processRefreshTokenResponse(
      server,
      program,
      await oauth.refreshTokenGrantRequest(server, program, oauth.None(), token, insecure),
    );
  const second = await refresh(tokens.refresh_token);
  const info = oauth.processUserInfoResponse(
    server,
    program,
    oauth.getValidatedIdTokenClaims(tokens)?.sub ?? '',
    await oauth.userInfoRequest(server, program, second.access_token, insecure),
  );
  expect((await info).sub).toBe(oauth.getValidatedIdTokenClaims(second)?.sub);
  // Programs on this computer ask each time: another one could take their place.
  await page.goto(url.href);
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
  const denied = await decide(page, 'Deny');
  expect(() => oauth.validateAuthResponse(server, program, denied, state)).toThrow(
    /authorization response from the server is an error/,
  );
  expect(denied.searchParams.get('error')).toBe('access_denied');
});

/** The address of the consent page for an app. */
function requestOf(app: { client_id: string }, given: Record<string, string> = {}): string {
  const query = {
    client_id: app.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid profile email products:read orders:read customers:write',
    state: 'xyz',
    ...given,
  };
  return `/oauth2/authorize?${new URLSearchParams(query)}`;
}

test('the consent page says who, where to and what, in light, dark and on phones', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const app = await register(seller, { policy_uri: 'https://app.example.com/privacy' });
  const response = await page.goto(requestOf(app));
  expect(response?.headers()).toMatchObject({
    'cache-control': expect.stringContaining('no-store'),
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
  await expect(page.getByRole('heading', { name: 'Give Ledger Sync access?' })).toBeVisible();
  const main = page.getByRole('main');
  for (const text of [
    'app.example.com',
    'isn’t verified by Tilldesk',
    'Account ID · Name · Email address',
    'Products · Orders, refunds',
    'Customers',
    seller.email,
    'keeps this access until you disconnect it',
  ]) {
    await expect(main).toContainText(text);
  }
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('a click in the first half second does nothing, and keys do the rest', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await answerCallback(page);
  const app = await register(seller);
  await page.clock.install();
  await page.goto(requestOf(app));
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/oauth2/consent')) calls.push(request.method());
  });
  // As it is when the page has just come to the front.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const allow = page.getByRole('button', { name: 'Allow' });
  await page.clock.runFor(400);
  await allow.click();
  expect(calls).toEqual([]);
  await page.clock.runFor(200);
  await allow.focus();
  await page.keyboard.press('Enter');
  await page.clock.resume();
  await page.waitForURL(/\/callback\?/);
  expect(calls).toEqual(['POST']);
});

test('a visitor signs in first, and comes back to the app’s request', async ({ page, seller }) => {
  const app = await register(seller);
  await page.context().clearCookies();
  await page.goto(requestOf(app, { login_hint: seller.email }));
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(page.getByLabel('Email')).toHaveValue(seller.email);
  await page.getByLabel('Password').fill(seller.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Give Ledger Sync access?' })).toBeVisible();
});

test('a request for a fresh sign-in asks for the password, and goes on by itself', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await answerCallback(page);
  const app = await register(seller);
  await page.goto(requestOf(app, { prompt: 'login' }));
  // The sign-in of a moment ago was not for this request (docs/contract/oauth.md#consent).
  const dialog = page.getByRole('dialog', { name: /Confirm/ });
  await expect(async () => {
    if (await dialog.isHidden()) await page.getByRole('button', { name: 'Allow' }).click();
    await expect(dialog).toBeVisible({ timeout: 1500 });
  }).toPass();
  await dialog.getByLabel('Password').fill(seller.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/callback\?/);
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/^td_ac_/);
});

test('one of several organizations is chosen', { tag: '@soak' }, async ({ page, seller }) => {
  await answerCallback(page);
  const app = await register(seller);
  const { createOrganization } = await import('@/lib/resources/organizations/contract');
  const { slug } = seller.organization;
  await seller.call(createOrganization, { body: { name: 'Second Shop', slug: `${slug}-2` } });
  await page.goto(requestOf(app, { sub_type: 'organization', scope: 'products:write' }));
  await expect(page.getByRole('radio')).toHaveCount(2);
  // A click in the first half second does nothing.
  await expect(async () => {
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page.getByText('Choose an organization.')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Second Shop' }).check();
  expect((await decide(page, 'Allow')).searchParams.get('code')).toMatch(/^td_ac_/);
});

test('a request that no app may be answered shows a page', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const app = await register(seller);
  await page.goto(requestOf(app, { redirect_uri: 'https://evil.example/callback' }));
  await expect(page.getByRole('heading', { name: 'This app can’t be connected' })).toBeVisible();
  await expectAccessible(page);
  expect(new URL(page.url()).pathname).toBe('/oauth2/authorize');
});

test('discovery names only what is there, and any origin may read it', async ({
  request,
  baseURL,
}) => {
  const documents = await Promise.all(
    ['openid-configuration', 'oauth-authorization-server'].map((name) =>
      request.get(`/.well-known/${name}`),
    ),
  );
  const [first, second] = await Promise.all(documents.map((document) => document.json()));
  expect(first).toEqual(second);
  expect(first).toMatchObject({
    issuer: baseURL,
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['RS256'],
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
  });
  const urls = Object.entries(first as Record<string, unknown>).filter(
    (entry): entry is [string, string] => String(entry[1]).startsWith('http'),
  );
  expect(urls.map(([name]) => name)).toContain('jwks_uri');
  for (const [name, url] of urls) {
    const { status } = await request.get(url).then((answer) => ({ status: answer.status() }));
    // Forms are posted, and some want a credential; none is unknown.
    expect([200, 401, 405], name).toContain(status);
  }
  const jwks = await request.get(String(first.jwks_uri));
  for (const answer of [...documents, jwks]) {
    expect(answer.headers()['access-control-allow-origin']).toBe('*');
    expect(answer.headers()['access-control-allow-credentials']).toBeUndefined();
  }
  const preflight = await request.fetch('/v1/oauth2/token', { method: 'OPTIONS' });
  const { 'access-control-allow-headers': sent = '', 'access-control-expose-headers': shown = '' } =
    preflight.headers();
  expect(preflight.headers()['access-control-allow-origin']).toBe('*');
  expect(sent.split(', ')).toEqual(
    expect.arrayContaining(['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match']),
  );
  expect(shown.split(', ')).toEqual(
    expect.arrayContaining(['ETag', 'X-Request-Id', 'Retry-After', 'Idempotency-Replayed']),
  );
});

test('a seller makes an app, sees its secret once, rotates it, and deletes the app', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto(seller.path('oauth-apps'));
  await expect(page.getByText('Let other apps act for you.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New OAuth app' }).click();
  await page.getByLabel('Name', { exact: true }).first().fill('Ledger Sync');
  await page.getByRole('button', { name: 'Create OAuth app' }).click();
  await expect(page.getByText('Enter at least one redirect URI.')).toBeVisible();
  const redirects = page.getByLabel('Redirect URIs');
  await redirects.fill(`${CALLBACK}\nhttp://app.example.com/plain`);
  await page.getByRole('button', { name: 'Create OAuth app' }).click();
  await expect(page.getByText(/Use https, http on localhost/)).toBeVisible();
  await expect(redirects).toBeFocused();
  await redirects.fill(CALLBACK);
  await page
    .getByRole('group', { name: 'Products' })
    .getByRole('checkbox', { name: 'Read' })
    .check();
  await page.getByRole('button', { name: 'Create OAuth app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy the client secret' });
  const secret = (await dialog.getByText(/^td_cs_/).textContent()) ?? '';
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: 'Ledger Sync', level: 1 })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('region', { name: 'Redirect URIs' })).toContainText(CALLBACK);
  await expect(main).toContainText(`***${secret.slice(-4)}`);
  await expect(main).not.toContainText(secret);
  await expect(main).toContainText('Products');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click();
  const question = page.getByRole('alertdialog', { name: 'Rotate secret' });
  await question.getByRole('button', { name: 'Rotate secret' }).click();
  const rotated = page.getByRole('dialog', { name: 'Copy the client secret' });
  await expect(rotated.getByText(/^td_cs_/)).not.toHaveText(secret);
  await rotated.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Name', { exact: true }).first().fill('Ledger');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Ledger', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete Ledger' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('Let other apps act for you.')).toBeVisible();
});

test('on a phone the answers of the consent page are as large as any button', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const app = await register(seller);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(requestOf(app));
  for (const name of ['Allow', 'Deny']) {
    const box = await page.getByRole('button', { name }).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(32);
    expect(box?.width).toBeGreaterThan(300);
  }
});

test('the account lists what apps may do, and ends it', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await answerCallback(page);
  const app = await register(seller);
  await page.goto(requestOf(app, { scope: 'openid products:read customers:write' }));
  await decide(page, 'Allow');
  await page.goto('/dashboard/account');
  const section = page.getByRole('region', { name: 'Connected apps' });
  const row = section.getByRole('row', { name: /Ledger Sync/ });
  await expect(row).toContainText('Your account');
  await expect(row).toContainText('Reads and writes Customers');
  await expect(row).toContainText('Reads Products');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Disconnect Ledger Sync' }).click();
  const question = page.getByRole('alertdialog', { name: 'Disconnect Ledger Sync' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await expect(section.getByText('No apps are connected to your account.')).toBeVisible();
});

test('a request may be sent as a form, from another site too', { tag: '@soak' }, async ({
  page,
  seller,
  baseURL,
}) => {
  await answerCallback(page);
  const app = await register(seller);
  const asked = new URL(
    requestOf(app, { scope: 'openid products:read', state: 'a b&c=ü' }),
    baseURL,
  );
  const fields = [...asked.searchParams].map(
    ([name, value]) =>
      `<input type="hidden" name="${name}" value="${value.replace('&', '&amp;')}">`,
  );
  const form = `<meta charset="utf-8"><form method="post" action="${asked.origin}${asked.pathname}">${fields.join('')}<button>Sign in</button></form>`;
  await page.route('https://app.example.com/', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: form }),
  );
  await page.goto('https://app.example.com/');
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The session is known, though the form came from another site.
  await expect(page.getByText(seller.email)).toBeVisible();
  const back = await decide(page, 'Allow');
  expect(back.searchParams.get('state')).toBe('a b&c=ü');
  expect(back.searchParams.get('code')).toMatch(/^td_ac_/);

  const post = (data: string) =>
    page.request.post('/oauth2/authorize', {
      data,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      maxRedirects: 0,
    });
  const named = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect((await page.request.get('/oauth2/authorize', { headers: named })).status()).toBe(200);
  const answer = await post('client_id=unknown&client_id=twice');
  expect(answer.status()).toBe(303);
  expect(answer.headers()).toMatchObject({
    location: `${baseURL}/oauth2/authorize?client_id=unknown&client_id=twice`,
    'cache-control': 'no-store',
  });
  expect((await post(`state=${'x'.repeat(8000)}`)).status()).toBe(413);
});

test('an app shows the picture that its maker has uploaded, else the first letter of its name', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await answerCallback(page);
  const app = await register(seller);
  await page.goto(seller.path(`oauth-apps/${app.client_id}`));
  const section = page.getByRole('region', { name: 'Picture' });
  await expect(section.getByText('L', { exact: true })).toBeVisible();
  await section.getByLabel('Choose a picture').setInputFiles(picture('ledger.png'));
  await expect(page.getByText('Picture saved.')).toBeVisible();
  await expect(section.locator('img')).toHaveAttribute('src', /\/media\//);
  const source = (await section.locator('img').getAttribute('src')) ?? '';
  await expectAccessible(page);

  await page.goto(requestOf(app, { scope: 'openid products:read' }));
  await expect(page.locator(`img[src="${source}"]`)).toBeVisible();
  await decide(page, 'Allow');
  await page.goto('/dashboard/account');
  const connected = page.getByRole('region', { name: 'Connected apps' });
  await expect(connected.locator(`img[src="${source}"]`)).toBeVisible();

  await page.goto(seller.path(`oauth-apps/${app.client_id}`));
  await section.getByRole('button', { name: 'Remove' }).click();
  await expect(section.locator('img')).toHaveCount(0);
});
