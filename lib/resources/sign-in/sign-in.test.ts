import { hashPassword as hashScrypt } from 'better-auth/crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { clock } from '@/lib/auth/slow-down';
import { PERMISSIONS } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import { notesWritten } from '@/lib/database/connection/notes';
import { getMe } from '@/lib/resources/me/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import { createSignInLink, ensureSeller } from '@/lib/resources/sign-in/service';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import {
  at,
  cookieOf,
  knownBy,
  me,
  newEmail,
  newIp,
  ORIGIN,
  open,
  PASSWORD,
  redeem,
  send,
  signIn,
  signUp,
  statusesOf,
  times,
} from '@/testing/accounts';
import { callApi, refusal } from '@/testing/call-api';
import { makeToken, makeUser } from '@/testing/factories';

// Passwords are hashed one after the other, which takes a while on a busy machine.
/** The numbers of a kind of limit that are counted now. */
async function counted(kind: string) {
  const rows = await db(null).rateLimit.findMany({ where: { key: { startsWith: `${kind}:` } } });
  return {
    points: rows.reduce((sum, { points }) => sum + points, 0),
    pending: rows.reduce((sum, { pending }) => sum + pending, 0),
  };
}

async function bodyOf(response: Response) {
  return (await response.json()) as { error: string; detail: { loc: string[] }[] };
}

const HARDER = /^Choose a password that is harder to guess\.$/;

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
    expect(await db(null).account.count({ where: { user: { email } } })).toBe(1);
  });

  it('lists every problem at once', async () => {
    const response = await send('sign-up/email', { name: ' ', email: 'ann', password: 'short' });
    expect(response.status).toBe(422);
    const places = (await bodyOf(response)).detail.map(({ loc }) => loc.join('.'));
    expect(places.sort()).toEqual(['body.email', 'body.name', 'body.password']);
  });

  it.each([
    ['too short', 'nine char', 'Enter at least 10 characters.'],
    ['too short in characters', '🔑'.repeat(9), 'Enter at least 10 characters.'],
    ['too long', '🔑'.repeat(257), 'Enter at most 256 characters.'],
    ['a common one', '1234567890', HARDER],
    ['a common one in any case', 'QwertyUIOP', HARDER],
    ['a common one with an ending', 'Password123!', HARDER],
    ['a common one with other letters', 'p@ssw0rd99', HARDER],
    ['a common one in wide letters', 'ｐａｓｓｗｏｒｄ１２', HARDER],
    ['one repeated character', 'aaaaaaaaaaaa', HARDER],
    ['one repeated character of any kind', '🔑'.repeat(256), HARDER],
    ['one repeated word', 'treetreetree', HARDER],
    ['a sequence', 'abcdefghijkl', HARDER],
    ['the address with an ending', 'bo.the.buyer77', HARDER, 'bo.the.buyer'],
  ])('refuses a password that is %s', async (_, password, why, local = '') => {
    const email = local ? `${local}@${newEmail().replace('@', '.')}` : newEmail();
    const response = await signUp(email, { password });
    expect(response.status).toBe(422);
    const { detail } = await bodyOf(response);
    expect(detail).toEqual([
      { loc: ['body', 'password'], msg: expect.stringMatching(why), type: expect.any(String) },
    ]);
    expect(await db(null).user.count({ where: { email } })).toBe(0);
  });

  it('refuses the address and its local part as a password', async () => {
    const email = newEmail();
    for (const password of [email, email.toUpperCase(), email.split('@')[0]]) {
      const response = await signUp(email, { password });
      expect(response.status).toBe(422);
      expect((await bodyOf(response)).detail).toMatchObject([
        { loc: ['body', 'password'], msg: expect.stringContaining('not your email address') },
      ]);
    }
  });

  it.each([
    ['ten characters', 'ab cd  ef '],
    ['256 of any kind', '🔑🚪🏡⛵'.repeat(64)],
    ['common words that are seldom together', 'dragon lemon copper'],
    ['other scripts', 'пароль не тот'],
  ])('takes a password of %s', async (_, password) => {
    const email = newEmail();
    expect((await signUp(email, { password })).status).toBe(201);
    expect((await signIn(email, password)).status).toBe(200);
    expect((await signIn(email, password.slice(2))).status).toBe(401);
  });

  it('keeps no password in clear', async () => {
    const email = newEmail();
    await signUp(email);
    const [account] = await db(null).account.findMany({ where: { user: { email } } });
    expect(account?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
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
    expect(await db(null).user.count({ where: { email } })).toBe(0);
  });

  it('is open for the first seller of a public installation, the demo one aside', async () => {
    const origin = 'https://shop.example.com';
    await db(null).user.deleteMany();
    await db(null).installation.create({ data: { key: 'demo', value: 'made' } });
    await makeUser({ email: 'demo@example.com' });
    provideSettings({ PUBLIC_URL: origin });
    const emails = [newEmail(), newEmail(), newEmail(), newEmail()];
    const answers = await Promise.all(emails.map((email) => signUp(email, {}, { Origin: origin })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await db(null).user.count()).toBe(2);
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
    expect(await db(null).session.count({ where: { user: { email } } })).toBe(2);
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
        detail: 'The email address or password is incorrect.',
        request_id: expect.any(String),
      });
    }
  });

  it('refuses 10 failures of an account from an address, however many are sent at once', async () => {
    const email = newEmail();
    await signUp(email);
    const from = at(newIp());
    const guesses = times(150, (count) => signIn(email, `guess number ${count}`, from));
    expect(await statusesOf(guesses)).toEqual({ 401: 10, 429: 140 });
    const locked = await signIn(email, PASSWORD, from);
    expect(locked.status).toBe(429);
    const wait = Number(locked.headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(600);
  });

  it('limits an unknown address alike', async () => {
    const email = newEmail();
    const guesses = times(11, () => signIn(email, 'wrong password'));
    expect(await statusesOf(guesses)).toEqual({ 401: 10, 429: 1 });
  });

  it('never counts successes, nor refuses them beside each other', { tags: 'soak' }, async () => {
    const email = newEmail();
    await signUp(email);
    const [pairs, addresses] = [await counted('sign_in_pair'), await counted('sign_in_address')];
    const from = at(newIp());
    expect(await statusesOf(times(15, () => signIn(email, PASSWORD, from)))).toEqual({ 200: 15 });
    expect(await counted('sign_in_pair')).toEqual(pairs);
    expect(await counted('sign_in_address')).toEqual(addresses);
  });

  it('refuses an address after 100 failures, whichever accounts it tried', async () => {
    await db(null).rateLimit.deleteMany();
    const email = newEmail();
    await signUp(email);
    const network = newIp();
    const neighbour = network.replace(/1$/, 'ffff');
    expect((await signIn(newEmail(), 'wrong password', at(neighbour))).status).toBe(401);
    await db(null).rateLimit.updateMany({
      where: { key: { startsWith: 'sign_in_address:' } },
      data: { points: 99 },
    });
    expect((await signIn(email, PASSWORD, at(network))).status).toBe(200);
    expect((await signIn(newEmail(), 'wrong password', at(network))).status).toBe(401);
    expect((await signIn(email, PASSWORD, at(network))).status).toBe(429);
    expect((await signIn(email, PASSWORD, at(newIp()))).status).toBe(200);
  });

  it('takes hashes of before, and passwords that are too short by now, and hashes them anew', {
    tags: 'soak',
  }, async () => {
    const { id: userId, email } = await makeUser();
    const account = await db(null).account.create({
      data: {
        id: newId(),
        userId,
        accountId: userId,
        providerId: 'credential',
        password: await hashScrypt('tooshort'),
      },
    });
    const stored = async () =>
      (await db(null).account.findUniqueOrThrow({ where: { id: account.id } })).password;
    expect((await signIn(email, 'wrong password')).status).toBe(401);
    expect(await stored()).toBe(account.password);
    expect((await signIn(email, 'tooshort')).status).toBe(200);
    const renewed = await stored();
    expect(renewed).toMatch(/^\$argon2id\$/);
    expect((await signIn(email, 'tooshort')).status).toBe(200);
    expect(await stored()).toBe(renewed);
    expect((await signIn(email, 'wrong password')).status).toBe(401);
  });

  it('answers 503 while too many passwords wait, which counts as no failure', {
    tags: 'soak',
  }, async () => {
    await db(null).rateLimit.deleteMany();
    const answers = await Promise.all(
      times(200, () => signIn(newEmail(), 'wrong password', at(newIp()))),
    );
    const busy = answers.filter(({ status }) => status === 503);
    const wrong = answers.filter(({ status }) => status === 401);
    expect(busy.length).toBeGreaterThan(0);
    expect(wrong.length).toBeGreaterThanOrEqual(64);
    expect(busy.length + wrong.length).toBe(200);
    for (const { headers } of busy) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    for (const kind of ['sign_in_pair', 'sign_in_address', 'sign_in_account']) {
      expect(await counted(kind)).toEqual({ points: wrong.length, pending: 0 });
    }
    const email = newEmail();
    expect((await signUp(email)).status).toBe(201);
    expect((await signIn(email)).status).toBe(200);
  });

  it('keeps no address in clear beside its failures', async () => {
    const email = newEmail();
    const ip = newIp();
    await signIn(email, 'wrong password', { 'x-client-ip': ip });
    const kept = JSON.stringify(
      (await db(null).rateLimit.findMany()).map(({ key, points }) => [key, points]),
    );
    expect(kept).toContain('sign_in_account');
    expect(kept).not.toContain(email);
    expect(kept).not.toContain(ip);
  });
});

describe('an owner', () => {
  const { sleep } = clock;
  afterEach(() => {
    clock.sleep = sleep;
  });
  const guess = (email: string, ip: string, count = 10) =>
    statusesOf(times(count, () => signIn(email, 'wrong password', at(ip))));

  it('is not kept out by wrong guesses from another address', async () => {
    const email = newEmail();
    await signUp(email);
    const attacker = newIp();
    expect(await guess(email, attacker)).toEqual({ 401: 10 });
    expect((await signIn(email, PASSWORD, at(attacker))).status).toBe(429);
    expect((await signIn(email, PASSWORD, at(newIp()))).status).toBe(200);
  });

  it('is not kept out by wrong guesses from his own address in a browser that knows the account', {
    tags: 'soak',
  }, async () => {
    const email = newEmail();
    const cookie = knownBy(await signUp(email));
    const ip = newIp();
    expect(await guess(email, ip)).toEqual({ 401: 10 });
    const known = { cookie, ...at(ip) };
    expect((await signIn(email, PASSWORD, known)).status).toBe(200);
    await db(null).rateLimit.updateMany({
      where: { key: { startsWith: 'sign_in_address:' } },
      data: { points: 100 },
    });
    expect((await signIn(newEmail(), PASSWORD, at(ip))).status).toBe(429);
    expect((await signIn(email, PASSWORD, known)).status).toBe(200);

    const wrong = times(15, () => signIn(email, 'wrong password', known));
    expect(await statusesOf(wrong)).toEqual({ 401: 10, 429: 5 });
    expect((await signIn(email, PASSWORD, known)).status).toBe(429);
    expect((await signIn(email, PASSWORD, at(newIp()))).status).toBe(200);
  });

  it('is answered slowly, not refused, when the account had 100 failures in an hour', async () => {
    await db(null).rateLimit.deleteMany();
    const delays: number[] = [];
    clock.sleep = async (ms) => {
      delays.push(ms);
    };
    const email = newEmail();
    const cookie = knownBy(await signUp(email));
    await db(null).rateLimit.deleteMany();
    expect((await signIn(email, 'wrong password', at(newIp()))).status).toBe(401);
    const account = { key: { startsWith: 'sign_in_account:' } };
    await db(null).rateLimit.updateMany({ where: account, data: { points: 99 } });
    expect((await signIn(email, 'wrong password', at(newIp()))).status).toBe(401);
    expect(delays).toEqual([]);

    expect((await signIn(email, 'wrong password', at(newIp()))).status).toBe(401);
    expect((await signIn(email, PASSWORD, at(newIp()))).status).toBe(200);
    expect(delays).toEqual([3000, 3000]);
    expect((await signIn(email, PASSWORD, { cookie, ...at(newIp()) })).status).toBe(200);
    expect((await signIn(newEmail(), PASSWORD, at(newIp()))).status).toBe(401);
    expect(delays).toHaveLength(2);
  });

  it('is answered slowly beside at most 99 others', { tags: 'soak' }, async () => {
    await db(null).rateLimit.deleteMany();
    const email = newEmail();
    await signIn(email, 'wrong password', at(newIp()));
    const account = { key: { startsWith: 'sign_in_account:' } };
    await db(null).rateLimit.updateMany({ where: account, data: { points: 100 } });
    const wakers: (() => void)[] = [];
    clock.sleep = () => new Promise<void>((wake) => wakers.push(wake));
    const held = times(100, () => signIn(email, 'wrong password', at(newIp())));
    await expect.poll(() => wakers.length).toBe(100);
    const refused = await signIn(email, 'wrong password', at(newIp()));
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('3');
    for (const wake of wakers) wake();
    expect(await statusesOf(held)).not.toHaveProperty('429');
  });
});

describe('a known browser', () => {
  it('keeps a signed cookie for a year, for signing in alone', async () => {
    const isKnown = (cookie: string) => cookie.includes('known_browser');
    const plain = (await signUp(newEmail())).headers.getSetCookie().find(isKnown);
    expect(plain).toMatch(
      /^tilldesk\.known_browser=\S+; Max-Age=31536000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
    );
    provideSettings({ PUBLIC_URL: 'https://shop.example.com', SIGN_UP: 'open' });
    try {
      const made = await signUp(newEmail(), {}, { Origin: 'https://shop.example.com' });
      const secure = made.headers.getSetCookie().find(isKnown);
      expect(secure).toMatch(/^__Secure-tilldesk\.known_browser=.+; Secure$/);
    } finally {
      provideSettings({ SIGN_UP: '', PUBLIC_URL: '' });
    }
  });

  it('is known for several accounts, and to no other', { tags: 'soak' }, async () => {
    const [ann, bob] = [newEmail(), newEmail()];
    const first = knownBy(await signUp(ann));
    const both = knownBy(await signUp(bob, {}, { cookie: first, Origin: ORIGIN }));
    const tryAt = async (email: string, cookie: string) => {
      const ip = newIp();
      await Promise.all(times(10, () => signIn(email, 'wrong password', at(ip))));
      return (await signIn(email, PASSWORD, { cookie, ...at(ip) })).status;
    };
    expect(await tryAt(ann, both)).toBe(200);
    expect(await tryAt(bob, both)).toBe(200);
    expect(await tryAt(bob, first)).toBe(429);
    const forged = first.replace(/=./, (start) => `=${start.endsWith('0') ? '1' : '0'}`);
    expect(await tryAt(ann, forged)).toBe(429);
  });

  it('is no longer one when the password is another', async () => {
    const email = newEmail();
    const cookie = knownBy(await signUp(email));
    const other = newEmail();
    await signUp(other, { password: 'another good password' });
    const { password } = await db(null).account.findFirstOrThrow({
      where: { user: { email: other } },
    });
    await db(null).account.updateMany({ where: { user: { email } }, data: { password } });
    const ip = newIp();
    await Promise.all(times(10, () => signIn(email, 'wrong password', at(ip))));
    const late = await signIn(email, 'another good password', { cookie, ...at(ip) });
    expect(late.status).toBe(429);
  });

  it('may have become one by a sign-in link', async () => {
    const email = newEmail();
    await signUp(email);
    await db(null).user.update({ where: { email }, data: { emailVerified: true } });
    const cookie = knownBy(await redeem(await createSignInLink(email)));
    const ip = newIp();
    await Promise.all(times(10, () => signIn(email, 'wrong password', at(ip))));
    expect((await signIn(email, PASSWORD, { cookie, ...at(ip) })).status).toBe(200);
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
    expect(scopes).toEqual(PERMISSIONS);
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

    const [session = ''] = second.split('; ');
    for (const cookie of [
      session.slice(0, -3),
      session.replace(/=/, '=x'),
      'tilldesk.session_token=%',
      'x',
    ]) {
      expect(await refusal(getMe, {}, { headers: { cookie } })).toMatchObject(unauthorized);
    }
    await me(second);
    await db(null).session.updateMany({
      where: { user: { email } },
      data: { expiresAt: new Date(0) },
    });
    expect(await refusal(getMe, {}, { headers: { cookie: second } })).toMatchObject(unauthorized);
  });

  it('loses an organization as soon as its membership ends', async () => {
    const email = newEmail();
    const cookie = cookieOf(await signUp(email));
    await callApi(createOrganization, { body: body() }, { headers: { cookie, Origin: ORIGIN } });
    expect((await me(cookie)).organizations).toHaveLength(1);
    await db(null).membership.deleteMany({ where: { user: { email } } });
    expect((await me(cookie)).organizations).toEqual([]);
  });

  describe('lasts', () => {
    const DAY = 86_400_000;
    const unauthorized = { status: 401, error: 'Unauthorized' };
    /** With the end that its last use noted, which is written beside the answer. */
    const sessionOf = async (email: string) => {
      await notesWritten();
      return db(null).session.findFirstOrThrow({ where: { user: { email } } });
    };
    /** Moves a session's times into the past, as if all had been done so much earlier. */
    const wait = async (email: string, ms: number) => {
      const { id, createdAt, expiresAt, updatedAt } = await sessionOf(email);
      const earlier = (date: Date) => new Date(date.getTime() - ms);
      await db(null).session.update({
        where: { id },
        data: {
          createdAt: earlier(createdAt),
          expiresAt: earlier(expiresAt),
          updatedAt: earlier(updatedAt),
        },
      });
    };

    it('7 days after its last use', async () => {
      const email = newEmail();
      const response = await signUp(email);
      const cookie = cookieOf(response);
      await wait(email, 6 * DAY);
      await me(cookie);
      await wait(email, 6.9 * DAY);
      await me(cookie);
      const idle = newEmail();
      const forgotten = cookieOf(await signUp(idle));
      await wait(idle, 7 * DAY);
      expect(await refusal(getMe, {}, { headers: { cookie: forgotten } })).toMatchObject(
        unauthorized,
      );
    });

    it('14 days after its making at most, and so does its cookie', async () => {
      const email = newEmail();
      const response = await signUp(email);
      expect(response.headers.getSetCookie()[0]).toMatch(/; Max-Age=1209600;/);
      const cookie = cookieOf(response);
      for (const days of [5, 5, 3.9]) {
        await wait(email, days * DAY);
        await me(cookie);
      }
      const { createdAt, expiresAt } = await sessionOf(email);
      expect(expiresAt.getTime() - createdAt.getTime()).toBe(14 * DAY);
      await wait(email, 0.1 * DAY);
      expect(await refusal(getMe, {}, { headers: { cookie } })).toMatchObject(unauthorized);
    });

    it('without a write at every request', async () => {
      const email = newEmail();
      const cookie = cookieOf(await signUp(email));
      await wait(email, 3_000_000);
      const before = await sessionOf(email);
      await me(cookie);
      expect(await sessionOf(email)).toEqual(before);
      await wait(email, 1_000_000);
      await me(cookie);
      const used = await sessionOf(email);
      expect(used.expiresAt.getTime()).toBeGreaterThan(before.expiresAt.getTime());
      await me(cookie);
      expect(await sessionOf(email)).toEqual(used);
    });
  });

  it('does not pass for one when the database cannot tell', async () => {
    const cookie = cookieOf(await signUp(newEmail()));
    await db(null).$executeRaw`ALTER TABLE sessions RENAME TO sessions_away`;
    try {
      expect((await refusal(getMe, {}, { headers: { cookie } })).status).toBe(503);
      const out = await send('sign-out', undefined, { cookie });
      expect(out.status).toBe(503);
      expect(out.headers.getSetCookie()).toEqual([]);
    } finally {
      await db(null).$executeRaw`ALTER TABLE sessions_away RENAME TO sessions`;
    }
    await me(cookie);
  });
});

describe('a sign-in link', () => {
  it('signs in once and leaves the password as it is', async () => {
    const email = newEmail();
    await signUp(email);
    await db(null).user.update({ where: { email }, data: { emailVerified: true } });
    const link = (await createSignInLink(email.toUpperCase())) ?? '';
    expect(new URL(link).origin).toBe(ORIGIN);
    const [, page, token = ''] = new URL(link).pathname.split('/');
    expect(page).toBe('sign-in-link');
    expect(JSON.stringify(await db(null).verification.findMany())).not.toContain(token);

    // Another site could open it in anybody's browser.
    const opened = await open(`${ORIGIN}/api/auth/magic-link/verify?token=${token}`);
    expect([opened.status, opened.headers.getSetCookie()]).toEqual([405, []]);
    const foreign = { Origin: 'http://evil.example' };
    expect((await send('magic-link/verify', { token }, foreign)).status).toBe(403);

    const uses = await Promise.all([redeem(link), redeem(link), redeem(link)]);
    expect(uses.map(({ status }) => status).sort()).toEqual([204, 410, 410]);
    const used = uses.find(({ status }) => status === 204);
    expect(await me(cookieOf(used ?? new Response()))).toMatchObject({ user: { email } });
    expect((await signIn(email)).status).toBe(200);
  });

  it('works for a seller without a password, for 10 minutes', async () => {
    const { email } = await makeUser();
    const link = (await createSignInLink(email)) ?? '';
    const [kept] = await db(null).verification.findMany({ where: { value: { contains: email } } });
    const minutes = ((kept?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThanOrEqual(10);
    await db(null).verification.updateMany({
      where: { value: { contains: email } },
      data: { expiresAt: new Date(0) },
    });
    const late = await redeem(link);
    expect(late.status).toBe(410);
    expect(late.headers.getSetCookie()).toEqual([]);
  });

  it('is made for sellers only', async () => {
    expect(await createSignInLink(newEmail())).toBeNull();
  });
});

describe('an account that somebody made with the address of another', () => {
  async function preHijacked() {
    const email = newEmail();
    const response = await signUp(email);
    const cookie = cookieOf(response);
    const { id: userId } = await db(null).user.findUniqueOrThrow({ where: { email } });
    return { email, cookie, userId, token: await makeToken({ userId }) };
  }

  it('gets neither a link nor a token of the operator', async () => {
    const { email, cookie, userId, token } = await preHijacked();
    const why = /Add --take-over to end the sessions .+, remove its password and personal tokens/;
    await expect(createSignInLink(email)).rejects.toThrow(why);
    await expect(ensureSeller(email)).rejects.toThrow(why);
    expect(await db(null).user.findUnique({ where: { email } })).toMatchObject({
      id: userId,
      emailVerified: false,
    });
    expect(await db(null).verification.count({ where: { value: { contains: email } } })).toBe(0);
    await me(cookie);
    await callApi(getMe, {}, { as: { token } });
  });

  it.each([
    ['link', (email: string) => createSignInLink(email, { takeOver: true })],
    ['token', (email: string) => ensureSeller(email, { takeOver: true })],
  ])('is taken over with the %s of the operator', async (_, act) => {
    const { email, cookie, token } = await preHijacked();
    const { organizations } = await callApi(getMe, {}, { as: { token } });
    expect(organizations).toEqual([]);
    const body = { name: 'Shop', slug: `shop-${newId()}` };
    const { id } = await callApi(createOrganization, { body }, { as: { token } });
    await act(email);
    expect((await refusal(getMe, {}, { headers: { cookie } })).status).toBe(401);
    expect((await refusal(getMe, {}, { as: { token } })).status).toBe(401);
    expect((await signIn(email)).status).toBe(401);
    expect((await signUp(email)).status).toBe(422);
    const user = await db(null).user.findUniqueOrThrow({
      where: { email },
      include: { accounts: true, sessions: true, tokens: true, memberships: true },
    });
    expect(user).toMatchObject({ emailVerified: true, accounts: [], sessions: [], tokens: [] });
    expect(user.memberships).toMatchObject([{ organizationId: id, role: 'owner' }]);
    const again = await redeem(await createSignInLink(email));
    expect(await me(cookieOf(again))).toMatchObject({ user: { email } });
    expect(await ensureSeller(email)).toMatchObject({ id: user.id });
  });

  it('keeps nothing that is written while it is taken over', { tags: 'soak' }, async () => {
    const { email, userId } = await preHijacked();
    const from = () => at(newIp());
    const writes = times(30, async () => {
      const signedIn = await signIn(email, PASSWORD, from());
      await makeToken({ userId });
      return signedIn.status;
    });
    // Some fail before the takeover has ended.
    const settled = Promise.allSettled(writes);
    await expect.poll(() => db(null).session.count({ where: { userId } })).toBeGreaterThan(2);
    await ensureSeller(email, { takeOver: true });
    await settled;
    const user = await db(null).user.findUniqueOrThrow({
      where: { email },
      include: { sessions: true, tokens: true },
    });
    expect(user).toMatchObject({ emailVerified: true, sessions: [], tokens: [] });
    expect(await db(null).session.count({ where: { userId } })).toBe(0);
    expect(await db(null).token.count({ where: { userId } })).toBe(0);
  });

  it('is none where the operator made it: that one is confirmed from the beginning', async () => {
    const email = newEmail();
    await ensureSeller(email);
    expect(await db(null).user.findUnique({ where: { email } })).toMatchObject({
      emailVerified: true,
    });
    expect(await createSignInLink(email)).toMatch(/^http/);
  });
});

describe('/api/auth', () => {
  it('offers nothing else of its engine', async () => {
    const { email } = await makeUser();
    for (const path of [
      'sign-in/magic-link',
      'delete-user/callback',
      'link-social',
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
