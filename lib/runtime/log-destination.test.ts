import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rotatingFile } from '@/lib/runtime/log-destination';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tilldesk-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a log file is set aside when it is full, and two are kept', async () => {
  const file = path.join(folder, 'logs/requests.log');
  const stream = rotatingFile(file, 1000);
  const lines = Array.from({ length: 100 }, (_, nth) => `${`line ${nth} `.padEnd(99, '.')}\n`);
  const text = (name: string) => readFileSync(path.join(folder, 'logs', name), 'utf8');
  for (const line of lines) {
    stream.write(line);
    while (!readdirSync(path.join(folder, 'logs')).some((name) => text(name).includes(line))) {
      await sleep(1);
    }
  }
  const kept = readdirSync(path.join(folder, 'logs'));
  expect(kept).toContain('requests.log.1');
  expect(['requests.log', 'requests.log.1']).toEqual(expect.arrayContaining(kept));
  for (const name of kept) {
    expect(statSync(path.join(folder, 'logs', name)).size).toBeLessThanOrEqual(1000);
  }
});
