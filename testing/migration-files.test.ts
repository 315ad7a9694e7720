import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { violationsOf } from '@/testing/repository-check';

const fileOf = (name: string) => `prisma/migrations/${name}/migration.sql`;

/** What the check says of migrations, all of which are in the list. */
function violationsOfMigrations(
  texts: Record<string, string>,
  listed: Record<string, string> = texts,
): Promise<string[]> {
  const lines = Object.entries(listed).map(([name, sql]) => {
    return `${createHash('sha256').update(sql).digest('hex')}  ${fileOf(name)}\n`;
  });
  return violationsOf('migration-files.ts', {
    'prisma/checksums.txt': lines.join(''),
    'prisma/migrations/migration_lock.toml': 'provider = "postgresql"\n',
    ...Object.fromEntries(Object.entries(texts).map(([name, sql]) => [fileOf(name), sql])),
  });
}

const ONE = 'CREATE TABLE one (id int);\n';

it('a listed migration keeps its text, whatever its line ends are', { tags: 'soak' }, async () => {
  expect(await violationsOfMigrations({ '1_one': ONE })).toEqual([]);
  expect(
    await violationsOfMigrations({ '1_one': ONE.replace('\n', '\r\n') }, { '1_one': ONE }),
  ).toEqual([]);
  expect(await violationsOfMigrations({ '1_one': `${ONE}-- edited\n` }, { '1_one': ONE })).toEqual([
    '1_one is not what prisma/checksums.txt says: put its text back, and write what is to change as a migration of its own',
  ]);
});

it('every migration is listed, and what is listed is there', async () => {
  expect(await violationsOfMigrations({ '2_two': ONE }, { '1_one': ONE })).toEqual([
    '1_one is in prisma/checksums.txt and not in prisma/migrations: put it back',
    '2_two is not in prisma/checksums.txt: once it is finished, add it with `npm run migration -- --record`',
  ]);
});

it('a migration without a transaction is one statement that can be run again', {
  tags: 'soak',
}, async () => {
  const alone = (sql: string) => violationsOfMigrations({ '1_one': `-- no transaction\n${sql}` });
  const build = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS "one_idx" ON one (id)';
  expect(await alone(`-- Why; and how.\n${build} WHERE id::text <> ';';\n`)).toEqual([]);
  expect(await alone('DROP INDEX CONCURRENTLY IF EXISTS one_idx;\n')).toEqual([]);
  expect(await alone(`${build};\nANALYZE one;\n`)).toEqual([
    '1_one has 2 statements: a migration without a transaction has one',
  ]);
  for (const sql of ['CREATE INDEX CONCURRENTLY one_idx ON one (id);', 'CREATE TABLE two ();']) {
    expect(await alone(sql)).toEqual([expect.stringContaining('1_one has to be CREATE INDEX')]);
  }
  expect(await violationsOfMigrations({ '1_one': `${build};\n` })).toEqual([
    expect.stringContaining('its first line has to be `-- no transaction`'),
  ]);
});
