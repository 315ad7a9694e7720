import { afterEach, describe, expect, it } from 'vitest';
import { handleAccounts } from '@/lib/accounts/handler';
import { createSignInLink } from '@/lib/accounts/service';
import { prisma } from '@/lib/database/client';
import { provideSettings } from '@/lib/env';
import { newId } from '@/lib/ids';
import { countFailure } from '@/lib/limits/service';
import { getMe } from '@/lib/me/contract';
import { createOrganization } from '@/lib/organizations/contract';
import { callApi, refusal } from '@/lib/testing/call-api';
import { makeToken, makeUser } from '@/prisma/factories';

const ORIGIN = 'http://localhost:3000';
const PASSWORD = 'correct horse battery';

const newEmail = () => `seller-${newId()}@example.com`;
/** An address of its own: the limits of one test are not those of another. */
const newIp = () => `2001:db8:${newId().slice(-9, -5)}:${newId().slice(-4)}::1`;

function send(path: string, body?: unknown, headers: Record<string, string> = {}) {
  return handleAccounts(
    new Request(`${ORIGIN}/api/auth/${path}`, {
      method: 'POST',
      headers: { Origin: ORIGIN, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
}
const open = (url: string) => handleAccounts(new Request(url));
const signUp = (email: string, given: object = {}, headers = {}) =>
  send('sign-up/email', { name: 'Ann', email, password: PASSWORD, ...given }, headers);
const signIn = (email: string, password = PASSWORD, headers = {}) =>
  send('sign-in/email', { email, password }, headers);

/** What a browser would send back. */
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
const me = (cookie: string) => callApi(getMe, {}, { headers: { cookie } });

async function bodyOf(response: Response) {
  return (await response.json()) as { error: string; detail: { loc: string[] }[] };
}

describe('sign-up', () => {
  it('makes an account in lower case and signs it in', async () => {
    const email = newEmail();
    const response = await signUp(email.toUpperCase());
    expect(response.status).toBe(201);
    const { user } = (await response.json()) as { user: { id: string } };
    expect(user).toEqual({ id: expect.any(String), email, name: 'Ann' });
    expect(await me(cookieOf(response))).toMatchObject({
      type: 'user',
      user: {
        ...user,
        avatar_url: expect.stringMatching(/^http:\/\/localhost:3000\/avatars\/.+\.svg$/),
      },
      organizations: [],
    });
  });

  it('says that an address is taken, in any case', async () => {
    const email = newEmail();
    await signUp(email);
    const response = await signUp(email.toUpperCase());
    expect(response.status).toBe(422);
    expect((await bodyOf(response)).detail).toMatchObject([{ loc: ['body', 'email'] }]);
  });

  it('gives an address to one of two that want it at once', async () => {
    const email = newEmail();
    const answers = await Promise.all([signUp(email), signUp(email), signUp(email)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(await prisma().account.count({ where: { user: { email } } })).toBe(1);
  });

  it('lists every problem at once', async () => {
    const response = await send('sign-up/email', { name: ' ', email: 'ann', password: 'short' });
    expect(response.status).toBe(422);
    const places = (await bodyOf(response)).detail.map(({ loc }) => loc.join('.'));
    expect(places.sort()).toEqual(['body.email', 'body.name', 'body.password']);
  });

  it('keeps no password in clear', async () => {
    const email = newEmail();
    await signUp(email);
    const [account] = await prisma().account.findMany({ where: { user: { email } } });
    expect(account?.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  });

  it('is allowed 60 times a minute from an address', async () => {
    const headers = { 'x-client-ip': newIp() };
    const refused = { name: 'Ann', email: newEmail(), password: PASSWORD };
    await signUp(refused.email);
    const answers = [];
    for (let count = 0; count < 61; count += 1) {
      answers.push(await send('sign-up/email', refused, headers));
    }
    expect(answers.slice(0, 60).map(({ status }) => status)).toEqual(Array(60).fill(422));
    expect(answers[60]?.status).toBe(429);
    expect(Number(answers[60]?.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});

describe('SIGN_UP', () => {
  afterEach(() => provideSettings({ SIGN_UP: '', PUBLIC_URL: '' }));

  it.each(['invite', 'closed'])('%s refuses without an invitation', async (SIGN_UP) => {
    provideSettings({ SIGN_UP });
    const email = newEmail();
    expect((await signUp(email)).status).toBe(403);
    expect(await prisma().user.count({ where: { email } })).toBe(0);
  });

  it('is open for the first seller of a public installation, the demo one aside', async () => {
    const origin = 'https://shop.example.com';
    await prisma().user.deleteMany();
    await prisma().installation.create({ data: { key: 'demo', value: 'made' } });
    await makeUser({ email: 'demo@example.com' });
    provideSettings({ PUBLIC_URL: origin });
    const emails = [newEmail(), newEmail(), newEmail(), newEmail()];
    const answers = await Promise.all(emails.map((email) => signUp(email, {}, { Origin: origin })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await prisma().user.count()).toBe(2);
    expect((await signUp(newEmail(), {}, { Origin: origin })).status).toBe(403);
    provideSettings({ SIGN_UP: 'open' });
    expect((await signUp(newEmail(), {}, { Origin: origin })).status).toBe(201);
  });

  it('sends the cookie over https only where the product is there', async () => {
    const [plain = ''] = (await signUp(newEmail())).headers.getSetCookie();
    expect(plain).toMatch(/; HttpOnly/i);
    expect(plain).toMatch(/; SameSite=Lax/i);
    expect(plain).not.toMatch(/; Secure/i);
    provideSettings({ PUBLIC_URL: 'https://shop.example.com', SIGN_UP: 'open' });
    const secure = await signUp(newEmail(), {}, { Origin: 'https://shop.example.com' });
    const [cookie = ''] = secure.headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-.+; Secure/i);
    expect(cookie).toMatch(/; HttpOnly/i);
  });
});

describe('sign-in', () => {
  it('makes a new session each time', async () => {
    const email = newEmail();
    const first = await signUp(email);
    const second = await signIn(email.toUpperCase(), PASSWORD, { cookie: cookieOf(first) });
    expect(second.status).toBe(200);
    expect(cookieOf(second)).not.toBe(cookieOf(first));
    expect(await me(cookieOf(second))).toMatchObject({ user: { email } });
    expect(await prisma().session.count({ where: { user: { email } } })).toBe(2);
  });

  it('answers the same for an unknown address and a wrong password', async () => {
    const email = newEmail();
    await signUp(email);
    const withoutPassword = (await makeUser()).email;
    const answers = [
      await signIn(email, 'wrong password'),
      await signIn(newEmail(), 'wrong password'),
      await signIn(withoutPassword, 'wrong password'),
    ];
    for (const response of answers) {
      expect(response.status).toBe(401);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await response.json()).toEqual({
        error: 'Unauthorized',
        detail: 'The e-mail address or the password is wrong.',
        request_id: expect.any(String),
      });
    }
  });

  it('refuses an account after 10 failures, also when they are sent at once', async () => {
    const email = newEmail();
    await signUp(email);
    const guesses = Array.from({ length: 14 }, (_, count) =>
      signIn(email, `guess number ${count}`),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    const locked = await signIn(email);
    expect(locked.status).toBe(429);
    const wait = Number(locked.headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(600);
  });

  it('limits an unknown address alike', async () => {
    const email = newEmail();
    const guesses = Array.from({ length: 11 }, () => signIn(email, 'wrong password'));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('never counts successes', async () => {
    const email = newEmail();
    await signUp(email);
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(email)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await signIn(email, 'wrong password')).status).toBe(401);
  });

  it('refuses an address after 100 failures, whichever accounts it tried', async () => {
    const email = newEmail();
    await signUp(email);
    const network = newIp();
    const failures = Array.from({ length: 99 }, (_, count) =>
      countFailure('sign_in_address', [network.replace(/1$/, String(count))], {
        isSandbox: false,
        now: new Date(),
      }),
    );
    await Promise.all(failures);
    const headers = { 'x-client-ip': network };
    expect((await signIn(email, PASSWORD, headers)).status).toBe(200);
    expect((await signIn(newEmail(), 'wrong password', headers)).status).toBe(401);
    expect((await signIn(email, PASSWORD, headers)).status).toBe(429);
    expect((await signIn(email, PASSWORD, { 'x-client-ip': newIp() })).status).toBe(200);
  });

  it('keeps no address in clear beside its failures', async () => {
    const email = newEmail();
    const ip = newIp();
    await signIn(email, 'wrong password', { 'x-client-ip': ip });
    const kept = JSON.stringify(
      (await prisma().rateLimit.findMany()).map(({ key, points }) => [key, points]),
    );
    expect(kept).toContain('sign_in_account');
    expect(kept).not.toContain(email);
    expect(kept).not.toContain(ip);
  });
});

describe('a session', () => {
  const body = () => ({ name: 'Shop', slug: `shop-${newId()}` });

  it('may change something from the own pages alone', async () => {
    const cookie = cookieOf(await signUp(newEmail()));
    const create = (headers: Record<string, string>) => ({ headers: { cookie, ...headers } });
    for (const headers of [{}, { Origin: 'http://evil.example' }, { Origin: 'null' }]) {
      const failure = await refusal(createOrganization, { body: body() }, create(headers));
      expect(failure).toMatchObject({ status: 403, error: 'NotPermitted' });
    }
    for (const Origin of [ORIGIN, 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      await callApi(createOrganization, { body: body() }, create({ Origin }));
    }
    const { organizations, scopes } = await me(cookie);
    expect(organizations.map(({ role }) => role)).toEqual(['owner', 'owner', 'owner']);
    expect(scopes).toHaveLength(40);
  });

  it('does not save a wrong token beside it', async () => {
    const cookie = cookieOf(await signUp(newEmail()));
    const failure = await refusal(getMe, {}, { as: { token: 'td_pat_x' }, headers: { cookie } });
    expect(failure).toMatchObject({ status: 401, error: 'invalid_token' });
  });

  it('ends with sign-out, when it is over, and when its cookie is changed', async () => {
    const email = newEmail();
    const [first, second] = [cookieOf(await signUp(email)), cookieOf(await signIn(email))];
    const unauthorized = { status: 401, error: 'Unauthorized' };

    const foreign = await send('sign-out', undefined, {
      cookie: first,
      Origin: 'http://evil.example',
    });
    expect(foreign.status).toBe(403);
    await me(first);
    const out = await send('sign-out', undefined, { cookie: first });
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie().join()).toMatch(/Max-Age=0/i);
    expect(await refusal(getMe, {}, { headers: { cookie: first } })).toMatchObject(unauthorized);

    for (const cookie of [
      second.slice(0, -3),
      second.replace(/=/, '=x'),
      'tilldesk.session_token=%',
      'x',
    ]) {
      expect(await refusal(getMe, {}, { headers: { cookie } })).toMatchObject(unauthorized);
    }
    await me(second);
    await prisma().session.updateMany({
      where: { user: { email } },
      data: { expiresAt: new Date(0) },
    });
    expect(await refusal(getMe, {}, { headers: { cookie: second } })).toMatchObject(unauthorized);
  });

  it('does not pass for one when the database cannot tell', async () => {
    const cookie = cookieOf(await signUp(newEmail()));
    await prisma().$executeRaw`ALTER TABLE sessions RENAME TO sessions_away`;
    try {
      expect((await refusal(getMe, {}, { headers: { cookie } })).status).toBe(503);
      const out = await send('sign-out', undefined, { cookie });
      expect(out.status).toBe(503);
      expect(out.headers.getSetCookie()).toEqual([]);
    } finally {
      await prisma().$executeRaw`ALTER TABLE sessions_away RENAME TO sessions`;
    }
    await me(cookie);
  });
});

describe('a sign-in link', () => {
  it('signs in once and leaves the password as it is', async () => {
    const email = newEmail();
    await signUp(email);
    const link = (await createSignInLink(email.toUpperCase())) ?? '';
    expect(new URL(link).origin).toBe(ORIGIN);
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(JSON.stringify(await prisma().verification.findMany())).not.toContain(token);

    const uses = await Promise.all([open(link), open(link), open(link)]);
    expect(uses.map(({ status }) => status).sort()).toEqual([302, 410, 410]);
    const used = uses.find(({ status }) => status === 302);
    expect(used?.headers.get('Location')).toBe(ORIGIN);
    expect(await me(cookieOf(used ?? new Response()))).toMatchObject({ user: { email } });
    expect((await signIn(email)).status).toBe(200);
  });

  it('works for a seller without a password, for 10 minutes', async () => {
    const { email } = await makeUser();
    const link = (await createSignInLink(email)) ?? '';
    const [kept] = await prisma().verification.findMany({ where: { value: { contains: email } } });
    const minutes = ((kept?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThanOrEqual(10);
    await prisma().verification.updateMany({
      where: { value: { contains: email } },
      data: { expiresAt: new Date(0) },
    });
    const late = await open(link);
    expect(late.status).toBe(410);
    expect(late.headers.getSetCookie()).toEqual([]);
  });

  it('is made for sellers only', async () => {
    expect(await createSignInLink(newEmail())).toBeNull();
  });
});

describe('/api/auth', () => {
  it('offers nothing else of its engine', async () => {
    const { email } = await makeUser();
    for (const path of [
      'sign-in/magic-link',
      'update-user',
      'reset-password',
      'sign-in/social',
      '..',
    ]) {
      expect((await send(path, { email })).status).toBe(404);
    }
    const wrong = await open(`${ORIGIN}/api/auth/sign-in/email`);
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('Allow')).toBe('POST');
  });

  it('refuses what is no JSON, and pages of others', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await signIn(newEmail(), PASSWORD, form)).status).toBe(415);
    expect((await signIn(newEmail(), PASSWORD, { Origin: 'http://evil.example' })).status).toBe(
      403,
    );
    const broken = await signIn('ann@example.com\u0000', 'nul\u0000');
    expect(broken.status).toBe(422);
  });

  it('lets a bearer token alone with the session rules', async () => {
    const token = await makeToken({ userId: (await makeUser()).id });
    const body = { name: 'Shop', slug: `shop-${newId()}` };
    await callApi(createOrganization, { body }, { as: { token } });
  });
});
