import { mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import pino, { type DestinationStream, type Level } from 'pino';
import { env } from '@/lib/runtime/env';

/** A log file that has grown to this size becomes the older one, in place of the one before. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** So much waits at most for a disk that takes nothing; what comes then is dropped. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** Which lines are logged, and where to. */
export interface LogDestination {
  readonly level: Level | 'silent';
  readonly stream: DestinationStream;
}

/**
 * The file that requests are logged in: where somebody watches the server on a terminal and has not
 * asked for a level by LOG_LEVEL. Undefined where everything goes to standard output.
 */
export function requestLogFile(): string | undefined {
  const { LOG_LEVEL, DATA_DIR } = env();
  const isSplit = LOG_LEVEL === undefined && process.stdout.isTTY;
  return isSplit ? path.resolve(DATA_DIR, 'logs/requests.log') : undefined;
}

/** Standard output; or a file with everything, and warnings and faults on the terminal as well. */
export function logDestination(): LogDestination {
  const output = pino.destination(1);
  const file = requestLogFile();
  if (file === undefined) return { level: env().LOG_LEVEL ?? 'info', stream: output };
  const streams = [
    { level: 'info', stream: boundedFile(file) },
    { level: 'warn', stream: output },
  ] as const;
  return { level: 'info', stream: pino.multistream([...streams]) };
}

/** A file to append to, readable by its owner alone. Two of `mostBytes` are kept. */
export function boundedFile(file: string, mostBytes = MAX_FILE_BYTES): DestinationStream {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const stream = pino.destination({
    dest: file,
    mode: 0o600,
    sync: false,
    maxLength: MAX_BUFFERED_BYTES,
  });
  stream.on('write', (bytes: number) => {
    size += bytes;
    if (size < mostBytes) return;
    size = 0;
    try {
      renameSync(file, `${file}.1`);
      stream.reopen();
    } catch {
      // Somebody has removed it: what is written goes on to where it went.
    }
  });
  // A full disk must not end the server: the lines are dropped.
  stream.on('error', () => undefined);
  return stream;
}
