import { createHash } from 'node:crypto';
import type { AnyContract, ContractInput, ContractOutput } from '@/lib/contract/contract';
import type { Role } from '@/lib/contract/permissions';
import { createOAuth2Client } from '@/lib/resources/oauth-clients/contract';
import { consent } from '@/lib/resources/oauth-grants/contract';
import { requestToken } from '@/lib/resources/oauth-tokens/contract';
import { randomToken } from '@/lib/runtime/secrets';
import { me, newSeller, ORIGIN } from '@/testing/accounts';
import { callApi, sendRaw } from '@/testing/call-api';
import { makeOrganization } from '@/testing/factories';

// Apps that act for sellers, as their programs and the consent page call the API.

/** A seller who has just signed up, with an organization. */
export async function newOwner(role: Role = 'owner') {
  const { cookie, email } = await newSeller();
  const userId = (await me(cookie)).user?.id ?? '';
  const { id: organizationId } = await makeOrganization(userId, { role });
  return { cookie, email, userId, organizationId };
}

/** The headers of the product's own pages in a browser with these cookies. */
export const inBrowser = (cookie: string) => ({ headers: { cookie, origin: ORIGIN } });

export type Registered = ContractOutput<typeof createOAuth2Client>;
type Configuration = NonNullable<ContractInput<typeof createOAuth2Client>['body']>;

export const CALLBACK = 'https://app.example.com/callback';

/** A new app of the seller whose browser has these cookies. */
export function makeApp(cookie: string, given: Partial<Configuration> = {}): Promise<Registered> {
  const body = { client_name: 'Ledger', redirect_uris: [CALLBACK], ...given };
  return callApi(createOAuth2Client, { body }, inBrowser(cookie));
}

/** A new app without a secret. */
export const makePublicApp = (cookie: string, given: Partial<Configuration> = {}) =>
  makeApp(cookie, { token_endpoint_auth_method: 'none', ...given });

/** A verifier of RFC 7636 and its challenge. */
export function newProof() {
  const verifier = randomToken();
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return {
    verifier,
    asked: { code_challenge: challenge, code_challenge_method: 'S256' },
  };
}

/** The query of the consent page. */
export function requestOf(app: Registered, given: Record<string, string> = {}): string {
  const query = {
    client_id: app.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid products:read',
    state: 'xyz',
    ...given,
  };
  return new URLSearchParams(query).toString();
}

/** What the browser is sent back to the app with. */
export async function decide(
  cookie: string,
  request: string,
  given: { action?: 'allow' | 'deny'; organization_id?: string } = {},
): Promise<URLSearchParams> {
  const body = { action: 'allow' as const, ...given, request };
  const { redirect_to } = await callApi(consent, { body }, inBrowser(cookie));
  return new URL(redirect_to).searchParams;
}

/** The code that the browser is sent back with. */
export async function codeFor(...of: Parameters<typeof decide>): Promise<string> {
  return (await decide(...of)).get('code') ?? '';
}

export interface FormAnswer {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

/** Sends a form as a program does, with the ID and secret in it. */
export async function sendForm(
  operation: AnyContract,
  app: Pick<Registered, 'client_id' | 'client_secret'> | null,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<FormAnswer> {
  const { client_id = '', client_secret = '' } = app ?? {};
  const credentials = app ? { client_id, ...(client_secret ? { client_secret } : {}) } : {};
  const body = new URLSearchParams({ ...credentials, ...fields }).toString();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await sendRaw(operation, { body }, { headers: { ...form, ...headers } });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body: answer, headers: response.headers };
}

/** Exchanges a code. */
export function exchange(
  app: Parameters<typeof sendForm>[1],
  code: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<FormAnswer> {
  const all = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...fields };
  return sendForm(requestToken, app, all, headers);
}

export function refresh(
  app: Parameters<typeof sendForm>[1],
  token: string,
  fields: Record<string, string> = {},
): Promise<FormAnswer> {
  return sendForm(requestToken, app, {
    grant_type: 'refresh_token',
    refresh_token: token,
    ...fields,
  });
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
  scope: string;
}

/** The tokens of an app that a seller has allowed something. */
export async function tokensFor(
  cookie: string,
  app: Registered,
  given: Record<string, string> = {},
  choice: Parameters<typeof decide>[2] = {},
): Promise<Tokens> {
  const { status, body } = await exchange(
    app,
    await codeFor(cookie, requestOf(app, given), choice),
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as unknown as Tokens;
}
