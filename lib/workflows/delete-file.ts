import { commit } from '@/lib/api/commands';
import type { Scope } from '@/lib/database/connection/scope';
import * as benefits from '@/lib/resources/benefits/service';
import * as files from '@/lib/resources/files/service';

/**
 * Deletes a file in one transaction: detaches it from its products and takes it out of its benefits
 * (docs/contract/files.md#deletion); removes its bytes then. Throws 404.
 */
export async function deleteFile(scope: Scope, id: string): Promise<void> {
  let deleted: files.FileRow | undefined;
  await commit(scope, async (scope) => {
    // The file is locked first: a benefit that takes it at the same time is found, or does not find the file.
    deleted = await files.remove(scope, id, scope.realTime);
    await benefits.removeFile(scope, id, scope.realTime);
  });
  if (deleted) await files.removeBytes(deleted);
}
