import { type ApiRequest, curlOf } from '@/lib/client/snippets';
import type { Auth } from '@/lib/contract/contract';
import type { RequestLog } from '@/lib/resources/request-logs/schema';

/** A logged request as a curl command: with a token's variable, and its secrets masked. */
export function curlOfLine({
  method,
  path,
  caller,
  request_body: body,
  idempotency_key: key,
}: Pick<RequestLog, 'method' | 'path' | 'caller' | 'request_body' | 'idempotency_key'>): string {
  return curlOf({
    method: method as ApiRequest['method'],
    url: `${globalThis.location?.origin ?? ''}${path}`,
    auth: AUTH[caller.type] ?? 'public',
    ...(body === null ? {} : { body }),
    isIdempotent: key !== null,
  });
}

const AUTH: Partial<Record<RequestLog['caller']['type'], Auth>> = {
  user: 'seller',
  token: 'seller',
  oauth_app: 'seller',
  customer: 'customer',
};
