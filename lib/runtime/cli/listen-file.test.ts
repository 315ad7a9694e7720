import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openListenFile } from '@/lib/runtime/cli/listen-file';
import { startOf } from '@/lib/runtime/processes';

const one = { organizationId: 'one', slug: 'one', forward: 'http://localhost:4000/hooks' };

test('each organization and address has its own place, which runs side by side keep', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'listen-'));
  const [first, second, third] = [
    openListenFile(folder, one),
    openListenFile(folder, { ...one, forward: 'http://localhost:4001/' }),
    openListenFile(folder, { ...one, organizationId: 'two', slug: 'two' }),
  ];
  expect(first.number).toBe(null);
  first.keep(5);
  second.keep(7);
  third.keep(9);
  first.keep(6);
  first.release();
  const again = openListenFile(folder, one);
  expect([again.number, again.secret]).toEqual([6, first.secret]);
  const numbers = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')).number,
  );
  expect(numbers.sort()).toEqual([6, 7, 9]);
});

test('a second process for the same ones is refused while the first one runs', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'listen-'));
  openListenFile(folder, one).keep(3);
  const [name = ''] = readdirSync(folder);
  const file = path.join(folder, name);
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
  const pid = other.pid ?? 0;
  const holder = { pid, started: startOf(pid) };
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...kept, holder }));
  expect(() => openListenFile(folder, one)).toThrow(
    `Process ${pid} already forwards the events of one to ${one.forward}.`,
  );
  writeFileSync(file, JSON.stringify({ ...kept, holder: { pid, started: 'before' } }));
  expect(openListenFile(folder, one).number).toBe(3);
  other.kill();
  await once(other, 'exit');
  expect(openListenFile(folder, one).number).toBe(3);
});

test('a file that cannot be read is told', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'listen-'));
  openListenFile(folder, one).release();
  const [name = ''] = readdirSync(folder);
  writeFileSync(path.join(folder, name), '{');
  expect(() => openListenFile(folder, one)).toThrow('Delete it to begin anew.');
});
