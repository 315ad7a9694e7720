import { AsyncResource } from 'node:async_hooks';
import { beforeEach, expect, it } from 'vitest';
import { db, openTransaction } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { type Scope, systemScope, withTransaction } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { transaction } from '@/lib/database/connection/transaction';
import type { RowMapping } from '@/lib/database/rows/mapping';
import { insertRow, insertRows, updateRow } from '@/lib/database/rows/write';
import { newId } from '@/lib/runtime/ids';
import { makeSeller } from '@/testing/factories';

const FIELDS = { model: 'CustomField', table: 'custom_fields' } as const satisfies RowMapping;

let own: Scope;
let foreign: Scope;

beforeEach(async () => {
  const sellers = await Promise.all([makeSeller(), makeSeller()]);
  [own, foreign] = sellers.map(({ organizationId }) => systemScope(organizationId)) as [
    Scope,
    Scope,
  ];
});

function field(scope: Scope, slug: string = newId()) {
  const [organizationId = ''] = scope.organizationIds;
  const properties = { form_label: "It's “so”", options: [{ value: 'a', label: 'A' }] };
  const type = 'select' as const;
  return { id: newId(), organizationId, type, slug, name: 'Size', properties, metadata: undefined };
}

const read = (id: string) => db(null).customField.findUnique({ where: { id } });

it('returns what it has written, as the client reads it', async () => {
  const given = field(own);
  const row = await insertRow(own, FIELDS, given);
  expect(row).toMatchObject({ slug: given.slug, properties: given.properties, metadata: {} });
  expect(row).toEqual(await read(given.id));
  const modifiedAt = new Date('2026-03-29T01:30:00.123Z');
  const changed = await updateRow(own, FIELDS, row.id, { name: 'Größe', modifiedAt });
  expect(changed).toEqual({ ...row, name: 'Größe', modifiedAt });
  expect(changed).toEqual(await read(given.id));
});

it('writes into its own organizations alone, and finds no other row', async () => {
  const theirs = await insertRow(foreign, FIELDS, field(foreign));
  const [organizationId = ''] = foreign.organizationIds;
  await expect(insertRow(own, FIELDS, field(foreign))).rejects.toThrow('of its scope');
  await expect(insertRows(own, FIELDS, [field(own), field(foreign)])).rejects.toThrow(
    'of its scope',
  );
  const mine = await insertRow(own, FIELDS, field(own));
  await expect(updateRow(own, FIELDS, mine.id, { organizationId })).rejects.toThrow('of its scope');
  await expect(updateRow(own, FIELDS, theirs.id, { name: 'x' })).rejects.toMatchObject({
    name: 'ResourceNotFound',
  });
  expect(await read(theirs.id)).toEqual(theirs);
  expect(await db(own).customField.count()).toBe(1);
});

it('skipConflicts what collides, and says what it has written', async () => {
  const [first, second] = [field(own, 'size'), field(own, 'color')];
  expect(await insertRows(own, FIELDS, [])).toEqual(new Set());
  expect(await insertRows(own, FIELDS, [first])).toEqual(new Set([first.id]));
  const twin = { ...field(own, 'size') };
  await expect(insertRows(own, FIELDS, [twin])).rejects.toMatchObject({ code: '23505' });
  expect(await insertRows(own, FIELDS, [twin, second], { skipConflicts: true })).toEqual(
    new Set([second.id]),
  );
});

it('is part of the transaction beside what the client writes, and over with it', async () => {
  let over: Scope | undefined;
  // Bound to what runs here: on a connection of its own also where the transaction calls it.
  const seenOutside = AsyncResource.bind(async () => await db(own).customField.count());
  const rolledBack = transaction(own, async (scope) => {
    over = scope;
    const { id } = await insertRow(scope, FIELDS, field(scope));
    const { name } = await db(scope).customField.update({ where: { id }, data: { name: 'Both' } });
    expect(await updateRow(scope, FIELDS, id, { slug: 'both' })).toMatchObject({ name });
    expect(await seenOutside()).toBe(0);
    throw new Error('undone');
  });
  await expect(rolledBack).rejects.toThrow('undone');
  expect(await db(own).customField.count()).toBe(0);
  await expect(insertRow(over as Scope, FIELDS, field(own))).rejects.toMatchObject({
    code: 'P2028',
  });
});

it('writes no rows that give different fields', async () => {
  const more = { ...field(own), createdAt: new Date() };
  await expect(insertRows(own, FIELDS, [field(own), more])).rejects.toThrow('different fields');
});

it('writes nothing after the end of a transaction that took too long', async () => {
  const late = field(own);
  const limits = { maxWait: 5000, timeout: 200 };
  const work = openTransaction(
    own,
    async (open) => {
      const scope = withTransaction(own, open);
      // Still runs when the time is over: the roll-back waits behind it.
      await execute(scope, sql`SELECT pg_sleep(0.5)`);
      await insertRow(scope, FIELDS, late);
    },
    limits,
  );
  await expect(work).rejects.toMatchObject({ code: 'P2028' });
  expect(await read(late.id)).toBeNull();
});

it('writes nothing more for a transaction that has failed beside it', async () => {
  const late = field(own);
  let rest: Promise<unknown> | undefined;
  const work = transaction(own, async (scope) => {
    const waits = execute(scope, sql`SELECT pg_sleep(0.1)`);
    rest = expect(waits.then(() => insertRow(scope, FIELDS, late))).rejects.toMatchObject({
      code: 'P2028',
    });
    throw new Error('undone');
  });
  await expect(work).rejects.toThrow('undone');
  await rest;
  expect(await read(late.id)).toBeNull();
});
