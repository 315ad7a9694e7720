import type { z } from 'zod';
import { errorResponse } from '@/lib/api/implement';
import { parseRequest, requestIdOf } from '@/lib/api/request';
import { logRequest } from '@/lib/api/request-log';
import { assertConfirmed } from '@/lib/auth/step-up';
import type { AnyContract } from '@/lib/contract/contract';
import { ApiError } from '@/lib/contract/errors';
import * as links from '@/lib/resources/account-links/service';
import * as contracts from '@/lib/resources/accounts/contract';
import * as account from '@/lib/resources/accounts/service';
import { recordSignIn } from '@/lib/resources/audit-log/service';
import * as grantContracts from '@/lib/resources/oauth-grants/contract';
import * as grants from '@/lib/resources/oauth-grants/service';
import * as passkeyContracts from '@/lib/resources/passkeys/contract';
import * as passkeys from '@/lib/resources/passkeys/service';
import * as factorContracts from '@/lib/resources/second-factors/contract';
import type { Entry } from '@/lib/resources/second-factors/service';
import * as factors from '@/lib/resources/second-factors/service';
import * as service from '@/lib/resources/sign-in/service';
import { realTime } from '@/lib/runtime/clock';
import { trustedOrigins } from '@/lib/runtime/env';
import { deleteAccount } from '@/lib/workflows/delete-account';

interface Call<B, Q> {
  body: B;
  query: Q;
  headers: Headers;
  ip: string | null;
  requestId: string;
  now: Date;
}

interface Route {
  operation: AnyContract;
  run(request: Request, requestId: string): Promise<Response>;
}

/** Answers a way in; keeps in the audit log who is signed in by it, before it is given. */
async function entered(
  { user, secondFactors, headers }: Entry,
  { requestId, ip, now: at }: service.RequestInfo,
  status = 200,
): Promise<Response> {
  if (user) await recordSignIn({ by: { userId: user.id }, isRefused: false, requestId, ip, at });
  return shown({ user, secondFactors, headers }, status);
}

function shown({ user, secondFactors, headers }: Entry, status = 200): Response {
  if (status === 204) return answer(status, headers);
  const { id, email, name } = user ?? {};
  return answer(status, headers, {
    user: user && { id, email, name },
    second_factors: secondFactors,
  });
}

/** No cookies. */
const NONE = new Headers();

const ROUTES: readonly Route[] = [
  route(contracts.signUp, async ({ body, ...call }) => {
    const entry = await service.signUp(body, call);
    return entered(entry, call, entry.user ? 201 : 202);
  }),
  route(contracts.signIn, async ({ body, ...call }) =>
    entered(await service.signIn(body, call), call),
  ),
  route(contracts.signOut, async ({ headers }) => answer(204, await service.signOut(headers))),
  route(contracts.signInByLink, async ({ body, ...call }) => {
    const entry = await service.redeemSignInLink(body.token, call);
    return entered(entry, call, entry.user ? 204 : 200);
  }),
  route(contracts.confirmEmail, async ({ body, ...call }) =>
    entered(await links.confirmEmail(body, call), call),
  ),
  route(contracts.requestConfirmation, async ({ body, ...call }) => {
    await links.requestConfirmation(body.email, call);
    return answer(202, NONE);
  }),
  route(contracts.requestPasswordReset, async ({ body, ...call }) => {
    await links.requestPasswordReset(body.email, call);
    return answer(202, NONE);
  }),
  route(contracts.resetPassword, async ({ body, ...call }) =>
    entered(await links.resetPassword(body, call), call),
  ),
  route(contracts.changeEmail, async ({ body, ...call }) => {
    await links.changeEmail(body, call);
    return answer(202, NONE);
  }),
  route(contracts.getAccount, async (call) => answer(200, NONE, await account.getAccount(call))),
  route(contracts.verifyPassword, async ({ body, ...call }) => {
    await account.confirmByPassword(body.password, call);
    return answer(204, NONE);
  }),
  route(factorContracts.enableTwoFactor, async (call) => {
    const { uri, codes } = await factors.enable(call);
    return answer(200, NONE, { totp_uri: uri, recovery_codes: codes });
  }),
  route(factorContracts.verifyTotp, async ({ body, ...call }) =>
    shown(await factors.verifyTotp(body.code, call)),
  ),
  route(factorContracts.verifyRecoveryCode, async ({ body, ...call }) =>
    shown(await factors.verifyRecoveryCode(body.code, call)),
  ),
  route(factorContracts.generateRecoveryCodes, async (call) =>
    answer(200, NONE, { recovery_codes: await factors.generateRecoveryCodes(call) }),
  ),
  route(factorContracts.disableTwoFactor, async (call) => {
    await factors.disable(call);
    return answer(204, NONE);
  }),
  route(grantContracts.listConnectedApps, async (call) =>
    answer(200, NONE, await grants.listConnected(call)),
  ),
  route(grantContracts.revokeConnectedApp, async ({ body, ...call }) => {
    await grants.revoke(body.id, call);
    return answer(204, NONE);
  }),
  route(passkeyContracts.getPasskeyCreationOptions, async (call) => {
    const { options, headers } = await passkeys.startAdding(call);
    return answer(200, headers, options);
  }),
  route(passkeyContracts.addPasskey, async ({ body, ...call }) =>
    answer(200, NONE, await passkeys.add(body, call)),
  ),
  route(passkeyContracts.getPasskeyRequestOptions, async (call) => {
    const { options, headers } = await passkeys.startVerifying(call);
    return answer(200, headers, options);
  }),
  route(passkeyContracts.verifyPasskey, async ({ body, ...call }) =>
    shown(await passkeys.verify(body.response, call)),
  ),
  route(passkeyContracts.listPasskeys, async (call) =>
    answer(200, NONE, await passkeys.list(call)),
  ),
  route(passkeyContracts.deletePasskey, async ({ body, ...call }) => {
    await passkeys.remove(body.id, call);
    return answer(204, NONE);
  }),
  route(contracts.updateAccount, async ({ body, ...call }) => {
    await account.update(body, call);
    return answer(204, NONE);
  }),
  route(contracts.deleteAccount, async (call) => {
    await deleteAccount(call);
    return answer(204, NONE);
  }),
  route(contracts.changePassword, async ({ body, ...call }) =>
    answer(204, await account.changePassword(body, call)),
  ),
  route(contracts.listSessions, async ({ query, ...call }) =>
    answer(200, NONE, await account.listSessions(query, call)),
  ),
  route(contracts.endSession, async ({ body, ...call }) => {
    await account.endSession(body.id, call);
    return answer(204, NONE);
  }),
  route(contracts.endOtherSessions, async (call) => {
    await account.endOtherSessions(call);
    return answer(204, NONE);
  }),
];

/**
 * Answers /api/auth/*: only the operations of `accounts/contract.ts`, as JSON; no other endpoint of better-auth is
 * reachable.
 */
export async function handleAccounts(request: Request): Promise<Response> {
  const started = performance.now();
  const requestId = requestIdOf(request);
  const path = new URL(request.url).pathname.replace(/\/$/, '');
  const found = ROUTES.filter(({ operation }) => operation.path === path);
  let response: Response;
  try {
    const match = found.find(({ operation }) => operation.method === request.method);
    if (!match) throw missing(found);
    assertOwnOrigin(request);
    if (match.operation.stepUp)
      assertConfirmed(await account.signedIn(request.headers), realTime());
    response = await match.run(request, requestId);
  } catch (error) {
    response = errorResponse(error, undefined, requestId);
  }
  response.headers.set('X-Request-Id', requestId);
  response.headers.set('Cache-Control', 'no-store');
  const route = found[0]?.operation.path ?? '/api/auth';
  const { status } = response;
  logRequest(request, { requestId, method: request.method, route, status }, started);
  return response;
}

function missing(found: readonly Route[]): ApiError {
  if (found.length === 0) return new ApiError('ResourceNotFound', 'Nothing exists at this path.');
  const Allow = found.map(({ operation }) => operation.method).join(', ');
  return new ApiError('MethodNotAllowed', `Use ${Allow}.`, { headers: { Allow } });
}

/** Refuses requests of other sites' pages (CSRF); one with a cookie needs an `Origin` header. */
function assertOwnOrigin(request: Request): void {
  if (request.method === 'GET') return;
  const origin = request.headers.get('origin');
  const isOwn =
    origin === null ? !request.headers.has('cookie') : trustedOrigins().includes(origin);
  if (!isOwn) throw new ApiError('NotPermitted', 'This request must come from this site.');
}

function route<B extends z.ZodType, Q extends z.ZodObject>(
  operation: { body?: B; query?: Q } & Pick<AnyContract, 'path' | 'method'>,
  handler: (call: Call<z.output<B>, z.output<Q>>) => Promise<Response>,
): Route {
  const declared = operation as unknown as AnyContract;
  return {
    operation: declared,
    run: async (request, requestId) => {
      const { body, query } = await parseRequest(request, declared, {});
      return handler({
        body: body as z.output<B>,
        query: query as z.output<Q>,
        headers: request.headers,
        ip: request.headers.get('x-client-ip'),
        requestId,
        now: realTime(),
      });
    },
  };
}

/** A response with the cookies that better-auth sets. */
function answer(status: number, from: Headers, body?: unknown): Response {
  const response =
    body === undefined ? new Response(null, { status }) : Response.json(body, { status });
  for (const cookie of from.getSetCookie()) response.headers.append('Set-Cookie', cookie);
  return response;
}
