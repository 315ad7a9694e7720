// What a call waits for when it is refused: after an earlier sign-in, a dialog over the page signs the seller in again, or
// asks that it is really them, and the call is repeated. On a first visit the sign-in page opens.

/** Calls that wait for the answer of a dialog. */
interface Gate<Answer> {
  /** Opens the dialog, and resolves with its answer. */
  wait(): Promise<Answer>;
  /** Answers all calls that wait. */
  answer(answer: Answer): void;
  /** Whether calls wait, for `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
  isWaiting(): boolean;
}

function createGate<Answer>(): Gate<Answer> {
  let waiting: { promise: Promise<Answer>; resolve: (answer: Answer) => void } | null = null;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    wait() {
      if (!waiting) {
        let resolve: (answer: Answer) => void = () => {};
        const promise = new Promise<Answer>((settle) => {
          resolve = settle;
        });
        waiting = { promise, resolve };
        notify();
      }
      return waiting.promise;
    },
    answer(answer) {
      const { resolve } = waiting ?? {};
      waiting = null;
      notify();
      resolve?.(answer);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isWaiting: () => waiting !== null,
  };
}

/** Calls that were answered 401. */
export const signInGate = createGate<void>();
/** Calls that need a confirmed session (docs/contract/callers.md#confirmation); false where the seller would not confirm it. */
export const confirmationGate = createGate<boolean>();

let hadSession = false;

/** Notes that a call was answered with a session. */
export function noteSession(): void {
  hadSession = true;
}

/** Resolves when the seller has signed in again; never on a first visit, which opens the sign-in page. */
export function requestSignIn(): Promise<void> {
  if (hadSession) return signInGate.wait();
  const { pathname, search } = window.location;
  window.location.replace(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
  return new Promise(() => {});
}
