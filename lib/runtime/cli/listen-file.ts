import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SECRET_PREFIX } from '@/lib/contract/secret-prefixes';
import { messageOf, OperatorError } from '@/lib/runtime/operator-error';
import { PRIVATE_FOLDER, writePrivateFile } from '@/lib/runtime/private-file';
import { isAlive, startOf } from '@/lib/runtime/processes';
import { digest, randomToken } from '@/lib/runtime/secrets';

/** What `npm run listen` keeps from one run to the next, in a file for each organization and address. */
interface Kept {
  secret: string;
  /** The last number that was forwarded; null before the first. */
  number: number | null;
  /** The process that forwards, and when it was started: its id may be another's later. */
  holder: { pid: number; started: string } | null;
}

export interface ListenFile {
  readonly secret: string;
  readonly number: number | null;
  /** Keeps how far it has come. */
  keep(number: number): void;
  /** Lets another process forward. */
  release(): void;
}

/**
 * Opens the file of an organization and an address. Throws an operator's error where another process forwards the one to
 * the other: both would send each event, and the last to stop would say how far both have come.
 */
export function openListenFile(
  folder: string,
  { organizationId, slug, forward }: { organizationId: string; slug: string; forward: string },
): ListenFile {
  const name = `listen-${slug}-${digest(`${organizationId} ${forward}`).slice(0, 12)}.json`;
  const file = path.join(folder, name);
  const { secret, number, holder } = readKept(file);
  const isHeld = holder && isAlive(holder.pid) && startOf(holder.pid) === holder.started;
  if (isHeld && holder.pid !== process.pid) {
    throw new OperatorError(
      `Process ${holder.pid} already forwards the events of ${slug} to ${forward}. Stop it first.`,
    );
  }
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const { pid } = process;
  let kept: Kept = { secret, number, holder: { pid, started: startOf(pid) } };
  const write = (change: Partial<Kept>) => {
    kept = { ...kept, ...change };
    writePrivateFile(file, `${JSON.stringify(kept, null, 2)}\n`);
  };
  write({});
  return {
    secret,
    number,
    keep: (next) => write({ number: next }),
    release: () => write({ holder: null }),
  };
}

function readKept(file: string): Kept {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') {
      throw new OperatorError(
        `${file} cannot be read (${messageOf(error)}). Delete it to begin anew.`,
      );
    }
    return { secret: `${SECRET_PREFIX.webhook}${randomToken()}`, number: null, holder: null };
  }
}
