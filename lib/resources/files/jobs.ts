import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import * as repository from '@/lib/resources/files/repository';
import { UPLOAD_MS } from '@/lib/resources/files/rules';
import { announcedParts } from '@/lib/resources/files/serialize';
import { removeUnfinished } from '@/lib/runtime/storage/local';
import { fileName, partName, storage } from '@/lib/runtime/storage/storage';

/**
 * Removes the bytes and then the rows of deleted files, of uploads that were not completed within 24 hours
 * and of pictures of that age that are not in use; then bytes without a row, left by broken connections and
 * killed processes.
 */
export async function sweepFiles(now: Date): Promise<void> {
  const before = new Date(now.getTime() - UPLOAD_MS);
  for (const organizationId of await repository.organizationsWithRemovable(before)) {
    await transaction(systemScope(organizationId), async (scope) => {
      const rows = await repository.lockRemovable(scope, before);
      for (const row of rows) {
        await storage().remove(fileName(row.id));
        for (const { number } of announcedParts(row)) {
          await storage().remove(partName(row.id, number));
        }
      }
      await repository.purge(
        scope,
        rows.map(({ id }) => id),
      );
    });
  }
  await removeUnfinished(before);
}
