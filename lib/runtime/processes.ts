import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a process with this id runs; one that has ended but was not yet reaped does not. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return process.platform !== 'linux' || processState(pid)?.startsWith('Z') === false;
}

/**
 * The start time of a process, which distinguishes it from a later one with the same id. Empty where it is
 * not known.
 */
export function startOf(pid: number): string {
  if (process.platform === 'linux') {
    // The text after the parenthesised name begins with field 3; the start time is field 22.
    const ticks = processState(pid)?.split(' ')[19] ?? '';
    return `${readText('/proc/sys/kernel/random/boot_id').trim()} ${ticks}`;
  }
  return runPs(pid, 'lstart=');
}

/** The command line of a running process; empty where it is not known. */
export function commandOf(pid: number): string {
  if (process.platform === 'linux') return readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  return runPs(pid, 'command=');
}

/** Waits until a process has ended; returns whether it has. */
export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(20)) {
    if (!isAlive(pid)) return true;
  }
  return !isAlive(pid);
}

/** The fields of /proc/<pid>/stat from the state on. */
function processState(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  return stat === '' ? undefined : stat.slice(stat.lastIndexOf(')') + 2);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function runPs(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
