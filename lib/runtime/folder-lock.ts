import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '@/lib/runtime/operator-error';
import { isAlive, startOf } from '@/lib/runtime/processes';

/**
 * Locks a folder for this process; returns the function that unlocks it, or null when another running process
 * has it. The lock of a killed process is taken over.
 */
export function lockFolder(folder: string): (() => void) | null {
  const file = path.join(folder, 'lock');
  const own = `${process.pid}\n${startOf(process.pid)}\n`;
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, own, { mode: 0o600 });
    if (!claim(draft, file) && !(removeStale(file, draft) && claim(draft, file))) return null;
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (read(file) === own) rmSync(file, { force: true });
  };
}

/** Links the draft to the lock's name, which succeeds in one process alone. */
function claim(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the lock of an ended process away; false when the process runs or another one was faster. */
function removeStale(file: string, draft: string): boolean {
  const content = read(file);
  const [pid = '', start = ''] = content.split('\n');
  if (isAlive(Number(pid)) && startOf(Number(pid)) === start) return false;
  const stale = `${draft}.stale`;
  try {
    renameSync(file, stale);
    // Another process may have taken the lock since it was read: restore it.
    const taken = read(stale) !== content;
    if (taken) claim(stale, file);
    return !taken;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  } finally {
    rmSync(stale, { force: true });
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
