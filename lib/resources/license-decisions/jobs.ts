import { DAY_MS } from '@/lib/contract/times';
import * as repository from '@/lib/resources/license-decisions/repository';
import { KEPT_DAYS } from '@/lib/resources/license-decisions/schema';

/** Deletes the decisions that are older than they are kept. */
export async function purgeDecisions(now: Date): Promise<void> {
  await repository.purge(new Date(now.getTime() - KEPT_DAYS * DAY_MS));
}
