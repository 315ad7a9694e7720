import { commit } from '@/lib/api/commands';
import type { FoundSession } from '@/lib/auth/credentials';
import { stepUpRequired } from '@/lib/auth/step-up';
import { ApiError, bodyProblem, invalid, notFound, orNotFound } from '@/lib/contract/errors';
import { mayGrantOrganization, uncovered } from '@/lib/contract/permissions';
import { SECRET_PREFIX } from '@/lib/contract/secret-prefixes';
import { type Caller, installationScope, type Scope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { signedIn } from '@/lib/resources/accounts/service';
import { recordOfMember, recordOwnChanges } from '@/lib/resources/audit-log/service';
import { avatarUrl } from '@/lib/resources/avatars/serialize';
import { isRemembered } from '@/lib/resources/oauth-clients/rules';
import { serializePublicClient } from '@/lib/resources/oauth-clients/serialize';
import { type Client, findClient } from '@/lib/resources/oauth-clients/service';
import * as repository from '@/lib/resources/oauth-grants/repository';
import {
  type AuthorizationError,
  type AuthorizationRequest,
  isFreshFor,
  OPENED,
  readRequest,
  redirectOf,
  redirectTo,
  wantsFreshSignIn,
} from '@/lib/resources/oauth-grants/rules';
import type {
  AuthorizeResponse,
  ConnectedApp,
  OAuth2Consent,
  OAuth2ConsentResult,
} from '@/lib/resources/oauth-grants/schema';
import { serializeConnectedApp } from '@/lib/resources/oauth-grants/serialize';
import { subjectOfIdToken } from '@/lib/resources/oauth-keys/service';
import { serializeOrganization } from '@/lib/resources/organizations/serialize';
import { publicUrl } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { digest, randomToken, readToken, signToken } from '@/lib/runtime/secrets';

// What sellers let apps do (docs/contract/oauth.md).

const CODE_SECONDS = 60;

/** What an app asks for, or why it is not answered. */
type Asked =
  /** The app is unknown, or is not sent there: only a page may say so. */
  | { kind: 'refused' }
  | { kind: 'error'; error: AuthorizationError; redirectTo: string }
  | { kind: 'request'; client: Client; request: AuthorizationRequest };

async function read(query: URLSearchParams): Promise<Asked> {
  const [id, ...more] = query.getAll('client_id');
  const client = id === undefined || more.length > 0 ? null : await findClient(id);
  const redirectUri = client && redirectOf(client, query);
  if (!client || redirectUri === null) return { kind: 'refused' };
  const request = readRequest(client, query, redirectUri);
  if (!('error' in request)) return { kind: 'request', client, request };
  const state = query.getAll('state')[0] ?? null;
  return {
    kind: 'error',
    error: request,
    redirectTo: answerTo({ redirectUri, state }, errorAnswer(request)),
  };
}

function errorAnswer({ error, description }: AuthorizationError): Record<string, string> {
  return { error, error_description: description };
}

function answerTo(
  to: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Record<string, string>,
): string {
  return redirectTo(to, publicUrl(), answer);
}

/** What the consent page does with the request of a browser. */
export type Opened =
  | { kind: 'refused' }
  | { kind: 'redirect'; to: string }
  | { kind: 'sign_in'; loginHint: string | null }
  | { kind: 'ask' };

/**
 * Opens the consent page: asks who is signed in, unless he is to be asked nothing, or has allowed the same before
 * (docs/contract/oauth.md#consent).
 *
 * @param search the query of the page
 */
export async function open(
  search: string,
  session: FoundSession | undefined,
  now: Date,
): Promise<Opened> {
  const query = new URLSearchParams(search);
  const asked = await read(query);
  if (asked.kind === 'refused') return asked;
  if (asked.kind === 'error') return { kind: 'redirect', to: asked.redirectTo };
  const { client, request } = asked;
  const isSilent = request.prompts.has('none');
  const refuse = (error: string, description: string): Opened => ({
    kind: 'redirect',
    to: answerTo(request, errorAnswer({ error, description })),
  });
  const openedAt = openedAtOf(query, now);
  if (wantsFreshSignIn(request) && openedAt === null && !isSilent) {
    return { kind: 'redirect', to: openedNow(query, now) };
  }
  if (!session) {
    if (isSilent) return refuse('login_required', 'Nobody is signed in.');
    return { kind: 'sign_in', loginHint: request.loginHint };
  }
  const { confirmedAt } = session;
  const isFresh = isFreshFor(request, { confirmedAt, openedAt: openedAt ?? now, now });
  if (isSilent && !isFresh) return refuse('login_required', 'The last sign-in is too long ago.');
  const isExpected = await isHinted(request, session.userId, now);
  if (isSilent && !isExpected) return refuse('login_required', 'Somebody else is signed in.');
  const asks = ['consent', 'login', 'select_account'].some((name) => request.prompts.has(name));
  const mayRemember = isFresh && isExpected && !asks;
  const subject = mayRemember ? await rememberedSubject(client, request, session.userId) : null;
  if (subject) {
    const remembered = {
      ...{ client, request, ...subject, sessionId: session.id, now },
      openedAt: openedAt ?? now,
    };
    const to = await transaction(installationScope(), (scope) => allow(scope, remembered));
    return { kind: 'redirect', to };
  }
  if (isSilent) return refuse('consent_required', 'This has to be allowed on a page.');
  return { kind: 'ask' };
}

/** Whether a person is whom the app expects, by its hint. */
async function isHinted(
  { idTokenHint, subType }: AuthorizationRequest,
  userId: string,
  now: Date,
): Promise<boolean> {
  if (idTokenHint === null || subType === 'organization') return true;
  return (await subjectOfIdToken(idTokenHint, now)) === userId;
}

/** How long a person may take for a sign-in that a request wants, ms. */
const OPENED_MS = 600_000;
const OPENED_PURPOSE = 'oauth-request-opened';

/** The same page, whose address says when the browser came to it: a sign-in after that is one for this request. */
function openedNow(query: URLSearchParams, now: Date): string {
  const expiresAt = new Date(now.getTime() + OPENED_MS);
  const stamped = new URLSearchParams(query);
  stamped.set(OPENED, signToken(now.getTime().toString(36), expiresAt, OPENED_PURPOSE));
  return `${publicUrl()}/oauth2/authorize?${stamped}`;
}

/** When the browser came with a request; null where its address does not say so, or that is too long ago. */
function openedAtOf(query: URLSearchParams, now: Date): Date | null {
  const token = readToken(query.get(OPENED) ?? '', OPENED_PURPOSE, now);
  return token && !token.isExpired ? new Date(Number.parseInt(token.text, 36)) : null;
}

/** The subject that has allowed a client all of a request before; null where a person has to be asked. */
async function rememberedSubject(
  client: Client,
  { redirectUri, scopes, subType }: AuthorizationRequest,
  userId: string,
): Promise<repository.Subject | null> {
  if (!isRemembered(client.isPublic, redirectUri)) return null;
  const [organizationId, ...others] = subType === 'user' ? [null] : await grantable(userId);
  // Of several organizations the person chooses.
  if (organizationId === undefined || others.length > 0) return null;
  const subject = { userId, organizationId };
  const grant = await repository.find(installationScope(), client.id, subject);
  return grant && !uncovered(grant.scopes, scopes) ? subject : null;
}

type Person = NonNullable<Awaited<ReturnType<typeof repository.findPerson>>>;

/** The organizations that a person may let an app act for. */
function grantableOf({ memberships }: Pick<Person, 'memberships'>) {
  return memberships.flatMap(({ role, organization }) =>
    mayGrantOrganization(role) ? [organization] : [],
  );
}

/** The ids of the organizations that a person may let an app act for. */
async function grantable(userId: string): Promise<string[]> {
  const person = await repository.findPerson(userId);
  return person ? grantableOf(person).map(({ id }) => id) : [];
}

/**
 * What an app asks for, for the page and for programs. Throws 403 for callers who are no person, and 422 where the app is
 * not answered or gets an error.
 */
export async function describe(
  { caller }: Scope,
  query: Record<string, string | undefined>,
): Promise<AuthorizeResponse> {
  const userId = personOf(caller);
  const given = Object.entries(query).filter((field): field is [string, string] => !!field[1]);
  const asked = await read(new URLSearchParams(given));
  if (asked.kind === 'refused') throw unknownApp('query');
  if (asked.kind === 'error') {
    const { error: type, description: msg } = asked.error;
    throw invalid({ loc: ['query'], msg, type });
  }
  const { client, request } = asked;
  const person = orNotFound(await repository.findPerson(userId), 'The account');
  const asks = { client: serializePublicClient(client.row), scopes: request.scopes };
  const organizations = grantableOf(person)
    .map((organization) => serializeOrganization(organization))
    .map(({ id, slug, name, avatar_url }) => ({ id, slug, name, avatar_url }));
  if (request.subType === 'organization' && organizations.length > 0) {
    return { ...asks, sub_type: 'organization', sub: null, organizations };
  }
  const sub = { id: person.id, email: person.email, avatar_url: avatarUrl(person) };
  return { ...asks, sub_type: 'user', sub };
}

/**
 * Allows an app what it asks for, or denies it, by the session of the page. Answers where the browser goes. Throws 401 where
 * the session has ended, 403 where it is to be confirmed first or the role does not allow it, and 422.
 */
export async function decide(
  scope: Scope,
  { request: search, action, organization_id }: OAuth2Consent,
): Promise<OAuth2ConsentResult> {
  const { caller, realTime: now } = scope;
  const userId = personOf(caller);
  if (caller.kind !== 'user' || caller.via !== 'session' || !caller.credentialId) {
    throw new ApiError('NotPermitted', 'Apps are allowed on their page, by who is signed in.');
  }
  const sessionId = caller.credentialId;
  const query = new URLSearchParams(search);
  const asked = await read(query);
  if (asked.kind === 'refused') throw unknownApp('body');
  if (asked.kind === 'error') return commit(scope, async () => ({ redirect_to: asked.redirectTo }));
  const { client, request } = asked;
  if (action === 'deny') {
    const denied = { error: 'access_denied', description: 'The person has denied it.' };
    return commit(scope, async () => ({ redirect_to: answerTo(request, errorAnswer(denied)) }));
  }
  const organizationId = await chosen(userId, request, organization_id ?? null);
  const openedAt = openedAtOf(query, now);
  const allowed = { client, request, userId, organizationId, sessionId, openedAt, now };
  return commit(scope, async (scope) => ({ redirect_to: await allow(scope, allowed) }));
}

/** The organization that an app is to act for; null for the person's own account. Throws 422. */
async function chosen(
  userId: string,
  { subType }: AuthorizationRequest,
  organizationId: string | null,
): Promise<string | null> {
  if (subType === 'user') return null;
  if (organizationId !== null) return organizationId;
  const [first, ...others] = await grantable(userId);
  if (others.length === 0) return first ?? null;
  throw invalid(bodyProblem('organization_id', 'Choose an organization.'));
}

/**
 * Stores what was allowed; returns where the browser goes, with a code. Throws 401 where the session has ended, 403 where it
 * is to be confirmed first, or the role allows it no more.
 */
async function allow(
  scope: Scope,
  {
    client,
    request,
    sessionId,
    openedAt,
    now,
    ...subject
  }: repository.Subject & {
    client: Client;
    request: AuthorizationRequest;
    sessionId: string;
    /** When the browser came with the request; null where that is not known. */
    openedAt: Date | null;
    now: Date;
  },
): Promise<string> {
  const { userId, organizationId } = subject;
  const confirmedAt = await repository.holdSession(scope, { id: sessionId, userId });
  if (!confirmedAt) throw new ApiError('Unauthorized', 'This session has ended. Sign in again.');
  if (!isFreshFor(request, { confirmedAt, openedAt, now })) throw stepUpRequired();
  if (organizationId !== null && !mayGrantOrganization(await repository.lockRole(scope, subject))) {
    const detail = 'Only owners and admins can let an app act for this organization.';
    throw new ApiError('NotPermitted', detail);
  }
  const before = await repository.find(scope, client.id, subject);
  const { scopes, redirectUri, codeChallenge, nonce } = request;
  const isMore = !before || uncovered(before.scopes, scopes) !== undefined;
  const own = { userId, organizationId };
  const grantId = await repository.allow(scope, {
    id: newId(),
    clientId: client.id,
    createdAt: now,
    scopes,
    ...own,
  });
  if (isMore) await note(scope, 'oauth_app.allowed', { ...own, app: client.row, scopes }, now);
  const code = `${SECRET_PREFIX.oauthCode}${randomToken()}`;
  await repository.storeCode(scope, {
    digest: digest(code),
    grantId,
    scopes,
    redirectUri,
    codeChallenge,
    nonce,
    authTime: confirmedAt,
    createdAt: now,
    expiresAt: new Date(now.getTime() + CODE_SECONDS * 1000),
  });
  return answerTo(request, { code });
}

/** Keeps in the audit log what was allowed or revoked: of the organization, or of all that the person is in. */
async function note(
  scope: Scope,
  action: 'oauth_app.allowed' | 'oauth_app.revoked',
  {
    userId,
    organizationId,
    app,
    scopes,
  }: repository.Subject & { app: { id: string; clientName: string }; scopes: string[] },
  at: Date,
): Promise<void> {
  const object = { kind: 'oauth_app', id: app.id, name: app.clientName };
  if (organizationId === null) {
    const { requestId, ip } = scope;
    return recordOfMember(scope, { userId, action, requestId, ip, at, object });
  }
  const [none, all] = [{}, { scopes: scopes.join(' ') }];
  const [before, after] = action === 'oauth_app.allowed' ? [none, all] : [all, none];
  await recordOwnChanges(scope, [{ organizationId, action, object, before, after }]);
}

/** The person who calls, with the own session or token. Throws 403. */
function personOf(caller: Caller): string {
  if (caller.kind === 'user' && !caller.app) return caller.userId;
  throw new ApiError('NotPermitted', 'This needs a session or a personal token.');
}

function unknownApp(where: 'query' | 'body'): ApiError {
  const msg = 'The app is unknown, or has not registered this redirect URI.';
  return invalid({ loc: [where], msg, type: 'value_error' });
}

interface Call {
  headers: Headers;
  ip: string | null;
  requestId: string;
  now: Date;
}

/** What the caller lets apps do, newest first. Throws 401. */
export async function listConnected({ headers }: Pick<Call, 'headers'>): Promise<ConnectedApp[]> {
  const { userId } = await signedIn(headers);
  return listOf(userId);
}

/** What a person lets apps do, newest first. */
export async function listOf(userId: string): Promise<ConnectedApp[]> {
  return (await repository.listOf(userId)).map(serializeConnectedApp);
}

/** Ends what the caller lets an app do. Throws 401 and 404. */
export async function revoke(id: string, call: Call): Promise<void> {
  const { userId } = await signedIn(call.headers);
  const scope = { ...installationScope(), requestId: call.requestId, ip: call.ip };
  await transaction(scope, async (scope) => {
    const row = await repository.remove(scope, userId, id);
    if (!row) throw notFound('The app');
    const { organizationId, client: app, scopes } = row;
    const acting = { ...scope, caller: { kind: 'user', userId, via: 'session' } as const };
    await note(acting, 'oauth_app.revoked', { userId, organizationId, app, scopes }, call.now);
  });
}

/**
 * Ends what a person lets apps do, but what he keeps, in the caller's transaction
 * (docs/contract/callers.md#lost-passwords). Returns how much was ended.
 */
export function endAll(scope: Scope, userId: string, kept: readonly string[]): Promise<number> {
  return repository.removeAll(scope, userId, [...kept]);
}

export const { removeOfOrganization: endOfOrganization } = repository;
