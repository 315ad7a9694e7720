import { DAY_MS } from '@/lib/contract/times';
import * as repository from '@/lib/resources/advertisements/repository';
import { fileName, storage } from '@/lib/runtime/storage/storage';

/** Removes pictures that no version of a campaign has shown for a day: until then pages may have their addresses. */
export async function sweepImages(now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS);
  for (const { id } of await repository.findUnused(before)) {
    await storage().remove(fileName(id));
    await repository.removeUnused(id, before);
  }
}
