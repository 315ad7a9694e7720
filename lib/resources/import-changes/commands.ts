import { quietly, type Scope } from '@/lib/database/connection/scope';
import { issueMissingKeys } from '@/lib/resources/benefit-grants/service';
import * as repository from '@/lib/resources/import-changes/repository';
import {
  type Change,
  isTaken,
  lockObjects,
  removeExternalIds,
} from '@/lib/resources/import-objects/service';
import * as pools from '@/lib/resources/key-pools/service';

/** What an import has done is kept while it can be undone; background work removes what is older. */
export const { add: keepChanges, purge: purgeChanges } = repository;

/**
 * Undoes the last changes of an import that are not undone yet, at most `limit`, in the caller's transaction. Returns how many
 * objects of its kind it has left; null where nothing is left to undo.
 */
export async function undoLast(
  scope: Scope,
  row: { id: string; kind: string },
  limit: number,
  now: Date,
): Promise<number | null> {
  const changes = await repository.findLast(scope, row.id, limit);
  if (changes.length === 0) return null;
  const kept = await undoChanges(scope, row, changes, now);
  await repository.forget(scope, row.id, Math.min(...changes.map(({ number }) => number)));
  return kept;
}

/** The table and the kind of license keys. */
const KEYS = 'license_keys';

/**
 * Undoes changes of an import in the caller's transaction, in the order in which they are given: what nobody has changed or
 * used since (docs/contract/imports.md#undo). Returns how many objects of its kind it has left.
 */
async function undoChanges(
  scope: Scope,
  { id, kind }: { id: string; kind: string },
  changes: readonly repository.KeptChange[],
  now: Date,
): Promise<number> {
  let kept = 0;
  for (const group of groupsOf(changes)) {
    const undone = await undoGroup(scope, kind, group, now);
    await removeExternalIds(scope, id, [...undone]);
    const isOfKind = group[0]?.table === kind;
    if (isOfKind) kept += group.filter(({ objectId }) => !undone.has(objectId)).length;
  }
  return kept;
}

/** New rows of one table that follow each other go together; what was changed is given back one by one. */
function groupsOf(changes: readonly repository.KeptChange[]): repository.KeptChange[][] {
  const groups: repository.KeptChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    const isSame = last?.[0]?.table === change.table && last[0].before === null;
    if (last && isSame && change.before === null) last.push(change);
    else groups.push([change]);
  }
  return groups;
}

async function undoGroup(
  scope: Scope,
  kind: string,
  group: readonly repository.KeptChange[],
  now: Date,
): Promise<Set<string>> {
  const [first] = group;
  if (!first) return new Set();
  if (first.before !== null) {
    return new Set((await giveBack(scope, first)) ? [first.objectId] : []);
  }
  if (first.table === KEYS) {
    const { deleted, grantIds } = await deleteKeys(scope, group);
    // Their purchases are still there, and have their benefits: as if these keys had never come.
    if (kind === KEYS) await issueMissingKeys(quietly(scope), grantIds, now);
    return deleted;
  }
  if (first.table === 'benefit_grants') {
    const ids = group.map(({ objectId }) => objectId);
    await deleteKeys(scope, await repository.keysMadeFor(scope, ids));
  }
  return new Set(await repository.deleteUnused(scope, first.table, group));
}

/** Gives a row its old values back where it can have them; returns whether it has. */
async function giveBack(scope: Scope, change: repository.KeptChange): Promise<boolean> {
  if (await isTaken(scope, change)) return false;
  if (!(await repository.restore(scope, change))) return false;
  const { table, objectId: licenseKeyId, before } = change;
  const key = table === KEYS ? before?.key : undefined;
  if (typeof key === 'string') await pools.takeBack(scope, { key, licenseKeyId });
  return true;
}

/** Deletes keys that nobody has changed; those of a pool that nobody has used either are free again. */
async function deleteKeys(scope: Scope, changes: readonly Change[]) {
  const ids = changes.map(({ objectId }) => objectId);
  const keys = await lockObjects(scope, KEYS, ids);
  const deleted = new Set(await repository.deleteUnused(scope, KEYS, changes));
  const gone = [...keys.values()].filter(({ id }) => deleted.has(id));
  const unused = gone.filter(({ validations, usage }) => validations === 0 && usage === 0);
  await pools.putBack(
    scope,
    unused.map(({ key }) => String(key)),
  );
  const grantIds = gone.flatMap(({ grantId }) => (grantId === null ? [] : [String(grantId)]));
  return { deleted, grantIds };
}
