import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { completeFile } from '@/lib/resources/files/contract';
import { createImport, getImport, undoImport } from '@/lib/resources/imports/contract';
import { env } from '@/lib/runtime/env';
import { callApi } from '@/testing/call-api';
import { makeSeller } from '@/testing/factories';
import { announce, completion, sendParts, useTemporaryStorage } from '@/testing/files';
import { workImport } from '@/testing/imports';
import { isSoak } from '@/testing/soak';

// @module-tag soak

const ROWS = isSoak ? 100_000 : 2000;
/** Each of them has an error. */
const WRONG = ROWS / 100;
const TIMEOUT_MS = 600_000 + ROWS * 10;

beforeAll(async () => {
  await useTemporaryStorage();
});

function startWorker() {
  const program = fileURLToPath(new URL('../../../testing/import-worker.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: env().DATABASE_URL, DATA_DIR: env().DATA_DIR },
  });
  const ended = once(child, 'close');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return kill;
}

it(
  'goes on where a kill has stopped it: each row once',
  async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    const lines = Array.from(
      { length: ROWS },
      (_, index) => `${index},${index % 100 === 7 ? 'nobody' : `buyer-${index}@example.com`},Buyer`,
    );
    const bytes = Buffer.from(`external_id,email,name\n${lines.join('\n')}\n`);
    const given = { service: 'import', name: 'rows.csv', mime_type: 'text/csv' } as const;
    const file = await announce(as, bytes, given, 1024 * 1024);
    await callApi(completeFile, completion(await sendParts(file, bytes)), { as });
    const body = {
      organization_id: organizationId,
      kind: 'customers',
      source: 'custom',
      file_id: file.id,
    } as const;
    const { id } = await callApi(createImport, { body }, { as });
    const params = { id };
    const found = () => callApi(getImport, { params }, { as });

    const kill = startWorker();
    while ((await found()).done === 0) await sleep(2);
    await kill();
    const stopped = await found();
    expect(stopped.status).toBe('running');
    expect(stopped.done).toBeLessThan(ROWS);
    const where = { organizationId };
    expect(await db(null).customer.count({ where })).toBe(stopped.created);

    const done = await workImport(as, id);
    expect(done).toMatchObject({
      status: 'done',
      total: ROWS,
      done: ROWS,
      created: ROWS - WRONG,
      skipped: 0,
      updated: 0,
      errors_count: WRONG,
    });
    expect(await db(null).customer.count({ where })).toBe(ROWS - WRONG);
    expect(await db(null).importKey.count({ where })).toBe(0);

    await callApi(undoImport, { params }, { as });
    expect(await workImport(as, id)).toMatchObject({ status: 'undone', kept: 0 });
    expect(await db(null).customer.count({ where })).toBe(0);
    expect(await db(null).externalId.count({ where })).toBe(0);
    expect(await db(null).importChange.count({ where })).toBe(0);
  },
  TIMEOUT_MS,
);
