import type { z } from 'zod';
import type { BodyType } from '@/lib/contract/body-types';
import type { ErrorName, Protocol } from '@/lib/contract/errors';
import type { Permission } from '@/lib/contract/permissions';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * Who may call: `seller` by session or token; `client_secret` by the secret in the path; `customer`
 * by a customer session token; `public` by anybody (docs/contract/callers.md).
 */
export type Auth = 'seller' | 'client_secret' | 'customer' | 'public';

/** Where an operation is, and who may call it. */
export interface Endpoint {
  /** `resource:verb`, as published clients name it. */
  id: string;
  method: Method;
  /** With `{parameters}`, in the published form (trailing slash included). */
  path: string;
  tag: string;
  auth: Auth;
  /** Any one of these is sufficient; empty: every seller may call. */
  permissions?: readonly Permission[];
  /** For owners and admins alone, whatever the permissions allow a member (docs/contract/callers.md#roles). */
  administrators?: boolean;
  /** The tags of the resources whose objects its answer embeds, where it has no schema that tells. */
  embeds?: readonly string[];
}

/**
 * An operation as a client calls it. Its schemas give the types of what is sent and answered; a page that
 * need not validate has them as types alone, without loading them ({@link OperationsOf}).
 */
export interface Operation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> extends Endpoint {
  params?: Params;
  query?: Query;
  body?: Body;
  /** How the body is sent, where that is not JSON. */
  bodyType?: BodyType;
  /** Undefined where there is no body (204). */
  response?: Response;
  /** The tags of further resources whose objects it changes, beside its own and what embeds them. */
  changes?: readonly string[];
}

/** The declaration of an operation: handler, OpenAPI document, client and tests are derived from it. */
export interface Contract<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> extends Operation<Params, Query, Body, Response> {
  summary: string;
  description?: string;
  /** Kept for published clients; the description names what replaces it. */
  deprecated?: boolean;
  permissions: readonly Permission[];
  /** Concerns the caller himself as well: open to callers whose role allows it in no organization. */
  personal?: boolean;
  status: number;
  /** Another status of success, which the operation chooses by `context.status`. */
  otherStatus?: number;
  /** Errors in addition to those that every operation of its kind can answer. */
  errors: readonly ErrorName[];
  /** That of another standard, where it is not the API's own (docs/contract/oauth.md#forms). */
  protocol?: Protocol;
  /** A client's registration access token may call it, for that client (docs/contract/oauth.md#clients). */
  takesRegistrationToken?: boolean;
  /**
   * A session needs to have been opened or confirmed a short time ago; tokens are exempt
   * (docs/contract/callers.md#confirmation).
   */
  stepUp?: boolean;
  /**
   * Open to members of an organization that requires a second factor which they have not set up
   * (docs/contract/callers.md#required-second-factors).
   */
  withoutFactor?: boolean;
  /**
   * The reply carries a secret: stored for its idempotency key only encrypted
   * (docs/contract/idempotency.md#secret-replies).
   */
  secretReply: boolean;
  /**
   * The table whose row is the object that is answered or changed, named by the last path parameter; absent where
   * that is no single object. Its version is the `ETag` (docs/contract/conventions.md#concurrent-updates).
   */
  row?: string;
  /** Of an export alone: it answers a stream of rows, as CSV with these columns or as JSON. */
  columns?: readonly Column[];
  /** It answers a stream of server-sent events: the response is the data of one. */
  isStream?: boolean;
}

/** A column of an export: its value in the printed object, for readers in a time zone. */
export interface Column<Row = object> {
  header: string;
  value(row: Row, zone: string): unknown;
}

export type AnyContract = Contract;
export type AnyOperation = Operation;

/** Endpoints as operations: each has the types of the contract of its name. */
export type OperationsOf<Endpoints, Contracts> = {
  [Name in keyof Endpoints & keyof Contracts]: Contracts[Name] extends Contract<
    infer P,
    infer Q,
    infer B,
    infer R
  >
    ? Operation<P, Q, B, R>
    : never;
};

type Declaration<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
> = Omit<Contract<P, Q, B, R>, 'auth' | 'permissions' | 'status' | 'errors' | 'secretReply'> &
  Partial<Pick<Contract<P, Q, B, R>, 'auth' | 'permissions' | 'status' | 'errors' | 'secretReply'>>;

/**
 * Declares an operation. Defaults: `auth` is `seller`; `status` is 201 where the method is POST on a
 * collection (its path ends in `/`), 204 without a response, else 200.
 */
export function contract<
  P extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Q extends z.ZodObject = z.ZodObject<Record<never, never>>,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodUndefined,
>(declaration: Declaration<P, Q, B, R>): Contract<P, Q, B, R> {
  const { method, path, response } = declaration;
  const created = method === 'POST' && path.endsWith('/') ? 201 : 200;
  return {
    auth: 'seller',
    permissions: [],
    errors: [],
    secretReply: false,
    status: response ? created : 204,
    ...declaration,
  };
}

/** The input of an operation: path parameters, query and body before parsing. */
export interface ContractInput<C extends AnyOperation> {
  params?: z.input<NonNullable<C['params']>>;
  query?: z.input<NonNullable<C['query']>>;
  body?: z.input<NonNullable<C['body']>>;
}

/** The response body of an operation. */
export type ContractOutput<C extends AnyOperation> = z.output<NonNullable<C['response']>>;

/** The errors that an operation can answer: those of its kind and its `errors`. */
export function possibleErrors(operation: AnyContract): Set<ErrorName> {
  const names = new Set<ErrorName>([
    'InternalServerError',
    'ServiceUnavailable',
    'TooManyRequests',
    ...operation.errors,
  ]);
  names.add('RequestValidationError');
  if (operation.auth === 'seller' || operation.auth === 'customer') {
    names.add('Unauthorized').add('invalid_token');
  }
  if (operation.auth === 'seller') names.add('insufficient_scope').add('NotPermitted');
  if (operation.params || operation.auth === 'client_secret') names.add('ResourceNotFound');
  if (operation.body) names.add('PayloadTooLarge').add('UnsupportedMediaType');
  if (takesIdempotencyKey(operation)) names.add('IdempotencyInFlight').add('Conflict');
  if (takesIfMatch(operation)) names.add('PreconditionFailed');
  return names;
}

/** Whether a repeated key gets the stored answer (docs/contract/idempotency.md). */
export function takesIdempotencyKey({ method, protocol }: AnyContract): boolean {
  return method !== 'GET' && protocol === undefined;
}

/** Whether an operation is refused where `If-Match` names another version of its object. */
export function takesIfMatch({ method, row, params }: AnyContract): boolean {
  if (row === undefined) return false;
  // A POST without a path parameter creates its object.
  return method === 'PATCH' || method === 'DELETE' || (method === 'POST' && params !== undefined);
}

/** What happens by itself as time goes on, by the tags of its operations. */
const SALES = ['checkouts', 'subscriptions', 'orders', 'refunds'];

/** Whether an operation changes sales: refused while a test clock advances (docs/contract/time.md#while-advancing). */
export function changesSales({ method, tag, changes = [] }: AnyOperation): boolean {
  return method !== 'GET' && [tag, ...changes].some((name) => SALES.includes(name));
}

/** The parsed query of an operation. */
export type QueryOf<C extends { query?: z.ZodType }> = z.output<NonNullable<C['query']>>;
