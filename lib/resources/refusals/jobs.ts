import { DAY_MS } from '@/lib/contract/times';
import * as repository from '@/lib/resources/refusals/repository';
import { KEPT_DAYS } from '@/lib/resources/refusals/schema';

/** Deletes the refusals that are older than they are kept. */
export async function purgeRefusals(now: Date): Promise<void> {
  await repository.purge(new Date(now.getTime() - KEPT_DAYS * DAY_MS));
}
