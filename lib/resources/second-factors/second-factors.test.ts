import { type TOTP, URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { purgeExpiredSessions } from '@/lib/resources/accounts/service';
import { listAuditLog } from '@/lib/resources/audit-log/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import { removeFactors } from '@/lib/resources/second-factors/service';
import { createSignInLink, ensureSeller } from '@/lib/resources/sign-in/service';
import { newId } from '@/lib/runtime/ids';
import {
  cookieOf,
  isIn,
  knownBy,
  newEmail,
  newSeller,
  PASSWORD,
  redeem,
  send,
  signIn,
  statusesOf,
  times,
} from '@/testing/accounts';
import { callApi } from '@/testing/call-api';
import { findMails } from '@/testing/mails';

// Passwords are hashed one after the other, which takes a while on a busy machine.
interface Account {
  email: string;
  cookie: string;
  app: TOTP;
  codes: string[];
}

/** The code of a step before or after the present one: each is accepted once, and none before one that was. */
const codeOf = (app: TOTP, step = 0) => app.generate({ timestamp: Date.now() + step * 30_000 });
const verify = (code: string, cookie: string) =>
  send('two-factor/verify-totp', { code }, { cookie });
const recover = (code: string, cookie: string) =>
  send('two-factor/verify-recovery-code', { code }, { cookie });
const enable = (cookie: string) => send('two-factor/enable', {}, { cookie });
const problem = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as { detail: unknown; code?: string },
});

/** An account with an app in force, whose step before the present one is used up. */
async function protectedSeller(): Promise<Account> {
  const { email, cookie } = await newSeller();
  const made = (await (await enable(cookie)).json()) as {
    totp_uri: string;
    recovery_codes: string[];
  };
  const app = URI.parse(made.totp_uri) as TOTP;
  expect((await verify(codeOf(app, -1), cookie)).status).toBe(200);
  return { email, cookie, app, codes: made.recovery_codes };
}

/** What a browser holds after the password: no session, a sign-in that waits. */
async function passwordOf({ email }: Pick<Account, 'email'>): Promise<string> {
  const response = await signIn(email);
  expect(response.status).toBe(200);
  expect(await response.clone().json()).toEqual({
    user: null,
    second_factors: ['totp', 'recovery_code'],
  });
  const cookie = cookieOf(response);
  expect(await isIn(cookie)).toBe(false);
  return cookie;
}

describe('an app', () => {
  it('is in force after the first right code', async () => {
    const { email, cookie } = await newSeller();
    const made = await enable(cookie);
    expect(made.status).toBe(200);
    const { totp_uri, recovery_codes } = (await made.json()) as {
      totp_uri: string;
      recovery_codes: string[];
    };
    expect(totp_uri).toMatch(
      /^otpauth:\/\/totp\/Tilldesk:[^?]+\?issuer=Tilldesk&secret=[A-Z2-7]{32}&/,
    );
    expect(decodeURIComponent(totp_uri)).toContain(email);
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);

    expect(cookieOf(await signIn(email))).toContain('session_token');
    expect((await recover(recovery_codes[0] ?? '', cookie)).status).toBe(422);
    expect((await verify('000000', cookie)).status).toBe(422);
    const app = URI.parse(totp_uri) as TOTP;
    expect((await verify(codeOf(app), cookie)).status).toBe(200);
    await passwordOf({ email });
  });

  it('is replaced until it is in force, and then only after it was turned off', async () => {
    const { cookie } = await newSeller();
    const first = (await (await enable(cookie)).json()) as { totp_uri: string };
    const second = (await (await enable(cookie)).json()) as { totp_uri: string };
    expect((await verify(codeOf(URI.parse(first.totp_uri) as TOTP), cookie)).status).toBe(422);
    expect((await verify(codeOf(URI.parse(second.totp_uri) as TOTP), cookie)).status).toBe(200);
    expect((await enable(cookie)).status).toBe(409);
    expect((await send('two-factor/disable', {}, { cookie })).status).toBe(204);
    expect((await send('two-factor/disable', {}, { cookie })).status).toBe(409);
    expect((await enable(cookie)).status).toBe(200);
  });

  it('is stored encrypted, and its recovery codes as digests', async () => {
    const { email, app, codes } = await protectedSeller();
    const user = await db(null).user.findUniqueOrThrow({
      where: { email },
      include: { totp: true, recoveryCodes: true },
    });
    const stored = JSON.stringify(user);
    expect(user.recoveryCodes).toHaveLength(10);
    expect(stored).not.toContain(app.secret.base32);
    for (const code of codes) expect(stored).not.toContain(code.replace('-', ''));
  });

  it('needs a session', async () => {
    for (const path of ['enable', 'disable', 'generate-recovery-codes']) {
      expect((await send(`two-factor/${path}`, {})).status).toBe(401);
    }
    expect((await verify('000000', '')).status).toBe(401);
  });
});

describe('a sign-in with a second factor', () => {
  it('is completed by a code of the app, once', async () => {
    const account = await protectedSeller();
    const cookie = await passwordOf(account);
    const code = codeOf(account.app);
    const response = await verify(` ${code.slice(0, 3)} ${code.slice(3)} `, cookie);
    expect(response.status).toBe(200);
    expect(await response.clone().json()).toMatchObject({ user: { email: account.email } });
    expect(await isIn(cookieOf(response))).toBe(true);
    expect(knownBy(response)).not.toBe('');
    expect((await verify(codeOf(account.app, 1), cookie)).status).toBe(401);
  });

  it('takes each code once, and none that is older than one that was taken', async () => {
    const account = await protectedSeller();
    const cookie = await passwordOf(account);
    expect(await problem(await verify(codeOf(account.app, -1), cookie))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'code'] }] },
    });
    expect((await verify(codeOf(account.app, 1), cookie)).status).toBe(200);
    const again = await passwordOf(account);
    expect((await verify(codeOf(account.app), again)).status).toBe(422);
  });

  it('takes a code of 20 requests at once one time', async () => {
    const account = await protectedSeller();
    const cookies = await Promise.all(times(20, () => passwordOf(account)));
    const code = codeOf(account.app);
    const statuses = await statusesOf(cookies.map((cookie) => verify(code, cookie)));
    expect(statuses[200]).toBe(1);
  });

  it('takes a recovery code of 20 requests at once one time', async () => {
    const account = await protectedSeller();
    const cookies = await Promise.all(times(20, () => passwordOf(account)));
    const [code = ''] = account.codes;
    const statuses = await statusesOf(cookies.map((cookie) => recover(code.toUpperCase(), cookie)));
    expect(statuses[200]).toBe(1);
  });

  it('is opened once by 20 right answers at once', async () => {
    const account = await protectedSeller();
    const cookie = await passwordOf(account);
    const answers = account.codes.slice(0, 4).map((code) => recover(code, cookie));
    expect(await statusesOf(answers)).toEqual({ 200: 1, 401: 3 });
  });

  it('ends after five wrong codes', async () => {
    const account = await protectedSeller();
    const cookie = await passwordOf(account);
    expect(await statusesOf(times(5, () => verify('000000', cookie)))).toEqual({ 422: 5 });
    expect((await verify(codeOf(account.app), cookie)).status).toBe(401);
    expect((await verify(codeOf(account.app), await passwordOf(account))).status).toBe(200);
  });

  it('is refused for an hour after ten wrong codes, in every browser', async () => {
    const account = await protectedSeller();
    const other = await passwordOf(account);
    for (let nth = 0; nth < 2; nth += 1) {
      const cookie = await passwordOf(account);
      expect(await statusesOf(times(5, () => verify('000000', cookie)))).toEqual({ 422: 5 });
    }
    const refused = await verify(codeOf(account.app), other);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3000);
    expect((await verify(codeOf(account.app), other)).status).toBe(401);
  });

  it('is asked for by every way in', async () => {
    const account = await protectedSeller();
    const { email } = account;
    await db(null).user.update({ where: { email }, data: { emailVerified: true } });
    const link = await createSignInLink(email);
    const byLink = await redeem(link);
    expect(byLink.status).toBe(200);
    expect(await byLink.json()).toMatchObject({
      user: null,
      second_factors: ['totp', 'recovery_code'],
    });
    expect((await redeem(link)).status).toBe(410);
    expect((await verify(codeOf(account.app), cookieOf(byLink))).status).toBe(200);
    // Also where the library itself is asked for a session.
    const { auth } = await import('@/lib/auth/better-auth');
    const body = { email: account.email, password: PASSWORD };
    await expect(auth().api.signInEmail({ body })).rejects.toThrow();
    const { id: userId } = await db(null).user.findUniqueOrThrow({
      where: { email: account.email },
    });
    expect(await auth().api.openSession({ body: { userId } })).toBeNull();
  });

  it('ends with a change of the password, and after ten minutes', async () => {
    const account = await protectedSeller();
    const cookie = await passwordOf(account);
    const change = { current_password: PASSWORD, password: 'another good password' };
    expect((await send('change-password', change, { cookie: account.cookie })).status).toBe(204);
    expect((await verify(codeOf(account.app), cookie)).status).toBe(401);

    const other = await protectedSeller();
    const late = await passwordOf(other);
    await db(null).signInAttempt.updateMany({
      where: { user: { email: other.email } },
      data: { expiresAt: new Date() },
    });
    expect((await verify(codeOf(other.app), late)).status).toBe(401);
    await purgeExpiredSessions(new Date());
    expect(await db(null).signInAttempt.count({ where: { user: { email: other.email } } })).toBe(0);
  });

  it('is in the audit log when it is complete, and each wrong code', async () => {
    const account = await protectedSeller();
    const body = { name: 'Pens', slug: `pens-${newId()}` };
    const { id } = await callApi(
      createOrganization,
      { body },
      { headers: { cookie: account.cookie, Origin: 'http://localhost:3000' } },
    );
    const cookie = await passwordOf(account);
    await verify('000000', cookie);
    await verify(codeOf(account.app), cookie);
    await send('two-factor/generate-recovery-codes', {}, { cookie: account.cookie });
    await send('two-factor/disable', {}, { cookie: account.cookie });
    const query = { organization_id: [id] };
    const { items } = await callApi(
      listAuditLog,
      { query },
      { headers: { cookie: account.cookie } },
    );
    expect(
      items.map(({ action }) => action).filter((action) => action.startsWith('member.')),
    ).toEqual([
      'member.two_factor_turned_off',
      'member.recovery_codes_replaced',
      'member.signed_in',
      'member.sign_in_refused',
    ]);
  });
});

it('mails each change of the factors to the account', async () => {
  const { email, cookie } = await protectedSeller();
  await send('two-factor/generate-recovery-codes', {}, { cookie });
  await send('two-factor/disable', {}, { cookie });
  await enable(cookie);
  await removeFactors(email, new Date());
  await removeFactors(email, new Date());
  const mails = await findMails({ recipient: email, kind: 'factors_changed' });
  expect(mails.map(({ data }) => (data as { change: string }).change)).toEqual([
    'two_factor_turned_on',
    'recovery_codes_replaced',
    'two_factor_turned_off',
    'factors_removed',
  ]);
});

describe('recovery codes', () => {
  it('are replaced all at once', async () => {
    const account = await protectedSeller();
    const { cookie } = account;
    const made = await send('two-factor/generate-recovery-codes', {}, { cookie });
    const { recovery_codes: codes } = (await made.json()) as { recovery_codes: string[] };
    expect(codes).toHaveLength(10);
    expect((await recover(account.codes[0] ?? '', await passwordOf(account))).status).toBe(422);
    expect((await recover(codes[0] ?? '', await passwordOf(account))).status).toBe(200);
  });

  it('are none without an app', async () => {
    const { cookie } = await newSeller();
    expect((await send('two-factor/generate-recovery-codes', {}, { cookie })).status).toBe(409);
  });

  it('go with an account that its address’s owner takes over', async () => {
    const { email, cookie } = await newSeller();
    const { totp_uri } = (await (await enable(cookie)).json()) as { totp_uri: string };
    await verify(codeOf(URI.parse(totp_uri) as TOTP), cookie);
    const link = await createSignInLink(email, { takeOver: true });
    expect(cookieOf(await redeem(link))).toContain('session_token');
  });
});

describe('a session', () => {
  const ago = (email: string, seconds: number) =>
    db(null).session.updateMany({
      where: { user: { email } },
      data: { confirmedAt: new Date(Date.now() - seconds * 1000) },
    });
  const STEP_UP = { status: 403, body: { error: 'NotPermitted', code: 'step_up_required' } };

  it('is to be confirmed ten minutes after it was opened', async () => {
    const { email, cookie } = await newSeller();
    await ago(email, 590);
    expect((await enable(cookie)).status).toBe(200);
    await ago(email, 601);
    expect(await problem(await enable(cookie))).toMatchObject(STEP_UP);
    const wrong = await send('verify-password', { password: 'not this one' }, { cookie });
    expect(await problem(wrong)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'password'] }] },
    });
    expect(await problem(await enable(cookie))).toMatchObject(STEP_UP);
    expect((await send('verify-password', { password: PASSWORD }, { cookie })).status).toBe(204);
    expect((await enable(cookie)).status).toBe(200);
  });

  it('is confirmed by a code as well', async () => {
    const { email, cookie, app, codes } = await protectedSeller();
    const replace = () => send('two-factor/generate-recovery-codes', {}, { cookie });
    await ago(email, 601);
    expect(await problem(await replace())).toMatchObject(STEP_UP);
    expect((await verify(codeOf(app), cookie)).status).toBe(200);
    expect((await replace()).status).toBe(200);
    await ago(email, 601);
    expect((await recover(codes[1] ?? '', cookie)).status).toBe(422);
    expect(await problem(await replace())).toMatchObject(STEP_UP);
  });

  it('of an account without a password is confirmed by no password', async () => {
    const email = newEmail();
    await ensureSeller(email);
    const cookie = cookieOf(await redeem(await createSignInLink(email)));
    expect((await send('verify-password', { password: '' }, { cookie })).status).toBe(422);
    expect((await send('verify-password', { password: PASSWORD }, { cookie })).status).toBe(422);
    const set = () => send('change-password', { password: PASSWORD }, { cookie });
    await ago(email, 601);
    expect(await problem(await set())).toMatchObject(STEP_UP);
    await ago(email, 590);
    expect((await set()).status).toBe(204);
  });
});
