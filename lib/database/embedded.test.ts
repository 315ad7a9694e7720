import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { runningDatabase, startEmbedded } from '@/lib/database/embedded';

const log = { info: () => {}, warn: () => {} };

it('runs below a folder that only its owner may enter, and is found there again', async () => {
  const closed = await mkdtemp(path.join(tmpdir(), 'tilldesk-closed-'));
  const dataDir = path.join(closed, 'checkout', '.data');
  await mkdir(dataDir, { recursive: true });
  for (const fresh of [true, false]) {
    const database = await startEmbedded({ dataDir, log, durable: false });
    try {
      expect(database.fresh).toBe(fresh);
      expect(runningDatabase(dataDir)).toBe(database.url);
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
      await client.end();
    } finally {
      await database.stop();
    }
  }
  await rm(closed, { recursive: true });
});
