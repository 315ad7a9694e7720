import type { z } from 'zod';
import type { Audit } from '@/lib/api/audit';
import { organizationOf, runInTurn } from '@/lib/api/concurrency';
import { RequestContext } from '@/lib/api/context';
import {
  type Claim,
  claimKey,
  endLease,
  interruptClaim,
  releaseKey,
  storeReplyAlone,
} from '@/lib/api/idempotency';
import { restOf } from '@/lib/api/list';
import { type PrintedPage, pageResponse } from '@/lib/api/page-stream';
import { placesForLater } from '@/lib/api/places';
import { type ParsedRequest, parseRequest, requestIdOf } from '@/lib/api/request';
import { logRequest, type RequestLine } from '@/lib/api/request-log';
import { assertFactor, forbids, refuseForbidden } from '@/lib/api/tenancy';
import { etagOf, versionedObject } from '@/lib/api/versions';
import type { AnyContract, Contract } from '@/lib/contract/contract';
import { possibleErrors, takesIdempotencyKey } from '@/lib/contract/contract';
import { ApiError, errorBodyOf, invalid } from '@/lib/contract/errors';
import { logOutage, outageOf, translateDatabaseError } from '@/lib/database/connection/errors';
import { type Caller, callerName, type Scope } from '@/lib/database/connection/scope';
import { realTime } from '@/lib/runtime/clock';
import { env } from '@/lib/runtime/env';
import { log } from '@/lib/runtime/log';
import { keyedDigest } from '@/lib/runtime/secrets';

export interface HandlerInput<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType> {
  scope: Scope;
  context: RequestContext;
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  /** Of the request, for protocols that authenticate by them. */
  headers: Headers;
}

/** The wire body; nothing where the contract has none; or a response of its own (a stream). */
type Answer<R extends z.ZodType> =
  | z.output<R>
  | Response
  // biome-ignore lint/suspicious/noConfusingVoidType: what a handler without a body returns
  | (R extends z.ZodUndefined ? void : never);

/** A Next.js route handler. */
export type RouteHandler = (
  request: Request,
  route: {
    params: Promise<Record<string, string>> | undefined;
    /** Aborted when the client goes away; left out, the request's own signal counts. */
    abandoned?: () => AbortSignal;
  },
) => Promise<Response>;

/** Who calls. */
export interface Authenticated {
  scope: Scope;
  /** The access token, where the call carries one. */
  tokenId?: string | undefined;
}

/** Who calls, whether or not he may. */
export interface KnownCaller {
  caller: Caller;
  tokenId?: string | undefined;
  /** All that he is in, whatever he may do there. */
  organizationIds: readonly string[];
}

/** A request and its answer, for the request log. */
export interface AnsweredRequest {
  caller?: Caller | undefined;
  tokenId?: string | undefined;
  operation: AnyContract;
  requestId: string;
  params: Record<string, string>;
  /** The query as it came. */
  search: string;
  ip: string | null;
  organizationIds: readonly string[];
  /** The organization that it is about, where that is known. */
  organization: string | undefined;
  /** What the request says, where it could be parsed. */
  named: unknown;
  /** The body as it came; undefined where there was none, or it was not read. */
  rawBody: string | undefined;
  idempotencyKey: string | null;
  isReplayed: boolean;
  status: number;
  /** What was answered; undefined for streams. */
  body: unknown;
  responseBytes: number | null;
  latencyMs: number;
  /** When it was answered. */
  at: Date;
}

/** Finds out who is calling an operation; throws 401 and 403. */
export type Authenticate = (
  request: Request,
  operation: AnyContract,
  context: {
    params: Record<string, string>;
    requestId: string;
    ip: string | null;
    realTime: Date;
    /** Is told who calls before it is decided whether he may. */
    onKnown?: (caller: KnownCaller) => void;
  },
) => Promise<Authenticated>;

/** Makes the route handler of an operation. */
export type Implement = <
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  operation: Contract<P, Q, B, R>,
  handler: (input: HandlerInput<P, Q, B>) => Promise<Answer<R>>,
) => RouteHandler;

/** Answers are checked against their contract except in production, where that costs 9 %. */
export const checksAnswers = () => env().NODE_ENV !== 'production';

/**
 * How route handlers of operations are made, given how callers are authenticated: request id → authenticate → scope → parse → queue →
 * idempotency → handler → answer, with one seam for errors. The handler returns the wire body; one that writes
 * does so in `context.commit`.
 *
 * @param noteAnswer is given each request with its answer
 * @param audit keeps what requests have changed
 */
export function createImplement(
  authenticate: Authenticate,
  noteAnswer?: (answer: AnsweredRequest) => void,
  audit?: Audit,
): Implement {
  return (declared, handler) => async (request, route) => {
    const operation = declared as unknown as AnyContract;
    const started = performance.now();
    const requestId = requestIdOf(request);
    const seen: Seen = { line: {}, organizationIds: [], audit };
    let params: Record<string, string> = {};
    let response: Response;
    try {
      params = (await route?.params) ?? {};
      response = await run(
        authenticate,
        operation,
        { request, params, requestId, abandoned: route?.abandoned ?? (() => request.signal) },
        seen,
        (input) => handler(input as Parameters<typeof handler>[0]),
      );
    } catch (error) {
      response = errorResponse(error, operation, requestId);
    }
    response.headers.set('X-Request-Id', requestId);
    response.headers.set('Cache-Control', 'no-store');
    const { id, method, path } = operation;
    const line = { requestId, operation: id, method, route: path, status: response.status };
    logRequest(request, { ...line, ...seen.line }, started);
    noteAnswer?.({
      caller: seen.caller,
      tokenId: seen.tokenId,
      organizationIds: seen.organizationIds,
      operation,
      requestId,
      params,
      search: new URL(request.url).search,
      ip: request.headers.get('x-client-ip'),
      organization: seen.line.organization ?? seen.context?.organizationId,
      named: seen.parsed?.body,
      rawBody: seen.rawBody,
      idempotencyKey: takesIdempotencyKey(operation)
        ? request.headers.get('idempotency-key')
        : null,
      isReplayed: response.headers.has('Idempotency-Replayed'),
      status: response.status,
      body: bodies.get(response),
      responseBytes: Number(response.headers.get('content-length')) || null,
      latencyMs: performance.now() - started,
      at: realTime(),
    });
    return response;
  };
}

type Input = HandlerInput<z.ZodObject, z.ZodObject, z.ZodType>;

/** What has been found out about a request: who called, and what came of it. */
interface Seen extends Partial<KnownCaller> {
  line: Pick<RequestLine, 'caller' | 'organization'>;
  organizationIds: readonly string[];
  audit: Audit | undefined;
  rawBody?: string;
  parsed?: ParsedRequest;
  context?: RequestContext;
}

interface Received {
  request: Request;
  params: Record<string, string>;
  requestId: string;
  abandoned: () => AbortSignal;
}

async function run(
  authenticate: Authenticate,
  operation: AnyContract,
  { request, params, requestId, abandoned }: Received,
  seen: Seen,
  handler: (input: Input) => Promise<unknown>,
): Promise<Response> {
  const ip = request.headers.get('x-client-ip');
  const know = ({ caller, tokenId, organizationIds }: KnownCaller) => {
    Object.assign(seen, { caller, tokenId, organizationIds });
    seen.line.caller = tokenId === undefined ? callerName(caller) : `token:${tokenId}`;
    seen.line.organization = organizationOf({ organizationIds });
  };
  const call = { params, requestId, ip, realTime: realTime(), onKnown: know };
  const authenticated = await authenticate(request, operation, call);
  const { scope, tokenId } = authenticated;
  if (seen.caller === undefined) {
    know({ caller: scope.caller, tokenId, organizationIds: scope.organizationIds });
  }
  assertPermitted(operation, scope, request, params);
  const parsed = await parseRequest(request, operation, params, seen);
  seen.parsed = parsed;
  seen.line.organization = organizationOf(seen, parsed);
  return runInTurn(scope, parsed, abandoned, () =>
    answer(operation, { request, requestId, authenticated, parsed, seen }, handler),
  );
}

interface Parsed {
  request: Request;
  requestId: string;
  authenticated: Authenticated;
  parsed: ParsedRequest;
  seen: Seen;
}

async function answer(
  operation: AnyContract,
  { request, requestId, authenticated, parsed, seen }: Parsed,
  handler: (input: Input) => Promise<unknown>,
): Promise<Response> {
  const { scope } = authenticated;
  const { params, query, body } = parsed;
  const object = versionedObject(operation, { scope, params, request });
  const claimed = await claimRequest(operation, request, keyOwner(scope.caller, body), parsed);
  if (claimed?.replay) return claimed.replay;
  const context = new RequestContext({
    scope,
    requestId,
    claim: claimed?.claim,
    operation,
    object,
    audit: seen.audit,
    params,
    body,
  });
  seen.context = context;
  try {
    // Before the object is read: a version that is older than the answer refuses an update, a newer one would lose one.
    if (operation.method === 'GET' && object?.id) {
      context.etag = await etagOf(scope, { table: object.table, id: object.id });
    }
    const result = await handler({
      scope: context.scope,
      context,
      params,
      query,
      body,
      headers: request.headers,
    } as Input);
    if (result instanceof Response) return result;
    if (checksAnswers()) assertAnswer(operation, context, result);
    const rest = restOf(result);
    if (rest) return await answerPage(operation, context, result as PrintedPage, rest);
    const response = jsonResponse(context.status, result);
    if (context.etag !== null) response.headers.set('ETag', context.etag);
    return response;
  } catch (error) {
    const answer = await tellForbidden(error, context, params);
    if (!context.committed) await settleClaim(operation, context, answer);
    throw answer;
  }
}

/** Answers a page of a list as its rows are read. */
function answerPage(
  operation: AnyContract,
  context: RequestContext,
  page: PrintedPage,
  rest: AsyncGenerator<unknown[]>,
): Promise<Response> {
  const withPlaces = placesForLater();
  const checked = async function* () {
    try {
      for (;;) {
        const { done, value: items } = await withPlaces(() => rest.next());
        if (done) return;
        if (checksAnswers()) assertAnswer(operation, context, { ...page, items });
        yield items;
      }
    } finally {
      await rest.return(undefined);
    }
  };
  const { requestId } = context;
  const broken = (err: unknown) =>
    log.error({ err, requestId, operation: operation.id }, 'a page broke off');
  return pageResponse(context.status, page, checked(), broken);
}

/**
 * A seller whose role allows this nowhere, or who names an organization that requires a second factor of him, learns so
 * before anything is looked up (docs/contract/callers.md#roles).
 */
function assertPermitted(
  operation: AnyContract,
  scope: Scope,
  request: Request,
  params: Record<string, string>,
): void {
  const { organizationIds: permitted, forbiddenOrganizationIds: forbidden } = scope;
  if (operation.auth !== 'seller' || forbidden.length === 0) return;
  const named = namedIn(operation, request, params);
  assertFactor(scope, named);
  if (operation.personal || permitted.length > 0) return;
  const asked = forbidden.filter((id) => named.includes(id));
  throw forbids(scope, asked.length > 0 ? asked : forbidden);
}

/** The ids of organizations that a call names outside of its body. */
function namedIn(
  { path }: AnyContract,
  { url }: Request,
  { id }: Record<string, string>,
): readonly string[] {
  const listed = new URL(url).searchParams.getAll('organization_id');
  const isOfOne = id !== undefined && path.startsWith('/v1/organizations/');
  return (isOfOne ? [...listed, id] : listed).map((name) => name.toLowerCase());
}

/** A path's object that was not found may still be one that the caller's role keeps from him. */
async function tellForbidden(error: unknown, context: RequestContext, params: unknown) {
  const { id } = (params ?? {}) as { id?: string };
  const isMissing = error instanceof ApiError && error.name === 'ResourceNotFound';
  if (!isMissing || id === undefined) return error;
  return refuseForbidden(context.scope, id).then(
    () => error,
    (forbidden: unknown) => forbidden,
  );
}

/** The identity that an idempotency key belongs to (docs/contract/idempotency.md#keys). */
function keyOwner(caller: Caller, body: unknown): string {
  if (caller.kind !== 'public') return callerName(caller);
  // Calls without a token name the organization that they are about, and their credential, which may be
  // a code that could be guessed from a plain digest.
  const named = (body ?? {}) as Record<string, string | undefined>;
  const { organization_id = '', email = '', key = named.token ?? named.code ?? '' } = named;
  const credential = JSON.stringify([email, key]);
  return `public:${organization_id}:${keyedDigest(credential, 'credentials of public calls')}`;
}

async function claimRequest(
  operation: AnyContract,
  request: Request,
  caller: string,
  { idempotencyKey: key, rawBody }: ParsedRequest,
): Promise<{ claim: Claim; replay?: never } | { replay: Response; claim?: never } | undefined> {
  if (key === null) return undefined;
  const { pathname } = new URL(request.url);
  const payload = `${operation.method} ${pathname.replace(/\/$/, '')}\n${rawBody}`;
  const result = await claimKey({ caller, key, payload, secret: operation.secretReply });
  switch (result.kind) {
    case 'claimed':
      return { claim: result.claim };
    case 'replay': {
      const replay = jsonResponse(result.reply.status, result.reply.body);
      replay.headers.set('Idempotency-Replayed', 'true');
      return { replay };
    }
    case 'in_flight':
      throw new ApiError(
        'IdempotencyInFlight',
        'A request with this idempotency key is still in progress.',
        {
          headers: { 'Retry-After': String(result.secondsLeft) },
        },
      );
    case 'other_payload':
      throw invalid({
        loc: ['header', 'Idempotency-Key'],
        msg: 'This idempotency key was already used with a different request.',
        type: 'idempotency_key_reused',
      });
  }
}

/**
 * Stores an error that the operation answered; after a fault or a limit the key is released
 * (docs/contract/idempotency.md#kept-replies).
 */
async function settleClaim(
  operation: AnyContract,
  { claim, hasCommittedPart, requestId }: RequestContext,
  error: unknown,
): Promise<void> {
  if (!claim) return;
  const answer = translateDatabaseError(error);
  try {
    if (answer?.isReplayable) {
      const body = errorBodyOf(operation, answer, requestId);
      await storeReplyAlone(claim, { status: answer.status, body });
    } else {
      // The answer to a commit may be lost with the connection.
      const mayHaveCommitted = hasCommittedPart || claim.isResumed || outageOf(error);
      await (mayHaveCommitted ? endLease(claim) : releaseKey(claim));
    }
  } catch (failure) {
    if (outageOf(failure)) interruptClaim(claim);
    log.warn({ err: failure }, 'an idempotency key could not be released');
  }
}

/** Outside production: the answer has its contract's shape, and a write stored its reply. */
function assertAnswer(operation: AnyContract, context: RequestContext, result: unknown): void {
  if (operation.response) {
    const parsed = operation.response.safeParse(result);
    if (!parsed.success) {
      throw new Error(`${operation.id} answered another shape: ${parsed.error.message}`);
    }
  }
  if (context.claim && !context.committed) {
    throw new Error(`${operation.id} did not store its reply: write in context.commit`);
  }
}

/** What responses print. */
const bodies = new WeakMap<Response, unknown>();

function jsonResponse(status: number, body: unknown): Response {
  if (body === undefined || status === 204) return new Response(null, { status });
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) };
  const response = new Response(bytes, { status, headers });
  bodies.set(response, body);
  return response;
}

/** The one place where an error becomes an answer (docs/contract/errors.md#body). */
export function errorResponse(
  error: unknown,
  operation: AnyContract | undefined,
  requestId: string,
): Response {
  let answer = translateDatabaseError(error);
  logOutage(error);
  if (answer === undefined || answer.name === 'InternalServerError') {
    log.error({ err: error, requestId, operation: operation?.id }, 'unexpected fault');
    answer = new ApiError(
      'InternalServerError',
      'Something went wrong on our end. Try again later.',
    );
  }
  answer = operation?.protocol?.errorOf(answer) ?? answer;
  if (operation && checksAnswers() && !possibleErrors(operation).has(answer.name)) {
    log.error(
      { operation: operation.id, error: answer.name },
      'an error that the contract does not list',
    );
    answer = new ApiError('InternalServerError', `${operation.id} does not list ${answer.name}.`);
  }
  const response = jsonResponse(answer.status, errorBodyOf(operation, answer, requestId));
  for (const [name, value] of Object.entries(answer.headers)) response.headers.set(name, value);
  return response;
}
