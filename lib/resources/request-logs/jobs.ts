import { DAY_MS } from '@/lib/contract/times';
import * as repository from '@/lib/resources/request-logs/repository';
import { KEPT_DAYS } from '@/lib/resources/request-logs/schema';

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Makes the partitions of today and tomorrow, and drops those of days that are no longer kept. */
export async function turnRequestLogs(now: Date): Promise<void> {
  const today = now.getTime();
  for (const time of [today, today + DAY_MS]) await repository.makePartition(dayOf(time));
  await repository.dropBefore(dayOf(today - KEPT_DAYS * DAY_MS));
}
