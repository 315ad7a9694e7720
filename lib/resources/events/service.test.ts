import { expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { record, recordAll } from '@/lib/resources/events/service';
import { newId } from '@/lib/runtime/ids';
import { makeSeller } from '@/testing/factories';

function eventsOf(organizationId: string, snapshots: readonly { id: string }[]) {
  const kind = 'product.updated' as const;
  return snapshots.map((snapshot) => ({ kind, organizationId, snapshot }));
}

async function written(organizationId: string) {
  const rows = await db(null).event.findMany({ where: { organizationId }, orderBy: { id: 'asc' } });
  return rows.map(({ snapshot }) => snapshot);
}

it('writes the events of a transaction in their order, however many', async () => {
  const { organizationId } = await makeSeller();
  const snapshots = Array.from({ length: 1201 }, (_, place) => ({ id: newId(), place }));
  const [first, ...others] = eventsOf(organizationId, snapshots);
  await transaction(systemScope(organizationId), async (scope) => {
    if (first) await record(scope, first);
    await recordAll(scope, others);
  });
  expect(await written(organizationId)).toEqual(snapshots);
});

it('keeps an object as it was at each of its events, and takes back what is undone', async () => {
  const { organizationId } = await makeSeller();
  const object = { id: newId(), name: 'Before' };
  const change = async (scope: Scope) => {
    await recordAll(scope, eventsOf(organizationId, [object]));
    object.name = 'After';
    await recordAll(scope, eventsOf(organizationId, [object]));
  };
  await transaction(systemScope(organizationId), change);
  const names = [{ name: 'Before' }, { name: 'After' }];
  expect(await written(organizationId)).toMatchObject(names);
  const undone = transaction(systemScope(organizationId), async (scope) => {
    await change(scope);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await written(organizationId)).toMatchObject(names);
  const outside = recordAll(systemScope(organizationId), eventsOf(organizationId, [object]));
  await expect(outside).rejects.toThrow('in the transaction');
});
