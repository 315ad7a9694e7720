import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock } from '@/lib/auth/slow-down';
import { db } from '@/lib/database/connection/client';
import { notesWritten } from '@/lib/database/connection/notes';
import { openReset } from '@/lib/resources/account-links/service';
import { acceptInvitation, createInvitation } from '@/lib/resources/members/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import { createToken, listTokens } from '@/lib/resources/tokens/contract';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import {
  at,
  cookieOf,
  isIn,
  knownBy,
  me,
  newEmail,
  newIp,
  ORIGIN,
  PASSWORD,
  send,
  signIn,
  signUp,
  statusesOf,
  times,
} from '@/testing/accounts';
import { callApi, refusal, sendRaw, type TestCallOptions } from '@/testing/call-api';
import { makeSeller, makeToken } from '@/testing/factories';
import { findMails, runMail } from '@/testing/mails';
import { makeApp, tokensFor } from '@/testing/oauth';

// Passwords are hashed one after the other, which takes a while on a busy machine.
const NEW_PASSWORD = 'another good password';
const { sleep } = clock;
let waits: number[] = [];

beforeAll(() => {
  provideSettings({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' });
  clock.sleep = async (ms) => {
    waits.push(ms);
  };
});
afterAll(() => {
  provideSettings({ SMTP_URL: '', MAIL_FROM: '' });
  clock.sleep = sleep;
});
beforeEach(async () => {
  waits = [];
});

const mailsTo = (recipient: string) => findMails({ recipient });
/** The link in the last mail to an address, with the page that it leads to and its token. */
async function lastLink(recipient: string) {
  const mail = (await mailsTo(recipient)).at(-1);
  const { url = '' } = (mail?.secrets ?? {}) as { url?: string };
  const { pathname, searchParams, origin } = new URL(url);
  const [, page, token = ''] = pathname.split('/');
  return { kind: mail?.kind, origin, page, token, next: searchParams.get('next') };
}
const confirm = (token: string, cookie = '', password?: string) =>
  send('verify-email', { token, password: password ?? null }, cookie ? { cookie } : at(newIp()));
const requestReset = (email: string, headers = at(newIp())) =>
  send('request-password-reset', { email }, headers);
const reset = (token: string, password = NEW_PASSWORD) =>
  send('reset-password', { token, password });

const changeEmail = (cookie: string, email: string, password: string | null = PASSWORD) =>
  send('change-email', { email, password }, { cookie, ...at(newIp()) });

/** Has mails of a kind fail to be queued until it is called. */
async function failMails(kind: string): Promise<() => Promise<unknown>> {
  await db(null).$executeRawUnsafe(
    `ALTER TABLE mails ADD CONSTRAINT no_${kind} CHECK (kind <> '${kind}') NOT VALID`,
  );
  return () => db(null).$executeRawUnsafe(`ALTER TABLE mails DROP CONSTRAINT no_${kind}`);
}

/** A seller whose address is confirmed, with the cookies of his browser. */
async function confirmed() {
  const email = newEmail();
  const browser = knownBy(await signUp(email));
  const { token } = await lastLink(email);
  const cookie = cookieOf(await confirm(token, browser));
  return { email, cookie };
}

describe('sign-up with a mail server', () => {
  it('signs in once the address is confirmed, in the browser that signed up', async () => {
    const email = newEmail();
    const response = await signUp(email);
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ user: null });
    expect(cookieOf(response)).not.toContain('session_token');
    const { origin, page, token, kind } = await lastLink(email);
    expect({ origin, page, kind }).toEqual({
      origin: ORIGIN,
      page: 'confirm-email',
      kind: 'confirm_email',
    });
    const early = await signIn(email);
    expect(early.status).toBe(401);
    expect(await mailsTo(email)).toHaveLength(2);

    const answers = await Promise.all(times(3, () => confirm(token, knownBy(response))));
    const done = answers.filter((answer) => answer.headers.getSetCookie().length > 0);
    expect(done.length).toBeGreaterThan(0);
    expect(await me(cookieOf(done[0] ?? response))).toMatchObject({ user: { email } });
    const again = await confirm(token, knownBy(response));
    expect(await again.json()).toEqual({ user: null });
    expect(again.headers.getSetCookie()).toEqual([]);
    expect((await signIn(email)).status).toBe(200);
  });

  it('answers the same for an address that has an account, which gets a link to that one', async () => {
    const { email } = await confirmed();
    const fresh = newEmail();
    waits = [];
    const [known, unknown] = [await signUp(email.toUpperCase()), await signUp(fresh)];
    expect(known.status).toBe(unknown.status);
    expect(await known.json()).toEqual(await unknown.json());
    const shapeOf = (response: Response) => cookieOf(response).replace(/[\w-]/g, 'x');
    expect(shapeOf(known)).toBe(shapeOf(unknown));
    expect(waits).toEqual([500, 500]);
    const link = await lastLink(email);
    expect(link).toMatchObject({ kind: 'sign_in_link', page: 'sign-in-link' });
    const uses = times(3, () => send('magic-link/verify', { token: link.token }));
    expect(await statusesOf(uses)).toEqual({ 204: 1, 410: 2 });
    expect((await signIn(email)).status).toBe(200);
  });

  it('does not let a sign-in tell whether the address had an account', {
    tags: 'soak',
  }, async () => {
    const [{ email: taken }, fresh] = [await confirmed(), newEmail()];
    const answers: unknown[] = [];
    for (const email of [taken, fresh]) {
      const signedUp = await signUp(email, { password: NEW_PASSWORD });
      const mailed = (await mailsTo(email)).length;
      waits = [];
      const from = at(newIp());
      const early = await signIn(email, NEW_PASSWORD, from);
      const { request_id, ...body } = await early.json();
      expect((await mailsTo(email)).length - mailed).toBe(email === fresh ? 1 : 0);
      // The browser that signed up has no failures of its own either.
      const cookie = { ...from, cookie: knownBy(signedUp) };
      const guesses = times(10, () => signIn(email, NEW_PASSWORD, cookie));
      const limits = await statusesOf(guesses);
      answers.push({ status: early.status, body, waits: [...waits], limits });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 401, limits: { 401: 9, 429: 1 } });
    expect(waits).toEqual(times(10, () => 500));
  });

  it('makes one account of sign-ups at once', async () => {
    const email = newEmail();
    const answers = times(4, () => signUp(email));
    expect(await statusesOf(answers)).toEqual({ 202: 4 });
    expect(await db(null).account.count({ where: { user: { email } } })).toBe(1);
  });

  it('signs in at once by the link of an invitation’s mail, which proves the address', async () => {
    const as = await makeSeller();
    const invite = async (email: string) => {
      const params = { id: as.organizationId };
      const body = { email, role: 'member' } as const;
      const { url } = await callApi(createInvitation, { params, body }, { as });
      return { shown: url.split('/').at(-1), mailed: (await lastLink(email)).token };
    };
    const email = newEmail();
    const { mailed } = await invite(email);
    const response = await signUp(email, { invitation: mailed });
    expect(response.status).toBe(201);
    expect(await response.clone().json()).toMatchObject({ user: { email } });
    const cookie = cookieOf(response);
    expect(await isIn(cookie)).toBe(true);
    expect(knownBy(response)).not.toBe('');
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['invitation']);
    expect((await signIn(email)).status).toBe(200);
    const body = { token: mailed };
    await callApi(acceptInvitation, { body }, { headers: { cookie, Origin: ORIGIN } });
    // An address that has an account is answered as ever.
    expect((await signUp(email, { invitation: mailed })).status).toBe(202);

    const second = newEmail();
    const links = await invite(second);
    expect((await signUp(newEmail(), { invitation: links.mailed })).status).toBe(202);
    expect((await signUp(second, { invitation: links.shown })).status).toBe(202);
    expect(await lastLink(second)).toMatchObject({ kind: 'confirm_email' });
    expect((await signUp(second, { invitation: links.mailed })).status).toBe(202);
    expect((await signIn(second)).status).toBe(401);
  });

  it('leads an invited seller back to the invitation', async () => {
    const email = newEmail();
    await signUp(email, { invitation: 'td_inv_x' });
    expect((await lastLink(email)).next).toBe('/invitations/td_inv_x');
  });

  it('mails at most 5 links an hour to an address, and does not tell', {
    tags: 'soak',
  }, async () => {
    const email = newEmail();
    await signUp(email);
    for (const _ of times(8, () => null)) {
      expect((await send('send-verification-email', { email }, at(newIp()))).status).toBe(202);
    }
    expect(await mailsTo(email)).toHaveLength(5);
  });
});

describe('an account that somebody made with the address of another', () => {
  it('is not confirmed by whoever owns the address and does not know the password', async () => {
    const email = newEmail();
    await signUp(email);
    const { token } = await lastLink(email);
    expect((await confirm(token)).status).toBe(403);
    const other = await confirmed();
    expect((await confirm(token, other.cookie)).status).toBe(403);
    const guesses = times(12, (index) => confirm(token, '', `guess number ${index}`));
    expect(await statusesOf(guesses)).toEqual({ 422: 10, 429: 2 });
    expect((await signIn(email)).status).toBe(401);
    await db(null).rateLimit.deleteMany();
    const done = await confirm(token, '', PASSWORD);
    expect(await me(cookieOf(done))).toMatchObject({ user: { email } });
  });

  it('belongs to the owner once he signs up or asks for a password', async () => {
    const email = newEmail();
    await signUp(email);
    const { id: userId } = await db(null).user.findUniqueOrThrow({ where: { email } });
    const token = await makeToken({ userId });
    await signUp(email, { password: NEW_PASSWORD });
    const link = await lastLink(email);
    expect(link.kind).toBe('reset_password');
    const done = await reset(link.token);
    expect(await me(cookieOf(done))).toMatchObject({ user: { email } });
    expect((await signIn(email)).status).toBe(401);
    expect((await refusal(createOrganization, {}, { as: { token } })).status).toBe(401);
  });
});

describe('personal tokens and a forgotten password', () => {
  const make = (cookie: string, name: string) => {
    const body = { name, scopes: ['admin' as const, 'products:read' as const] };
    return callApi(createToken, { body }, { headers: { cookie, Origin: ORIGIN } });
  };
  const resetWith = (token: string, keep_tokens?: unknown) =>
    send('reset-password', { token, password: NEW_PASSWORD, keep_tokens });
  const resetLink = async (email: string) => {
    await requestReset(email);
    return (await lastLink(email)).token;
  };
  const namesOf = async (email: string) => {
    const rows = await db(null).token.findMany({ where: { user: { email } } });
    return rows.map(({ name }) => name).sort();
  };
  const endedIn = async (email: string) => {
    const mail = (await mailsTo(email)).findLast(({ kind }) => kind === 'password_changed');
    return (mail?.data as { ended_tokens?: number } | undefined)?.ended_tokens;
  };

  it('are listed by the link, and end with the reset', async () => {
    const { email, cookie } = await confirmed();
    const stolen = await make(cookie, 'Stolen');
    const old = await make(cookie, 'Old');
    await db(null).token.update({ where: { id: old.id }, data: { expiresAt: new Date(0) } });
    await callApi(listTokens, {}, { as: stolen });
    await notesWritten();
    const link = await resetLink(email);
    expect(await openReset(link, new Date())).toMatchObject({
      email,
      tokens: [
        {
          id: stolen.id,
          name: 'Stolen',
          scopes: ['admin', 'products:read'],
          created_at: stolen.created_at,
          last_used_at: expect.any(String),
        },
      ],
    });
    expect((await resetWith(link)).status).toBe(200);
    expect(await openReset(link, new Date())).toBeNull();
    expect((await refusal(listTokens, {}, { as: stolen })).status).toBe(401);
    expect(await namesOf(email)).toEqual([]);
    expect(await endedIn(email)).toBe(1);
  });

  it('go on where they are kept, of this account alone', async () => {
    const [{ email, cookie }, other] = [await confirmed(), await confirmed()];
    const kept = await make(cookie, 'Kept');
    await make(cookie, 'Stolen');
    const theirs = await make(other.cookie, 'Theirs');
    const link = await resetLink(email);
    expect((await resetWith(link, ['x'])).status).toBe(422);
    await make(cookie, 'Made after the page was opened');
    expect((await resetWith(link, [kept.id, theirs.id, newId()])).status).toBe(200);
    expect(await namesOf(email)).toEqual(['Kept']);
    expect(await namesOf(other.email)).toEqual(['Theirs']);
    await callApi(listTokens, {}, { as: kept });
    expect(await endedIn(email)).toBe(2);
  });

  it('end with what apps may do, but for what is kept', { tags: 'soak' }, async () => {
    const { email, cookie } = await confirmed();
    const [first, second] = [await makeApp(cookie), await makeApp(cookie)];
    await tokensFor(cookie, first);
    await tokensFor(cookie, second);
    const link = await resetLink(email);
    const { apps = [] } = (await openReset(link, new Date())) ?? {};
    expect(apps.map(({ client }) => client.client_id)).toEqual([second.client_id, first.client_id]);
    const keep_apps = [apps[0]?.id];
    const answer = await send('reset-password', { token: link, password: NEW_PASSWORD, keep_apps });
    expect(answer.status).toBe(200);
    const grants = await db(null).oAuthGrant.findMany({ where: { user: { email } } });
    expect(grants.map(({ clientId }) => clientId)).toEqual([second.client_id]);
    const mail = (await mailsTo(email)).findLast(({ kind }) => kind === 'password_changed');
    expect(mail?.data).toMatchObject({ ended_tokens: 0, ended_apps: 1 });
  });

  it('end with the apps that somebody has made of an address that was never confirmed', async () => {
    const { email, cookie } = await confirmed();
    await tokensFor(cookie, await makeApp(cookie));
    await db(null).user.update({ where: { email }, data: { emailVerified: false } });
    const link = await resetLink(email);
    expect((await openReset(link, new Date()))?.apps).toEqual([]);
    expect((await resetWith(link)).status).toBe(200);
    const where = { user: { email } };
    expect(await db(null).oAuthGrant.count({ where })).toBe(0);
    expect(await db(null).oAuthClient.count({ where })).toBe(0);
  });

  it('all end where the address was never confirmed', async () => {
    const email = newEmail();
    await signUp(email);
    const { id: userId } = await db(null).user.findUniqueOrThrow({ where: { email } });
    await makeToken({ userId });
    const { id } = await db(null).token.findFirstOrThrow({ where: { userId } });
    const link = await resetLink(email);
    expect(await openReset(link, new Date())).toEqual({ email, tokens: [], apps: [] });
    expect((await resetWith(link, [id])).status).toBe(200);
    expect(await namesOf(email)).toEqual([]);
  });

  it('end with the factors where the address was never confirmed', async () => {
    const { email, cookie } = await confirmed();
    const { id: userId } = await db(null).user.update({
      where: { email },
      data: { emailVerified: false },
    });
    const app = { sealedSecret: 'sealed', confirmedAt: new Date() };
    await db(null).totpFactor.create({ data: { ...app, userId } });
    const key = { credentialId: newId(), publicKey: new Uint8Array(), counter: 0, transports: [] };
    await db(null).passkey.create({
      data: { ...key, id: newId(), userId, name: 'Laptop', createdAt: new Date() },
    });
    const answer = await resetWith(await resetLink(email));
    expect(await answer.json()).toMatchObject({ user: { email } });
    expect(await db(null).totpFactor.count({ where: { userId } })).toBe(0);
    expect(await db(null).passkey.count({ where: { userId } })).toBe(0);
    expect(await isIn(cookie)).toBe(false);
  });

  it('are kept with the password, where the reset fails', async () => {
    const { email, cookie } = await confirmed();
    await make(cookie, 'Kept');
    const link = await resetLink(email);
    const stop = await failMails('password_changed');
    expect((await resetWith(link)).status).toBe(500);
    await stop();
    expect(await namesOf(email)).toEqual(['Kept']);
    expect((await resetWith(link)).status).toBe(200);
    expect(await namesOf(email)).toEqual([]);
  });

  it('cannot be made by what the reset ends, however late', async () => {
    const { email, cookie } = await confirmed();
    const stolen = await make(cookie, 'Stolen');
    const link = await resetLink(email);
    let isDone = false;
    const body = JSON.stringify({ name: 'Late', scopes: ['admin'] });
    const attack = async (options: TestCallOptions) => {
      const statuses = new Set<number>();
      while (!isDone) statuses.add((await sendRaw(createToken, { body }, options)).status);
      return [...statuses];
    };
    const origin = { cookie, Origin: ORIGIN };
    const attacks = times(8, (index) =>
      attack(index % 2 === 0 ? { headers: origin } : { as: stolen }),
    );
    expect((await resetWith(link)).status).toBe(200);
    isDone = true;
    for (const statuses of await Promise.all(attacks)) {
      for (const status of statuses) expect([201, 401, 503]).toContain(status);
    }
    expect(await namesOf(email)).toEqual([]);
  });

  it('go on after a change of the password, which shows them', async () => {
    const { email, cookie } = await confirmed();
    const token = await make(cookie, 'Shop');
    const change = { current_password: PASSWORD, password: NEW_PASSWORD };
    expect((await send('change-password', change, { cookie })).status).toBe(204);
    const query = { kind: ['personal' as const] };
    const { items } = await callApi(listTokens, { query }, { headers: { cookie } });
    expect(items).toMatchObject([{ id: token.id, name: 'Shop' }]);
    expect(await endedIn(email)).toBe(0);
  });
});

describe('a link that confirms', () => {
  it('is refused when it was changed, forged, or has expired', async () => {
    const email = newEmail();
    const browser = knownBy(await signUp(email));
    const { token } = await lastLink(email);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, email: newEmail() }));
    for (const wrong of [
      'x',
      `${header}.${payload}.`,
      `${header}.${forged.toString('base64url')}.${signature}`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
    ]) {
      expect((await confirm(wrong, browser)).status).toBe(410);
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
    try {
      expect((await confirm(token, browser)).status).toBe(410);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a forgotten password', () => {
  it('is set anew by a mailed link, once, and all sessions end', async () => {
    const { email, cookie } = await confirmed();
    expect((await requestReset(email.toUpperCase())).status).toBe(202);
    const { origin, page, token, kind } = await lastLink(email);
    expect({ origin, page, kind }).toEqual({
      origin: ORIGIN,
      page: 'reset-password',
      kind: 'reset_password',
    });
    const stored = JSON.stringify([
      await db(null).verification.findMany(),
      await db(null).mail.findMany(),
    ]);
    expect(stored).not.toContain(token);
    for (const easy of [email, 'letmein2026']) {
      const refused = await reset(token, easy);
      expect(await refused.json()).toMatchObject({ detail: [{ loc: ['body', 'password'] }] });
    }

    const uses = await Promise.all(times(3, () => reset(token)));
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    const [done] = uses.filter(({ status }) => status === 200);
    expect(await isIn(cookie)).toBe(false);
    expect(await me(cookieOf(done ?? new Response()))).toMatchObject({ user: { email } });
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
    expect((await mailsTo(email)).at(-1)).toMatchObject({ kind: 'password_changed', secrets: {} });
  });

  it('is answered alike, and as late, for an address without an account', async () => {
    const { email } = await confirmed();
    const unknown = newEmail();
    waits = [];
    const answers = [await requestReset(email), await requestReset(unknown)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['', '']);
    expect(waits).toEqual([500, 500]);
    expect(await mailsTo(unknown)).toEqual([]);
  });

  it('is asked for 30 times an hour from an address, whoever has an account', async () => {
    const from = at(newIp());
    const answers = times(33, () => requestReset(newEmail(), from));
    expect(await statusesOf(answers)).toEqual({ 202: 30, 429: 3 });
  });

  it('is not set by a link from before a change of the password or the address', async () => {
    const { email, cookie } = await confirmed();
    const resetLink = async (to = email) => {
      expect((await requestReset(to)).status).toBe(202);
      return (await lastLink(to)).token;
    };
    const [first, second] = [await resetLink(), await resetLink()];
    const change = { current_password: PASSWORD, password: 'a third good password' };
    expect((await send('change-password', change, { cookie })).status).toBe(204);
    expect((await reset(first)).status).toBe(410);
    const [third, fourth] = [await resetLink(), await resetLink()];
    const done = await reset(third);
    expect(done.status).toBe(200);
    expect(await statusesOf([second, third, fourth].map((token) => reset(token)))).toEqual({
      410: 3,
    });

    await db(null).rateLimit.deleteMany();
    const to = newEmail();
    const fifth = await resetLink();
    const asked = await changeEmail(cookieOf(done), to, NEW_PASSWORD);
    expect(asked.status).toBe(202);
    expect((await confirm((await lastLink(to)).token, cookieOf(done))).status).toBe(200);
    expect((await reset(fifth)).status).toBe(410);
    expect((await signIn(to, NEW_PASSWORD)).status).toBe(200);
  });

  it('is set with all that belongs to it, or not at all', { tags: 'soak' }, async () => {
    const { email, cookie } = await confirmed();
    await db(null).user.update({ where: { email }, data: { emailVerified: false } });
    await requestReset(email);
    const { token } = await lastLink(email);
    const stop = await failMails('password_changed');
    expect((await reset(token)).status).toBe(500);
    await stop();
    expect(await isIn(cookie)).toBe(true);
    const user = await db(null).user.findUniqueOrThrow({ where: { email } });
    expect(user.emailVerified).toBe(false);
    expect((await reset(token)).status).toBe(200);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  it('is not set by an expired link', async () => {
    const { email } = await confirmed();
    await requestReset(email);
    const { token } = await lastLink(email);
    await db(null).verification.updateMany({ data: { expiresAt: new Date(0) } });
    expect((await reset(token)).status).toBe(410);
    expect((await reset('x')).status).toBe(410);
  });
});

describe('a change of the address', () => {
  it('takes effect by a link to the new one, and the former one is told', async () => {
    const { email, cookie } = await confirmed();
    const to = newEmail();
    expect((await changeEmail(cookie, to, 'wrong password')).status).toBe(422);
    expect((await changeEmail(cookie, email)).status).toBe(422);
    expect((await changeEmail('', to)).status).toBe(401);
    expect((await changeEmail(cookie, to)).status).toBe(202);
    expect(await me(cookie)).toMatchObject({ user: { email } });
    const { token } = await lastLink(to);
    expect(await mailsTo(to)).toMatchObject([{ data: { cause: 'new_address' } }]);
    expect((await confirm(token)).status).toBe(403);
    expect((await confirm(token, (await confirmed()).cookie)).status).toBe(403);
    expect((await confirm(token, cookie)).status).toBe(200);
    expect(await me(cookie)).toMatchObject({ user: { email: to } });
    expect((await confirm(token, cookie)).status).toBe(410);
    expect((await mailsTo(email)).at(-1)).toMatchObject({
      kind: 'email_changed',
      data: { new_email: to },
    });
    expect((await signIn(to)).status).toBe(200);
    expect((await signIn(email)).status).toBe(401);
  });

  it('takes effect once, and not by a link from before another change', async () => {
    const { email, cookie } = await confirmed();
    const to = newEmail();
    const linkTo = async (address: string) => {
      expect((await changeEmail(cookie, address)).status).toBe(202);
      return (await lastLink(address)).token;
    };
    const other = await linkTo(newEmail());
    const there = await linkTo(to);
    const uses = times(3, () => confirm(there, cookie));
    expect(await statusesOf(uses)).toEqual({ 200: 1, 410: 2 });
    expect((await confirm(await linkTo(email), cookie)).status).toBe(200);
    for (const used of [there, other]) expect((await confirm(used, cookie)).status).toBe(410);
    expect(await me(cookie)).toMatchObject({ user: { email } });

    const last = await linkTo(newEmail());
    const change = { current_password: PASSWORD, password: NEW_PASSWORD };
    expect((await send('change-password', change, { cookie })).status).toBe(204);
    expect((await confirm(last, cookie)).status).toBe(410);
  });

  it('signs in another browser, which gives the password', async () => {
    const { cookie } = await confirmed();
    const to = newEmail();
    await changeEmail(cookie, to);
    const done = await confirm((await lastLink(to)).token, '', PASSWORD);
    expect(done.status).toBe(200);
    expect(await done.json()).toMatchObject({ user: { email: to } });
    expect(await me(cookieOf(done))).toMatchObject({ user: { email: to } });
    const known = { cookie: knownBy(done), ...at(newIp()) };
    expect((await signIn(to, PASSWORD, known)).status).toBe(200);
  });

  it('takes no effect without the notice of it', async () => {
    const { email, cookie } = await confirmed();
    const to = newEmail();
    await changeEmail(cookie, to);
    const { token } = await lastLink(to);
    const stop = await failMails('email_changed');
    expect((await confirm(token, cookie)).status).toBe(500);
    await stop();
    expect(await me(cookie)).toMatchObject({ user: { email } });
    expect((await confirm(token, cookie)).status).toBe(200);
    expect((await mailsTo(email)).at(-1)).toMatchObject({ kind: 'email_changed' });
  });

  it('to the address of another account is answered alike and changes nothing', async () => {
    const [ann, bob] = [await confirmed(), await confirmed()];
    const before = await mailsTo(bob.email);
    expect((await changeEmail(ann.cookie, bob.email)).status).toBe(202);
    expect(await mailsTo(bob.email)).toEqual(before);
    // An address that is taken while its link is under way.
    const late = newEmail();
    await changeEmail(ann.cookie, late);
    const { token } = await lastLink(late);
    await signUp(late);
    expect((await confirm(token, ann.cookie)).status).toBe(409);
    expect(await me(ann.cookie)).toMatchObject({ user: { email: ann.email } });
  });
});

describe('mails of accounts', () => {
  it('have links to PUBLIC_URL, whatever the request claims', async () => {
    const email = newEmail();
    const claims = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil',
    };
    await signUp(email, {}, claims);
    expect((await lastLink(email)).origin).toBe(ORIGIN);
    await send('send-verification-email', { email }, { ...claims, ...at(newIp()) });
    expect((await lastLink(email)).origin).toBe(ORIGIN);
  });

  it('keep no link once they have ended', async () => {
    const email = newEmail();
    await signUp(email);
    const { token } = await lastLink(email);
    const [mail] = await mailsTo(email);
    provideSettings({ SMTP_URL: '', MAIL_FROM: '' });
    await runMail(mail?.id ?? '').finally(() =>
      provideSettings({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' }),
    );
    const [ended] = await db(null).mail.findMany({ where: { recipient: email } });
    expect(ended).toMatchObject({ status: 'kept', secrets: null });
    expect(JSON.stringify(ended)).not.toContain(token);
  });
});

describe('without a mail server', () => {
  it('nobody can ask for links', async () => {
    provideSettings({ SMTP_URL: '', MAIL_FROM: '' });
    try {
      const email = newEmail();
      const cookie = cookieOf(await signUp(email));
      for (const [path, body] of [
        ['request-password-reset', { email }],
        ['send-verification-email', { email }],
        ['change-email', { email: newEmail(), password: PASSWORD }],
      ] as const) {
        expect((await send(path, body, { cookie })).status).toBe(403);
      }
      await callApi(
        createOrganization,
        { body: { name: 'Shop', slug: `shop-${newId()}` } },
        { headers: { cookie, Origin: ORIGIN } },
      );
    } finally {
      provideSettings({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' });
    }
  });
});
