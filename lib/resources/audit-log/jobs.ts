import { DAY_MS } from '@/lib/contract/times';
import * as repository from '@/lib/resources/audit-log/repository';
import { env } from '@/lib/runtime/env';
import { inBatches } from '@/lib/runtime/jobs/batches';

const BATCH = 5000;

/** Deletes the rows that are older than `AUDIT_RETENTION_DAYS`. */
export async function purgeAuditLog(now: Date): Promise<void> {
  const { AUDIT_RETENTION_DAYS: days } = env();
  if (days === 0) return;
  const before = new Date(now.getTime() - days * DAY_MS);
  await inBatches(async () => (await repository.purge(before, BATCH)) === BATCH);
}
