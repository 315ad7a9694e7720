import { describeRequest } from '@/lib/client/client';
import type { ApiRequest } from '@/lib/client/snippets';
import type { AnyOperation, ContractInput } from '@/lib/contract/contract';

// The calls of this browser tab, for the list of a page's calls. Kept in memory alone.

/** A call and, once it is answered, its answer. */
export interface LoggedCall {
  request: ApiRequest;
  /** The path of the page that made it. */
  page: string;
  /** Null while nothing has answered. */
  status: number | null;
  /** The milliseconds until the answer began. */
  duration: number | null;
  requestId: string | null;
}

const MAX_CALLS = 200;

let calls: readonly LoggedCall[] = [];
const listeners = new Set<() => void>();

/**
 * Notes that a call begins; returns what notes its answer. A checkout's calls are left out: their paths
 * hold its client secret. So are those outside of `/v1`, which have the password.
 */
export function logCall<C extends AnyOperation>(
  operation: C,
  input: ContractInput<C>,
): (response: Response) => void {
  if (operation.auth === 'client_secret' || !operation.path.startsWith('/v1/')) return () => {};
  const started = performance.now();
  const call: LoggedCall = {
    request: describeRequest(operation, input),
    page: window.location.pathname,
    status: null,
    duration: null,
    requestId: null,
  };
  addCall(call);
  return ({ status, headers }) => {
    const answered = {
      ...call,
      status,
      duration: Math.round(performance.now() - started),
      requestId: headers.get('X-Request-Id'),
    };
    replace(calls.map((each) => (each === call ? answered : each)));
  };
}

/** Adds a call that something else than the browser has made, such as one of a prefetched answer. */
export function addCall(call: LoggedCall): void {
  replace([...calls.slice(1 - MAX_CALLS), call]);
}

function replace(next: readonly LoggedCall[]): void {
  calls = next;
  for (const listener of listeners) listener();
}

/** The calls in their order, for `useSyncExternalStore`. */
export const callLog = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => calls,
};
