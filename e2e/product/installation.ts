import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { temporaryFolder } from '@/testing/product';

/** An access token of ada@example.com, who owns the organization `quill` in every installed data directory. */
export const installedToken = (): string => inject('installation').token;

/**
 * A temporary folder with an installed data directory, `data`, as the first `npm start` and Ctrl-C have left
 * it: a start on it makes no database and no demo data.
 */
export async function installedFolder(): Promise<string> {
  const folder = await temporaryFolder();
  // With its owners, of whom the database's account is one.
  await promisify(execFile)('cp', [
    '-a',
    inject('installation').dataDir,
    path.join(folder, 'data'),
  ]);
  return folder;
}
