import { z } from 'zod';
import { commit } from '@/lib/api/commands';
import { counted, listAndExportOf } from '@/lib/api/list';
import type { QueryOf } from '@/lib/contract/contract';
import { ApiError, bodyProblem, invalid, orNotFound } from '@/lib/contract/errors';
import { Id } from '@/lib/contract/fields';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import { rulesOf } from '@/lib/resources/benefits/rules';
import { get as getBenefit, lockBenefits } from '@/lib/resources/benefits/service';
import { findUploadedFiles } from '@/lib/resources/files/service';
import { isWeak, ownKey } from '@/lib/resources/key-pools/rules';
import { insertNew, queueTending } from '@/lib/resources/key-pools/service';
import type { countPoolKeys, exportPoolKeys } from '@/lib/resources/pool-keys/contract';
import * as repository from '@/lib/resources/pool-keys/repository';
import {
  PoolKeyStatus,
  type PoolKeysAdd,
  type PoolKeysAdded,
  type PoolKeyUpload,
} from '@/lib/resources/pool-keys/schema';
import { serializePoolKey, serializeUpload } from '@/lib/resources/pool-keys/serialize';
import { newId } from '@/lib/runtime/ids';
import { addJob, jobKind } from '@/lib/runtime/jobs/job';

/** The job that reads a file of keys into a pool. */
export const uploadKind = jobKind(
  'upload_pool_keys',
  z.object({ organization_id: Id, upload_id: Id }),
);

/** The keys of a benefit's pool, masked also for an export. Throw 404 for an unknown benefit. */
export const { listAll, exportAll } = listAndExportOf(
  getBenefit,
  repository.list,
  serializePoolKey,
);

/** How many keys of a benefit's pool have each status. Throws 404 for an unknown benefit. */
export async function countAll(
  scope: Scope,
  benefitId: string,
  query: QueryOf<typeof countPoolKeys>,
) {
  await getBenefit(scope, benefitId);
  const ofBenefit = (inner: Scope, filters: QueryOf<typeof exportPoolKeys>) =>
    repository.list(inner, benefitId, filters);
  const fields = { status: { column: 't.status', values: PoolKeyStatus.options } };
  return counted(ofBenefit, fields)(scope, query);
}

/** Throws 404, also for an upload of another benefit. */
export async function getUpload(
  scope: Scope,
  { id, upload_id }: { id: string; upload_id: string },
): Promise<PoolKeyUpload> {
  const row = await repository.findUpload(scope, upload_id);
  return serializeUpload(orNotFound(row?.benefitId === id ? row : null, 'The upload'));
}

/**
 * Adds keys to a benefit's pool, or has a file of them read in the background
 * (docs/contract/license-keys.md#own-keys). Throws 404, 403 where its keys are generated, and 422 without either, with both,
 * and for a file that the organization does not have.
 */
export function add(
  scope: Scope,
  benefitId: string,
  { keys, file_id }: PoolKeysAdd,
): Promise<PoolKeysAdded | PoolKeyUpload> {
  if ((keys ?? null) === null && !file_id) {
    throw invalid(bodyProblem('keys', 'Enter keys, or name an uploaded file.'));
  }
  if (keys && file_id) {
    throw invalid(bodyProblem('file_id', 'Send either keys or a file.'));
  }
  return commit(scope, async (scope) => {
    const benefit = await lockPooled(scope, benefitId);
    const { organizationId } = benefit;
    if (keys) {
      const added = await addKeys(scope, benefit, keys);
      await queueTending(scope, { organizationId, benefitId }, { isSold: false });
      return added;
    }
    const fileId = file_id ?? '';
    const found = await findUploadedFiles(scope, {
      organizationId,
      service: 'import',
      ids: [fileId],
    });
    if (!found.has(fileId)) {
      const why = 'This organization has no file to import with this ID.';
      throw invalid(bodyProblem('file_id', why));
    }
    const id = newId();
    const createdAt = clockOf(scope, organizationId);
    const row = await repository.createUpload(scope, {
      ...{ id, organizationId, benefitId, fileId, createdAt },
    });
    await addJob(scope, uploadKind, { organization_id: organizationId, upload_id: id });
    return serializeUpload(row);
  });
}

interface Pooled {
  id: string;
  organizationId: string;
}

/** A benefit with a pool, locked against deletion. Throws 404, and 403 where its keys are generated. */
async function lockPooled(scope: Scope, id: string): Promise<Pooled> {
  const [benefit] = await lockBenefits(scope, [id]);
  const found = orNotFound(benefit, 'The benefit');
  if (rulesOf(found).isPooled?.(found.properties)) return found;
  throw new ApiError('NotPermitted', "This benefit doesn't hand out keys of your own.");
}

/** Adds keys to a pool in the caller's transaction, in their order; says what became of them. */
async function addKeys(
  scope: Scope,
  { id: benefitId, organizationId }: Pooled,
  sent: readonly string[],
): Promise<PoolKeysAdded> {
  const keys = sent.map(ownKey).filter((key) => key !== null);
  const distinct = [...new Set(keys)].map((key) => ({ id: newId(), key }));
  const now = clockOf(scope, organizationId);
  const added = await insertNew(scope, { organizationId, benefitId, now }, distinct);
  return {
    added: added.size,
    repeated: keys.length - added.size,
    rejected: sent.length - keys.length,
    weak: [...added].filter(isWeak).length,
  };
}

/**
 * Adds the next rows of an upload, in the caller's transaction. False where it does not run any more, or another worker has
 * added them: `from` is how many rows came before.
 */
export async function addRows(
  scope: Scope,
  uploadId: string,
  { from, keys }: { from: number; keys: readonly string[] },
): Promise<boolean> {
  const row = await repository.lockRunning(scope, uploadId);
  if (row?.done !== from) return false;
  const benefit = await lockPooled(scope, row.benefitId);
  const { added, repeated, rejected, weak } = await addKeys(scope, benefit, keys);
  await repository.saveUpload(scope, uploadId, {
    done: row.done + keys.length,
    added: row.added + added,
    repeated: row.repeated + repeated,
    rejected: row.rejected + rejected,
    weak: row.weak + weak,
  });
  return true;
}

/** Ends an upload that runs, in the caller's transaction; the keys that it has added are handed out either way. */
export async function endUpload(
  scope: Scope,
  id: string,
  end: { status: 'done' } | { status: 'failed'; error: string },
): Promise<void> {
  const row = await repository.lockRunning(scope, id);
  if (!row) return;
  await repository.saveUpload(scope, id, end);
  const { organizationId, benefitId } = row;
  await queueTending(scope, { organizationId, benefitId }, { isSold: false });
}

export const { findUpload, saveUpload } = repository;
