import type { Authenticated } from '@/lib/api/implement';
import type { AnyContract } from '@/lib/contract/contract';
import { ApiError, insufficientScope, notFound } from '@/lib/contract/errors';
import { type Role, roleAllows, SCOPES, type ScopeName, scopesCover } from '@/lib/contract/scopes';
import { type Caller, mintScope, type Scope } from '@/lib/database/connection/scope';
import {
  findCheckoutBySecret,
  findCustomerSession,
  findRoles,
  findToken,
} from '@/lib/resources/identity/credentials';
import { readSession } from '@/lib/resources/identity/session';
import { trustedOrigins } from '@/lib/runtime/env';

const BEARER = { headers: { 'WWW-Authenticate': 'Bearer' } };
const INVALID = { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } };

/** The rights of callers who are no sellers. */
const NO_RIGHTS = { scopes: [], roles: new Map<string, Role>() };

/**
 * Authenticates a request and makes the scope of its operation (docs/contract/callers.md#scopes): credential
 * ∩ role, evaluated at every request. Throws 401 and 403.
 */
export async function authenticate(
  request: Request,
  operation: AnyContract,
  context: { params: Record<string, string>; requestId: string; now: Date },
): Promise<Authenticated> {
  const { requestId, now } = context;
  switch (operation.auth) {
    case 'public':
      return {
        scope: mintScope({ caller: { kind: 'public' }, organizationIds: [], requestId }),
        ...NO_RIGHTS,
      };
    case 'client_secret':
      return {
        scope: await checkoutScope(context.params.client_secret ?? '', requestId),
        ...NO_RIGHTS,
      };
    case 'customer':
      return { scope: await customerScope(request, requestId, now), ...NO_RIGHTS };
    case 'seller':
      return sellerScope(request, operation, requestId, now);
  }
}

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

async function checkoutScope(clientSecret: string, requestId: string): Promise<Scope> {
  const checkout = await findCheckoutBySecret(clientSecret);
  if (!checkout) throw notFound('The checkout');
  return mintScope({
    caller: { kind: 'checkout', checkoutId: checkout.id },
    organizationIds: [checkout.organizationId],
    requestId,
  });
}

async function customerScope(request: Request, requestId: string, now: Date): Promise<Scope> {
  const token = bearerToken(request);
  if (token === undefined) {
    throw new ApiError('Unauthorized', 'This operation needs a customer session token.', BEARER);
  }
  const session = token.startsWith('td_cst_') ? await findCustomerSession(token, now) : null;
  if (!session) {
    throw new ApiError('invalid_token', 'The customer session is unknown or over.', INVALID);
  }
  const { id: sessionId, organizationId, customerId, checkoutId } = session;
  return mintScope({
    caller: { kind: 'customer', customerId, sessionId, checkoutId },
    organizationIds: [organizationId],
    requestId,
  });
}

async function sellerScope(
  request: Request,
  operation: AnyContract,
  requestId: string,
  now: Date,
): Promise<Authenticated> {
  const { caller, scopes, roles, tokenId } = await sellerCredential(request, operation, now);
  const granted = new Set<string>(scopes);
  const usable = operation.scopes.filter((scope) => scopesCover(granted, scope));
  if (operation.scopes.length > 0 && usable.length === 0) {
    throw insufficientScope('This operation', operation.scopes);
  }
  const permitted: string[] = [];
  const forbidden: string[] = [];
  for (const [organizationId, role] of roles) {
    const allowed = usable.length === 0 || usable.some((scope) => roleAllows(role, scope));
    (allowed ? permitted : forbidden).push(organizationId);
  }
  return {
    scope: mintScope({
      caller,
      organizationIds: permitted,
      forbiddenOrganizationIds: forbidden,
      requestId,
    }),
    scopes,
    tokenId,
    roles,
  };
}

interface SellerCredential {
  caller: Caller;
  tokenId?: string;
  scopes: readonly ScopeName[];
  roles: ReadonlyMap<string, Role>;
}

async function sellerCredential(
  request: Request,
  operation: AnyContract,
  now: Date,
): Promise<SellerCredential> {
  const token = bearerToken(request);
  if (token !== undefined) {
    const found = /^td_(pat|oat)_/.test(token) ? await findToken(token, now) : undefined;
    if (!found) {
      throw new ApiError('invalid_token', 'The token is unknown, expired or revoked.', INVALID);
    }
    const { id: tokenId, userId, organizationId, roles } = found;
    const scopes = SCOPES.filter((scope) => found.scopes.includes(scope));
    const caller: Caller =
      userId === null
        ? { kind: 'organization', organizationId: organizationId ?? '' }
        : { kind: 'user', userId, via: 'token' };
    return { caller, scopes, roles, tokenId };
  }
  const userId = await readSession(request.headers);
  if (userId === undefined) {
    throw new ApiError('Unauthorized', 'Sign in, or send an access token.', BEARER);
  }
  if (operation.method !== 'GET') assertOwnOrigin(request);
  return {
    caller: { kind: 'user', userId, via: 'session' },
    scopes: SCOPES,
    roles: await findRoles(userId),
  };
}

/**
 * A state-changing call by cookie must come from the product's own pages
 * (docs/contract/callers.md#origin).
 */
function assertOwnOrigin(request: Request): void {
  const origin = request.headers.get('origin');
  if (origin === null || !trustedOrigins().includes(origin)) {
    throw new ApiError('NotPermitted', 'A call with the session cookie must come from this site.');
  }
}
