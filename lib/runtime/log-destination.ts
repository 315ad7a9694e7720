import { mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import pino, { type DestinationStream, type Level } from 'pino';
import { env } from '@/lib/runtime/env';

/** A log file of this size is rotated; one older file is kept. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** The buffer for a slow disk; further lines are dropped. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** The level and the destination of the log. */
export interface LogDestination {
  readonly level: Level | 'silent';
  readonly stream: DestinationStream;
}

/**
 * The file of the request log, where the server runs on a terminal without LOG_LEVEL; undefined where
 * everything goes to standard output.
 */
export function requestLogFile(): string | undefined {
  const { LOG_LEVEL, DATA_DIR } = env();
  const isSplit = LOG_LEVEL === undefined && process.stdout.isTTY;
  return isSplit ? path.resolve(DATA_DIR, 'logs/requests.log') : undefined;
}

/** Standard output; or a file with all lines, and warnings and errors on the terminal as well. */
export function logDestination(): LogDestination {
  const output = pino.destination(1);
  const file = requestLogFile();
  if (file === undefined) return { level: env().LOG_LEVEL ?? 'info', stream: output };
  const streams = [
    { level: 'info', stream: rotatingFile(file) },
    { level: 'warn', stream: output },
  ] as const;
  return { level: 'info', stream: pino.multistream([...streams]) };
}

/** A rotating log file, readable by its owner alone: at most two files of `maxBytes`. */
export function rotatingFile(file: string, maxBytes = MAX_FILE_BYTES): DestinationStream {
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
    if (size < maxBytes) return;
    size = 0;
    try {
      renameSync(file, `${file}.1`);
      stream.reopen();
    } catch {
      // The file was removed: writing continues in the open file.
    }
  });
  // A full disk must not end the server: the lines are dropped.
  stream.on('error', () => undefined);
  return stream;
}
