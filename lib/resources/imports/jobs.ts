import { setTimeout as sleep } from 'node:timers/promises';
import { findNamedOrganization } from '@/lib/auth/credentials';
import { isConflict, isUniqueViolation, outageOf } from '@/lib/database/connection/errors';
import { clockOf, type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { record } from '@/lib/resources/events/service';
import { keepChanges, purgeChanges, undoLast } from '@/lib/resources/import-changes/commands';
import { openRows, type Reading, type ReadRow } from '@/lib/resources/import-formats/kinds/reader';
import type { CellError } from '@/lib/resources/import-formats/rules';
import { importRows, type NumberedRow } from '@/lib/resources/import-objects/commands';
import { forgetNamed, removeOtherNames } from '@/lib/resources/import-objects/service';
import * as repository from '@/lib/resources/imports/repository';
import { UNDO_MS } from '@/lib/resources/imports/rules';
import { type ImportRow, serializeImport } from '@/lib/resources/imports/serialize';
import {
  importKind,
  queueImport,
  readingOf,
  releaseKind,
  releaseSome,
  rowsOf,
} from '@/lib/resources/imports/service';
import { handler } from '@/lib/runtime/jobs/job';
import { log } from '@/lib/runtime/log';

/** So many rows are written by one transaction. */
const BATCH = 200;
/** After so long a run makes way for those of other organizations. */
const SLICE_MS = 5000;
/** Between two batches it rests for so many times the time that the last one took, for what else the database does. */
const REST = 1;
/** How often a batch is tried that others got in the way of. */
const TRIES = 5;

/** Reads on in an import, or undoes it, for a while. The rest is a job of its own. */
export const runImports = handler(importKind, async ({ organization_id, import_id }, signal) => {
  const scope = await scopeOf(organization_id);
  const row = await repository.find(scope, import_id);
  if (row?.status !== 'running' && row?.status !== 'checking') return;
  try {
    const isOver =
      row.phase === 'undo' ? await goBack(scope, row, signal) : await goOn(scope, row, signal);
    if (!isOver) await transaction(scope, (inner) => queueImport(inner, row));
  } catch (error) {
    if (signal.aborted || outageOf(error)) throw error;
    log.error({ err: error, import: import_id }, 'an import failed');
    await fail(scope, import_id, []);
  }
});

/** Ends the hold of imported subscriptions, some at a time. */
export const releaseImported = handler(
  releaseKind,
  async ({ organization_id, import_id, hold, subscription_ids }) => {
    const scope = await scopeOf(organization_id);
    const release = { importId: import_id, hold, ids: subscription_ids };
    await transaction(scope, (inner) => releaseSome(inner, release));
  },
);

/** Removes what imports need to be undone, once they cannot be any more. */
export async function purgeImports(realTime: Date): Promise<void> {
  const before = new Date(realTime.getTime() - UNDO_MS);
  await purgeChanges(before);
  await repository.purgeRows(before);
}

async function scopeOf(organizationId: string): Promise<Scope> {
  const { testClock } = await findNamedOrganization(organizationId);
  return systemScope(organizationId, testClock ?? systemScope(organizationId).realTime);
}

/** Reads and writes rows; returns whether the import has ended. */
async function goOn(scope: Scope, row: ImportRow, signal: AbortSignal): Promise<boolean> {
  const rows = await rowsOf(scope, row);
  if (!rows) {
    const error = { column: 'A', code: 'missing_file', detail: 'The file was deleted.' };
    await fail(scope, row.id, [error]);
    return true;
  }
  const reading = await openRows(rows, readingOf(row));
  if (reading.errors.length > 0) {
    await fail(scope, row.id, reading.errors);
    return true;
  }
  if (!row.isCounted) await count(scope, row, reading, signal);
  const began = performance.now();
  let place = { done: row.done, position: row.done === 0 ? reading.start : row.position };
  for await (const batch of batchesOf(reading.rows(place.position))) {
    signal.throwIfAborted();
    const batchBegan = performance.now();
    const next = await writeBatch(scope, row.id, batch, place);
    // Another worker has gone on with it.
    if (!next) return true;
    place = next;
    if (performance.now() - began > SLICE_MS) return false;
    await sleep((performance.now() - batchBegan) * REST);
  }
  await finish(scope, row.id, place.done);
  return true;
}

async function* batchesOf(rows: AsyncGenerator<ReadRow[]>): AsyncGenerator<ReadRow[]> {
  const batch: ReadRow[] = [];
  for await (const some of rows) {
    batch.push(...some);
    while (batch.length >= BATCH) yield batch.splice(0, BATCH);
  }
  if (batch.length > 0) yield batch;
}

async function count(
  scope: Scope,
  { id }: ImportRow,
  reading: Reading,
  signal: AbortSignal,
): Promise<void> {
  let total = 0;
  for await (const rows of reading.texts(reading.start)) {
    signal.throwIfAborted();
    total += rows.length;
  }
  await repository.update(scope, id, { total, isCounted: true });
}

interface Place {
  /** How many rows were read. */
  done: number;
  position: number;
}

/** Writes a batch that begins at a place; returns where the next one does, or null where the import is elsewhere. */
async function writeBatch(
  scope: Scope,
  id: string,
  batch: readonly ReadRow[],
  from: Place,
): Promise<Place | null> {
  return persistently(scope, (inner) => takeBatch(inner, id, batch, from));
}

/** Does work in a transaction, anew where others got in its way. */
async function persistently<T>(scope: Scope, work: (inner: Scope) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction(scope, work);
    } catch (error) {
      // Somebody has made the same at the same time, or changed what rows refer to.
      const isHindered = isConflict(error) || isUniqueViolation(error);
      if (!isHindered || tries === TRIES) throw error;
    }
  }
}

async function takeBatch(
  scope: Scope,
  id: string,
  batch: readonly ReadRow[],
  from: Place,
): Promise<Place | null> {
  const row = await repository.lock(scope, id);
  const isThere = row?.status === 'running' || row?.status === 'checking';
  if (!row || !isThere || row.phase === 'undo' || row.done !== from.done) return null;
  const errors: (CellError & { row: number })[] = [];
  const rows: NumberedRow[] = [];
  let passed = 0;
  for (const [index, { cells, errors: wrong }] of batch.entries()) {
    const number = from.done + index + 1;
    for (const error of wrong) errors.push({ row: number, ...error });
    if (cells) rows.push({ row: number, cells });
    else if (wrong.length === 0) passed += 1;
  }
  const outcome = await importRows(scope, row, rows, clockOf(scope, row.organizationId));
  const all = [...errors, ...outcome.errors].sort((one, other) => one.row - other.row);
  await repository.addErrors(scope, row, all);
  await keepChanges(scope, row, row.changesCount, outcome.changes);
  const position = batch.at(-1)?.end ?? from.position;
  const done = from.done + batch.length;
  await repository.update(scope, id, {
    done,
    position,
    created: row.created + outcome.created,
    updated: row.updated + outcome.updated,
    skipped: row.skipped + outcome.skipped + passed,
    errorsCount: row.errorsCount + all.length,
    changesCount: row.changesCount + outcome.changes.length,
  });
  return { done, position };
}

async function finish(scope: Scope, id: string, done: number): Promise<void> {
  await transaction(scope, async (inner) => {
    const row = await repository.lock(inner, id);
    if (!row || row.done !== done || row.phase === 'undo' || row.status === 'done') return;
    const isRun = row.phase === 'run';
    await forgetNamed(inner, id);
    const ended = await repository.update(inner, id, {
      status: isRun ? 'done' : 'ready',
      total: done,
      modifiedAt: clockOf(inner, row.organizationId),
      finishedAt: isRun ? inner.realTime : null,
    });
    if (isRun) await tell(inner, ended);
  });
}

/** Ends an import that cannot go on; what it has written stays, and can be undone. */
async function fail(scope: Scope, id: string, errors: readonly CellError[]): Promise<void> {
  await transaction(scope, async (inner) => {
    const row = await repository.lock(inner, id);
    if (row?.status !== 'running' && row?.status !== 'checking') return;
    await repository.addErrors(
      inner,
      row,
      errors.map((error) => ({ row: 0, ...error })),
    );
    const ended = await repository.update(inner, id, {
      status: 'failed',
      errorsCount: row.errorsCount + errors.length,
      modifiedAt: clockOf(inner, row.organizationId),
      finishedAt: row.phase === 'check' ? null : (row.finishedAt ?? inner.realTime),
    });
    if (row.phase === 'run') await tell(inner, ended);
  });
}

function tell(scope: Scope, row: ImportRow): Promise<void> {
  const { organizationId } = row;
  return record(scope, {
    kind: 'import.completed',
    organizationId,
    snapshot: serializeImport(row),
  });
}

/** Undoes changes, the last one first; returns whether all are undone. */
async function goBack(scope: Scope, row: ImportRow, signal: AbortSignal): Promise<boolean> {
  const began = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const isOver = await persistently(scope, (inner) => undoBatch(inner, row.id));
    if (isOver) return true;
    if (performance.now() - began > SLICE_MS) return false;
  }
}

async function undoBatch(scope: Scope, id: string): Promise<boolean> {
  const row = await repository.lock(scope, id);
  if (row?.status !== 'running' || row.phase !== 'undo') return true;
  const now = clockOf(scope, row.organizationId);
  const kept = await undoLast(scope, row, BATCH, now);
  if (kept === null) {
    await forgetNamed(scope, id);
    await removeOtherNames(scope, row);
    await repository.update(scope, id, { status: 'undone', modifiedAt: now });
    return true;
  }
  await repository.update(scope, id, { kept: row.kept + kept });
  return false;
}
