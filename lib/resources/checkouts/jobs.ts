import * as repository from '@/lib/resources/checkouts/repository';
import { env } from '@/lib/runtime/env';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long the events of a checkout that never sold are kept at most. */
const EVENT_DAYS = 90;
/** So many batches a run: the other background tasks wait meanwhile, and the next run goes on. */
const MAX_BATCHES = 20;

/**
 * Retention of checkouts that expired or failed, counted in real time from their `expires_at`: their
 * events are deleted after 90 days; after `ABANDONED_CHECKOUT_DAYS` (0: never) so are the buyer's data
 * and the client secret, and the events, which repeat these data, no later than they.
 */
export async function purgeAbandoned(now: Date): Promise<void> {
  const { ABANDONED_CHECKOUT_DAYS: days } = env();
  const before = (age: number) => new Date(now.getTime() - age * DAY_MS);
  const eventDays = days === 0 ? EVENT_DAYS : Math.min(days, EVENT_DAYS);
  await inBatches(() => repository.purgeEvents(before(eventDays), now));
  if (days > 0) await inBatches(() => repository.purgeBuyers(before(days), now));
}

/** Takes client secrets out of events that were written while snapshots still had them. */
export async function redactEvents(): Promise<void> {
  await inBatches(repository.redactEvents);
}

/** Repeats a batch, which says whether there is more to do. */
async function inBatches(batch: () => Promise<boolean>): Promise<void> {
  for (let done = 0; done < MAX_BATCHES; done += 1) if (!(await batch())) return;
}
