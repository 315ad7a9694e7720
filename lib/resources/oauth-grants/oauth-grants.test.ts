import { beforeAll, describe, expect, it } from 'vitest';
import { readSession } from '@/lib/auth/session';
import { db } from '@/lib/database/connection/client';
import { handleAccounts } from '@/lib/resources/account-handler';
import { listAuditLog } from '@/lib/resources/audit-log/contract';
import { getMe } from '@/lib/resources/me/contract';
import { consent, describeAuthorization } from '@/lib/resources/oauth-grants/contract';
import { open as openPage } from '@/lib/resources/oauth-grants/service';
import { newId } from '@/lib/runtime/ids';
import { cookieOf, ORIGIN, PASSWORD, send, signIn } from '@/testing/accounts';
import { callApi, refusal } from '@/testing/call-api';
import { makeOrganization, makeToken } from '@/testing/factories';
import {
  CALLBACK,
  codeFor,
  decide,
  inBrowser,
  makeApp,
  makePublicApp,
  newOwner,
  newProof,
  type Registered,
  requestOf,
  tokensFor,
} from '@/testing/oauth';

let seller: Awaited<ReturnType<typeof newOwner>>;
let app: Registered;
beforeAll(async () => {
  seller = await newOwner();
  app = await makeApp(seller.cookie, { scope: 'openid profile products:write' });
});

/** What the consent page does for a browser; the parameters where it leads to. */
async function opened(request: string, cookie: string | null = seller.cookie) {
  const session = cookie === null ? undefined : await readSession(new Headers({ cookie }));
  const result = await openPage(request, session, new Date());
  if (result.kind !== 'redirect') return result;
  const to = new URL(result.to);
  const query = Object.fromEntries(to.searchParams);
  to.search = '';
  return { kind: 'redirect', to: to.href, query };
}

/** The request as the page leads on to it, with when the browser came with it. */
async function stampedOf(request: string, cookie: string | null): Promise<string> {
  const { to, query } = (await opened(request, cookie)) as { to: string; query: object };
  expect(to).toBe(`${ORIGIN}/oauth2/authorize`);
  return new URLSearchParams({ ...query }).toString();
}

const errorOf = async (given: Record<string, string>, client = app) => {
  const { query } = (await opened(requestOf(client, given))) as { query?: object };
  return (query as Record<string, string> | undefined)?.error;
};

describe('a request', () => {
  it.each([
    ['an unknown client', { client_id: newId() }],
    ['a client ID that is none', { client_id: 'nothing' }],
    ['another redirect URI', { redirect_uri: `${CALLBACK}/` }],
    ['no redirect URI', { redirect_uri: '' }],
  ])('with %s shows a page, and redirects nowhere', async (_, given) => {
    expect(await opened(requestOf(app, given))).toEqual({ kind: 'refused' });
    const failure = await refusal(
      consent,
      { body: { request: requestOf(app, given), action: 'allow' } },
      inBrowser(seller.cookie),
    );
    expect(failure.status).toBe(422);
  });

  it('with its client or redirect URI twice shows a page', async () => {
    const twice = (name: string, value: string) => `${requestOf(app)}&${name}=${value}`;
    expect(await opened(twice('client_id', app.client_id))).toEqual({ kind: 'refused' });
    expect(await opened(twice('redirect_uri', CALLBACK))).toEqual({ kind: 'refused' });
  });

  it('with any other error goes back to the app with it', async () => {
    expect(await opened(requestOf(app, { scope: 'openid orders:read' }))).toEqual({
      kind: 'redirect',
      to: CALLBACK,
      query: {
        error: 'invalid_scope',
        error_description: expect.stringContaining('orders:read'),
        state: 'xyz',
        iss: ORIGIN,
      },
    });
    const { asked } = newProof();
    const cases: [Record<string, string>, string][] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: '' }, 'invalid_request'],
      [{ response_mode: 'fragment' }, 'invalid_request'],
      [{ scope: 'openid admin' }, 'invalid_scope'],
      [{ scope: 'openid web_default' }, 'invalid_scope'],
      [{ scope: 'openid orders:write' }, 'invalid_scope'],
      [{ scope: 'openid offline_access' }, 'invalid_scope'],
      [{ scope: '' }, 'invalid_scope'],
      [{ sub_type: 'customer' }, 'invalid_request'],
      [{ prompt: 'none login' }, 'invalid_request'],
      [{ prompt: 'create' }, 'invalid_request'],
      [{ max_age: '-1' }, 'invalid_request'],
      [{ request: 'e30' }, 'request_not_supported'],
      [{ request_uri: 'https://app.example.com/r' }, 'request_uri_not_supported'],
      [{ ...asked, code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge: asked.code_challenge }, 'invalid_request'],
      [{ code_challenge_method: 'S256' }, 'invalid_request'],
      [{ ...asked, code_challenge: 'short' }, 'invalid_request'],
    ];
    for (const [given, error] of cases)
      expect([given, await errorOf(given)]).toEqual([given, error]);
    const twice = await opened(`${requestOf(app)}&scope=openid`);
    expect(twice).toMatchObject({ query: { error: 'invalid_request', state: 'xyz' } });
  });

  it('may say what is not known here', async () => {
    const person = await newOwner();
    const given = {
      display: 'popup',
      ui_locales: 'fr de',
      claims_locales: 'fr',
      acr_values: '1 2',
      claims: '{"userinfo":{"email":{"essential":true}}}',
      colour: 'green',
    };
    expect(await opened(requestOf(app, given), person.cookie)).toEqual({ kind: 'ask' });
    expect(await codeFor(person.cookie, requestOf(app, given))).toMatch(/^td_ac_/);
  });

  it('of a public client needs a challenge', async () => {
    const open = await makePublicApp(seller.cookie);
    expect(await errorOf({}, open)).toBe('invalid_request');
    expect(await opened(requestOf(open, newProof().asked))).toEqual({ kind: 'ask' });
  });

  it('keeps the query of its redirect URI', async () => {
    const redirect_uri = `${CALLBACK}?tenant=7`;
    const other = await makeApp(seller.cookie, { redirect_uris: [redirect_uri] });
    const query = await decide(seller.cookie, requestOf(other, { redirect_uri }));
    expect(Object.fromEntries(query)).toMatchObject({ tenant: '7', state: 'xyz', iss: ORIGIN });
  });

  it('of nobody who is signed in asks to sign in, as the app hints', async () => {
    const request = requestOf(app, { login_hint: 'ann@example.com' });
    expect(await opened(request, null)).toEqual({ kind: 'sign_in', loginHint: 'ann@example.com' });
    const silent = requestOf(app, { prompt: 'none' });
    expect(await opened(silent, null)).toMatchObject({ query: { error: 'login_required' } });
  });
});

describe('what was allowed', () => {
  it('is remembered for a client with a secret at https', async () => {
    const person = await newOwner();
    expect(await opened(requestOf(app), person.cookie)).toEqual({ kind: 'ask' });
    const silent = requestOf(app, { prompt: 'none' });
    expect(await opened(silent, person.cookie)).toMatchObject({
      query: { error: 'consent_required' },
    });
    await codeFor(person.cookie, requestOf(app));
    const again = {
      kind: 'redirect',
      query: { code: expect.stringMatching(/^td_ac_/), state: 'xyz' },
    };
    expect(await opened(requestOf(app), person.cookie)).toMatchObject(again);
    expect(await opened(silent, person.cookie)).toMatchObject(again);
    expect(await opened(requestOf(app), seller.cookie)).toEqual({ kind: 'ask' });
  });

  it('is asked again where it is more, where the app wants that, and after it was revoked', async () => {
    const person = await newOwner();
    await codeFor(person.cookie, requestOf(app));
    const ask = { kind: 'ask' };
    const more = requestOf(app, { scope: 'openid profile products:read' });
    expect(await opened(more, person.cookie)).toEqual(ask);
    for (const prompt of ['consent', 'select_account']) {
      expect(await opened(requestOf(app, { prompt }), person.cookie)).toEqual(ask);
    }
    const login = await stampedOf(requestOf(app, { prompt: 'login' }), person.cookie);
    expect(await opened(login, person.cookie)).toEqual(ask);
    const [connected] = await connectedOf(person.cookie);
    await send('revoke-connected-app', { id: connected?.id }, { cookie: person.cookie });
    expect(await opened(requestOf(app), person.cookie)).toEqual(ask);
  });

  it('is asked each time by a client without a secret, and at loopback', async () => {
    const redirect_uri = 'http://localhost/cb';
    const local = await makeApp(seller.cookie, { redirect_uris: [redirect_uri] });
    const public_ = await makePublicApp(seller.cookie);
    for (const request of [
      requestOf(local, { redirect_uri: 'http://localhost:51234/cb' }),
      requestOf(public_, newProof().asked),
    ]) {
      await codeFor(seller.cookie, request);
      expect(await opened(request)).toEqual({ kind: 'ask' });
    }
  });

  it('is asked again where the sign-in is older than the app wants', async () => {
    const person = await newOwner();
    await codeFor(person.cookie, requestOf(app));
    const confirmedAt = new Date(Date.now() - 100_000);
    await db(null).session.updateMany({ where: { userId: person.userId }, data: { confirmedAt } });
    const old = { max_age: '60' };
    const stamped = await stampedOf(requestOf(app, old), person.cookie);
    expect(await opened(stamped, person.cookie)).toEqual({ kind: 'ask' });
    expect(await opened(requestOf(app, { ...old, prompt: 'none' }), person.cookie)).toMatchObject({
      query: { error: 'login_required' },
    });
  });

  it('is asked again, with the password, where the app wants a sign-in for this request', async () => {
    const person = await newOwner();
    const refused = async (request: string) => {
      const body = { request, action: 'allow' } as const;
      return (await refusal(consent, { body }, inBrowser(person.cookie))).body.code;
    };
    for (const given of [{ prompt: 'login' }, { max_age: '0' }] as Record<string, string>[]) {
      const request = await stampedOf(requestOf(app, given), person.cookie);
      expect(await opened(request, person.cookie)).toEqual({ kind: 'ask' });
      // The sign-in of a moment ago was for something else.
      expect(await refused(request)).toBe('step_up_required');
      const { cookie } = person;
      expect((await send('verify-password', { password: PASSWORD }, { cookie })).status).toBe(204);
      expect(await codeFor(cookie, request)).toMatch(/^td_ac_/);
    }
    // One on the way to the page counts.
    const asked = await stampedOf(requestOf(app, { prompt: 'login' }), null);
    expect(await opened(asked, null)).toMatchObject({ kind: 'sign_in' });
    expect(await codeFor(cookieOf(await signIn(person.email)), asked)).toMatch(/^td_ac_/);
    // What is forged, or too long ago, is replaced.
    const forged = new URLSearchParams(asked);
    // The last character of a signature has two bits that count for nothing: one before it is changed.
    const stamp = forged.get('opened') ?? '';
    forged.set('opened', `${stamp.slice(0, -2)}${stamp.at(-2) === 'A' ? 'B' : 'A'}${stamp.at(-1)}`);
    expect(await stampedOf(forged.toString(), person.cookie)).not.toContain(
      `${forged.get('opened')}`,
    );
    const later = new Date(Date.now() + 601_000);
    expect(await openPage(asked, undefined, later)).toMatchObject({ kind: 'redirect' });
  });

  it('is not remembered for somebody else than the app expects', { tags: 'soak' }, async () => {
    const [person, other] = [await newOwner(), await newOwner()];
    const theirs = await tokensFor(other.cookie, app);
    const own = await tokensFor(person.cookie, app);
    const hinted = (id_token_hint: string, prompt = '') =>
      opened(requestOf(app, { id_token_hint, ...(prompt && { prompt }) }), person.cookie);
    expect(await hinted(own.id_token)).toMatchObject({ kind: 'redirect', query: { state: 'xyz' } });
    expect(await hinted(theirs.id_token)).toEqual({ kind: 'ask' });
    for (const wrong of [theirs.id_token, 'nothing']) {
      expect(await hinted(wrong, 'none')).toMatchObject({ query: { error: 'login_required' } });
    }
  });

  it('is remembered for the only organization, and asked for one of several', async () => {
    const person = await newOwner();
    const asked = requestOf(app, { sub_type: 'organization' });
    await codeFor(person.cookie, asked, { organization_id: person.organizationId });
    expect(await opened(asked, person.cookie)).toMatchObject({ kind: 'redirect' });
    await makeOrganization(person.userId);
    expect(await opened(asked, person.cookie)).toEqual({ kind: 'ask' });
  });
});

describe('consent', () => {
  const say = (body: object, cookie = seller.cookie, headers = {}) =>
    refusal(
      consent,
      { body: { request: requestOf(app), action: 'allow', ...body } },
      {
        headers: { cookie, origin: ORIGIN, ...headers },
      },
    );

  it('that is denied goes back to the app', async () => {
    const query = await decide(seller.cookie, requestOf(app), { action: 'deny' });
    expect(Object.fromEntries(query)).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state: 'xyz',
      iss: ORIGIN,
    });
  });

  it('is of a session of this site alone', async () => {
    expect((await say({}, seller.cookie, { origin: 'https://evil.example' })).status).toBe(403);
    const token = await makeToken({ userId: seller.userId });
    const body = { request: requestOf(app), action: 'allow' as const };
    const { status } = await refusal(consent, { body }, { as: { token } });
    expect(status).toBe(403);
    expect((await refusal(consent, { body })).status).toBe(401);
  });

  it('for an organization needs one that the person may make tokens of', async () => {
    const person = await newOwner();
    const others = await newOwner();
    const request = requestOf(app, { sub_type: 'organization' });
    const refuse = (organization_id: string, cookie = person.cookie) =>
      say({ request, organization_id }, cookie);
    expect((await refuse(others.organizationId)).error).toBe('NotPermitted');
    const member = await newOwner('member');
    expect((await refuse(member.organizationId, member.cookie)).error).toBe('NotPermitted');
    await makeOrganization(person.userId);
    expect((await say({ request }, person.cookie)).status).toBe(422);
  });

  it('by a member, who may let no organization be acted for, is for the own account', async () => {
    const member = await newOwner('member');
    const tokens = await tokensFor(member.cookie, app, { sub_type: 'organization' });
    const { type, user } = await callApi(getMe, {}, { as: { token: tokens.access_token } });
    expect([type, user?.id]).toEqual(['user', member.userId]);
  });

  it('is in the audit log, once for the same', async () => {
    const person = await newOwner();
    const request = requestOf(app, { sub_type: 'organization' });
    const { organizationId: organization_id } = person;
    await codeFor(person.cookie, request, { organization_id });
    await codeFor(person.cookie, request, { organization_id });
    const [connected] = await connectedOf(person.cookie);
    await send('revoke-connected-app', { id: connected?.id }, { cookie: person.cookie });
    const query = { organization_id: [organization_id], limit: 100 };
    const { items } = await callApi(listAuditLog, { query }, inBrowser(person.cookie));
    const rows = items.filter(({ object }) => object.kind === 'oauth_app').reverse();
    expect(rows).toMatchObject([
      {
        action: 'oauth_app.allowed',
        actor: { type: 'user', id: person.userId },
        object: { id: app.client_id, name: 'Ledger' },
        changes: [{ field: 'scopes', after: 'openid products:read' }],
      },
      { action: 'oauth_app.revoked', actor: { type: 'user', id: person.userId } },
    ]);
  });
});

describe('the description of a request', () => {
  const queryOf = (given = {}) => Object.fromEntries(new URLSearchParams(requestOf(app, given)));

  it('names the app, the person and the scopes, to a session or a personal token', async () => {
    const token = await makeToken({ userId: seller.userId });
    const found = await callApi(describeAuthorization, { query: queryOf() }, { as: { token } });
    const { created_at, client_id } = app;
    expect(found).toEqual({
      client: {
        created_at,
        modified_at: null,
        client_id,
        client_name: 'Ledger',
        client_uri: null,
        logo_uri: null,
        picture_url: null,
        tos_uri: null,
        policy_uri: null,
      },
      sub_type: 'user',
      sub: { id: seller.userId, email: seller.email, avatar_url: expect.any(String) },
      scopes: ['openid', 'products:read'],
    });
  });

  it('lists the organizations that the person may let an app act for', async () => {
    const person = await newOwner();
    const { id } = await makeOrganization(person.userId, { role: 'member' });
    const query = queryOf({ sub_type: 'organization' });
    const found = await callApi(describeAuthorization, { query }, inBrowser(person.cookie));
    expect(found).toMatchObject({
      sub_type: 'organization',
      sub: null,
      organizations: [{ id: person.organizationId, avatar_url: null }],
    });
    expect(JSON.stringify(found)).not.toContain(id);
  });

  it('is none for organizations and apps, or for a request with an error', async () => {
    const token = await makeToken({ organizationId: seller.organizationId });
    const tokens = await tokensFor(seller.cookie, app);
    for (const as of [{ token }, { token: tokens.access_token }]) {
      const { status } = await refusal(describeAuthorization, { query: queryOf() }, { as });
      expect(status).toBe(403);
    }
    const wrong = { query: queryOf({ scope: 'admin' }) };
    const { problems } = await refusal(describeAuthorization, wrong, inBrowser(seller.cookie));
    expect(problems).toMatchObject([{ loc: ['query'], type: 'invalid_scope' }]);
  });
});

async function connectedOf(cookie: string) {
  const url = `${ORIGIN}/api/auth/list-connected-apps`;
  const response = await handleAccounts(new Request(url, { headers: { cookie } }));
  return (await response.json()) as { id: string; last_used_at: string | null }[];
}

describe('connected apps', () => {
  it('are what the person lets them do, until it is revoked', async () => {
    const person = await newOwner();
    const { organizationId: organization_id } = person;
    const own = await tokensFor(person.cookie, app);
    const asked = { sub_type: 'organization', scope: 'products:write' };
    const theirs = await tokensFor(person.cookie, app, asked, { organization_id });
    const common = {
      id: expect.any(String),
      client: expect.objectContaining({ client_id: app.client_id, client_name: 'Ledger' }),
      created_at: expect.any(String),
      last_used_at: null,
    };
    const connected = await connectedOf(person.cookie);
    expect(connected).toEqual([
      { ...common, sub_type: 'organization', sub: organization_id, scopes: ['products:write'] },
      { ...common, sub_type: 'user', sub: person.userId, scopes: ['openid', 'products:read'] },
    ]);
    const id = connected[1]?.id;
    const revoke = (cookie: string) => send('revoke-connected-app', { id }, { cookie });
    expect((await revoke(seller.cookie)).status).toBe(404);
    expect((await revoke(person.cookie)).status).toBe(204);
    expect((await revoke(person.cookie)).status).toBe(404);
    const works = ({ access_token: token }: { access_token: string }) =>
      callApi(getMe, {}, { as: { token } }).then(
        () => true,
        () => false,
      );
    expect([await works(own), await works(theirs)]).toEqual([false, true]);
  });
});
