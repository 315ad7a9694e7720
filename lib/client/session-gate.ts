// What happens when a call of the page finds no session: once signed in before, the seller signs in
// over the page and waiting calls go on; on a first visit the sign-in page takes over.

let hadSession = false;
let waiting: PromiseWithResolvers | null = null;
const listeners = new Set<() => void>();

interface PromiseWithResolvers {
  promise: Promise<void>;
  resolve: () => void;
}

/** A call was answered as a seller's. */
export function sessionSeen(): void {
  hadSession = true;
}

/** Settles when the seller is signed in again; never on a first visit, which leaves for the sign-in page. */
export function askToSignIn(): Promise<void> {
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
    tell();
  }
  return waiting.promise;
}

/** The seller has signed in: every waiting call is repeated. */
export function signedInAgain(): void {
  const { resolve } = waiting ?? {};
  waiting = null;
  tell();
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

function tell(): void {
  for (const listener of listeners) listener();
}
