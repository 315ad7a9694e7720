import { systemScope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/license-keys/repository';
import { endUnused } from '@/lib/resources/license-keys/service';
import { inBatches } from '@/lib/runtime/jobs/batches';

/**
 * Ends the activations that nobody has used for too long, by the clock of their organization
 * (docs/contract/license-keys.md#unused-activations).
 */
export function endAllUnused(realTime: Date): Promise<void> {
  return inBatches(async () => {
    const due = await repository.findUnused(realTime);
    for (const { id, organizationId, now } of due) {
      await endUnusedWith(organizationId, { id, now });
    }
    return due.length === repository.UNUSED_BATCH;
  });
}

/** Ends an activation, and those of its key that have ended by the organization's time `now` as well. */
export async function endUnusedWith(
  organizationId: string,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const scope = systemScope(organizationId, now);
  const licenseKeyId = await repository.keyOfActivation(scope, id);
  if (licenseKeyId) await endUnused(scope, licenseKeyId);
}
