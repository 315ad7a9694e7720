import * as repository from '@/lib/resources/checkouts/repository';
import { env } from '@/lib/runtime/env';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long the events of a checkout without a sale are kept at most. */
const EVENT_DAYS = 90;
/** Batches per run: the other background tasks wait for this one, and the next run continues. */
const MAX_BATCHES = 20;

/**
 * Retention of checkouts that expired or failed, in real time since their `expires_at`: after 90 days their
 * events are deleted. After `ABANDONED_CHECKOUT_DAYS` (0: never) the buyer's data and the client secret are
 * removed, and the events, which repeat these data, at the latest then.
 */
export async function purgeAbandoned(now: Date): Promise<void> {
  const { ABANDONED_CHECKOUT_DAYS: days } = env();
  const before = (age: number) => new Date(now.getTime() - age * DAY_MS);
  const eventDays = days === 0 ? EVENT_DAYS : Math.min(days, EVENT_DAYS);
  await inBatches(() => repository.purgeEvents(before(eventDays), now));
  if (days > 0) await inBatches(() => repository.purgeBuyers(before(days), now));
}

/** Redacts client secrets in events of earlier versions, whose snapshots contained them. */
export async function redactEvents(): Promise<void> {
  await inBatches(repository.redactEvents);
}

/** Repeats a batch until it returns that nothing is left, or {@link MAX_BATCHES} times. */
async function inBatches(batch: () => Promise<boolean>): Promise<void> {
  for (let done = 0; done < MAX_BATCHES; done += 1) if (!(await batch())) return;
}
