import { type OutgoingRequest, sendRequest } from '@/lib/integrations/outgoing/request';

/** What a request to an outside system is allowed: which addresses, how long, and how large an answer. */
export type Limits = Pick<OutgoingRequest, 'rule' | 'timeoutMs' | 'maxBytes'>;

/** What the client libraries of outside systems give to the function that sends their requests. */
interface Init {
  method?: string;
  headers?: HeadersInit;
  body?: unknown;
}

/**
 * A function that client libraries send their requests with, in the place of `fetch`: with the limits of every outgoing
 * request. Rejects where there is no whole answer.
 */
export function outgoingFetch(limits: Limits) {
  return async (url: string | URL | Request, init: Init = {}): Promise<Response> => {
    const { method = 'GET', headers, body } = init;
    const answer = await sendRequest({
      url: String(url),
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body != null && { body: String(body) }),
      ...limits,
    });
    if (answer.outcome !== 'answered') throw new Error(answer.error);
    if (answer.isCut) throw new Error(`The answer has more than ${limits.maxBytes} bytes.`);
    const { status } = answer;
    const isEmpty = status === 204 || status === 205 || status === 304;
    return new Response(isEmpty ? null : new Uint8Array(answer.body), {
      status,
      headers: answer.headers,
    });
  };
}
