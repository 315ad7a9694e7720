import type { Authenticated, KnownCaller } from '@/lib/api/implement';
import {
  type FoundSession,
  findAppToken,
  findCheckoutBySecret,
  findCheckoutLinkBySecret,
  findCustomerSession,
  findRegisteredClient,
  findToken,
} from '@/lib/auth/credentials';
import { readSession } from '@/lib/auth/session';
import { assertConfirmed } from '@/lib/auth/step-up';
import { type AnyContract, type Auth, changesSales } from '@/lib/contract/contract';
import { ApiError, insufficientScope, notFound } from '@/lib/contract/errors';
import {
  PERMISSIONS,
  type Permission,
  permissionsCover,
  type Role,
  roleAllowsCall,
} from '@/lib/contract/permissions';
import { type SecretKind, secretKind } from '@/lib/contract/secret-prefixes';
import {
  type Caller,
  mintScope,
  type Scope,
  type TestClocks,
} from '@/lib/database/connection/scope';
import { trustedOrigins } from '@/lib/runtime/env';

const BEARER = { headers: { 'WWW-Authenticate': 'Bearer' } };
const INVALID = { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } };

/**
 * Authenticates a request and makes the scope of its operation (docs/contract/callers.md#scopes): credential
 * ∩ role, evaluated at every request. Throws 401 and 403.
 */
export async function authenticate(
  request: Request,
  operation: AnyContract,
  {
    params,
    onKnown,
    ...seen
  }: {
    params: Record<string, string>;
    requestId: string;
    ip: string | null;
    realTime: Date;
    onKnown?: (caller: KnownCaller) => void;
  },
): Promise<Authenticated> {
  const call = { ...seen, changesSales: changesSales(operation) };
  return CALLERS[operation.auth]({ request, operation, params, call, onKnown });
}

/** An operation that is called. */
interface Called {
  request: Request;
  operation: AnyContract;
  params: Record<string, string>;
  call: Call;
  /** Is told who calls before it is decided whether he may. */
  onKnown: ((caller: KnownCaller) => void) | undefined;
}

/** How those who may call an operation are found out, by its `auth`. */
const CALLERS: Record<Auth, (called: Called) => Promise<Authenticated>> = {
  public: async ({ call }) => ({
    scope: mintScope({ ...call, caller: { kind: 'public' }, organizationIds: [] }),
  }),
  client_secret: async ({ params, call }) => ({
    scope: await checkoutScope(params.client_secret ?? '', call),
  }),
  customer: async ({ request, call }) => ({ scope: await customerScope(request, call) }),
  seller: (called) => sellerScope(called),
};

/** The tokens that a seller may show, by their kinds. */
const SELLER_TOKENS: Partial<Record<SecretKind, typeof findToken>> = {
  personalToken: findToken,
  organizationToken: findToken,
  oauthAccess: findAppToken,
};

/** What the scope of a call has, whoever calls. */
type Call = Pick<Scope, 'requestId' | 'ip' | 'realTime' | 'changesSales'>;

function bearerToken(request: Request): string | undefined {
  const header = request.headers.get('authorization');
  if (header === null) return undefined;
  const [, token] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  if (token === undefined) {
    throw new ApiError(
      'Unauthorized',
      'Send the token as "Authorization: Bearer <token>".',
      BEARER,
    );
  }
  return token;
}

async function checkoutScope(clientSecret: string, call: Call): Promise<Scope> {
  const checkout = await findCheckoutBySecret(clientSecret);
  if (!checkout) throw notFound('The checkout');
  return mintScope({
    ...call,
    caller: { kind: 'checkout', checkoutId: checkout.id },
    organizationIds: [checkout.organizationId],
    testClocks: checkout.testClocks,
  });
}

/**
 * The scope of a call with the client secret of a checkout link, which opens checkouts of its organization,
 * and the link. Throws 404.
 */
export async function authenticateLink(
  clientSecret: string,
  { requestId, ip, realTime }: Pick<Scope, 'requestId' | 'ip' | 'realTime'>,
) {
  const link = await findCheckoutLinkBySecret(clientSecret);
  if (!link) throw notFound('The checkout link');
  const { id, organizationId, isSandbox, testClocks } = link;
  const scope = mintScope({
    requestId,
    ip,
    realTime,
    caller: { kind: 'public' },
    organizationIds: [organizationId],
    testClocks,
    changesSales: true,
  });
  return { scope, link: { id, organizationId, isSandbox } };
}

async function customerScope(request: Request, call: Call): Promise<Scope> {
  const token = bearerToken(request);
  if (token === undefined) {
    throw new ApiError('Unauthorized', 'This operation needs a customer session token.', BEARER);
  }
  const isSession = secretKind(token) === 'customerSession';
  const session = isSession ? await findCustomerSession(token, call.realTime) : null;
  if (!session) {
    throw new ApiError('invalid_token', 'The customer session is unknown or has expired.', INVALID);
  }
  const { id: sessionId, organizationId, customerId, checkoutId, testClocks } = session;
  return mintScope({
    ...call,
    caller: { kind: 'customer', customerId, sessionId, checkoutId },
    organizationIds: [organizationId],
    testClocks,
  });
}

/** The scope of who shows a registration access token; null for other tokens. Throws 401. */
async function registrationScope({ request, params, call }: Called): Promise<Scope | null> {
  const token = bearerToken(request);
  if (token === undefined || secretKind(token) !== 'oauthRegistration') return null;
  const client = await findRegisteredClient(token);
  if (client?.id !== params.client_id?.toLowerCase()) {
    throw new ApiError('invalid_token', 'This is not the registration token of this app.', INVALID);
  }
  const caller = { kind: 'oauth_client', clientId: client?.id ?? '' } as const;
  return mintScope({ ...call, caller, organizationIds: [] });
}

async function sellerScope(called: Called): Promise<Authenticated> {
  const { request, operation, call, onKnown } = called;
  const registration = operation.takesRegistrationToken && (await registrationScope(called));
  if (registration) return { scope: registration };
  const credential = await sellerCredential(request, operation, call.realTime);
  const { caller, permissions, tokenId, session, testClocks, withoutFactorIds } = credential;
  const roles = operation.withoutFactor ? credential.roles : rolesWithFactor(credential);
  onKnown?.({ caller, tokenId, organizationIds: [...credential.roles.keys()] });
  const granted = new Set<string>(permissions);
  const usable = operation.permissions.filter((needed) => permissionsCover(granted, needed));
  if (operation.permissions.length > 0 && usable.length === 0) {
    throw insufficientScope('This operation', operation.permissions);
  }
  const permitted: string[] = [];
  const forbidden = operation.withoutFactor ? [] : [...withoutFactorIds];
  for (const [organizationId, role] of roles) {
    const isAllowed = roleAllowsCall(role, { ...operation, permissions: usable });
    (isAllowed ? permitted : forbidden).push(organizationId);
  }
  if (operation.stepUp && session) assertConfirmed(session, call.realTime);
  return {
    scope: mintScope({
      ...call,
      caller,
      organizationIds: permitted,
      forbiddenOrganizationIds: forbidden,
      withoutFactorIds,
      rights: { permissions: new Set(permissions), roles },
      confirmedAt: session?.confirmedAt ?? null,
      testClocks,
    }),
    tokenId,
  };
}

/** The roles of a caller but in organizations that require a second factor which he has not set up. */
function rolesWithFactor({ roles, withoutFactorIds }: SellerCredential): ReadonlyMap<string, Role> {
  if (withoutFactorIds.length === 0) return roles;
  return new Map([...roles].filter(([id]) => !withoutFactorIds.includes(id)));
}

interface SellerCredential {
  caller: Caller;
  tokenId?: string;
  session?: FoundSession;
  permissions: readonly Permission[];
  roles: ReadonlyMap<string, Role>;
  withoutFactorIds: readonly string[];
  testClocks: TestClocks;
}

async function sellerCredential(
  request: Request,
  operation: AnyContract,
  realTime: Date,
): Promise<SellerCredential> {
  const token = bearerToken(request);
  if (token !== undefined) {
    const kind = secretKind(token);
    const found = await (kind && SELLER_TOKENS[kind])?.(token, realTime);
    if (!found) {
      throw new ApiError('invalid_token', 'The token is unknown, expired or revoked.', INVALID);
    }
    const { id: tokenId, userId, organizationId, roles, app, withoutFactorIds, testClocks } = found;
    const permissions = PERMISSIONS.filter((name) => found.scopes.includes(name));
    const caller: Caller =
      userId === null
        ? { kind: 'organization', organizationId: organizationId ?? '', tokenId, app }
        : { kind: 'user', userId, via: 'token', credentialId: tokenId, app };
    return { caller, permissions, roles, withoutFactorIds, tokenId, testClocks };
  }
  const session = await readSession(request.headers);
  if (!session) {
    throw new ApiError('Unauthorized', 'Sign in, or send an access token.', BEARER);
  }
  if (operation.method !== 'GET') assertOwnOrigin(request);
  return {
    caller: { kind: 'user', userId: session.userId, via: 'session', credentialId: session.id },
    session,
    permissions: PERMISSIONS,
    roles: session.roles,
    withoutFactorIds: session.withoutFactorIds,
    testClocks: session.testClocks,
  };
}

/**
 * A state-changing call by cookie must come from the product's own pages
 * (docs/contract/callers.md#origin).
 */
function assertOwnOrigin(request: Request): void {
  const origin = request.headers.get('origin');
  if (origin === null || !trustedOrigins().includes(origin)) {
    throw new ApiError(
      'NotPermitted',
      'A request with the session cookie must come from this site.',
    );
  }
}
