import { execFile } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Run, startProduct } from '@/testing/product';

// A data directory as the first `npm start` and Ctrl-C have left it, with the demo: a start on a copy of it makes no database
// and no demo, which takes half a minute. `npm test` makes one, for the tests of the product and for those in the browser.

const filesOf = (folder: string) => ({
  data: path.join(folder, 'data'),
  /** An access token of ada@example.com, who owns the organization `quill`; written once the directory is whole. */
  token: path.join(folder, 'token'),
  /** Why there is none. */
  failure: path.join(folder, 'failure'),
});

/** Makes the installed data directory in an empty folder; those who wait for it learn of a failure. */
export async function makeInstallation(folder: string): Promise<void> {
  const files = filesOf(folder);
  try {
    const { run, port } = await startProduct(files.data);
    const seller = ['--email', 'ada@example.com', '--organization', 'quill'];
    const settings = { DATA_DIR: files.data, PORT: String(port) };
    const command = new Run(['token', '--', ...seller], settings);
    const status = await command.ended;
    await run.stop();
    if (status !== 0) throw new Error(run.errors + command.errors);
    writeFileSync(`${files.token}.new`, command.output.trim());
    renameSync(`${files.token}.new`, files.token);
  } catch (error) {
    writeFileSync(files.failure, String(error)); // as the reason of each test that waits for it
  }
}

/** Whether the folder has a whole data directory. */
export const isInstalled = (folder: string): boolean => existsSync(filesOf(folder).token);

/** The token of an installation, once that is made. */
export async function tokenOf(folder: string): Promise<string> {
  const { token, failure } = filesOf(folder);
  while (!existsSync(token)) {
    if (existsSync(failure)) throw new Error(readFileSync(failure, 'utf8'));
    await sleep(100);
  }
  return readFileSync(token, 'utf8');
}

/** Copies the data directory of an installation, once that is made, with its owners: the database's account is one. */
export async function copyInstallation(folder: string, dataDir: string): Promise<void> {
  await tokenOf(folder);
  await promisify(execFile)('cp', ['-a', filesOf(folder).data, dataDir]);
}
