import type { RouteHandler } from '@/lib/api/implement';
import { call } from '@/lib/client/client';
import type { AnyContract, ContractInput, ContractOutput } from '@/lib/contract/contract';
import { publicUrl } from '@/lib/runtime/env';

/** What the handler is told of the page's request: who asks, from where, under which id. */
const PASSED_ON = ['cookie', 'x-request-id', 'x-client-ip'];

/**
 * Calls an operation by its route handler, within this process, for the request of a page whose headers
 * are given. The handler authenticates the page's session cookie, applies scopes, tenant and queue, and
 * logs under the page's request id as for a request over HTTP; only the rate limit, which has counted
 * the page, is not asked again. Throws {@link ApiFailure} for every answer that is not a success.
 */
export function callHandler<C extends AnyContract>(
  operation: C,
  handler: RouteHandler,
  input: ContractInput<C>,
  pageHeaders: Headers,
  onResponse: (response: Response) => void = () => {},
): Promise<ContractOutput<C>> {
  const headers: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = pageHeaders.get(name);
    if (value !== null) headers[name] = value;
  }
  const params = Promise.resolve((input.params ?? {}) as Record<string, string>);
  return call(operation, input, {
    baseUrl: publicUrl(),
    headers,
    fetch: (request) => handler(request, { params }),
    onResponse,
  });
}
