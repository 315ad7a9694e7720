import { type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import {
  type AddressRule,
  isAllowed,
  type ResolvedAddress,
  resolveHost,
} from '@/lib/integrations/outgoing/addresses';

// The one way in which the product calls what is outside of it.

export interface OutgoingRequest {
  url: string;
  /** `POST` by default. */
  method?: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  rule: AddressRule;
  /** For all of it: name lookup, connection, answer and its body. */
  timeoutMs: number;
  /** So many bytes of the body are kept; the rest is not read. */
  maxBytes: number;
  /** Breaks it off. */
  signal?: AbortSignal;
}

export type OutgoingAnswer =
  | {
      outcome: 'answered';
      status: number;
      headers: Record<string, string>;
      body: Buffer;
      /** There was more than `maxBytes` of it. */
      isCut: boolean;
    }
  | { outcome: 'address_refused' | 'unreachable' | 'timed_out' | 'aborted'; error: string };

/**
 * Sends a request and gives its answer, whatever its status: no redirect is followed, and nothing is decompressed. The
 * host is resolved once, each of its addresses is checked, and the connection goes to one of those, so that a name that
 * changes meanwhile leads nowhere else. Never throws.
 */
export async function sendRequest(request: OutgoingRequest): Promise<OutgoingAnswer> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  try {
    const url = new URL(request.url);
    const addresses = await untilAborted(resolveHost(url.hostname, request.rule, signal), signal);
    const refused = addresses.find(({ address }) => !isAllowed(address, request.rule));
    if (refused) {
      const error = `${refused.address} is not a public address.`;
      return { outcome: 'address_refused', error };
    }
    return await untilAborted(exchange(url, addresses, request, signal), signal);
  } catch (error) {
    if (timeout.aborted) {
      const error = `No complete answer within ${request.timeoutMs / 1000} seconds.`;
      return { outcome: 'timed_out', error };
    }
    if (request.signal?.aborted) return { outcome: 'aborted', error: 'It was broken off.' };
    return { outcome: 'unreachable', error: reasonOf(error) };
  }
}

function exchange(
  url: URL,
  addresses: ResolvedAddress[],
  { method = 'POST', headers, body, maxBytes }: OutgoingRequest,
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = send(url, {
      method,
      headers:
        body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
      signal,
      // A connection of its own: one that is kept open would lead to an address that was checked for another request.
      agent: false,
      lookup: (_host, options, found) => {
        if (options.all) found(null, addresses);
        else found(null, addresses[0]?.address ?? '', addresses[0]?.family);
      },
    });
    outgoing.once('error', reject);
    // A 101 has neither an answer that ends nor an error.
    outgoing.once('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('It answered 101, which changes the protocol'));
    });
    outgoing.once('close', () => reject(new Error('The connection was closed before an answer')));
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const end = (isCut: boolean) => {
        const kept = Buffer.concat(chunks).subarray(0, maxBytes);
        const { statusCode: status = 0 } = response;
        const answer = { status, headers: printedHeaders(response.headers), body: kept, isCut };
        resolve({ outcome: 'answered', ...answer });
        outgoing.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > maxBytes) end(true);
      });
      response.once('end', () => end(false));
      response.once('error', reject);
      // The connection broke before the end of the body.
      response.once('close', () =>
        reject(new Error('The connection was closed within the answer')),
      );
    });
    outgoing.end(body);
  });
}

function printedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
}

/** Rejects once a signal is aborted, whatever becomes of the work. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** What went wrong, as a sentence; of several addresses that were tried it is the first one's. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  const { code, message } = first as NodeJS.ErrnoException;
  const known = code && REASONS[code];
  return known ?? `It could not be reached: ${message || code || 'unknown error'}.`;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: the connection was refused.',
  ECONNRESET: 'The connection was reset before an answer.',
  ENOTFOUND: 'Its name is not known.',
  CERT_HAS_EXPIRED: 'Its TLS certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its TLS certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its TLS certificate is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its TLS certificate is for another name.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its TLS certificate cannot be verified.',
};
