import { ApiFailure, type CallOptions, call, requestOf } from '@/lib/client/client';
import type { AnyContract, ContractInput, ContractOutput } from '@/lib/contract/contract';
import { call as callOperation, loadOperation } from '@/lib/server/operations';
import { StreamReader } from '@/testing/streams';

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

/** Sends a request through the route handler of an operation. */
export async function dispatch(operation: AnyContract, request: Request): Promise<Response> {
  return callOperation(await loadOperation(operation, process.cwd()), request);
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

/** Sends any body, however malformed, and returns the bare response; of a stream its first event. */
export async function sendRaw(
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
  const sent = new Request(url, {
    method: operation.method,
    headers,
    ...(input.body === undefined ? {} : { body: input.body, duplex: 'half' }),
  } as RequestInit);
  const response = await dispatch(operation, sent);
  return operation.isStream && response.ok ? firstOf(response) : response;
}

async function firstOf(response: Response): Promise<Response> {
  const stream = new StreamReader(response);
  const [event] = await stream.events(1);
  await stream.close();
  return Response.json(event, { headers: response.headers });
}

/** The places of a failure's problems, such as `body.slug`. */
export function places(failure: ApiFailure): string[] {
  return failure.problems.map(({ loc }) => loc.join('.')).sort();
}
