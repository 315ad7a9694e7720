import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ApiFailure, type CallOptions, call, requestOf } from '@/lib/api/client';
import type { AnyContract, ContractInput, ContractOutput } from '@/lib/api/contract';
import type { RouteHandler } from '@/lib/api/implement';

/** Who calls: anything with a token, or nobody. */
export interface Actor {
  token: string;
}

export interface TestCallOptions {
  as?: Actor | undefined;
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

const BASE_URL = 'http://localhost:3000';

/** The handler of an operation, from the route file that Next would choose. */
async function handlerOf(operation: AnyContract): Promise<RouteHandler> {
  const folder = operation.path.replace(/\/$/, '').replace(/\{(\w+)\}/g, '[$1]');
  const file = path.join(process.cwd(), 'app', folder, 'route.ts');
  const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<
    string,
    RouteHandler | undefined
  >;
  const handler = module[operation.method];
  if (!handler) throw new Error(`${folder}/route.ts exports no ${operation.method}`);
  return handler;
}

/** Sends a request through the route handler of an operation, as Next would. */
export async function dispatch(operation: AnyContract, request: Request): Promise<Response> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const pattern = operation.path.replace(/\/$/, '').replace(/\{\w+\}/g, '([^/]+)');
  const values = new RegExp(`^${pattern}/?$`).exec(new URL(request.url).pathname)?.slice(1) ?? [];
  const params = Object.fromEntries(
    names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]),
  );
  const handler = await handlerOf(operation);
  return handler(request, { params: Promise.resolve(params) });
}

function optionsOf(operation: AnyContract, { as, ...options }: TestCallOptions): CallOptions {
  return {
    ...options,
    baseUrl: BASE_URL,
    ...(as ? { token: as.token } : {}),
    fetch: (request) => dispatch(operation, request),
  };
}

/** Calls an operation through its route handler on the real database; throws on every error. */
export function callApi<C extends AnyContract>(
  operation: C,
  input: ContractInput<C> = {},
  options: TestCallOptions = {},
): Promise<ContractOutput<C>> {
  return call(operation, input, optionsOf(operation, options));
}

/** Calls an operation that has to be refused and returns the failure. */
export async function refusal<C extends AnyContract>(
  operation: C,
  input: ContractInput<C> = {},
  options: TestCallOptions = {},
): Promise<ApiFailure> {
  try {
    await callApi(operation, input, options);
  } catch (error) {
    if (error instanceof ApiFailure) return error;
    throw error;
  }
  throw new Error(`${operation.id} was expected to be refused`);
}

/** Sends any body, however malformed, and returns the bare response. */
export function sendRaw(
  operation: AnyContract,
  input: { params?: Record<string, string>; search?: string; body?: BodyInit },
  options: TestCallOptions = {},
): Promise<Response> {
  const request = requestOf(
    { ...operation, body: undefined } as unknown as AnyContract,
    { ...(input.params ? { params: input.params } : {}) } as ContractInput<AnyContract>,
    optionsOf(operation, options),
  );
  const url = new URL(request.url);
  url.search = input.search ?? '';
  const headers = new Headers(request.headers);
  if (input.body !== undefined && !headers.has('content-type')) {
    headers.set('Content-Type', 'application/json');
  }
  return dispatch(
    operation,
    new Request(url, {
      method: operation.method,
      headers,
      ...(input.body === undefined ? {} : { body: input.body, duplex: 'half' }),
    } as RequestInit),
  );
}

/** The places of a failure's problems, such as `body.slug`. */
export function places(failure: ApiFailure): string[] {
  return failure.problems.map(({ loc }) => loc.join('.')).sort();
}
