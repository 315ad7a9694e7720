import type { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import type { DiffTarget, MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { MIGRATIONS_FOLDER, readMigrations } from '@/lib/database/migrations/files';

const SCHEMA_FILE = path.resolve('prisma/schema.prisma');
const NO_FILTER = { externalTables: [], externalEnums: [] };

let loaded: Promise<void> | undefined;

/** Prisma's schema engine compiled to WebAssembly: it needs no download, unlike the CLI's. */
async function loadEngine(): Promise<void> {
  // The engine tells its panics here.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message: (message: string) => {
        throw new Error(`The schema engine failed: ${message}`);
      },
    },
  });
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  const bytes = await readFile(path.join(path.dirname(entry), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, {
    './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports,
  });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
}

async function readSchema(file: string): Promise<{ path: string; content: string }> {
  return { path: 'schema.prisma', content: await readFile(file, 'utf8') };
}

/** The migrations folder in the shape that the engine reads. */
async function migrationList(folder: string): Promise<MigrationList> {
  const migrations = await readMigrations(folder);
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  };
}

/** Marks the name of a column of the catalogue's type `"char"`. */
const CHARACTER = '\u0001';

/**
 * An adapter that knows the catalogue's type `"char"`, which Prisma's does not: it reads it as
 * `char(n)`, which the adapter knows, and tells the engine that it is one character.
 */
async function catalogAdapter(pool: pg.Pool): Promise<SqlDriverAdapter> {
  pool.on('connect', (client) => {
    // What the server says of a row comes here before `pg` itself reads it.
    (client as unknown as { connection: EventEmitter }).connection.prependListener(
      'rowDescription',
      ({ fields }: { fields: { dataTypeID: number; name: string }[] }) => {
        for (const field of fields.filter(({ dataTypeID }) => dataTypeID === 18)) {
          field.dataTypeID = 1042;
          field.name = CHARACTER + field.name;
        }
      },
    );
  });
  const adapter = await new PrismaPg(pool).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const { columnNames, columnTypes, ...rest } = await queryRaw(query);
    return {
      ...rest,
      columnNames: columnNames.map((name) => name.replace(CHARACTER, '')),
      columnTypes: columnTypes.map((type, column) =>
        columnNames[column]?.startsWith(CHARACTER) ? ColumnTypeEnum.Character : type,
      ),
    };
  };
  return adapter;
}

async function withEngine<T>(
  connectionString: string,
  schemaFile: string,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loaded ??= loadEngine();
  await loaded;
  const pool = new pg.Pool({ connectionString });
  const adapter = bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => catalogAdapter(pool),
    connectToShadowDb: () => new PrismaPg(pool).connectToShadowDb(),
  });
  const { path: name, content } = await readSchema(schemaFile);
  const engine = await bindings.SchemaEngine.new(
    { datamodels: [[name, content]] },
    () => {},
    adapter,
  );
  try {
    return await work(engine);
  } finally {
    engine.free();
    await pool.end();
  }
}

/**
 * The SQL that a migrated database still lacks to match prisma/schema.prisma; empty when there is
 * none. Checks, expression indexes and partial indexes are beyond the schema's language and are not
 * compared.
 */
export async function schemaDrift(
  connectionString: string,
  schemaFile = SCHEMA_FILE,
): Promise<string> {
  const schema = await readSchema(schemaFile);
  const from: DiffTarget = { tag: 'schemaDatasource', files: [schema], configDir: '.' };
  const to: DiffTarget = { tag: 'schemaDatamodel', files: [schema] };
  const { stdout } = await withEngine(connectionString, schemaFile, (engine) =>
    engine.diff({ from, to, script: true, exitCode: null, filters: NO_FILTER }),
  );
  const sql = stdout?.trim() ?? '';
  return sql === '-- This is an empty migration.' ? '' : sql;
}

/** What Prisma's own `migrate deploy` would still apply to a database. */
export async function unappliedMigrations(
  connectionString: string,
  folder = MIGRATIONS_FOLDER,
): Promise<string[]> {
  const migrationsList = await migrationList(folder);
  const { editedMigrationNames, failedMigrationNames, history } = await withEngine(
    connectionString,
    SCHEMA_FILE,
    (engine) =>
      engine.diagnoseMigrationHistory({
        migrationsList,
        optInToShadowDatabase: false,
        filters: NO_FILTER,
      }),
  );
  const unapplied = history && 'unappliedMigrationNames' in history;
  return [
    ...editedMigrationNames,
    ...failedMigrationNames,
    ...(unapplied ? history.unappliedMigrationNames : []),
  ];
}
