import { DAY_MS } from '@/lib/contract/times';
import * as repository from '@/lib/resources/events/repository';
import { env } from '@/lib/runtime/env';

const BATCH = 5000;
/** Batches of an organization per run: the other background tasks wait for this one, and the next run continues. */
const MAX_BATCHES = 20;

/** Deletes the events that are older than `EVENT_RETENTION_DAYS`, from the oldest on. */
export async function purgeOldEvents(now: Date): Promise<void> {
  const { EVENT_RETENTION_DAYS: days } = env();
  if (days === 0) return;
  const before = new Date(now.getTime() - days * DAY_MS);
  for (const id of await repository.organizationsWithOldEvents(before)) {
    for (let done = 0; done < MAX_BATCHES; done += 1) {
      if ((await repository.deleteOldest(id, { before, limit: BATCH })) < BATCH) break;
    }
  }
}
