import { type TOTP, URI } from 'otpauth';
import { describe, expect, it, vi } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { handleAccounts } from '@/lib/resources/account-handler';
import { purgeExpiredSessions } from '@/lib/resources/accounts/service';
import { listAuditLog } from '@/lib/resources/audit-log/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import { removeFactors } from '@/lib/resources/second-factors/service';
import { createSignInLink } from '@/lib/resources/sign-in/service';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import {
  cookieOf,
  isIn,
  knownBy,
  newSeller,
  ORIGIN,
  PASSWORD,
  redeem,
  send,
  signIn,
  statusesOf,
  times,
} from '@/testing/accounts';
import { Authenticator } from '@/testing/authenticator';
import { callApi } from '@/testing/call-api';
import { findMails } from '@/testing/mails';

// Passwords are hashed one after the other, which takes a while on a busy machine.
interface Account {
  email: string;
  cookie: string;
  passkey: Authenticator;
}

type Options = Parameters<Authenticator['make']>[0] & Parameters<Authenticator['use']>[0];

const ask = (path: string, cookie = '') =>
  handleAccounts(new Request(`${ORIGIN}/api/auth/passkey/${path}`, { headers: { cookie } }));

/** The options that a browser gets, and all of its cookies then. */
async function options(kind: 'register' | 'authenticate', cookie = '') {
  const response = await ask(`generate-${kind}-options`, cookie);
  expect(response.status).toBe(200);
  const cookies = [cookie, cookieOf(response)].filter((some) => some !== '').join('; ');
  return { asked: (await response.json()) as Options, cookie: cookies };
}

const register = (response: object, cookie: string, name?: string) =>
  send('passkey/verify-registration', { response, ...(name && { name }) }, { cookie });
const verify = (response: object, cookie: string) =>
  send('passkey/verify-authentication', { response }, { cookie });

/** Adds a passkey to the account of a session. */
async function add(cookie: string, passkey = new Authenticator(), name?: string) {
  const made = await options('register', cookie);
  return { passkey, response: await register(passkey.make(made.asked), made.cookie, name) };
}

/** An account with a passkey. */
async function passkeySeller(): Promise<Account> {
  const { email, cookie } = await newSeller();
  const { passkey, response } = await add(cookie);
  expect(response.status).toBe(200);
  return { email, cookie, passkey };
}

/** Uses a passkey in a browser with these cookies. */
async function use(passkey: Authenticator, cookie = '', pretended = {}) {
  const got = await options('authenticate', cookie);
  return verify(passkey.use(got.asked, pretended), got.cookie);
}

/** What a browser holds after the password: no session, a sign-in that waits. */
async function passwordOf({ email }: Pick<Account, 'email'>, factors = ['passkey']) {
  const response = await signIn(email);
  expect(await response.clone().json()).toEqual({ user: null, second_factors: factors });
  const cookie = cookieOf(response);
  expect(await isIn(cookie)).toBe(false);
  return cookie;
}

const listed = async (cookie: string) =>
  (await (await ask('list-user-passkeys', cookie)).json()) as {
    id: string;
    name: string;
    created_at: string;
    last_used_at: string | null;
  }[];
const factorsOf = async (cookie: string) => {
  const request = new Request(`${ORIGIN}/api/auth/account`, { headers: { cookie } });
  const account = (await (await handleAccounts(request)).json()) as { second_factors: string[] };
  return account.second_factors;
};
const problem = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as { detail: unknown; code?: string },
});
const ago = (email: string, seconds: number) =>
  db(null).session.updateMany({
    where: { user: { email } },
    data: { confirmedAt: new Date(Date.now() - seconds * 1000) },
  });
const STEP_UP = { status: 403, body: { error: 'NotPermitted', code: 'step_up_required' } };

describe('a passkey', () => {
  it('is made for this host and this account, discoverable and with its user verified', async () => {
    const { email, cookie } = await newSeller();
    const { asked } = await options('register', cookie);
    expect(asked).toMatchObject({
      rp: { id: 'localhost', name: 'Tilldesk' },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const { passkey } = await add(cookie);
    expect((await options('register', cookie)).asked).toMatchObject({
      excludeCredentials: [{ id: passkey.credentialId }],
    });
  });

  it('is listed with its name and its last use, and signs in by itself', async () => {
    const { email, cookie } = await newSeller();
    const made = await options('register', cookie);
    const passkey = new Authenticator();
    const headers = {
      cookie: made.cookie,
      'User-Agent':
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    };
    const body = { response: passkey.make(made.asked) };
    const added = await send('passkey/verify-registration', body, headers);
    expect(await problem(added)).toMatchObject({
      status: 200,
      body: { name: 'Chrome on macOS', last_used_at: null },
    });
    await add(cookie, new Authenticator(), ' Key in the drawer ');
    expect((await listed(cookie)).map(({ name }) => name)).toEqual([
      'Chrome on macOS',
      'Key in the drawer',
    ]);

    const response = await use(passkey);
    expect(response.status).toBe(200);
    expect(await response.clone().json()).toMatchObject({ user: { email } });
    const entered = cookieOf(response);
    expect(await isIn(entered)).toBe(true);
    expect(knownBy(response)).not.toBe('');
    const [first, second] = await listed(entered);
    expect(first?.last_used_at).not.toBeNull();
    expect(second?.last_used_at).toBeNull();
    expect((await use(passkey)).status).toBe(200);
  });

  it('is asked for after the password and after a mailed link, where it alone is set', async () => {
    const account = await passkeySeller();
    const cookie = await passwordOf(account);
    const response = await use(account.passkey, cookie);
    expect(await response.clone().json()).toMatchObject({ user: { email: account.email } });
    expect(await isIn(cookieOf(response))).toBe(true);
    expect((await use(account.passkey, cookie)).status).toBe(200);

    await db(null).user.update({
      where: { email: account.email },
      data: { emailVerified: true },
    });
    const byLink = await redeem(await createSignInLink(account.email));
    expect(await byLink.clone().json()).toEqual({ user: null, second_factors: ['passkey'] });
    expect(await isIn(cookieOf(await use(account.passkey, cookieOf(byLink))))).toBe(true);
  });

  it('is one of several factors, each of which completes a sign-in', async () => {
    const account = await passkeySeller();
    const enabled = await send('two-factor/enable', {}, { cookie: account.cookie });
    const { totp_uri } = (await enabled.json()) as { totp_uri: string };
    const app = URI.parse(totp_uri) as TOTP;
    const code = (step: number) => app.generate({ timestamp: Date.now() + step * 30_000 });
    const enrol = { code: code(-1) };
    await send('two-factor/verify-totp', enrol, { cookie: account.cookie });
    const all = ['totp', 'recovery_code', 'passkey'];
    expect(await factorsOf(account.cookie)).toEqual(all);
    const byCode = await passwordOf(account, all);
    const answer = await send('two-factor/verify-totp', { code: code(0) }, { cookie: byCode });
    expect(await isIn(cookieOf(answer))).toBe(true);
    const byPasskey = await passwordOf(account, all);
    expect(await isIn(cookieOf(await use(account.passkey, byPasskey)))).toBe(true);
    await send('two-factor/disable', {}, { cookie: account.cookie });
    expect(await factorsOf(account.cookie)).toEqual(['passkey']);
  });

  it('of another account completes no sign-in, and confirms no session', async () => {
    const [account, other] = [await passkeySeller(), await passkeySeller()];
    const waiting = await passwordOf(account);
    const response = await use(other.passkey, waiting);
    expect(response.status).toBe(401);
    expect(await isIn(cookieOf(response))).toBe(false);
    // The sign-in is over.
    expect(
      (await send('two-factor/verify-totp', { code: '000000' }, { cookie: waiting })).status,
    ).toBe(401);
    await ago(account.email, 601);
    expect((await use(other.passkey, account.cookie)).status).toBe(401);
    expect(await problem(await ask('generate-register-options', account.cookie))).toMatchObject(
      STEP_UP,
    );
  });

  it('confirms a session of its account', async () => {
    const { email, cookie, passkey } = await passkeySeller();
    const [{ id = '' } = {}] = await listed(cookie);
    await ago(email, 601);
    expect(await problem(await ask('generate-register-options', cookie))).toMatchObject(STEP_UP);
    expect(await problem(await register({}, cookie))).toMatchObject(STEP_UP);
    expect(await problem(await send('passkey/delete-passkey', { id }, { cookie }))).toMatchObject(
      STEP_UP,
    );
    const confirmed = await use(passkey, cookie);
    expect(await problem(confirmed)).toMatchObject({ status: 200, body: { user: { email } } });
    expect(confirmed.headers.getSetCookie()).toEqual([]);
    expect((await send('passkey/delete-passkey', { id }, { cookie })).status).toBe(204);
  });

  it('works no longer once it is removed', async () => {
    const { email, cookie, passkey } = await passkeySeller();
    const got = await options('authenticate');
    const [{ id = '' } = {}] = await listed(cookie);
    const stranger = await newSeller();
    const remove = (as: string) => send('passkey/delete-passkey', { id }, { cookie: as });
    expect((await remove(stranger.cookie)).status).toBe(404);
    expect((await remove(cookie)).status).toBe(204);
    expect((await remove(cookie)).status).toBe(404);
    expect((await verify(passkey.use(got.asked), got.cookie)).status).toBe(401);
    expect(await listed(cookie)).toEqual([]);
    expect(cookieOf(await signIn(email))).toContain('session_token');
  });

  it('needs a session to be added, listed or removed', async () => {
    expect((await ask('generate-register-options')).status).toBe(401);
    expect((await ask('list-user-passkeys')).status).toBe(401);
    expect((await send('passkey/delete-passkey', { id: newId() })).status).toBe(401);
    expect((await register({}, '')).status).toBe(401);
  });

  it('is one of at most 20 of an account, also where several are added at once', async () => {
    const { email, cookie } = await passkeySeller();
    const { id: userId } = await db(null).user.findUniqueOrThrow({ where: { email } });
    const row = { publicKey: new Uint8Array(), counter: 0, transports: [], name: 'One' };
    const rows = times(18, () => ({
      ...row,
      id: newId(),
      userId,
      credentialId: newId(),
      createdAt: new Date(),
    }));
    await db(null).passkey.createMany({ data: rows });
    const added = times(3, async () => (await add(cookie)).response);
    const statuses = await Promise.all(added.map(async (one) => (await one).status));
    expect(statuses.sort()).toEqual([200, 403, 403]);
    expect((await ask('generate-register-options', cookie)).status).toBe(403);
  });

  it('of an address that is to be confirmed signs in nowhere', async () => {
    const { email, cookie, passkey } = await passkeySeller();
    provideSettings({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' });
    try {
      expect((await use(passkey)).status).toBe(401);
      await db(null).user.update({ where: { email }, data: { emailVerified: true } });
      expect((await use(passkey)).status).toBe(200);
    } finally {
      provideSettings({ SMTP_URL: '', MAIL_FROM: '' });
    }
    expect(await isIn(cookie)).toBe(true);
  });

  it('needs a host name', async () => {
    const { cookie, passkey } = await passkeySeller();
    const got = await options('authenticate', cookie);
    for (const url of ['http://127.0.0.1:3000', 'http://[::1]:3000', 'https://192.168.1.20']) {
      provideSettings({ PUBLIC_URL: url });
      const headers = { Origin: url };
      const body = { response: passkey.use(got.asked) };
      const answers = [
        await ask('generate-authenticate-options'),
        await send('passkey/verify-authentication', body, { ...headers, cookie: got.cookie }),
      ];
      provideSettings({ PUBLIC_URL: '' });
      expect((await problem(answers[0] as Response)).body.detail).toMatch(/need a host name/);
      expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    }
  });

  it('is in the audit log when it is added and removed, and each sign-in with it', async () => {
    const { cookie, passkey } = await passkeySeller();
    const { id } = await callApi(
      createOrganization,
      { body: { name: 'Pens', slug: `pens-${newId()}` } },
      { headers: { cookie, Origin: ORIGIN } },
    );
    await use(passkey);
    await use(passkey, '', { origin: 'https://evil.example' });
    const other = await add(cookie);
    const [, { id: added = '' } = {}] = await listed(cookie);
    expect(other.response.status).toBe(200);
    await send('passkey/delete-passkey', { id: added }, { cookie });
    const query = { organization_id: [id] };
    const { items } = await callApi(listAuditLog, { query }, { headers: { cookie } });
    const actions = items.map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('member.'))).toEqual([
      'member.passkey_removed',
      'member.passkey_added',
      'member.sign_in_refused',
      'member.signed_in',
    ]);
  });
});

it('is mailed to the account when it is added, removed, or removed by the operator', async () => {
  const { email, cookie } = await passkeySeller();
  const [{ id = '' } = {}] = await listed(cookie);
  await send('passkey/delete-passkey', { id }, { cookie });
  await add(cookie);
  await removeFactors(email, new Date());
  const mails = await findMails({ recipient: email, kind: 'factors_changed' });
  expect(mails.map(({ data }) => (data as { change: string }).change)).toEqual([
    'passkey_added',
    'passkey_removed',
    'passkey_added',
    'factors_removed',
  ]);
});

describe('an answer of a passkey', () => {
  it('is taken once of 20 requests at once', async () => {
    const { cookie, passkey } = await passkeySeller();
    const got = await options('authenticate');
    const answer = passkey.use(got.asked);
    const answers = await statusesOf(times(20, () => verify(answer, got.cookie)));
    expect(answers).toEqual({ 200: 1, 401: 19 });
    const made = await options('register', cookie);
    const response = new Authenticator().make(made.asked);
    const added = await statusesOf(times(20, () => register(response, made.cookie)));
    expect(added).toEqual({ 200: 1, 422: 19 });
    expect(await listed(cookie)).toHaveLength(2);
  });

  it('opens a sign-in that waits once of 20 requests at once', async () => {
    const account = await passkeySeller();
    const second = await add(account.cookie);
    const cookie = await passwordOf(account);
    const answers = times(20, (nth) => use(nth % 2 ? account.passkey : second.passkey, cookie));
    const statuses = await statusesOf(answers);
    // The others find no sign-in that waits: a passkey signs in without one as well.
    expect(statuses[200]).toBeGreaterThan(0);
    expect(await db(null).signInAttempt.count({ where: { user: { email: account.email } } })).toBe(
      0,
    );
  });

  it.each([
    ['another challenge', { challenge: Buffer.from('another').toString('base64url') }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['another host', { rpId: 'evil.example' }],
    ['nobody verified', { isVerified: false }],
  ])('with %s is refused', async (_what, pretended) => {
    const { cookie, passkey } = await passkeySeller();
    const signedIn = await use(passkey, '', pretended);
    expect(signedIn.status).toBe(401);
    expect(await isIn(cookieOf(signedIn))).toBe(false);
    const made = await options('register', cookie);
    const forged = new Authenticator().make(made.asked, pretended);
    expect(await problem(await register(forged, made.cookie))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'response'] }] },
    });
    expect(await listed(cookie)).toHaveLength(1);
  });

  it('counts in the browser that asked alone, and for what it asked', async () => {
    const { cookie, passkey } = await passkeySeller();
    const [mine, theirs] = [await options('authenticate'), await options('authenticate')];
    expect((await verify(passkey.use(mine.asked), theirs.cookie)).status).toBe(401);
    expect((await verify(passkey.use(mine.asked), '')).status).toBe(401);
    const made = await options('register', cookie);
    expect((await verify(passkey.use(made.asked), made.cookie)).status).toBe(401);
    // Nor for another account.
    const other = await newSeller();
    const asked = await options('register', cookie);
    const challenge = asked.cookie.slice(asked.cookie.lastIndexOf('; ') + 2);
    const answer = new Authenticator().make(asked.asked);
    expect((await register(answer, `${other.cookie}; ${challenge}`)).status).toBe(422);
    const authenticated = await options('authenticate', cookie);
    const wrong = new Authenticator().make({ ...made.asked, ...authenticated.asked });
    expect((await register(wrong, authenticated.cookie)).status).toBe(422);
  });

  it('is late after five minutes, and what was used is deleted then', async () => {
    const { cookie, passkey } = await passkeySeller();
    const [got, made] = [await options('authenticate'), await options('register', cookie)];
    const late = Date.now() + 301_000;
    vi.setSystemTime(late);
    try {
      expect((await verify(passkey.use(got.asked), got.cookie)).status).toBe(401);
      expect((await register(new Authenticator().make(made.asked), made.cookie)).status).toBe(422);
    } finally {
      vi.useRealTimers();
    }
    const used = () =>
      db(null).usedChallenge.count({ where: { expiresAt: { lt: new Date(late) } } });
    expect(await used()).toBeGreaterThan(0);
    await purgeExpiredSessions(new Date(late));
    expect(await used()).toBe(0);
  });

  it('with a count that was reached before is refused: its key was copied', async () => {
    const { passkey } = await passkeySeller();
    expect((await use(passkey, '', { counter: 5 })).status).toBe(200);
    expect((await use(passkey, '', { counter: 5 })).status).toBe(401);
    expect((await use(passkey, '', { counter: 4 })).status).toBe(401);
    expect((await use(passkey, '', { counter: 6 })).status).toBe(200);
  });

  it('by a passkey that does not count is taken again', async () => {
    const { passkey } = await passkeySeller();
    expect((await use(passkey, '', { counter: 0 })).status).toBe(200);
    expect((await use(passkey, '', { counter: 0 })).status).toBe(200);
  });

  it('by a passkey that is unknown, or of another account by its own word, is refused', async () => {
    const { cookie, passkey } = await passkeySeller();
    expect((await use(new Authenticator())).status).toBe(401);
    const got = await options('authenticate');
    const answer = passkey.use(got.asked);
    const userHandle = Buffer.from(newId()).toString('base64url');
    const claimed = { ...answer, response: { ...answer.response, userHandle } };
    expect((await verify(claimed, got.cookie)).status).toBe(401);
    // Nor is a credential that an account has added another one's.
    const stranger = await newSeller();
    const again = await add(stranger.cookie, passkey);
    expect(again.response.status).toBe(409);
    expect(await listed(cookie)).toHaveLength(1);
  });

  it('that is none of WebAuthn’s is 422', async () => {
    const got = await options('authenticate');
    expect((await verify({ id: 'x' }, got.cookie)).status).toBe(422);
    const garbage = { clientDataJSON: '!', authenticatorData: '!', signature: '!' };
    const whole = { id: 'x', rawId: 'x', type: 'public-key', response: garbage };
    expect((await verify(whole, got.cookie)).status).toBe(401);
    const { passkey } = await passkeySeller();
    const known = { ...whole, id: passkey.credentialId, rawId: passkey.credentialId };
    expect((await verify(known, (await options('authenticate')).cookie)).status).toBe(401);
  });
});

describe('the passkeys of an account', () => {
  it('go with its other factors where the operator removes them', async () => {
    const { email, cookie, passkey } = await passkeySeller();
    expect(await removeFactors(email, new Date())).toBe(true);
    expect(await removeFactors(email, new Date())).toBe(false);
    expect(await listed(cookie)).toEqual([]);
    expect((await use(passkey)).status).toBe(401);
    expect(cookieOf(await signIn(email))).toContain('session_token');
  });

  it('go where its address’s owner takes it over', async () => {
    const { email, passkey } = await passkeySeller();
    const link = await createSignInLink(email, { takeOver: true });
    expect((await use(passkey)).status).toBe(401);
    expect(cookieOf(await redeem(link))).toContain('session_token');
  });

  it('stay with a change of the password', async () => {
    const { cookie, passkey } = await passkeySeller();
    const change = { current_password: PASSWORD, password: 'another good password' };
    expect((await send('change-password', change, { cookie })).status).toBe(204);
    expect((await use(passkey)).status).toBe(200);
  });
});
