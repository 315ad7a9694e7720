// What happens when a call is answered 401: after an earlier sign-in, a dialog signs the seller in over the
// page and the waiting calls are repeated; on a first visit the sign-in page opens.

let hadSession = false;
let waiting: PromiseWithResolvers | null = null;
const listeners = new Set<() => void>();

interface PromiseWithResolvers {
  promise: Promise<void>;
  resolve: () => void;
}

/** Notes that a call was answered with a session. */
export function noteSession(): void {
  hadSession = true;
}

/** Resolves when the seller has signed in again; never on a first visit, which opens the sign-in page. */
export function requestSignIn(): Promise<void> {
  if (!hadSession) {
    const { pathname, search } = window.location;
    window.location.replace(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
    return new Promise(() => {});
  }
  if (!waiting) {
    let resolve = () => {};
    const promise = new Promise<void>((settle) => {
      resolve = settle;
    });
    waiting = { promise, resolve };
    notify();
  }
  return waiting.promise;
}

/** Resolves the waiting calls after a sign-in. */
export function resumeAfterSignIn(): void {
  const { resolve } = waiting ?? {};
  waiting = null;
  notify();
  resolve?.();
}

/** Whether calls wait for a sign-in, for `useSyncExternalStore`. */
export const sessionGate = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isWaiting: () => waiting !== null,
};

function notify(): void {
  for (const listener of listeners) listener();
}
