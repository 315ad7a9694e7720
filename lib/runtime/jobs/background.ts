import { logOutage } from '@/lib/database/connection/errors';
import { log } from '@/lib/runtime/log';

/** Something that is done again and again while the product runs. */
export interface Task {
  readonly name: string;
  run(): Promise<void>;
}

/** The running loop of background tasks. */
export interface Background {
  /** Starts no further task and waits for the one under way. */
  stop(): Promise<void>;
}

/**
 * Runs tasks one after the other, at once and then round after round with a pause between: no two ever overlap. A
 * task that fails is logged and does not keep the others from running.
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
