import { logOutage, outageOf } from '@/lib/database/connection/errors';
import { isClockWrong } from '@/lib/runtime/clock';
import { startWorker, type Work, type Worker } from '@/lib/runtime/jobs/worker';
import { log } from '@/lib/runtime/log';
import { repeat } from '@/lib/runtime/repeat';

const SECOND_MS = 1000;

/** Runs a worker for as long as this computer's clock is right (docs/contract/installation.md#clocks). */
export function startWorkerByClock(work: Work): Worker {
  let worker: Worker | undefined;
  const follow = async () => {
    if (!isClockWrong()) {
      worker ??= startWorker(work);
      return;
    }
    const stopped = worker?.stop();
    worker = undefined;
    await stopped;
  };
  const following = repeat(follow, SECOND_MS);
  return {
    stop: async () => {
      await following.stop();
      await worker?.stop();
    },
  };
}

/**
 * Has a node do work each second, so within a second of the database's return from an outage. `failure` is the line of
 * the log where it fails.
 */
export function startEachSecond(work: () => Promise<void>, failure: string): Worker {
  return repeat(async () => {
    if (isClockWrong()) return;
    await work().catch((error) => {
      logOutage(error);
      if (!outageOf(error)) log.error({ err: error }, failure);
    });
  }, SECOND_MS);
}
