import type { ApiRequest } from '@/lib/client/snippets';
import { noteVersion } from '@/lib/client/versions';
import { BODY_TYPES, type BodyType } from '@/lib/contract/body-types';
import type { AnyOperation, ContractInput, ContractOutput } from '@/lib/contract/contract';
import type { Problem } from '@/lib/contract/errors';

/** An error response, or no response (`status` 0). */
export class ApiFailure extends Error {
  readonly status: number;
  /** The error's name, such as `ResourceNotFound`. */
  readonly error: string;
  /** The problems of a 422, each with its path. */
  readonly problems: readonly Problem[];
  readonly requestId: string | null;
  readonly body: Record<string, unknown>;
  /** The seconds of `Retry-After`; null where the response has none. */
  readonly retryAfter: number | null;
  /** When it arrived, in milliseconds since 1970. */
  readonly receivedAt = Date.now();

  constructor(status: number, body: Record<string, unknown>, retryAfter: number | null = null) {
    const { error, detail, request_id } = body;
    const problems = Array.isArray(detail) ? (detail as Problem[]) : [];
    const message = typeof detail === 'string' ? detail : problems.map(({ msg }) => msg).join(' ');
    super(message || `The request failed with status ${status}.`);
    this.name = 'ApiFailure';
    this.status = status;
    this.error = typeof error === 'string' ? error : 'Unknown';
    this.problems = problems;
    this.requestId = typeof request_id === 'string' ? request_id : null;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

export interface CallOptions {
  /** The origin of the API; the page's own when left out. */
  baseUrl?: string;
  token?: string;
  idempotencyKey?: string;
  /** Sent as `If-Match`: 412 where the object has another version. */
  ifMatch?: string | undefined;
  headers?: Record<string, string>;
  fetch?: (request: Request) => Promise<Response>;
  signal?: AbortSignal;
  /** Given every response, before its body is read. */
  onResponse?: (response: Response) => void;
}

/** What a command sends. */
export interface CommandInput<C extends AnyOperation> extends ContractInput<C> {
  /** The version that it changes, by `versionOf`; 412 where the object has another one by now. */
  ifMatch?: string | undefined;
}

/** Whether the calls of an operation carry an `Idempotency-Key`; only commands of `/v1` take one. */
export function takesIdempotencyKey({ method, path }: AnyOperation): boolean {
  return method !== 'GET' && path.startsWith('/v1/');
}

/** An operation's request as it is shown and copied, with a placeholder for each secret in it. */
export function describeRequest<C extends AnyOperation>(
  operation: C,
  { ifMatch, ...input }: CommandInput<C>,
  baseUrl?: string,
): ApiRequest {
  const { method, auth } = operation;
  const shown = Object.fromEntries(
    Object.entries(input).map(([part, fields]) => [part, redact(fields)]),
  ) as ContractInput<C>;
  const url = urlOf(operation, shown, baseUrl).href;
  return {
    method,
    url,
    auth,
    body: bodyOf(operation, shown),
    ...(ifMatch && { ifMatch }),
    ...(takesIdempotencyKey(operation) && { isIdempotent: true }),
  };
}

/** Parameters and fields that hold a secret, and what is shown in their place. */
const SECRETS: Readonly<Record<string, string>> = {
  key: 'YOUR_LICENSE_KEY',
  token: 'YOUR_TOKEN',
  password: 'YOUR_PASSWORD',
  client_secret: 'YOUR_CLIENT_SECRET',
};

/** The object with the secrets among its own fields replaced; those inside of it, as in metadata, are kept. */
function redact(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return fields;
  const shown = Object.entries(fields).map(([name, value]) => {
    const isSet = value !== undefined && value !== null;
    return [name, isSet ? (SECRETS[name] ?? value) : value];
  });
  return Object.fromEntries(shown);
}

/** A body that is left out is sent as an empty one. */
function bodyOf<C extends AnyOperation>(operation: C, input: ContractInput<C>): unknown {
  return input.body ?? (operation.body && {});
}

function urlOf<C extends AnyOperation>(
  operation: C,
  input: ContractInput<C>,
  baseUrl: string | undefined,
): URL {
  const parameters = (input.params ?? {}) as Record<string, unknown>;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters[name])),
  );
  const url = new URL(path, baseUrl ?? globalThis.location?.origin);
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) url.searchParams.append(key, String(item));
    }
  }
  return url;
}

const WRITERS: Record<BodyType, (body: object) => string> = {
  json: (body) => JSON.stringify(body),
  form: (body) => new URLSearchParams(body as Record<string, string>).toString(),
};

/** The HTTP request of an operation. */
export function requestOf<C extends AnyOperation>(
  operation: C,
  input: ContractInput<C>,
  options: CallOptions = {},
): Request {
  const url = urlOf(operation, input, options.baseUrl);
  const headers = new Headers({ Accept: 'application/json', ...options.headers });
  if (options.token) headers.set('Authorization', `Bearer ${options.token}`);
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  if (options.ifMatch) headers.set('If-Match', options.ifMatch);
  const body = bodyOf(operation, input);
  const { bodyType = 'json' } = operation;
  if (body) headers.set('Content-Type', BODY_TYPES[bodyType]);
  return new Request(url, {
    method: operation.method,
    headers,
    ...(body ? { body: WRITERS[bodyType](body) } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  });
}

/** Calls an operation. Throws {@link ApiFailure} for every response that is not a success, and for none. */
export async function call<C extends AnyOperation>(
  operation: C,
  input: ContractInput<C>,
  options: CallOptions = {},
): Promise<ContractOutput<C>> {
  const send = options.fetch ?? fetch;
  const response = await send(requestOf(operation, input, options)).catch(unreachable);
  options.onResponse?.(response);
  const text = await response.text();
  const body = text === '' ? undefined : parseAnswer(text);
  if (!response.ok) {
    const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
    throw new ApiFailure(response.status, body ?? {}, Number.isNaN(retryAfter) ? null : retryAfter);
  }
  noteVersion(body, response.headers.get('ETag'));
  return body as ContractOutput<C>;
}

/** Maps the error of `fetch` without a response to an {@link ApiFailure}; an abort is rethrown. */
function unreachable(cause: unknown): never {
  if (!(cause instanceof TypeError)) throw cause;
  throw Object.assign(noAnswer(), { cause });
}

/** The failure without a response. */
export function noAnswer(): ApiFailure {
  const detail = 'The server cannot be reached. Check the connection and try again.';
  return new ApiFailure(0, { error: 'Unreachable', detail });
}

/** Parses a response's body; where it is no JSON, as a proxy's error page, the detail is its beginning. */
export function parseAnswer(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return { error: 'Unknown', detail: text.slice(0, 200) };
  }
}
