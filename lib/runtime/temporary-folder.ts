import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { messageOf, OperatorError } from '@/lib/runtime/operator-error';

/**
 * The system's temporary folder. Throws an operator's error where it cannot be written; the rights alone do not
 * tell: it may be on a read-only file system.
 */
export function temporaryFolder(): string {
  const folder = tmpdir();
  try {
    rmdirSync(mkdtempSync(path.join(folder, 'tilldesk-')));
  } catch (error) {
    throw new OperatorError(
      `The temporary folder ${folder} cannot be written (${messageOf(error)}): set TMPDIR to one that can.`,
    );
  }
  return folder;
}
