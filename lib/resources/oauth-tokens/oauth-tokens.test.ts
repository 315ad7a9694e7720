import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiFailure } from '@/lib/client/client';
import type { Role } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import { getMe } from '@/lib/resources/me/contract';
import { removeMember, updateMember } from '@/lib/resources/members/contract';
import {
  deleteOAuth2Client,
  rotateOAuth2Secret,
  updateOAuth2Client,
} from '@/lib/resources/oauth-clients/contract';
import { consent } from '@/lib/resources/oauth-grants/contract';
import { keepKeys, publishedKeys, rotate } from '@/lib/resources/oauth-keys/service';
import {
  getUserInfo,
  introspectToken,
  postUserInfo,
  requestToken,
  revokeToken,
} from '@/lib/resources/oauth-tokens/contract';
import { purgeTokens } from '@/lib/resources/oauth-tokens/service';
import { createProduct, listProducts } from '@/lib/resources/products/contract';
import { listTokens } from '@/lib/resources/tokens/contract';
import { newId } from '@/lib/runtime/ids';
import { digest } from '@/lib/runtime/secrets';
import { cookieOf, ORIGIN, PASSWORD, send, signIn, times } from '@/testing/accounts';
import { callApi, refusal, sendRaw } from '@/testing/call-api';
import { makeOrganization } from '@/testing/factories';
import {
  CALLBACK,
  codeFor,
  exchange,
  inBrowser,
  makeApp,
  makePublicApp,
  newOwner,
  newProof,
  type Registered,
  refresh,
  requestOf,
  sendForm,
  tokensFor,
} from '@/testing/oauth';
import { publishedDocument, publishedSchema } from '@/testing/published';

const published = publishedDocument();
let seller: { cookie: string; email: string; userId: string; organizationId: string };
let app: Registered;

/** Makes somebody a member of an organization. */
const join = (userId: string, organizationId: string, role: Role = 'owner') =>
  db(null).membership.create({ data: { organizationId, userId, role } });

beforeAll(async () => {
  seller = await newOwner();
  app = await makeApp(seller.cookie);
});

const works = (token: string) =>
  callApi(getMe, {}, { as: { token } }).then(
    () => true,
    () => false,
  );
const claimsOf = async (token: string, audience: string) => {
  const keys = createLocalJWKSet(await publishedKeys(new Date()));
  return (await jwtVerify(token, keys, { issuer: ORIGIN, audience })).payload;
};
/** Moves what is stored of a token into the past. */
const age = (token: string, data: { expiresAt?: Date; usedAt?: Date }) =>
  db(null).oAuthToken.update({ where: { digest: digest(token) }, data });
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

describe('a code', () => {
  it('is exchanged for tokens, once', async () => {
    const code = await codeFor(seller.cookie, requestOf(app, { nonce: 'n-1' }));
    expect(code).toMatch(/^td_ac_[\w-]{43}$/);
    const { status, body, headers } = await exchange(app, code);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^td_at_[\w-]{43}$/),
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^td_rt_[\w-]{43}$/),
        scope: 'openid products:read',
        id_token: expect.any(String),
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await claimsOf(String(body.id_token), app.client_id)).nonce).toBe('n-1');
  });

  it('that is used twice ends the tokens made from it, also those of a refresh', async () => {
    const code = await codeFor(seller.cookie, requestOf(app));
    const { body } = await exchange(app, code);
    const next = await refresh(app, String(body.refresh_token));
    const again = await exchange(app, code);
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await works(String(body.access_token))).toBe(false);
    expect(await works(String(next.body.access_token))).toBe(false);
    expect((await refresh(app, String(next.body.refresh_token))).status).toBe(400);
  });

  it('that is used twice ends them also when it is over', async () => {
    const code = await codeFor(seller.cookie, requestOf(app));
    const { body } = await exchange(app, code);
    const over = { expiresAt: ago(3600), usedAt: ago(3660) };
    await db(null).oAuthCode.update({ where: { digest: digest(code) }, data: over });
    await purgeTokens(new Date());
    expect((await exchange(app, code)).body.error).toBe('invalid_grant');
    expect(await works(String(body.access_token))).toBe(false);
  });

  it('leaves the tokens of another authorization when it is used twice', async () => {
    const other = await tokensFor(seller.cookie, app);
    const code = await codeFor(seller.cookie, requestOf(app));
    await exchange(app, code);
    await exchange(app, code);
    expect(await works(other.access_token)).toBe(true);
  });

  it('gives one of 20 requests at once its tokens', async () => {
    const code = await codeFor(seller.cookie, requestOf(app));
    const answers = await Promise.all(times(20, () => exchange(app, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(19);
  });

  it('lives a minute', async () => {
    const code = await codeFor(seller.cookie, requestOf(app));
    const row = await db(null).oAuthCode.findUniqueOrThrow({ where: { digest: digest(code) } });
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(60_000);
    const expiresAt = ago(1);
    await db(null).oAuthCode.update({ where: { digest: digest(code) }, data: { expiresAt } });
    expect((await exchange(app, code)).body.error).toBe('invalid_grant');
  });

  it('is of use with its own redirect URI and to its own client, which do not end it', async () => {
    const code = await codeFor(seller.cookie, requestOf(app));
    const stranger = await makeApp(seller.cookie);
    for (const redirect_uri of [`${CALLBACK}/`, `${CALLBACK}?a=1`, '']) {
      expect((await exchange(app, code, { redirect_uri })).body.error).toBe('invalid_grant');
    }
    expect((await exchange(stranger, code)).body.error).toBe('invalid_grant');
    expect((await exchange(app, 'td_ac_unknown')).body.error).toBe('invalid_grant');
    expect((await exchange(app, code)).status).toBe(200);
  });

  it('needs the verifier of its challenge', async () => {
    const { verifier, asked } = newProof();
    const code = await codeFor(seller.cookie, requestOf(app, asked));
    for (const code_verifier of ['', newProof().verifier, asked.code_challenge]) {
      expect((await exchange(app, code, { code_verifier })).body.error).toBe('invalid_grant');
    }
    expect((await exchange(app, code, { code_verifier: verifier })).status).toBe(200);
  });

  it('without a challenge takes no verifier', async () => {
    const code = await codeFor(seller.cookie, requestOf(app));
    const { body } = await exchange(app, code, { code_verifier: newProof().verifier });
    expect(body.error).toBe('invalid_grant');
  });

  it('of a public client works with its verifier and no secret', async () => {
    const open = await makePublicApp(seller.cookie);
    const { verifier, asked } = newProof();
    const code = await codeFor(seller.cookie, requestOf(open, asked));
    expect((await exchange(open, code, { code_verifier: verifier })).status).toBe(200);
  });
});

describe('a client authenticates', () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
  });
  const tryWith = async (
    client: Parameters<typeof sendForm>[1],
    headers: Record<string, string> = {},
    fields: Record<string, string> = {},
  ) => exchange(client, 'td_ac_unknown', fields, headers);

  it('by Basic or in the form, whatever a Bearer header says', async () => {
    const right = { status: 400, body: { error: 'invalid_grant' } };
    expect(await tryWith(app)).toMatchObject(right);
    expect(await tryWith(null, basic(app.client_id, app.client_secret))).toMatchObject(right);
    const bearer = { authorization: 'Bearer td_at_nothing' };
    expect(await tryWith(app, bearer)).toMatchObject(right);
    for (const operation of [introspectToken, revokeToken]) {
      const answer = await sendForm(operation, app, { token: 'td_at_nothing' }, bearer);
      expect(answer.status).toBe(200);
    }
    const empty = { client_id: app.client_id, client_secret: '' };
    const both = basic(app.client_id, app.client_secret);
    expect(await tryWith(null, both, empty)).toMatchObject(right);
  });

  it('never by both at once', async () => {
    const both = basic(app.client_id, app.client_secret);
    expect(await tryWith(app, both)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
  });

  it('or is refused with 401', async () => {
    const open = await makePublicApp(seller.cookie);
    const wrong = { client_id: app.client_id, client_secret: 'td_cs_wrong' };
    const cases: [Parameters<typeof sendForm>[1], Record<string, string>?][] = [
      [null],
      [wrong],
      [{ ...app, client_secret: '' }],
      [{ client_id: 'nobody', client_secret: 'x' }],
      [{ ...open, client_secret: 'td_cs_any' }],
      [null, basic(app.client_id, 'wrong')],
      [null, { authorization: 'Basic !' }],
    ];
    for (const [client, headers] of cases) {
      const fields = { token: 'td_at_nothing' };
      for (const { status, body } of [
        await tryWith(client, headers),
        await sendForm(introspectToken, client, fields, headers),
        await sendForm(revokeToken, client, fields, headers),
      ]) {
        expect({ status, error: body.error }).toEqual({ status: 401, error: 'invalid_client' });
      }
    }
    const { headers } = await tryWith(null, basic(app.client_id, 'wrong'));
    expect(headers.get('www-authenticate')).toMatch(/^Basic/);
  });

  it('with the secret before for 24 hours after a rotation', async () => {
    const rotated = await makeApp(seller.cookie);
    const { client_id } = rotated;
    const { client_secret } = await callApi(
      rotateOAuth2Secret,
      { params: { client_id } },
      inBrowser(seller.cookie),
    );
    expect(client_secret).not.toBe(rotated.client_secret);
    expect((await tryWith(rotated)).body.error).toBe('invalid_grant');
    expect((await tryWith({ client_id, client_secret })).body.error).toBe('invalid_grant');
    await db(null).oAuthClient.update({
      where: { id: client_id },
      data: { formerSecretUntil: ago(1) },
    });
    expect((await tryWith(rotated)).body.error).toBe('invalid_client');
  });
});

describe('the token endpoint', () => {
  it('answers what is wrong in the words of RFC 6749', async () => {
    const cases: [Record<string, string>, string][] = [
      [{}, 'invalid_request'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      [{ grant_type: 'authorization_code' }, 'invalid_request'],
      [{ grant_type: 'refresh_token' }, 'invalid_request'],
    ];
    for (const [fields, error] of cases) {
      expect(await sendForm(requestToken, app, fields)).toMatchObject({
        status: 400,
        body: { error, error_description: expect.any(String) },
      });
    }
    const twice = await sendRaw(requestToken, { body: 'grant_type=a&grant_type=b' });
    expect(await twice.json()).toEqual({
      error: 'invalid_request',
      error_description: 'Give grant_type once.',
    });
  });

  it('gives no refresh token to a client that is not registered for it', async () => {
    const once = await makeApp(seller.cookie, { grant_types: ['authorization_code'] });
    const { refresh_token } = await tokensFor(seller.cookie, once);
    expect(refresh_token).toBeNull();
    expect((await refresh(once, 'td_rt_any')).body.error).toBe('unauthorized_client');
  });
});

describe('a refresh token', () => {
  it('rotates at each use', async () => {
    const first = await tokensFor(seller.cookie, app);
    const { status, body } = await refresh(app, first.refresh_token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ scope: first.scope, id_token: expect.any(String) });
    expect(body.refresh_token).not.toBe(first.refresh_token);
    expect(await works(String(body.access_token))).toBe(true);
  });

  it('gets the same answer again within 10 seconds, also by 20 requests at once', async () => {
    const { refresh_token } = await tokensFor(seller.cookie, app);
    const answers = await Promise.all(times(20, () => refresh(app, refresh_token)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    const stored = await db(null).oAuthToken.findUniqueOrThrow({
      where: { digest: digest(refresh_token) },
    });
    expect(stored.sealedAnswer).not.toContain(String(answers[0]?.body.access_token));
  });

  it('ends all tokens of its grant when it is used later again, and no others', async () => {
    const other = await newOwner();
    const untouched = await tokensFor(other.cookie, app);
    const first = await tokensFor(seller.cookie, app);
    const beside = await tokensFor(seller.cookie, app);
    const second = await refresh(app, first.refresh_token);
    await age(first.refresh_token, { usedAt: ago(11) });
    expect((await refresh(app, first.refresh_token)).body.error).toBe('invalid_grant');
    for (const token of [String(second.body.access_token), beside.access_token]) {
      expect(await works(token)).toBe(false);
    }
    expect((await refresh(app, beside.refresh_token)).status).toBe(400);
    expect(await works(untouched.access_token)).toBe(true);
  });

  it('of another client is of no use, and nothing ends', async () => {
    const first = await tokensFor(seller.cookie, app);
    const stranger = await makeApp(seller.cookie);
    expect((await refresh(stranger, first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(app, first.access_token)).body.error).toBe('invalid_grant');
    expect((await refresh(app, first.refresh_token)).status).toBe(200);
  });

  it('lives 30 days without use and a year in all', async () => {
    const { refresh_token } = await tokensFor(seller.cookie, app);
    const rowOf = (token: string) =>
      db(null).oAuthToken.findUniqueOrThrow({ where: { digest: digest(token) } });
    const days = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 86_400_000;
    const row = await rowOf(refresh_token);
    expect([days(row.createdAt, row.expiresAt), days(row.createdAt, row.endsAt)]).toEqual([
      30, 365,
    ]);
    const endsAt = new Date(Date.now() + 5 * 86_400_000);
    await db(null).oAuthToken.update({ where: { id: row.id }, data: { endsAt } });
    const { body } = await refresh(app, refresh_token);
    const next = await rowOf(String(body.refresh_token));
    expect([next.expiresAt, next.endsAt]).toEqual([endsAt, endsAt]);
    await age(String(body.refresh_token), { expiresAt: ago(1) });
    expect((await refresh(app, String(body.refresh_token))).body.error).toBe('invalid_grant');
  });

  it('may ask for fewer scopes, and not for more', async () => {
    const scope = 'openid discounts:read products:read';
    const { refresh_token } = await tokensFor(seller.cookie, app, { scope });
    const { body: more } = await refresh(app, refresh_token, { scope: 'orders:read' });
    expect(more.error).toBe('invalid_scope');
    const { body } = await refresh(app, refresh_token, { scope: 'openid' });
    expect(body.scope).toBe('openid');
    const again = await refresh(app, String(body.refresh_token));
    expect(again.body.scope).toBe(scope);
  });
});

describe('an access token', () => {
  it('works with what was allowed within the role, at each request', async () => {
    const person = await newOwner('admin');
    const scope = 'products:write discounts:read';
    const { access_token: token } = await tokensFor(person.cookie, app, { scope });
    const as = { token };
    expect((await callApi(getMe, {}, { as })).scopes).toEqual(['discounts:read', 'products:write']);
    const { organizationId: organization_id, userId } = person;
    expect((await callApi(listProducts, { query: {} }, { as })).items).toEqual([]);
    expect((await refusal(listTokens, {}, { as })).error).toBe('insufficient_scope');
    const body = { organization_id, name: 'Quill', prices: [{ amount_type: 'free' as const }] };
    await callApi(createProduct, { body }, { as });
    const where = { organizationId_userId: { organizationId: organization_id, userId } };
    await db(null).membership.update({ where, data: { role: 'member' } });
    expect((await refusal(createProduct, { body }, { as })).status).toBe(403);
    expect((await callApi(listProducts, { query: {} }, { as })).items).toHaveLength(1);
    await db(null).membership.delete({ where });
    expect((await callApi(listProducts, { query: {} }, { as })).items).toEqual([]);
  });

  it('is over after an hour', async () => {
    const { access_token } = await tokensFor(seller.cookie, app);
    expect(await works(access_token)).toBe(true);
    await age(access_token, { expiresAt: ago(1) });
    expect(await works(access_token)).toBe(false);
  });

  it('is refused where the organization requires a second factor of the person, a grant of it too', async () => {
    const person = await newOwner();
    const { organizationId: organization_id } = person;
    const own = await tokensFor(person.cookie, app);
    const asked = { sub_type: 'organization', scope: 'products:read' };
    const theirs = await tokensFor(person.cookie, app, asked, { organization_id });
    const where = { id: organization_id };
    await db(null).organization.update({ where, data: { requireTwoFactor: true } });
    for (const { access_token: token } of [own, theirs]) {
      const query = { organization_id: [organization_id] };
      const { status, body } = await refusal(listProducts, { query }, { as: { token } });
      expect([status, body.code]).toEqual([403, 'two_factor_required']);
    }
  });

  it('manages no apps, and makes no tokens', async () => {
    const { access_token: token } = await tokensFor(seller.cookie, app);
    const params = { client_id: app.client_id };
    const { status } = await refusal(deleteOAuth2Client, { params }, { as: { token } });
    expect(status).toBe(403);
  });
});

describe('for an organization', () => {
  const asked = { sub_type: 'organization', scope: 'openid profile products:write' };

  it('works like a token of it', async () => {
    const person = await newOwner();
    await makeOrganization(person.userId);
    const { organizationId: organization_id } = person;
    const tokens = await tokensFor(person.cookie, app, asked, { organization_id });
    const found = await callApi(getMe, {}, { as: { token: tokens.access_token } });
    expect(found).toMatchObject({ type: 'organization', user: null });
    expect(found.organizations.map(({ id }) => id)).toEqual([organization_id]);
    expect((await claimsOf(tokens.id_token, app.client_id)).sub).toBe(organization_id);
  });

  it('ends for good with the membership of who has granted it', async () => {
    const person = await newOwner();
    const chief = await newOwner();
    const { organizationId: organization_id, userId } = person;
    await join(chief.userId, organization_id);
    const tokens = await tokensFor(person.cookie, app, asked, { organization_id });
    const params = { id: organization_id, user_id: userId };
    await callApi(removeMember, { params }, inBrowser(chief.cookie));
    expect(await works(tokens.access_token)).toBe(false);
    await join(userId, organization_id);
    expect(await works(tokens.access_token)).toBe(false);
    expect((await refresh(app, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('ends with the role that allows it', async () => {
    const person = await newOwner('admin');
    const chief = await newOwner();
    const { organizationId: organization_id, userId } = person;
    await join(chief.userId, organization_id);
    const tokens = await tokensFor(person.cookie, app, asked, { organization_id });
    const set = (role: 'admin' | 'member') =>
      callApi(
        updateMember,
        { params: { id: organization_id, user_id: userId }, body: { role } },
        inBrowser(chief.cookie),
      );
    await set('member');
    expect(await works(tokens.access_token)).toBe(false);
    await set('admin');
    expect(await works(tokens.access_token)).toBe(false);
  });
});

describe('an ID token', () => {
  it('says who has signed in where and when, as much as the scopes allow', async () => {
    const tokens = await tokensFor(seller.cookie, app, {
      scope: 'openid profile email',
      nonce: 'abc',
    });
    const session = await db(null).session.findFirstOrThrow({
      where: { userId: seller.userId },
      orderBy: { confirmedAt: 'desc' },
    });
    const claims = await claimsOf(tokens.id_token, app.client_id);
    expect(claims).toEqual({
      iss: ORIGIN,
      sub: seller.userId,
      aud: app.client_id,
      iat: expect.any(Number),
      exp: Number(claims.iat) + 3600,
      auth_time: Math.floor(session.confirmedAt.getTime() / 1000),
      nonce: 'abc',
      at_hash: expect.stringMatching(/^[\w-]{22}$/),
      name: 'Ann',
      email: seller.email,
      email_verified: expect.any(Boolean),
    });
    expect(decodeProtectedHeader(tokens.id_token)).toMatchObject({ alg: 'RS256' });
    const less = await claimsOf((await tokensFor(seller.cookie, app)).id_token, app.client_id);
    expect(less).not.toHaveProperty('email');
    expect(less).not.toHaveProperty('name');
    expect(less).not.toHaveProperty('nonce');
  });

  it('is signed by the new key after a rotation, while the one before is published for 30 days', async () => {
    const before = await tokensFor(seller.cookie, app);
    await rotate(new Date());
    const after = await tokensFor(seller.cookie, app);
    const [was, is] = [before, after].map(({ id_token }) => decodeProtectedHeader(id_token).kid);
    expect(is).not.toBe(was);
    const ids = async (now: Date) => (await publishedKeys(now)).keys.map(({ kid }) => kid);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(await ids(inDays(29))).toEqual(expect.arrayContaining([was, is]));
    expect(await ids(inDays(31))).not.toContain(was);
    await claimsOf(before.id_token, app.client_id);
    await keepKeys(inDays(0));
    expect(await ids(inDays(0))).toContain(was);
    for (const key of (await publishedKeys(new Date())).keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    }
  });
});

describe('user info', () => {
  const infoOf = (token: string) => callApi(getUserInfo, {}, { as: { token } });

  it('answers as much as the scopes allow', async () => {
    const of = async (scope: string) =>
      infoOf((await tokensFor(seller.cookie, app, { scope })).access_token);
    const { userId: sub, email } = seller;
    expect(await of('openid')).toEqual({ sub });
    expect(await of('openid profile')).toEqual({ sub, name: 'Ann' });
    expect(await of('openid email')).toMatchObject({
      sub,
      email,
      email_verified: expect.any(Boolean),
    });
  });

  it('answers a POST alike, in the words of OAuth', async () => {
    const { access_token: token } = await tokensFor(seller.cookie, app);
    expect(await callApi(postUserInfo, {}, { as: { token } })).toEqual({ sub: seller.userId });
    const answer = await sendRaw(postUserInfo, {}, { as: { token: 'td_at_nothing' } });
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { error: 'invalid_token', error_description: expect.any(String) },
    ]);
  });

  it('answers an organization by its name', async () => {
    const { organizationId: organization_id } = seller;
    const asked = { sub_type: 'organization', scope: 'openid profile email' };
    const tokens = await tokensFor(seller.cookie, app, asked, { organization_id });
    expect(await infoOf(tokens.access_token)).toEqual({
      sub: organization_id,
      name: expect.any(String),
    });
  });

  it('needs a scope for it', async () => {
    const { access_token: token } = await tokensFor(seller.cookie, app, { scope: 'products:read' });
    expect((await refusal(getUserInfo, {}, { as: { token } })).error).toBe('insufficient_scope');
  });
});

describe('introspection', () => {
  const ask = async (client: Registered, token: string, hint = '') =>
    (await sendForm(introspectToken, client, { token, token_type_hint: hint })).body;

  it("answers the client's own tokens", async () => {
    const tokens = await tokensFor(seller.cookie, app);
    const active = {
      active: true,
      client_id: app.client_id,
      token_type: 'access_token',
      scope: tokens.scope,
      sub_type: 'user',
      sub: seller.userId,
      aud: app.client_id,
      iss: ORIGIN,
      exp: expect.any(Number),
      iat: expect.any(Number),
    };
    expect(await ask(app, tokens.access_token)).toEqual(active);
    const refreshing = { ...active, token_type: 'refresh_token' };
    expect(await ask(app, tokens.refresh_token)).toEqual(refreshing);
    expect(await ask(app, tokens.refresh_token, 'access_token')).toEqual(refreshing);
  });

  it('says of all others no more than that they are not active', async () => {
    const stranger = await makeApp(seller.cookie);
    const tokens = await tokensFor(seller.cookie, app);
    const inactive = { active: false };
    expect(await ask(stranger, tokens.access_token)).toEqual(inactive);
    expect(await ask(app, 'nothing')).toEqual(inactive);
    await refresh(app, tokens.refresh_token);
    expect(await ask(app, tokens.refresh_token)).toEqual(inactive);
    await age(tokens.access_token, { expiresAt: ago(1) });
    expect(await ask(app, tokens.access_token)).toEqual(inactive);
    expect((await sendForm(introspectToken, app, {})).body.error).toBe('invalid_request');
    const wrong = { ...app, client_secret: 'td_cs_wrong' };
    for (const operation of [introspectToken, revokeToken]) {
      const answer = await sendForm(operation, wrong, { token: tokens.refresh_token });
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
    }
  });
});

describe('revocation', () => {
  const end = (client: Registered, token: string) => sendForm(revokeToken, client, { token });

  it('of an access token ends it alone', async () => {
    const tokens = await tokensFor(seller.cookie, app);
    expect(await end(app, tokens.access_token)).toMatchObject({ status: 200, body: {} });
    expect(await works(tokens.access_token)).toBe(false);
    expect((await refresh(app, tokens.refresh_token)).status).toBe(200);
  });

  it('of a refresh token ends all tokens of its grant', async () => {
    const person = await newOwner();
    const tokens = await tokensFor(person.cookie, app);
    const beside = await tokensFor(person.cookie, app);
    expect((await end(app, tokens.refresh_token)).status).toBe(200);
    expect(await works(tokens.access_token)).toBe(false);
    expect(await works(beside.access_token)).toBe(false);
  });

  it('of any other text is 200, and ends nothing', async () => {
    const stranger = await makeApp(seller.cookie);
    const tokens = await tokensFor(seller.cookie, app);
    expect((await end(stranger, tokens.refresh_token)).status).toBe(200);
    expect((await end(app, 'nothing')).status).toBe(200);
    expect(await works(tokens.access_token)).toBe(true);
  });
});

it('answers what published clients read', async () => {
  const schemaOf = (path: string) => {
    const described = published.paths[path]?.post?.responses[200]?.content?.['application/json'];
    if (!described?.schema) throw new Error(`${path} is not published`);
    return publishedSchema(described.schema);
  };
  const { body } = await exchange(app, await codeFor(seller.cookie, requestOf(app)));
  const token = String(body.access_token);
  const answers = [
    ['/v1/oauth2/token', body],
    ['/v1/oauth2/introspect', (await sendForm(introspectToken, app, { token })).body],
    ['/v1/oauth2/revoke', (await sendForm(revokeToken, app, { token })).body],
  ] as const;
  for (const [path, answer] of answers) {
    expect(schemaOf(path).safeParse(answer).error?.issues, path).toBeUndefined();
  }
});

describe('tokens end', () => {
  it('with the app', async () => {
    const gone = await makeApp(seller.cookie);
    const tokens = await tokensFor(seller.cookie, gone);
    const params = { client_id: gone.client_id };
    await callApi(deleteOAuth2Client, { params }, inBrowser(seller.cookie));
    expect(await works(tokens.access_token)).toBe(false);
  });

  it('but not with the session that has allowed them', async () => {
    const person = await newOwner();
    const tokens = await tokensFor(person.cookie, app);
    await send('sign-out', {}, { cookie: person.cookie });
    expect(await works(tokens.access_token)).toBe(true);
  });

  it('as far as the app may no longer have their scopes, at the next refresh', async () => {
    const shrunk = await makeApp(seller.cookie);
    const tokens = await tokensFor(seller.cookie, shrunk);
    const { client_id, client_name, redirect_uris } = shrunk;
    const body = { client_id, client_name, redirect_uris, scope: 'openid' };
    await callApi(updateOAuth2Client, { params: { client_id }, body }, inBrowser(seller.cookie));
    expect((await refresh(shrunk, tokens.refresh_token)).body.scope).toBe('openid');
  });

  it('and leave nothing behind a day after they are over', async () => {
    const tokens = await tokensFor(seller.cookie, app);
    const count = () =>
      db(null).oAuthToken.count({ where: { digest: digest(tokens.access_token) } });
    await age(tokens.access_token, { expiresAt: ago(86_000) });
    await purgeTokens(new Date());
    expect(await count()).toBe(1);
    await age(tokens.access_token, { expiresAt: ago(86_500) });
    await purgeTokens(new Date());
    expect(await count()).toBe(0);
  });
});

it('signs in again where the request wants a fresh sign-in', async () => {
  const { cookie, email, userId } = await newOwner();
  await db(null).session.updateMany({ where: { userId }, data: { confirmedAt: ago(100) } });
  const decideWith = (given: Record<string, string>, by = cookie) =>
    codeFor(by, requestOf(app, given)).then(
      () => 'allowed',
      (failure: ApiFailure) => failure.body.code,
    );
  expect(await decideWith({ max_age: '1000' })).toBe('allowed');
  expect(await decideWith({ max_age: '50' })).toBe('step_up_required');
  expect(await decideWith({ prompt: 'login' })).toBe('step_up_required');
  expect(await decideWith({ prompt: 'login' }, cookieOf(await signIn(email)))).toBe('allowed');
  // The same request, as the dashboard repeats it.
  const body = { request: requestOf(app, { max_age: '50' }), action: 'allow' as const };
  const again = { ...inBrowser(cookie), idempotencyKey: newId() };
  expect((await refusal(consent, { body }, again)).body.code).toBe('step_up_required');
  await send('verify-password', { password: PASSWORD }, { cookie });
  expect((await callApi(consent, { body }, again)).redirect_to).toContain('code=td_ac_');
});
