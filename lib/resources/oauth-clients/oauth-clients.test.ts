import { beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { listAuditLog } from '@/lib/resources/audit-log/contract';
import {
  createOAuth2Client,
  deleteOAuth2Client,
  getOAuth2Client,
  listOAuth2Clients,
  rotateOAuth2Secret,
  updateOAuth2Client,
} from '@/lib/resources/oauth-clients/contract';
import { CLIENT_SCOPES } from '@/lib/resources/oauth-clients/rules';
import { newId } from '@/lib/runtime/ids';
import { me, newSeller, ORIGIN, times } from '@/testing/accounts';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeOrganization, makeToken } from '@/testing/factories';
import {
  CALLBACK,
  inBrowser,
  makeApp,
  makePublicApp,
  type Registered,
  tokensFor,
} from '@/testing/oauth';

let cookie: string;
let userId: string;
let organizationId: string;
beforeAll(async () => {
  ({ cookie } = await newSeller());
  userId = (await me(cookie)).user?.id ?? '';
  ({ id: organizationId } = await makeOrganization(userId));
});

const of = ({ client_id }: Pick<Registered, 'client_id'>) => ({ params: { client_id } });
const get = (app: Registered, as = inBrowser(cookie) as object) =>
  callApi(getOAuth2Client, of(app), as);
const byRegistration = ({ registration_access_token: token }: Registered) => ({ as: { token } });
const wanted = { client_name: 'Ledger', redirect_uris: [CALLBACK] };
const refuse = (body: object) =>
  refusal(createOAuth2Client, { body: { ...wanted, ...body } }, inBrowser(cookie));

it('has the picture that this installation serves alone: another site would learn who looks', async () => {
  const own = `${ORIGIN}/media/${newId()}`;
  for (const [logo_uri, picture_url] of [
    [own, own],
    ['https://app.example.com/logo.png', null],
    [`http://localhost.example.com:3000/media/${newId()}`, null],
    [null, null],
  ]) {
    expect(await get(await makeApp(cookie, { logo_uri }))).toMatchObject({ logo_uri, picture_url });
  }
});

describe('a new app', () => {
  it('shows its secret and its registration token once', async () => {
    const app = await makeApp(cookie);
    expect(app).toEqual({
      created_at: expect.stringMatching(/Z$/),
      modified_at: null,
      client_id: expect.stringMatching(/^[\da-f-]{36}$/),
      client_name: 'Ledger',
      client_uri: null,
      logo_uri: null,
      picture_url: null,
      tos_uri: null,
      policy_uri: null,
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: CLIENT_SCOPES.join(' '),
      client_secret: expect.stringMatching(/^td_cs_[\w-]{43}$/),
      client_id_issued_at: Math.floor(Date.parse(app.created_at) / 1000),
      client_secret_expires_at: 0,
      users_count: 0,
      registration_access_token: expect.stringMatching(/^td_crt_[\w-]{43}$/),
      registration_client_uri: `${ORIGIN}/v1/oauth2/register/${app.client_id}`,
    });
    const { registration_access_token, registration_client_uri, ...printed } = app;
    const masked = { ...printed, client_secret: `***${app.client_secret.slice(-4)}` };
    expect(await get(app)).toEqual(masked);
    const row = await db(null).oAuthClient.findUniqueOrThrow({ where: { id: app.client_id } });
    expect(JSON.stringify(row)).not.toContain(app.client_secret);
    expect(JSON.stringify(row)).not.toContain(registration_access_token);
  });

  it('has no secret where it is public', async () => {
    const app = await makePublicApp(cookie);
    expect(app.client_secret).toBe('');
    expect((await get(app)).client_secret).toBe('');
  });

  it('is refused with what is wrong at its field', async () => {
    expect(places(await refuse({ redirect_uris: [] }))).toEqual(['body.redirect_uris']);
    const uris = ['https://ok.example.com/', 'http://app.example.com/', `${CALLBACK}#a`];
    expect(places(await refuse({ redirect_uris: uris }))).toEqual([
      'body.redirect_uris.1',
      'body.redirect_uris.2',
    ]);
    const many = times(21, (number) => `${CALLBACK}/${number}`);
    expect(places(await refuse({ redirect_uris: many }))).toEqual(['body.redirect_uris']);
    expect(places(await refuse({ scope: 'openid admin' }))).toEqual(['body.scope']);
    expect(places(await refuse({ scope: 'openid orders:write' }))).toEqual(['body.scope']);
    expect(places(await refuse({ grant_types: ['password'] }))).toEqual(['body.grant_types.0']);
    expect(places(await refuse({ grant_types: ['refresh_token'] }))).toEqual(['body.grant_types']);
    expect(places(await refuse({ client_name: ' ' }))).toEqual(['body.client_name']);
  });

  it('is one of 20, also of 30 made at once', { tags: 'soak' }, async () => {
    const other = await newSeller();
    const made = await Promise.allSettled(times(30, () => makeApp(other.cookie)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const { status, error } = await refusal(
      createOAuth2Client,
      { body: wanted },
      inBrowser(other.cookie),
    );
    expect({ status, error }).toEqual({ status: 403, error: 'NotPermitted' });
  });

  it('needs a session that is confirmed, or a personal token with the scope admin', async () => {
    const other = await newSeller();
    const id = (await me(other.cookie)).user?.id ?? '';
    const confirmedAt = new Date(Date.now() - 3_600_000);
    await db(null).session.updateMany({ where: { userId: id }, data: { confirmedAt } });
    const { body } = await refusal(createOAuth2Client, { body: wanted }, inBrowser(other.cookie));
    expect(body.code).toBe('step_up_required');
    const token = await makeToken({ userId: id });
    const app = await callApi(createOAuth2Client, { body: wanted }, { as: { token } });
    const rotate = await refusal(rotateOAuth2Secret, of(app), inBrowser(other.cookie));
    expect(rotate.body.code).toBe('step_up_required');
    const less = await makeToken({ userId: id }, { scopes: ['products:read'] });
    expect(
      (await refusal(createOAuth2Client, { body: wanted }, { as: { token: less } })).status,
    ).toBe(403);
  });

  it('belongs to a person, not to an organization', async () => {
    const token = await makeToken({ organizationId });
    const { status } = await refusal(createOAuth2Client, { body: wanted }, { as: { token } });
    expect(status).toBe(403);
    expect((await callApi(listOAuth2Clients, {}, { as: { token } })).items).toEqual([]);
  });
});

describe('apps', () => {
  it('are listed for their maker alone, newest first, with how many have allowed them', {
    tags: 'soak',
  }, async () => {
    const other = await newSeller();
    const first = await makeApp(other.cookie);
    const second = await makeApp(other.cookie, { client_name: 'Second' });
    await tokensFor(cookie, first);
    await tokensFor(cookie, first);
    await tokensFor(other.cookie, first);
    const { items, pagination } = await callApi(listOAuth2Clients, {}, inBrowser(other.cookie));
    expect(items.map(({ client_id, users_count }) => [client_id, users_count])).toEqual([
      [second.client_id, 0],
      [first.client_id, 2],
    ]);
    expect(pagination.total_count).toBe(2);
    const mine = await callApi(listOAuth2Clients, { query: { limit: 100 } }, inBrowser(cookie));
    expect(mine.items.map(({ client_id }) => client_id)).not.toContain(first.client_id);
  });

  it('of others are unknown, as are IDs that are none', async () => {
    const other = await newSeller();
    const app = await makeApp(other.cookie);
    const body = { ...wanted, client_id: app.client_id };
    const mine = inBrowser(cookie);
    const answers = await Promise.all([
      refusal(getOAuth2Client, of(app), mine),
      refusal(updateOAuth2Client, { ...of(app), body }, mine),
      refusal(deleteOAuth2Client, of(app), mine),
      refusal(rotateOAuth2Secret, of(app), mine),
      refusal(getOAuth2Client, of({ client_id: 'nothing' }), mine),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});

describe('an update', () => {
  it('replaces all metadata', async () => {
    const app = await makeApp(cookie, { client_uri: 'https://app.example.com' });
    const { client_id } = app;
    const body = {
      client_id,
      client_name: 'Bills',
      redirect_uris: [`${CALLBACK}2`],
      scope: 'openid',
    };
    const updated = await callApi(updateOAuth2Client, { ...of(app), body }, inBrowser(cookie));
    expect(updated).toMatchObject({
      client_name: 'Bills',
      redirect_uris: [`${CALLBACK}2`],
      scope: 'openid',
      client_uri: null,
      client_secret: `***${app.client_secret.slice(-4)}`,
      modified_at: expect.any(String),
    });
    const other = { ...body, client_id: 'another' };
    const refused = await refusal(
      updateOAuth2Client,
      { ...of(app), body: other },
      inBrowser(cookie),
    );
    expect(places(refused)).toEqual(['body.client_id']);
  });

  it('gives an app that begins to have a secret one, and takes it from one that is public then', async () => {
    const app = await makePublicApp(cookie);
    const set = (token_endpoint_auth_method: 'none' | 'client_secret_basic') => {
      const body = { ...wanted, client_id: app.client_id, token_endpoint_auth_method };
      return callApi(updateOAuth2Client, { ...of(app), body }, inBrowser(cookie));
    };
    expect((await set('client_secret_basic')).client_secret).toMatch(/^td_cs_/);
    expect((await set('client_secret_basic')).client_secret).toMatch(/^\*\*\*/);
    expect((await set('none')).client_secret).toBe('');
    const { status } = await refusal(rotateOAuth2Secret, of(app), inBrowser(cookie));
    expect(status).toBe(409);
  });
});

describe('the registration token', () => {
  it('reads, updates and deletes its app', async () => {
    const app = await makeApp(cookie);
    const as = byRegistration(app);
    expect((await get(app, as)).client_id).toBe(app.client_id);
    const body = { ...wanted, client_id: app.client_id, client_name: 'By itself' };
    const updated = await callApi(updateOAuth2Client, { ...of(app), body }, as);
    expect(updated.client_name).toBe('By itself');
    expect(await callApi(deleteOAuth2Client, of(app), as)).toEqual({});
    expect((await refusal(getOAuth2Client, of(app), as)).status).toBe(401);
  });

  it('is of no use anywhere else', async () => {
    const [app, other] = [await makeApp(cookie), await makeApp(cookie)];
    const as = byRegistration(app);
    expect((await refusal(getOAuth2Client, of(other), as)).status).toBe(401);
    expect((await refusal(rotateOAuth2Secret, of(app), as)).status).toBe(401);
    expect((await refusal(listOAuth2Clients, {}, as)).status).toBe(401);
  });
});

it('keeps what becomes of an app in the audit log of its maker’s organizations', async () => {
  const app = await makeApp(cookie, { client_name: 'Kept' });
  await callApi(rotateOAuth2Secret, of(app), inBrowser(cookie));
  const body = { ...wanted, client_id: app.client_id, client_name: 'Kept still' };
  await callApi(updateOAuth2Client, { ...of(app), body }, byRegistration(app));
  await callApi(deleteOAuth2Client, of(app), inBrowser(cookie));
  const query = { organization_id: [organizationId], limit: 100 };
  const { items } = await callApi(listAuditLog, { query }, inBrowser(cookie));
  const rows = items.filter(({ object }) => object.id === app.client_id).reverse();
  expect(rows.map(({ action, object }) => [action, object.name])).toEqual([
    ['oauth_app.created', 'Kept'],
    ['oauth_app.secret_rotated', 'Kept'],
    ['oauth_app.updated', 'Kept still'],
    ['oauth_app.deleted', 'Kept still'],
  ]);
  expect(JSON.stringify(rows)).not.toContain('td_c');
});
