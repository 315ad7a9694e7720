import { loggedAddress } from '@/lib/runtime/env';
import { log } from '@/lib/runtime/log';

/** What the log says of an answered request: never more of its address than the route's pattern. */
export interface RequestLine {
  requestId: string;
  operation?: string;
  method: string;
  route: string;
  status: number;
  /** `user:`, `token:`, `checkout:` or `customer:` and an id, or `public`; nothing where the credential is none. */
  caller?: string | undefined;
  /** The organization's id, where the request is about one. */
  organization?: string | undefined;
}

/** Writes the line of an answered request; `started` is a moment of `performance.now()`. */
export function logRequest(request: Request, line: RequestLine, started: number): void {
  const address = loggedAddress(request.headers.get('x-client-ip'));
  log.info(
    {
      ...line,
      ...(address === null ? {} : { address }),
      ms: Math.round(performance.now() - started),
    },
    'request',
  );
}
