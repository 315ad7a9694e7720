import { logOutage } from '@/lib/database/connection/errors';
import { log } from '@/lib/runtime/log';

/** A periodic task. */
export interface Task {
  readonly name: string;
  run(): Promise<void>;
}

/** The running loop of background tasks. */
export interface Background {
  /** Starts no further task and waits for the running one. */
  stop(): Promise<void>;
}

/**
 * Runs tasks one after the other, at once and then in rounds with a pause between; tasks never overlap. An
 * error is logged and does not affect other tasks.
 */
export function startBackground(tasks: readonly Task[], intervalMs: number): Background {
  let stopped = false;
  let round = Promise.resolve();
  let timer: NodeJS.Timeout;

  const runAll = async () => {
    for (const task of tasks) {
      if (stopped) return;
      await task.run().catch((error) => {
        log.error({ err: error, task: task.name }, 'task failed');
        logOutage(error);
      });
    }
    schedule();
  };
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      round = runAll();
    }, intervalMs).unref();
  };
  round = runAll();

  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
