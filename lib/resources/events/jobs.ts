import { DAY_MS } from '@/lib/contract/times';
import * as repository from '@/lib/resources/events/repository';
import { env } from '@/lib/runtime/env';
import { inBatches } from '@/lib/runtime/jobs/batches';

const BATCH = 5000;

/** Deletes the events that are older than `EVENT_RETENTION_DAYS`, from the oldest on. */
export async function purgeOldEvents(now: Date): Promise<void> {
  const { EVENT_RETENTION_DAYS: days } = env();
  if (days === 0) return;
  const before = new Date(now.getTime() - days * DAY_MS);
  for (const id of await repository.organizationsWithOldEvents(before)) {
    await inBatches(
      async () => (await repository.deleteOldest(id, { before, limit: BATCH })) === BATCH,
    );
  }
}
