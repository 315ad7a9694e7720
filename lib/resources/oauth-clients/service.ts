import { commit } from '@/lib/api/commands';
import { listAndExport } from '@/lib/api/list';
import type { QueryOf } from '@/lib/contract/contract';
import { ApiError, bodyProblem, invalid, notFound, orNotFound } from '@/lib/contract/errors';
import { Id } from '@/lib/contract/fields';
import { SECRET_PREFIX } from '@/lib/contract/secret-prefixes';
import { DAY_MS } from '@/lib/contract/times';
import type { Scope } from '@/lib/database/connection/scope';
import { type MemberAction, recordOfMember } from '@/lib/resources/audit-log/service';
import type { listOAuth2Clients } from '@/lib/resources/oauth-clients/contract';
import * as repository from '@/lib/resources/oauth-clients/repository';
import { readBasic, scopesOf } from '@/lib/resources/oauth-clients/rules';
import type {
  OAuth2Client,
  OAuth2ClientConfiguration,
  OAuth2ClientConfigurationUpdate,
  OAuth2ClientRegistered,
  OAuth2ClientWithSecret,
} from '@/lib/resources/oauth-clients/schema';
import {
  serializeClient,
  type serializePublicClient,
} from '@/lib/resources/oauth-clients/serialize';
import { publicUrl } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { digest, randomToken } from '@/lib/runtime/secrets';

/** So many apps a person has (docs/contract/oauth.md#clients). */
const MOST_CLIENTS = 20;

export const { listAll } = listAndExport(
  (scope: Scope, query: QueryOf<typeof listOAuth2Clients>) => repository.list(scope, query),
  serializeClient,
);

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<OAuth2Client> {
  return serializeClient(orNotFound(await repository.find(scope, idOf(id)), 'The app'));
}

/** Makes an app of the caller's. Throws 403 for the 21st, and for a caller who is no person. */
export function create(
  scope: Scope,
  body: OAuth2ClientConfiguration,
): Promise<OAuth2ClientRegistered> {
  const { caller, realTime: now } = scope;
  if (caller.kind !== 'user') {
    throw new ApiError('NotPermitted', 'Apps belong to a person. Use a personal token.');
  }
  const { userId } = caller;
  const registration = `${SECRET_PREFIX.oauthRegistration}${randomToken()}`;
  return commit(scope, async (scope) => {
    if ((await repository.lockCount(scope, userId)) >= MOST_CLIENTS) {
      const detail = `You have ${MOST_CLIENTS} apps, which is the most. Delete one that you don’t need.`;
      throw new ApiError('NotPermitted', detail);
    }
    const { secret, stored } = secretFor(body);
    const row = await repository.create(scope, {
      id: newId(),
      createdAt: now,
      userId,
      ...clientColumns(body),
      ...stored,
      registrationDigest: digest(registration),
    });
    await note(scope, userId, 'oauth_app.created', row);
    return {
      ...serializeClient(row),
      client_secret: secret,
      registration_access_token: registration,
      registration_client_uri: `${publicUrl()}/v1/oauth2/register/${row.id}`,
    };
  });
}

/**
 * Replaces the metadata of an app. One that begins to have a secret gets it in the answer. Throws 404, and 422 where the
 * body names another app.
 */
export function update(
  scope: Scope,
  id: string,
  { client_id, ...body }: OAuth2ClientConfigurationUpdate,
): Promise<OAuth2ClientWithSecret> {
  return change(scope, id, 'oauth_app.updated', (before) => {
    if (client_id.toLowerCase() !== before.id) {
      throw invalid(bodyProblem('client_id', 'Enter the client ID of the path.'));
    }
    const isPublic = body.token_endpoint_auth_method === 'none';
    const keeps = !isPublic && before.secretDigest !== null;
    const { secret, stored } = keeps ? { secret: null, stored: {} } : secretFor(body);
    return { secret, changed: { ...clientColumns(body), ...stored } };
  });
}

/** Throws 404, and 409 for an app without a secret. */
export function rotateSecret(scope: Scope, id: string): Promise<OAuth2ClientWithSecret> {
  return change(scope, id, 'oauth_app.secret_rotated', (before, now) => {
    if (before.secretDigest === null) {
      throw new ApiError('Conflict', 'This app has no secret.');
    }
    const { secret, stored } = newSecret();
    const formerSecretUntil = new Date(now.getTime() + DAY_MS);
    const former = { formerSecretDigest: before.secretDigest, formerSecretUntil };
    return { secret, changed: { ...stored, ...former } };
  });
}

/** Deletes an app, and ends what it was allowed. Throws 404. */
export function remove(scope: Scope, id: string): Promise<Record<never, never>> {
  return commit(scope, async (scope) => {
    const row = await locked(scope, id);
    await repository.remove(scope, row.id);
    await note(scope, row.userId, 'oauth_app.deleted', row);
    return {};
  });
}

function change(
  scope: Scope,
  id: string,
  action: MemberAction,
  by: (
    before: repository.ClientRow,
    now: Date,
  ) => { secret: string | null; changed: Parameters<typeof repository.update>[2] },
): Promise<OAuth2ClientWithSecret> {
  return commit(scope, async (scope) => {
    const before = await locked(scope, id);
    const { secret, changed } = by(before, scope.realTime);
    const modifiedAt = scope.realTime;
    const row = await repository.update(scope, before.id, { ...changed, modifiedAt });
    await note(scope, row.userId, action, row);
    const printed = serializeClient(row);
    return secret === null ? printed : { ...printed, client_secret: secret };
  });
}

async function locked(scope: Scope, id: string): Promise<repository.ClientRow> {
  if (!(await repository.lock(scope, idOf(id)))) throw notFound('The app');
  return orNotFound(await repository.find(scope, idOf(id)), 'The app');
}

/** A client ID is a UUID; of any other text there is no client. Throws 404. */
function idOf(text: string): string {
  const parsed = Id.safeParse(text);
  if (!parsed.success) throw notFound('The app');
  return parsed.data;
}

function note(
  scope: Scope,
  userId: string,
  action: MemberAction,
  row: { id: string; clientName: string },
) {
  const { requestId, ip, realTime: at } = scope;
  const object = { kind: 'oauth_app', id: row.id, name: row.clientName };
  return recordOfMember(scope, { userId, action, requestId, ip, at, object });
}

function clientColumns(body: OAuth2ClientConfiguration) {
  return {
    clientName: body.client_name,
    clientUri: body.client_uri ?? null,
    logoUri: body.logo_uri ?? null,
    tosUri: body.tos_uri ?? null,
    policyUri: body.policy_uri ?? null,
    redirectUris: [...new Set(body.redirect_uris)],
    tokenEndpointAuthMethod: body.token_endpoint_auth_method,
    grantTypes: [...new Set(body.grant_types)],
    scopes: scopesOf(body.scope).scopes,
  };
}

/** What an app authenticates with, and what is stored of it: nothing for a public one. */
function secretFor({ token_endpoint_auth_method: method }: OAuth2ClientConfiguration) {
  const none = { secretDigest: null, secretHint: null };
  const former = { formerSecretDigest: null, formerSecretUntil: null };
  if (method === 'none') return { secret: '', stored: { ...none, ...former } };
  return newSecret();
}

function newSecret() {
  const secret = `${SECRET_PREFIX.oauthClientSecret}${randomToken()}`;
  return { secret, stored: { secretDigest: digest(secret), secretHint: secret.slice(-4) } };
}

export const { removeAllOf } = repository;

/** A client, as far as what it asks for depends on it. */
export interface Client {
  id: string;
  isPublic: boolean;
  redirectUris: readonly string[];
  grantTypes: readonly string[];
  scopes: readonly string[];
  row: PublicRow;
}

type PublicRow = Parameters<typeof serializePublicClient>[0];

/** Any client, by its id; null where there is none. */
export async function findClient(id: string): Promise<Client | null> {
  const parsed = Id.safeParse(id);
  const row = parsed.success ? await repository.findAny(parsed.data) : null;
  return row && clientOf(row);
}

function clientOf(row: PublicRow): Client {
  const { id, secretDigest, redirectUris, grantTypes, scopes } = row;
  return { id, isPublic: secretDigest === null, redirectUris, grantTypes, scopes, row };
}

/**
 * The client that calls: by Basic authentication or in the form, or by its ID alone where it has no secret
 * (docs/contract/oauth.md#forms). Throws 401 `invalid_client`, and 400 where it does both.
 */
export async function authenticateClient(
  headers: Headers,
  form: { client_id?: string | undefined; client_secret?: string | undefined },
  now: Date,
): Promise<Client> {
  const header = headers.get('authorization');
  // Published clients send their access token here, which is no authentication of a client.
  const isBasic = header !== null && /^Basic(?: |$)/i.test(header);
  const basic = isBasic ? readBasic(header) : null;
  const refused = () => {
    const detail = 'The client is unknown, or its secret is another one.';
    const challenge = { 'WWW-Authenticate': 'Basic realm="oauth"' };
    return new ApiError('invalid_client', detail, { headers: isBasic ? challenge : {} });
  };
  if (isBasic && !basic) throw refused();
  if (basic && form.client_secret) {
    throw new ApiError('invalid_request', 'Authenticate in one way: by Basic or in the form.');
  }
  if (basic && form.client_id && form.client_id !== basic.id) throw refused();
  const id = Id.safeParse(basic?.id ?? form.client_id);
  const row = id.success ? await repository.findAny(id.data) : null;
  const secret = (basic?.secret ?? form.client_secret) || null;
  if (!row || !isSecretOf(row, secret, now)) throw refused();
  return clientOf(row);
}

function isSecretOf(
  {
    secretDigest,
    formerSecretDigest,
    formerSecretUntil,
  }: Pick<repository.ClientRow, 'secretDigest' | 'formerSecretDigest' | 'formerSecretUntil'>,
  secret: string | null,
  now: Date,
): boolean {
  if (secret === null || secretDigest === null) return secret === null && secretDigest === null;
  const given = digest(secret);
  if (given === secretDigest) return true;
  return given === formerSecretDigest && formerSecretUntil !== null && formerSecretUntil > now;
}
