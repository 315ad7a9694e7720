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
 * What tells a process from a later one with the same id: when it started. Empty where that cannot
 * be known.
 */
export function startOf(pid: number): string {
  if (process.platform === 'linux') {
    // The fields after the parenthesised name begin with the third; the start is the 22nd.
    const ticks = processState(pid)?.split(' ')[19] ?? '';
    return `${readText('/proc/sys/kernel/random/boot_id').trim()} ${ticks}`;
  }
  return runPs(pid, 'lstart=');
}

/** The arguments of a running process, the program first; empty where they cannot be known. */
export function commandOf(pid: number): string {
  if (process.platform === 'linux') return readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  return runPs(pid, 'command=');
}

/** Waits until a process has ended, and says whether it has. */
export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(20)) {
    if (!isAlive(pid)) return true;
  }
  return !isAlive(pid);
}

/** The state and all that follows it in Linux's table of processes. */
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
