import { beforeEach, describe, expect, it } from 'vitest';
import { db, existsInOrganizations, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { mintScope, type Scope, systemScope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { transaction } from '@/lib/database/connection/transaction';
import { newId } from '@/lib/runtime/ids';
import { makeProduct, makeSeller } from '@/testing/factories';

let own: Scope;
let foreign: Scope;
let mine: { id: string };
let theirs: { id: string };

async function makeField(scope: Scope, slug = newId()) {
  const [organizationId = ''] = scope.organizationIds;
  return db(scope).customField.create({
    data: { id: newId(), organizationId, type: 'text', slug, name: 'Company' },
  });
}

beforeEach(async () => {
  const sellers = await Promise.all([makeSeller(), makeSeller()]);
  [own, foreign] = sellers.map(({ organizationId }) => systemScope(organizationId)) as [
    Scope,
    Scope,
  ];
  [mine, theirs] = await Promise.all([makeField(own), makeField(foreign)]);
});

const theirField = () => db(null).customField.findUnique({ where: { id: theirs.id } });
const changed = { name: 'Changed' };

describe.each([
  ['outside a transaction', (scope: Scope, work: (scope: Scope) => Promise<void>) => work(scope)],
  ['inside a transaction', transaction<void>],
])('db(scope) %s', (_, run) => {
  it('finds and counts its own rows alone', async () => {
    await run(own, async (scope) => {
      const fields = db(scope).customField;
      const where = { id: theirs.id };
      expect(await fields.findUnique({ where })).toBeNull();
      expect(await fields.findFirst({ where })).toBeNull();
      expect(await fields.findFirst({ where: { OR: [where, { id: mine.id }] } })).toMatchObject(
        mine,
      );
      expect(await fields.findMany({ where: { AND: [where] } })).toEqual([]);
      expect(await fields.findMany()).toEqual([mine]);
      expect(await fields.count()).toBe(1);
      expect(await fields.aggregate({ _count: true })).toEqual({ _count: 1 });
      expect(await fields.groupBy({ by: ['organizationId'], _count: true })).toHaveLength(1);
      await expect(fields.findUniqueOrThrow({ where })).rejects.toMatchObject({ code: 'P2025' });
    });
  });

  it('changes no foreign row', async () => {
    const before = await theirField();
    const where = { id: theirs.id };
    for (const work of [
      (scope: Scope) => db(scope).customField.update({ where, data: changed }),
      (scope: Scope) => db(scope).customField.delete({ where }),
    ]) {
      await expect(run(own, async (scope) => void (await work(scope)))).rejects.toMatchObject({
        code: 'P2025',
      });
    }
    await run(own, async (scope) => {
      const fields = db(scope).customField;
      expect(await fields.updateMany({ where, data: changed })).toEqual({ count: 0 });
      expect(await fields.deleteMany({ where })).toEqual({ count: 0 });
      expect(await fields.updateMany({ data: changed })).toEqual({ count: 1 });
    });
    expect(await theirField()).toEqual(before);
  });

  it('writes no row into a foreign organization', async () => {
    const [organizationId = ''] = foreign.organizationIds;
    const data = { id: newId(), organizationId, type: 'text', slug: newId(), name: 'x' } as const;
    const { organizationId: _, ...homeless } = data;
    const where = { id: mine.id };
    const attempts: ((scope: Scope) => Promise<unknown>)[] = [
      (scope) => db(scope).customField.create({ data }),
      (scope) => db(scope).customField.create({ data: homeless as never }),
      (scope) => db(scope).customField.createMany({ data: [data] }),
      (scope) => db(scope).customField.createManyAndReturn({ data: [data] }),
      (scope) => db(scope).customField.upsert({ where, create: data, update: changed }),
      (scope) => db(scope).customField.update({ where, data: { organizationId } }),
      (scope) => db(scope).customField.updateMany({ where, data: { organizationId } }),
    ];
    for (const attempt of attempts) {
      await expect(run(own, async (scope) => void (await attempt(scope)))).rejects.toThrow(
        'organization of its scope',
      );
    }
    expect(await db(foreign).customField.count()).toBe(1);
    expect(await db(own).customField.count()).toBe(1);
  });

  it('is its own organization, and no other', async () => {
    await run(own, async (scope) => {
      const [id = ''] = own.organizationIds;
      expect(await db(scope).organization.findMany()).toMatchObject([{ id }]);
      const where = { id: foreign.organizationIds[0] ?? '' };
      expect(await db(scope).organization.findUnique({ where })).toBeNull();
      expect(await db(scope).organization.updateMany({ where, data: changed })).toEqual({
        count: 0,
      });
    });
  });
});

describe('a scope', () => {
  it('may span several organizations, and none', async () => {
    const caller = { kind: 'system' } as const;
    const both = mintScope({
      caller,
      organizationIds: [...own.organizationIds, ...foreign.organizationIds],
    });
    expect(await db(both).customField.count()).toBe(2);
    expect(await db(mintScope({ caller, organizationIds: [] })).customField.count()).toBe(0);
  });

  it('narrows an upsert of a foreign row to a refusal', async () => {
    const [organizationId = ''] = own.organizationIds;
    const create = {
      id: theirs.id,
      organizationId,
      type: 'text',
      slug: newId(),
      name: 'x',
    } as const;
    const attempt = db(own).customField.upsert({
      where: { id: theirs.id },
      create,
      update: changed,
    });
    await expect(attempt).rejects.toMatchObject({ code: 'P2002' });
    expect(await theirField()).toMatchObject({ name: 'Company' });
  });
});

describe('hand-written statements', () => {
  const idsOf = async (scope: Scope, filter?: string[]) => {
    const rows = await execute<{ id: string }>(
      scope,
      sql`SELECT id FROM custom_fields f WHERE ${tenant(scope, 'f', filter)} ORDER BY id`,
    );
    return rows.map(({ id }) => id);
  };

  it('name the organizations of their scope, or fewer', async () => {
    const both = mintScope({
      caller: { kind: 'system' },
      organizationIds: [...own.organizationIds, ...foreign.organizationIds],
    });
    const [ownId = ''] = own.organizationIds;
    const [foreignId = ''] = foreign.organizationIds;
    expect(await idsOf(both)).toEqual([mine.id, theirs.id].sort());
    expect(await idsOf(both, [foreignId])).toEqual([theirs.id]);
    expect(await idsOf(own, [foreignId])).toEqual([]);
    expect(await idsOf(own, [ownId, foreignId])).toEqual([mine.id]);
    expect(await idsOf(mintScope({ caller: { kind: 'system' }, organizationIds: [] }))).toEqual([]);
  });

  it('run in the transaction of their scope', async () => {
    const slug = newId();
    const work = transaction(own, async (scope) => {
      const { id } = await makeField(scope, slug);
      expect(await idsOf(scope)).toContain(id);
      throw new Error('undo');
    });
    await expect(work).rejects.toThrow('undo');
    expect(await idsOf(own)).toEqual([mine.id]);
  });
});

describe('existsInOrganizations', () => {
  it('knows an organization and any row of it', async () => {
    const [organizationId = ''] = own.organizationIds;
    const product = await makeProduct(organizationId);
    for (const id of [organizationId, mine.id, product.id, product.prices[0]?.id ?? '']) {
      expect(await existsInOrganizations(id, own.organizationIds)).toBe(true);
      expect(await existsInOrganizations(id, foreign.organizationIds)).toBe(false);
    }
    expect(await existsInOrganizations(newId(), own.organizationIds)).toBe(false);
  });
});
