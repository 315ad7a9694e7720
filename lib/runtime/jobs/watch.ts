import { isAnyWorkerAlive } from '@/lib/runtime/jobs/locks';
import { findLate } from '@/lib/runtime/jobs/waiting';
import { log } from '@/lib/runtime/log';

// Every node looks whether background work gets done anywhere, also one that does none itself (WORKER=off).

const MINUTE_MS = 60_000;
const LATE_MS = 5 * MINUTE_MS;

/**
 * Logs an error at each look while no worker has run for 5 minutes, or a job has waited for longer
 * (docs/contract/installation.md#background-work). What waited before this node started counts from its start.
 */
export class Watch {
  readonly #startedAt: number;
  #workedAt: number;

  /** Times are of one clock, in milliseconds. */
  constructor(now: number) {
    this.#startedAt = now;
    this.#workedAt = now;
  }

  async look(now: number): Promise<void> {
    if (await isAnyWorkerAlive()) this.#workedAt = now;
    const idleMs = now - this.#workedAt;
    if (idleMs >= LATE_MS) {
      log.error(
        `no worker has run for ${Math.floor(idleMs / MINUTE_MS)} minutes: emails, renewals and all other ` +
          'background work wait. Start one with `npm run worker`, or set WORKER=on on a node',
      );
    }
    const late = now - this.#startedAt < LATE_MS ? null : await findLate(LATE_MS / 1000);
    if (late) {
      log.error(
        late,
        'background jobs have waited for over 5 minutes: `npm run jobs -- --all` lists them, and locked queues',
      );
    }
  }
}

/** Looks once a minute until it is stopped. */
export function startWatch(): { stop(): Promise<void> } {
  const watch = new Watch(performance.now());
  let looking = Promise.resolve();
  const look = () => {
    // An outage is logged by those that it stops.
    looking = watch.look(performance.now()).catch(() => {});
  };
  const timer = setInterval(look, MINUTE_MS).unref();
  return {
    stop: () => {
      clearInterval(timer);
      return looking;
    },
  };
}
