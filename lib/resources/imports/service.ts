import { z } from 'zod';
import { commit } from '@/lib/api/commands';
import { listAndExport, listAndExportOf } from '@/lib/api/list';
import { organizationFor } from '@/lib/api/tenancy';
import type { QueryOf } from '@/lib/contract/contract';
import { ApiError, bodyProblem, invalid, orNotFound, type Problem } from '@/lib/contract/errors';
import { Id } from '@/lib/contract/fields';
import { jsonColumn } from '@/lib/contract/serialize';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import { findUploadedFiles, get as getFile, readBytes } from '@/lib/resources/files/service';
import { openRows, type Rows } from '@/lib/resources/import-formats/kinds/reader';
import { FIELDS } from '@/lib/resources/import-formats/rules';
import { mappingOf } from '@/lib/resources/import-formats/sources/table';
import { forgetNamed, liveIds } from '@/lib/resources/import-objects/service';
import type { previewImport } from '@/lib/resources/imports/contract';
import * as repository from '@/lib/resources/imports/repository';
import { PREVIEW_ROWS, SHOWN_ERRORS, sumsOf, undoUntil } from '@/lib/resources/imports/rules';
import type {
  Import,
  ImportCreate,
  ImportError,
  ImportedSubscriptions,
  ImportPreview,
} from '@/lib/resources/imports/schema';
import { type ImportRow, serializeImport } from '@/lib/resources/imports/serialize';
import { isOverdue } from '@/lib/resources/subscriptions/rules';
import type { SubscriptionRow } from '@/lib/resources/subscriptions/serialize';
import { lockSubscriptions, saveChanges } from '@/lib/resources/subscriptions/service';
import { newId } from '@/lib/runtime/ids';
import { addJob, jobKind } from '@/lib/runtime/jobs/job';
import { decrypt, encrypt } from '@/lib/runtime/secrets';

const WHAT = 'The import';
const PURPOSE = 'import-rows';
/** So many subscriptions are released, or their charges approved, by one transaction. */
const RELEASED_AT_ONCE = 200;

export const importKind = jobKind('import_rows', z.object({ organization_id: Id, import_id: Id }));

export const releaseKind = jobKind(
  'release_imported',
  z.object({
    organization_id: Id,
    import_id: Id,
    hold: z.enum(['source', 'charge']),
    subscription_ids: z.array(Id).nullable(),
  }),
);

export const { listAll, exportAll } = listAndExport(repository.list, serializeImport);

/** With its first errors, and what its subscriptions wait for. Throws 404. */
export async function get(scope: Scope, id: string): Promise<Import> {
  return withDetails(scope, await findOrThrow(scope, id));
}

async function findOrThrow(scope: Scope, id: string): Promise<ImportRow> {
  return orNotFound(await repository.find(scope, id), WHAT);
}

async function withDetails(scope: Scope, row: ImportRow): Promise<Import> {
  const { id, kind, organizationId } = row;
  const errors = row.errorsCount === 0 ? [] : await repository.firstErrors(scope, id, SHOWN_ERRORS);
  const isOfSubscriptions = kind === 'subscriptions';
  const now = clockOf(scope, organizationId);
  const dues = isOfSubscriptions ? sumsOf(await repository.duesOf(scope, id, now)) : [];
  return {
    ...serializeImport(row),
    due: dues[0] ?? null,
    dues,
    held_count: isOfSubscriptions ? await repository.countHeld(scope, id) : 0,
    errors: errors.map(serializeError),
  };
}

function serializeError({ row, column, code, detail }: ImportError): ImportError {
  return { row, column, code, detail };
}

/** An import's errors. Throw 404. */
export const { listAll: listErrors, exportAll: exportErrors } = listAndExportOf(
  findOrThrow,
  repository.listErrors,
  serializeError,
);

/** Throws 404 for a file that is not there, or none to import. */
export async function preview(
  scope: Scope,
  fileId: string,
  { kind, source }: QueryOf<typeof previewImport>,
): Promise<ImportPreview> {
  const { service, is_uploaded } = await getFile(scope, fileId);
  const file = service === 'import' && is_uploaded ? await readBytes(scope, fileId) : null;
  const reading = await openRows(
    { file: orNotFound(file, 'The file') },
    { kind, source, mapping: null },
  );
  const rows: string[][] = [];
  for await (const batch of reading.texts(reading.start)) {
    for (const { texts } of batch) if (rows.length < PREVIEW_ROWS) rows.push(texts);
    if (rows.length >= PREVIEW_ROWS) break;
  }
  const fields = FIELDS[kind].map(({ name, isRequired, description }) => ({
    name,
    is_required: isRequired || reading.needed.has(name),
    description,
    column: reading.fields.get(name) ?? null,
  }));
  return { columns: [...reading.columns], rows, fields };
}

/**
 * Begins an import (docs/contract/imports.md#operations). Throws 422 where there is nothing to read, or the source has no
 * such kind.
 */
export function create(scope: Scope, body: ImportCreate): Promise<Import> {
  const organizationId = organizationFor(scope, body.organization_id);
  const { kind, source, file_id, rows, dry_run, mapping } = body;
  return commit(scope, async (scope) => {
    const problems = problemsOf(body);
    if (problems.length > 0) throw invalid(...problems);
    if (file_id) {
      const ids = [file_id];
      const found = await findUploadedFiles(scope, { organizationId, service: 'import', ids });
      if (!found.has(file_id)) {
        const why = 'This organization has no uploaded file to import with this ID.';
        throw invalid(bodyProblem('file_id', why));
      }
    }
    const row = await repository.create(scope, {
      id: newId(),
      organizationId,
      createdAt: clockOf(scope, organizationId),
      kind,
      source,
      fileId: file_id ?? null,
      fileName: file_id ? (await getFile(scope, file_id)).name : null,
      sealedRows: rows ? encrypt(JSON.stringify(rows), PURPOSE) : null,
      mapping: mapping ?? null,
      dryRun: dry_run,
      status: dry_run ? 'checking' : 'running',
      phase: dry_run ? 'check' : 'run',
    });
    await queueImport(scope, row);
    return withDetails(scope, row);
  });
}

function problemsOf({ kind, source, file_id, rows, mapping }: ImportCreate): Problem[] {
  const problems: Problem[] = [];
  if (!file_id && !rows)
    problems.push(bodyProblem('file_id', 'Name an uploaded file, or send rows.'));
  if (file_id && rows) problems.push(bodyProblem('rows', 'Send rows or name a file, not both.'));
  if (!mappingOf(source, kind)) {
    problems.push(bodyProblem('kind', 'This source has none of this kind. Use custom columns.'));
  }
  for (const name of Object.keys(mapping ?? {})) {
    if (FIELDS[kind].some((field) => field.name === name)) continue;
    problems.push(bodyProblem(['mapping', name], 'There is no such column.'));
  }
  return problems;
}

/** Runs an import that was checked, or one that has failed. Throws 404, and 409 for others. */
export function run(scope: Scope, id: string): Promise<Import> {
  return commit(scope, async (scope) => {
    const row = orNotFound(await repository.lock(scope, id), WHAT);
    const goesOn = row.status === 'failed' && row.phase === 'run' && row.done > 0;
    if (row.status !== 'ready' && !goesOn) {
      throw new ApiError('Conflict', 'Only an import that was checked can be run.');
    }
    const begun = { done: 0, created: 0, updated: 0, skipped: 0, errorsCount: 0, position: 0 };
    if (!goesOn) {
      // What the check has noted: the run begins anew.
      await repository.removeErrors(scope, id);
      await forgetNamed(scope, id);
    }
    const changed = await repository.update(scope, id, {
      ...(goesOn ? {} : begun),
      status: 'running',
      phase: 'run',
      finishedAt: null,
      modifiedAt: clockOf(scope, row.organizationId),
    });
    await queueImport(scope, changed);
    return withDetails(scope, changed);
  });
}

/** Undoes what an import has done. Throws 404, and 409 for one that cannot be undone, or no more. */
export function undo(scope: Scope, id: string): Promise<Import> {
  return commit(scope, async (scope) => {
    const row = orNotFound(await repository.lock(scope, id), WHAT);
    const until = undoUntil(row);
    if (!until) throw new ApiError('Conflict', 'Only an import that has ended can be undone.');
    if (until <= scope.realTime) {
      throw new ApiError('Conflict', 'An import can be undone for 24 hours only.');
    }
    const changed = await repository.update(scope, id, {
      status: 'running',
      phase: 'undo',
      modifiedAt: clockOf(scope, row.organizationId),
    });
    await queueImport(scope, changed);
    return withDetails(scope, changed);
  });
}

export function queueImport(scope: Scope, { id, organizationId }: ImportRow): Promise<string> {
  const job = { organization_id: organizationId, import_id: id };
  return addJob(scope, importKind, job, { key: `${importKind.name}:${id}` });
}

/** What an import reads; null where its file is gone. */
export async function rowsOf(scope: Scope, row: ImportRow): Promise<Rows | null> {
  if (row.sealedRows !== null) return { rows: JSON.parse(decrypt(row.sealedRows, PURPOSE)) };
  const file = row.fileId === null ? null : await readBytes(scope, row.fileId);
  return file && { file };
}

/** How its rows are read. */
export function readingOf({ kind, source, mapping }: ImportRow) {
  return {
    kind: jsonColumn<Import['kind']>(kind),
    source: jsonColumn<Import['source']>(source),
    mapping: jsonColumn<Import['mapping']>(mapping),
  };
}

/**
 * Notes that the source of an import's subscriptions charges no more: they renew here from then on
 * (docs/contract/imports.md#held-subscriptions). Throws 404, and 409 while the import has not ended.
 */
export function endSource(
  scope: Scope,
  id: string,
  { subscription_ids: ids = null }: ImportedSubscriptions,
): Promise<Import> {
  return commit(scope, async (scope) => {
    await findOrThrow(scope, id);
    await requireOwn(scope, ids);
    await requireEnded(scope, id);
    await releaseSome(scope, { importId: id, hold: 'source', ids });
    return get(scope, id);
  });
}

/**
 * Approves the charges of periods that have ended. Throws 404, and 409 where the source of none of its subscriptions has
 * ended.
 */
export function approveCharges(
  scope: Scope,
  id: string,
  { subscription_ids: ids = null }: ImportedSubscriptions,
): Promise<Import> {
  return commit(scope, async (scope) => {
    await findOrThrow(scope, id);
    await requireOwn(scope, ids);
    await requireEnded(scope, id);
    const held = await repository.heldOf(scope, id, 'source', ids);
    const waiting = await repository.heldOf(scope, id, 'charge', ids);
    if (waiting.length === 0 && held.length > 0) {
      const why =
        'These subscriptions may still be charged where they come from. Say that this has ended first.';
      throw new ApiError('Conflict', why);
    }
    await releaseSome(scope, { importId: id, hold: 'charge', ids });
    return get(scope, id);
  });
}

/** Throws 422 at those that are no subscriptions of the caller's. */
async function requireOwn(scope: Scope, ids: readonly string[] | null): Promise<void> {
  const known = await liveIds(scope, 'subscriptions', ids ?? []);
  const problems = (ids ?? []).flatMap((id, index) =>
    known.has(id)
      ? []
      : [bodyProblem(['subscription_ids', index], 'There is no subscription with this ID.')],
  );
  if (problems.length > 0) throw invalid(...problems);
}

async function requireEnded(scope: Scope, id: string): Promise<void> {
  const { kind, status } = await findOrThrow(scope, id);
  if (
    kind !== 'subscriptions' ||
    status === 'undone' ||
    status === 'ready' ||
    status === 'checking'
  ) {
    throw new ApiError('Conflict', 'This import has no subscriptions.');
  }
  if (status === 'running') throw new ApiError('Conflict', 'The import is still running.');
}

export interface Release {
  importId: string;
  hold: 'source' | 'charge';
  ids: readonly string[] | null;
}

/** What a subscription is once a hold of it ends at `now`. */
export function holdAfter(row: SubscriptionRow, hold: Release['hold'], now: Date) {
  const end = row.currentPeriodEnd ?? row.currentPeriodStart;
  const isDue = !row.cancelAtPeriodEnd && row.amount !== null && (isOverdue(row) || end <= now);
  const retry = hold === 'charge' && row.status === 'past_due' ? { nextRetryAt: now } : {};
  return { importHold: hold === 'source' && isDue ? 'charge' : null, ...retry };
}

export type { Watched } from '@/lib/resources/imports/repository';

/** Held subscriptions of any organization that its Stripe account may know: background work. */
export const { findWatched } = repository;

/**
 * Ends a hold of some of an import's subscriptions, in the caller's transaction, and adds the job of the others: a period
 * that has ended waits for approval after its source has, and is charged once that is given.
 */
export async function releaseSome(scope: Scope, release: Release): Promise<void> {
  const { importId, hold, ids } = release;
  const all = await repository.heldOf(scope, importId, hold, ids ?? null);
  const rows = await lockSubscriptions(scope, all.slice(0, RELEASED_AT_ONCE));
  for (const row of rows) {
    if (row.importHold !== hold) continue;
    const now = clockOf(scope, row.organizationId);
    await saveChanges(scope, row, holdAfter(row, hold, now), now);
  }
  const [first] = rows;
  if (all.length <= RELEASED_AT_ONCE || !first) return;
  await addJob(
    scope,
    releaseKind,
    {
      organization_id: first.organizationId,
      import_id: importId,
      hold,
      subscription_ids: ids === null ? null : [...ids],
    },
    // The rest of some that are named is another job than that of others.
    ids === null ? { key: `${releaseKind.name}:${importId}:${hold}` } : {},
  );
}
