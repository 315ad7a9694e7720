import { setTimeout as sleep } from 'node:timers/promises';

/** Work that is done again and again, by this process alone. */
export interface Repeated {
  /** Resolves when it has been done once. */
  readonly first: Promise<void>;
  /** Waits for the work if it is under way. */
  stop(): Promise<void>;
}

/** Does work, and does it again after a pause, until it is stopped. The work handles its own errors. */
export function repeat(work: () => Promise<void>, pauseMs: number): Repeated {
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = work();
  const run = async () => {
    for (await first; ; await work()) {
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
    }
  };
  const ended = run();
  return {
    first,
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
