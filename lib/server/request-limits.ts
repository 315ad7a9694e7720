import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { MAX_ADMITTED } from '@/lib/api/concurrency';
import { isLoopback } from '@/lib/contract/loopback';
import { networkOf } from '@/lib/runtime/client-address';
import { env, publicUrl } from '@/lib/runtime/env';
import { digest } from '@/lib/runtime/secrets';
import type { GateDecision } from '@/lib/server/gate';
import { memoryRateLimiter, type RateLimiter } from '@/lib/server/rate-limiter';
import { type Refusal, tooManyRequests } from '@/lib/server/refusal';
import type { OperationRoute } from '@/lib/server/routes';

/** Reads and writes of a caller per minute, where PUBLIC_URL is not a loopback address. */
const DEFAULT_READS = 1200;
const DEFAULT_WRITES = 600;
/** PDFs of an address per minute, everywhere. */
const MAX_PDFS = 60;

/** How many valid credentials are remembered; beyond that the least recently used one is evicted. */
const MAX_CREDENTIALS = 10_000;

const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?tilldesk\.session_token=([^;]+)/;

/** The limits that are checked before a request is handled. */
export interface RequestLimits {
  /**
   * Counts a request; returns the refusal where it exceeds a limit. Sets the headers `RateLimit` and
   * `RateLimit-Policy` where its kind is limited.
   */
  admit(
    request: IncomingMessage,
    response: ServerResponse,
    from: { address: string } & Pick<GateDecision<OperationRoute>, 'route' | 'limit'>,
  ): Promise<Refusal | undefined>;
}

/** The limits by the settings of this process. */
export function requestLimits(): RequestLimits {
  const { RATE_LIMIT_READS, RATE_LIMIT_WRITES } = env();
  const isLocal = isLoopback(publicUrl());
  const reads = limiter('reads', RATE_LIMIT_READS ?? (isLocal ? 0 : DEFAULT_READS));
  const writes = limiter('writes', RATE_LIMIT_WRITES ?? (isLocal ? 0 : DEFAULT_WRITES));
  const valid = new LRUCache<string, true>({ max: MAX_CREDENTIALS });
  const pdfs = memoryRateLimiter('pdfs', MAX_PDFS);
  const open = new Map<string, number>();

  return {
    admit: async (request, response, { address, route, limit }) => {
      const credential = credentialOf(request, route);
      const isValid = credential !== undefined && valid.has(credential);
      // Unknown credentials are counted by address, until a response has shown that they are valid.
      const sender = `address:${networkOf(address)}`;
      const caller = isValid ? `credential:${credential}` : sender;
      const isRead = ['GET', 'HEAD'].includes(request.method ?? '');
      const general = isRead ? reads : writes;
      const refusal =
        (await overRate(limit === 'none' ? undefined : general, caller, response)) ??
        (await overRate(limit === 'pdf' ? pdfs : undefined, sender, response)) ??
        (isValid && !route?.isStream ? overConcurrency(open, caller, response) : undefined);
      if (refusal || credential === undefined || !isProof(route)) return refusal;
      response.once('finish', () => {
        if (response.statusCode === 401) valid.delete(credential);
        else if (response.statusCode < 500) valid.set(credential, true);
      });
      return undefined;
    },
  };
}

function limiter(name: string, limit: number): RateLimiter | undefined {
  return limit === 0 ? undefined : memoryRateLimiter(name, limit);
}

async function overRate(
  rate: RateLimiter | undefined,
  caller: string,
  response: ServerResponse,
): Promise<Refusal | undefined> {
  if (!rate) return undefined;
  const { name, limit, windowSeconds } = rate;
  const { remaining, seconds, isExceeded } = await rate.count(caller);
  response.setHeader('RateLimit-Policy', `"${name}";q=${limit};w=${windowSeconds}`);
  response.setHeader('RateLimit', `"${name}";r=${remaining};t=${seconds}`);
  if (!isExceeded) return undefined;
  return tooManyRequests(`Too many requests. Try again in ${seconds} seconds.`, seconds);
}

/**
 * No more of a caller is admitted than this: what exceeds it is refused before it is read and
 * authenticated.
 */
function overConcurrency(
  open: Map<string, number>,
  caller: string,
  response: ServerResponse,
): Refusal | undefined {
  const count = open.get(caller) ?? 0;
  if (count >= MAX_ADMITTED) {
    return tooManyRequests('Too many requests at once. Wait for some to be answered.', 1);
  }
  open.set(caller, count + 1);
  response.once('close', () => {
    const left = (open.get(caller) ?? 0) - 1;
    if (left > 0) open.set(caller, left);
    else open.delete(caller);
  });
  return undefined;
}

/** A digest of a request's credential; undefined where its operation reads none. */
function credentialOf(
  { headers }: IncomingMessage,
  route: OperationRoute | undefined,
): string | undefined {
  if (route?.auth === 'client_secret' || route?.auth === 'public') return undefined;
  const [, session] = SESSION_COOKIE.exec(headers.cookie ?? '') ?? [];
  const credential = (route && headers.authorization) ?? session;
  return credential === undefined ? undefined : digest(credential);
}

/** Whether the operation's response shows that the credential is valid. */
function isProof(route: OperationRoute | undefined): boolean {
  return route?.auth === 'seller' || route?.auth === 'customer';
}
