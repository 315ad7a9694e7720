import path from 'node:path';
import { inject } from 'vitest';
import { copyInstallation, tokenOf } from '@/testing/installation';
import { temporaryFolder } from '@/testing/product';

/** An access token of ada@example.com, who owns the organization `quill` in every installed data directory. */
export const installedToken = (): Promise<string> => tokenOf(inject('installation'));

/** A temporary folder with an installed data directory, `data`. */
export async function installedFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await copyInstallation(inject('installation'), path.join(folder, 'data'));
  return folder;
}
