import { setTimeout as sleep } from 'node:timers/promises';

/** Work that is done again and again, by this process alone. */
export interface Repeated {
  /** Waits for the work if it is under way. */
  stop(): Promise<void>;
}

/** Does work, and does it again after a pause, until it is stopped. The work handles its own errors. */
export function repeat(work: () => Promise<void>, pauseMs: number): Repeated {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      await work();
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const ended = run();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
