import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Linux counts the processor's time in hundredths of a second. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

interface Process {
  pid: number;
  parent: number;
  name: string;
  /** Milliseconds of its own, and of its children that have ended. */
  cpu: number;
  resident: number;
}

function readProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
        const fields = stat
          .slice(stat.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number);
        const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
        return {
          pid: Number(pid),
          parent: fields[1] ?? 0,
          name,
          cpu: ticks * TICK_MS,
          resident: (fields[21] ?? 0) * PAGE_BYTES,
        };
      } catch {
        return []; // it has ended meanwhile
      }
    });
}

/** What a server has used so far: its own processes, and all of PostgreSQL's. */
export interface Usage {
  serverMs: number;
  databaseMs: number;
  residentBytes: number;
}

/** Reads from /proc what the processes below one have used, and those of a postmaster. */
export function usageOf(root: number, postmaster: number): Usage {
  const all = readProcesses();
  const below = (pid: number, skip: number): Process[] =>
    all
      .filter((one) => one.parent === pid && one.pid !== skip)
      .flatMap((child) => [child, ...below(child.pid, skip)]);
  const own = all.filter(({ pid }) => pid === root);
  const server = [...own, ...below(root, postmaster)];
  const database = [...all.filter(({ pid }) => pid === postmaster), ...below(postmaster, 0)];
  const sum = (of: Process[], key: 'cpu' | 'resident') =>
    of.reduce((total, one) => total + one[key], 0);
  return {
    serverMs: sum(server, 'cpu'),
    databaseMs: sum(database, 'cpu'),
    residentBytes: Math.max(0, ...server.map(({ resident }) => resident)),
  };
}

/** The process id of the PostgreSQL that runs on a data directory. */
export function postmasterOf(dataDir: string): number {
  const [pid] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  return Number(pid);
}
