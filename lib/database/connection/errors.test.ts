import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { db, disconnect } from '@/lib/database/connection/client';
import {
  isConflict,
  isUniqueViolation,
  translateDatabaseError,
} from '@/lib/database/connection/errors';
import { mintScope, type Scope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { createCustomField, listCustomFields } from '@/lib/resources/custom-fields/contract';
import { env, provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { callApi, refusal, sendRaw } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';

const address = env().DATABASE_URL ?? '';

function scopeOf({ organizationId, userId }: Seller): Scope {
  return mintScope({
    caller: { kind: 'user', userId, via: 'token' },
    organizationIds: [organizationId],
  });
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Ends a session of the database from another one, as an operator or a restart does. */
async function terminate(condition: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${condition}`,
  );
  await client.end();
}

describe('translateDatabaseError', () => {
  it('answers 409 for a unique value and knows which one it is', async () => {
    const { slug } = await makeSeller();
    const data = { id: newId(), name: 'Twin', slug };
    const byClient = await errorOf(db(null).organization.create({ data }));
    const bySql = await errorOf(
      db(null)
        .$executeRaw`INSERT INTO organizations (id, name, slug) VALUES (${newId()}::uuid, 'Twin', ${slug})`,
    );
    for (const error of [byClient, bySql]) {
      expect(translateDatabaseError(error)).toMatchObject({ status: 409, name: 'Conflict' });
      expect(isUniqueViolation(error)).toBe(true);
      expect(isUniqueViolation(error, 'organizations_slug_key')).toBe(true);
      expect(isUniqueViolation(error, 'custom_fields_slug_key')).toBe(false);
      expect(isConflict(error)).toBe(false);
    }
  });

  it('answers 404 for a row that is gone', async () => {
    const where = { id: newId() };
    const error = await errorOf(db(null).organization.update({ where, data: { name: 'Gone' } }));
    expect(translateDatabaseError(error)).toMatchObject({ status: 404, name: 'ResourceNotFound' });
  });

  it('answers 409 for a row whose reference was deleted meanwhile', async () => {
    const { organizationId } = await makeSeller();
    const data = { id: newId(), organizationId, productId: newId(), clientSecret: newId() };
    const error = await errorOf(db(null).checkoutLink.create({ data }));
    expect(translateDatabaseError(error)).toMatchObject({ status: 409, name: 'Conflict' });
  });

  it('answers 503 for a transaction that took too long', async () => {
    const error = await errorOf(
      db(null).$transaction((client) => client.$queryRaw`SELECT pg_sleep(0.2)::text`, {
        timeout: 50,
      }),
    );
    expect(translateDatabaseError(error)).toMatchObject({
      status: 503,
      name: 'ServiceUnavailable',
      headers: { 'Retry-After': '1' },
    });
  });

  it('knows nothing of other faults', async () => {
    const error = await errorOf(db(null).$queryRaw`SELECT 1 / 0`);
    for (const fault of [error, new Error('broken'), new TypeError(), null, 'text']) {
      expect(translateDatabaseError(fault)).toBeUndefined();
    }
  });
});

describe('transaction', () => {
  it('runs again after a serialization failure, and its effect is there once', async () => {
    const seller = await makeSeller();
    const scope = scopeOf(seller);
    let runs = 0;
    const name = await transaction(scope, async (inner) => {
      runs += 1;
      const where = { id: seller.organizationId };
      await db(inner).organization.update({
        where,
        data: { pledgeMinimumAmount: { increment: 1 } },
      });
      if (runs < 3) await db(inner).$executeRaw`DO $$ BEGIN RAISE serialization_failure; END $$`;
      return (await db(inner).organization.findFirstOrThrow({ where })).name;
    });
    expect({ runs, name }).toEqual({ runs: 3, name: 'Test Organization' });
    const organization = await db(scope).organization.findFirstOrThrow();
    expect(organization.pledgeMinimumAmount).toBe(2001);
  });

  it('runs again when two wait for each other', async () => {
    const [first, second] = await Promise.all([makeSeller(), makeSeller()]);
    const both = mintScope({
      caller: { kind: 'system' },
      organizationIds: [first.organizationId, second.organizationId],
    });
    const raise = (scope: Scope, id: string) =>
      db(scope).organization.update({
        where: { id },
        data: { pledgeMinimumAmount: { increment: 1 } },
      });
    let arrived = 0;
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const crossing = (one: Seller, other: Seller) =>
      transaction(both, async (scope) => {
        await raise(scope, one.organizationId);
        arrived += 1;
        if (arrived === 2) meet();
        await met;
        await raise(scope, other.organizationId);
      });
    await Promise.all([crossing(first, second), crossing(second, first)]);
    const rows = await db(both).organization.findMany();
    expect(rows.map(({ pledgeMinimumAmount }) => pledgeMinimumAmount)).toEqual([2002, 2002]);
  });

  it('gives up after a few runs, with 503', async () => {
    let runs = 0;
    const error = await errorOf(
      transaction(scopeOf(await makeSeller()), (inner) => {
        runs += 1;
        return db(inner).$executeRaw`DO $$ BEGIN RAISE deadlock_detected; END $$`;
      }),
    );
    expect(runs).toBe(4);
    expect(isConflict(error)).toBe(true);
    expect(translateDatabaseError(error)).toMatchObject({ status: 503 });
  });

  it('rolls back and passes on what its work throws, and does not run that again', async () => {
    const seller = await makeSeller();
    let runs = 0;
    const fault = new Error('broken');
    const error = await errorOf(
      transaction(scopeOf(seller), async (inner) => {
        runs += 1;
        await db(inner).organization.updateMany({ data: { name: 'Changed' } });
        throw fault;
      }),
    );
    expect({ error, runs }).toEqual({ error: fault, runs: 1 });
    const organization = await db(scopeOf(seller)).organization.findFirstOrThrow();
    expect(organization.name).toBe('Test Organization');
  });

  it('is one with the transaction that it is called in', async () => {
    const seller = await makeSeller();
    const error = await errorOf(
      transaction(scopeOf(seller), async (outer) => {
        await transaction(outer, (inner) =>
          db(inner).organization.updateMany({ data: { name: 'Changed' } }),
        );
        throw new Error('broken');
      }),
    );
    expect(error).toBeInstanceOf(Error);
    const organization = await db(scopeOf(seller)).organization.findFirstOrThrow();
    expect(organization.name).toBe('Test Organization');
  });
});

describe('a lost database', () => {
  afterEach(async () => {
    await disconnect();
    provideSettings({ DATABASE_URL: address });
  });

  const unreachable = { status: 503, error: 'ServiceUnavailable' };

  it('answers 503 with Retry-After while nothing listens, and serves again afterwards', async () => {
    const as = await makeSeller();
    await disconnect();
    provideSettings({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' });
    const response = await sendRaw(listCustomFields, {}, { as });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({ error: 'ServiceUnavailable' });

    await disconnect();
    provideSettings({ DATABASE_URL: address });
    await callApi(listCustomFields, {}, { as });
  });

  it('answers 503 when the session ends in the middle of a transaction, and nothing is written', async () => {
    const as = await makeSeller();
    const error = await errorOf(
      transaction(scopeOf(as), async (inner) => {
        await db(inner).organization.updateMany({ data: { name: 'Changed' } });
        await terminate("state = 'idle in transaction'");
        await db(inner).organization.updateMany({ data: { name: 'Changed again' } });
      }),
    );
    expect(translateDatabaseError(error)).toMatchObject({ status: 503 });
    const organization = await db(scopeOf(as)).organization.findFirstOrThrow();
    expect(organization.name).toBe('Test Organization');
  });

  it('is survived by idle sessions that a restart ended', async () => {
    const as = await makeSeller();
    await callApi(listCustomFields, {}, { as });
    await terminate('true');
    // Whoever meets a broken session may be told to come again; the next one is served.
    const answers = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      answers.push((await sendRaw(listCustomFields, {}, { as })).status);
    }
    expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(answers.at(-1)).toBe(200);
  });

  it('releases an idempotency key, so that the retry does the work', async () => {
    const as = await makeSeller();
    const body = { type: 'checkbox', slug: newId(), name: 'Terms', properties: {} } as const;
    const options = { as, idempotencyKey: newId() };
    await db(null).$executeRaw`
      CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END'`;
    await db(null).$executeRaw`
      CREATE TRIGGER end_session BEFORE INSERT ON custom_fields
      FOR EACH ROW EXECUTE FUNCTION end_session()`;
    expect(await refusal(createCustomField, { body }, options)).toMatchObject(unreachable);
    await db(null).$executeRaw`DROP TRIGGER end_session ON custom_fields`;
    expect(await callApi(createCustomField, { body }, options)).toMatchObject({ slug: body.slug });
  });
});
