import { describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { handleAccounts } from '@/lib/resources/account-handler';
import type { Session } from '@/lib/resources/accounts/schema';
import { createSignInLink } from '@/lib/resources/sign-in/service';
import { newId } from '@/lib/runtime/ids';
import {
  cookieOf,
  isIn,
  knownBy,
  me,
  newEmail,
  newIp,
  newSeller,
  ORIGIN,
  PASSWORD,
  redeem,
  send,
  signIn,
  signUp,
  statusesOf,
  times,
} from '@/testing/accounts';
import { makeUser } from '@/testing/factories';

// Passwords are hashed one after the other, which takes a while on a busy machine.
const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';
const NEW_PASSWORD = 'another good password';

const get = async (path: string, cookie: string) => {
  const response = await handleAccounts(
    new Request(`${ORIGIN}/api/auth/${path}`, { headers: { cookie } }),
  );
  return { status: response.status, body: (await response.json()) as { items: Session[] } };
};
const listed = async (cookie: string) => (await get('list-sessions?limit=100', cookie)).body.items;
const end = (cookie: string, id: string) => send('revoke-session', { id }, { cookie });
const change = (cookie: string, password: string, current?: string) =>
  send('change-password', { password, current_password: current ?? null }, { cookie });

describe('the sessions of a seller', () => {
  it('are listed with device, address and time, the last used first', async () => {
    const email = newEmail();
    const [first, ip] = [newIp(), newIp()];
    await signUp(email, {}, { 'user-agent': CHROME, 'x-client-ip': first });
    await db(null).session.updateMany({
      where: { user: { email } },
      data: { updatedAt: new Date(Date.now() - 3_600_000) },
    });
    const headers = { 'user-agent': FIREFOX, 'x-client-ip': ip };
    const cookie = cookieOf(await signIn(email, PASSWORD, headers));
    const [newer, older, ...more] = await listed(cookie);
    expect(more).toEqual([]);
    expect(newer).toMatchObject({ browser: 'Firefox', os: 'Windows', is_current: true });
    expect(older).toMatchObject({ browser: 'Chrome', os: 'macOS', is_current: false });
    expect(newer?.ip_address).toBeTruthy();
    expect(newer?.ip_address).not.toBe(older?.ip_address);
    expect(Date.parse(newer?.last_used_at ?? '')).toBeGreaterThan(
      Date.parse(older?.last_used_at ?? ''),
    );
    const text = JSON.stringify([newer, older]);
    for (const { token } of await db(null).session.findMany({ where: { user: { email } } })) {
      expect(text).not.toContain(token);
    }
  });

  it('are nobody else’s, nor without a session', async () => {
    const [ann, bob] = [await newSeller(), await newSeller()];
    const [own] = await listed(bob.cookie);
    expect((await end(ann.cookie, own?.id ?? '')).status).toBe(404);
    expect((await end(ann.cookie, newId())).status).toBe(404);
    expect(await isIn(bob.cookie)).toBe(true);
    expect((await get('list-sessions', '')).status).toBe(401);
    expect((await get('account', '')).status).toBe(401);
    for (const path of ['revoke-session', 'revoke-other-sessions', 'change-password']) {
      const body = { id: own?.id, password: NEW_PASSWORD };
      expect((await send(path, body)).status).toBe(401);
      const foreign = { cookie: bob.cookie, Origin: 'https://evil.example' };
      expect((await send(path, body, foreign)).status).toBe(403);
    }
  });

  it('are ended one by one, or all others at once', async () => {
    const { email, cookie } = await newSeller();
    const others = await Promise.all(times(3, async () => cookieOf(await signIn(email))));
    const [one = ''] = others;
    const ended = (await listed(one)).find(({ is_current }) => is_current);
    expect((await end(cookie, ended?.id ?? '')).status).toBe(204);
    expect((await end(cookie, ended?.id ?? '')).status).toBe(404);
    expect(await Promise.all(others.map(isIn))).toEqual([false, true, true]);
    expect((await send('revoke-other-sessions', {}, { cookie })).status).toBe(204);
    expect(await Promise.all(others.map(isIn))).toEqual([false, false, false]);
    expect(await listed(cookie)).toMatchObject([{ is_current: true }]);
  });

  it('are paged, without those that are over', async () => {
    const { email } = await newSeller();
    await signIn(email);
    const cookie = cookieOf(await signIn(email));
    const { body } = await get('list-sessions?limit=1&page=2', cookie);
    expect(body).toMatchObject({ pagination: { total_count: 3, max_page: 3 } });
    const [other] = body.items;
    expect(other?.is_current).toBe(false);
    await db(null).session.update({
      where: { id: other?.id ?? '' },
      data: { expiresAt: new Date(0) },
    });
    expect(await listed(cookie)).toHaveLength(2);
  });
});

it('changes the name of the account', async () => {
  const { cookie } = await newSeller();
  expect((await send('update-user', { name: '  Ada ' }, { cookie })).status).toBe(204);
  expect((await me(cookie)).user?.name).toBe('Ada');
  expect((await send('update-user', { name: ' ' }, { cookie })).status).toBe(422);
  expect((await send('update-user', { name: 'Nobody' })).status).toBe(401);
});

it('has the picture that its owner has uploaded here, else one that is drawn', async () => {
  const { cookie } = await newSeller();
  const pictureOf = async () => (await me(cookie)).user?.avatar_url;
  const drawn = await pictureOf();
  expect(drawn).toMatch(/\/avatars\/[0-9a-f]+\.svg$/);
  const avatar_url = `${ORIGIN}/media/${newId()}`;
  const save = async (body: object) => (await send('update-user', body, { cookie })).status;
  expect(await save({ avatar_url })).toBe(204);
  expect(await save({ name: 'Ada' })).toBe(204);
  expect(await pictureOf()).toBe(avatar_url);
  expect(await save({ avatar_url: 'https://pictures.example.com/ada.png' })).toBe(422);
  expect(await pictureOf()).toBe(avatar_url);
  expect(await save({ avatar_url: null })).toBe(204);
  expect(await pictureOf()).toBe(drawn);
});

describe('a change of password', () => {
  it('needs the current one, ends all other sessions, and keeps this browser known', async () => {
    const { email, cookie } = await newSeller();
    const other = cookieOf(await signIn(email));
    expect((await get('account', cookie)).body).toMatchObject({ has_password: true });
    for (const wrong of ['wrong password', undefined]) {
      const refused = await change(cookie, NEW_PASSWORD, wrong);
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({
        detail: [{ loc: ['body', 'current_password'] }],
      });
    }
    const changed = await change(cookie, NEW_PASSWORD, PASSWORD);
    expect(changed.status).toBe(204);
    expect(await Promise.all([cookie, other].map(isIn))).toEqual([true, false]);
    expect((await signIn(email)).status).toBe(401);
    const guesses = times(12, () => signIn(email, 'wrong password', { 'x-client-ip': '1.2.3.4' }));
    expect(await statusesOf(guesses)).toMatchObject({ 429: expect.any(Number) });
    const known = { cookie: knownBy(changed), 'x-client-ip': '1.2.3.4' };
    expect((await signIn(email, NEW_PASSWORD, known)).status).toBe(200);
  });

  it('refuses an easy one, and many guesses of the current one', async () => {
    const { email, cookie } = await newSeller();
    for (const easy of [email, '1234567890', 'x'.repeat(20), 'short']) {
      const refused = await change(cookie, easy, PASSWORD);
      expect(await refused.json()).toMatchObject({ detail: [{ loc: ['body', 'password'] }] });
    }
    const guesses = times(15, (index) => change(cookie, NEW_PASSWORD, `guess number ${index}`));
    expect(await statusesOf(guesses)).toEqual({ 422: 10, 429: 5 });
    expect((await change(cookie, NEW_PASSWORD, PASSWORD)).status).toBe(429);
  });

  it('sets the first one of an account that has none', async () => {
    const { email } = await makeUser();
    await db(null).user.update({ where: { email }, data: { emailVerified: true } });
    const cookie = cookieOf(await redeem(await createSignInLink(email)));
    expect((await get('account', cookie)).body).toMatchObject({ has_password: false });
    const answers = times(3, (index) => change(cookie, `${NEW_PASSWORD} ${index}`));
    const numbers = await statusesOf(answers);
    expect(numbers[204]).toBe(1);
    expect((await get('account', cookie)).body).toMatchObject({ has_password: true });
    expect(await db(null).account.count({ where: { user: { email } } })).toBe(1);
  });

  it('leaves no session to those who sign in with the old one meanwhile', {
    tags: 'soak',
  }, async () => {
    const { email, cookie } = await newSeller();
    const signIns = times(12, () => signIn(email, PASSWORD, { 'x-client-ip': newIp() }));
    const changed = await change(cookie, NEW_PASSWORD, PASSWORD);
    const answers = await Promise.all(signIns);
    expect(changed.status).toBe(204);
    for (const answer of answers.filter(({ status }) => status === 200)) {
      expect(await isIn(cookieOf(answer))).toBe(false);
    }
    expect(await db(null).session.count({ where: { user: { email } } })).toBe(1);
  });
});
