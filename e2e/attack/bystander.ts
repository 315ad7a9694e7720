import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The responses that an unrelated client gets during an attack. */
export interface Observation {
  /** The 95th percentile of the response times in milliseconds. */
  readonly p95: number;
  readonly answers: number;
  /** The distinct statuses. */
  readonly statuses: readonly number[];
}

interface Answer {
  ms: number;
  status: number;
}

/** The minimum number of responses for a 95th percentile. */
const MIN_REQUESTS = 20;

/**
 * Repeats a GET from its own process while the work runs, and until it has enough responses. Returns the
 * work's result and the observation.
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

/** Shorter times are noise of the machine. */
const FLOOR_MS = 5;

/** The ratio of the response times during the attack to those without it. */
export function ratio(beside: Observation, alone: Observation): number {
  return Math.max(beside.p95, FLOOR_MS) / Math.max(alone.p95, FLOOR_MS);
}
