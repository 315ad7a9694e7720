import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What an unrelated client sees while something else happens. */
export interface Observation {
  /** Milliseconds that 95 of 100 answers took at most. */
  readonly p95: number;
  readonly answers: number;
  /** Every status that it was answered, once. */
  readonly statuses: readonly number[];
}

interface Answer {
  ms: number;
  status: number;
}

/** Fewer answers than this have no 95th percentile. */
const MIN_REQUESTS = 20;

/**
 * Repeats a GET from a process of its own for as long as the work takes, and until it has enough
 * answers. Returns what the work returns, and what the GET saw.
 */
export async function observe<T>(
  { url, token }: { url: string; token: string },
  work: () => Promise<T>,
): Promise<{ result: T; seen: Observation }> {
  const probe = fileURLToPath(new URL('./probe.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', probe, url, token], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let printed = '';
  let count = 0;
  const enough = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk;
      count += chunk.toString().split('\n').length - 1;
      if (count >= MIN_REQUESTS) resolve();
    });
  });
  const first = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    await Promise.race([first, ended]);
    const result = await work();
    await Promise.race([enough, ended]);
    child.stdin.end();
    await ended;
    const answers = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer);
    return { result, seen: summarize(answers) };
  } finally {
    child.kill();
  }
}

function summarize(answers: readonly Answer[]): Observation {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    p95: times[Math.min(times.length - 1, Math.floor(times.length * 0.95))] ?? 0,
    answers: times.length,
    statuses: [...new Set(answers.map(({ status }) => status))],
  };
}

/** Below this a time says more of the machine than of the server. */
const FLOOR_MS = 5;

/** How many times as long the answers took beside the attack as without it. */
export function ratio(beside: Observation, alone: Observation): number {
  return Math.max(beside.p95, FLOOR_MS) / Math.max(alone.p95, FLOOR_MS);
}
