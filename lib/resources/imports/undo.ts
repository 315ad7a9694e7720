import { quietly, type Scope } from '@/lib/database/connection/scope';
import { issueMissingKeys } from '@/lib/resources/benefit-grants/service';
import * as repository from '@/lib/resources/imports/repository';
import * as pools from '@/lib/resources/key-pools/service';

/**
 * Undoes changes of an import in the caller's transaction, in the order in which they are given: what nobody has changed or
 * used since (docs/contract/imports.md#undo). Returns how many objects of its kind it has left.
 */
export async function undoChanges(
  scope: Scope,
  { id, kind }: Pick<repository.ImportRow, 'id' | 'kind'>,
  changes: readonly repository.KeptChange[],
  now: Date,
): Promise<number> {
  let kept = 0;
  for (const group of groupsOf(changes)) {
    const undone = await undoGroup(scope, kind, group, now);
    await repository.removeExternalIds(scope, id, [...undone]);
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
  if (first.table === 'license_keys') {
    const { deleted, grantIds } = await deleteKeys(scope, group);
    // Their purchases are still there, and have their benefits: as if these keys had never come.
    if (kind === 'license_keys') await issueMissingKeys(quietly(scope), grantIds, now);
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
  if (await repository.isTaken(scope, change)) return false;
  if (!(await repository.restore(scope, change))) return false;
  const { table, objectId: licenseKeyId, before } = change;
  const key = table === 'license_keys' ? before?.key : undefined;
  if (typeof key === 'string') await pools.takeBack(scope, { key, licenseKeyId });
  return true;
}

/** Deletes keys that nobody has changed; those of a pool that nobody has used either are free again. */
async function deleteKeys(scope: Scope, changes: readonly repository.Change[]) {
  const ids = changes.map(({ objectId }) => objectId);
  const keys = await repository.lockObjects(scope, 'license_keys', ids);
  const deleted = new Set(await repository.deleteUnused(scope, 'license_keys', changes));
  const gone = [...keys.values()].filter(({ id }) => deleted.has(id));
  const unused = gone.filter(({ validations, usage }) => validations === 0 && usage === 0);
  await pools.putBack(
    scope,
    unused.map(({ key }) => String(key)),
  );
  const grantIds = gone.flatMap(({ grantId }) => (grantId === null ? [] : [String(grantId)]));
  return { deleted, grantIds };
}
