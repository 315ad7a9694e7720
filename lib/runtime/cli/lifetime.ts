/** Within this time signals are one: Ctrl-C reaches npm and Node, and npm passes its own on. */
const ONE_ASKING_MS = 1000;

/** What has not closed by then never will. */
const MAX_SHUTDOWN_MS = 60_000;

/** How long a process runs: until a signal asks it to end, then everything it opened is closed. */
export interface Lifetime {
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP; the second ends the process at once. */
  readonly signal: AbortSignal;
  /** Remembers what has to be closed; the last opened is closed first. */
  closeAtEnd(close: () => Promise<void> | void): void;
  /** Resolves when a signal has come. */
  untilAsked(): Promise<void>;
  /** Closes everything. */
  end(): Promise<void>;
}

/** Begins to listen for signals. */
export function beginLifetime(): Lifetime {
  const controller = new AbortController();
  const opened: (() => Promise<void> | void)[] = [];
  let asked = Number.POSITIVE_INFINITY;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (Date.now() - asked > ONE_ASKING_MS) process.exit(1);
      asked = Math.min(asked, Date.now());
      controller.abort();
    });
  }
  return {
    signal: controller.signal,
    closeAtEnd: (close) => {
      opened.push(close);
    },
    untilAsked: () =>
      new Promise((resolve) => {
        if (controller.signal.aborted) resolve();
        else controller.signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    end: async () => {
      setTimeout(() => process.exit(1), MAX_SHUTDOWN_MS).unref();
      for (const close of opened.splice(0).reverse()) await close();
    },
  };
}
