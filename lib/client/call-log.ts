import { type CommandInput, describeRequest } from '@/lib/client/client';
import type { ApiRequest } from '@/lib/client/snippets';
import type { AnyOperation } from '@/lib/contract/contract';

// The calls of this browser tab, for the list of a page's calls. Kept in memory alone.

/** A call and, once it has ended, its answer. */
export interface LoggedCall {
  id: number;
  request: ApiRequest;
  /** The path of the page that made it. */
  page: string;
  /** Null while the call runs, 0 where nothing has answered. */
  status: number | null;
  /** The milliseconds until the answer began. */
  duration: number | null;
  requestId: string | null;
}

/** What is known of a call that has ended, wherever it was made. */
export type EndedCall = Omit<LoggedCall, 'id' | 'page'>;

const MAX_CALLS = 200;

let calls: readonly LoggedCall[] = [];
let nextId = 0;
const listeners = new Set<() => void>();

/**
 * Notes that a call begins; returns what notes its response, null where there is none. A checkout's calls are
 * left out, whose paths hold its client secret, and those outside of `/v1`, which have the password.
 */
export function logCall<C extends AnyOperation>(
  operation: C,
  input: CommandInput<C>,
): (response: Response | null) => void {
  if (operation.auth === 'client_secret' || !operation.path.startsWith('/v1/')) return () => {};
  const started = performance.now();
  const request = describeRequest(operation, input);
  const id = addCall({ request, status: null, duration: null, requestId: null });
  return (response) => {
    const answered = {
      status: response?.status ?? 0,
      duration: Math.round(performance.now() - started),
      requestId: response?.headers.get('X-Request-Id') ?? null,
    };
    const isRunning = (call: LoggedCall) => call.id === id && call.status === null;
    replace(calls.map((call) => (isRunning(call) ? { ...call, ...answered } : call)));
  };
}

/** Adds a call of the page that is open, such as the one that the server made for it; returns its id. */
export function addCall(call: EndedCall): number {
  nextId += 1;
  const page = window.location.pathname;
  replace([...calls.slice(1 - MAX_CALLS), { ...call, id: nextId, page }]);
  return nextId;
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
