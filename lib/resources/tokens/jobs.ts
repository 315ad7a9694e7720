import * as repository from '@/lib/resources/tokens/repository';
import { firstHour } from '@/lib/resources/tokens/service';

/** Deletes the counts of reads that are older than they are kept. */
export async function purgeTokenUsage(now: Date): Promise<void> {
  await repository.removeUsage(firstHour(now));
}
