import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** File modes for this account alone. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Writes a file atomically, readable by this account alone. */
export function writePrivateFile(file: string, text: string): void {
  const draft = `${file}.${process.pid}.new`;
  try {
    writeFileSync(draft, text, { mode: PRIVATE_FILE, flush: true });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}
