import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { ensureBuild } from '@/lib/runtime/installation/build';
import { Run, removeFolder, startProduct, temporaryFolder } from '@/testing/product';
import { ownTemporaryDirectory } from '@/testing/temporary-directory';

declare module 'vitest' {
  interface ProvidedContext {
    /** An installed data directory to copy, and a token of the seller ada@example.com, whose organization is `quill`. */
    installation: { dataDir: string; token: string };
  }
}

/** The product is tested as it is served: built from the present sources, and installed once. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  await ensureBuild(root, (line) => process.stdout.write(`${line}\n`));
  const removeTemporary = await ownTemporaryDirectory();
  const folder = await temporaryFolder();
  const dataDir = path.join(folder, 'data');
  const { run, port } = await startProduct(dataDir);
  const seller = ['--email', 'ada@example.com', '--organization', 'quill'];
  const command = new Run(['token', '--', ...seller], { DATA_DIR: dataDir, PORT: String(port) });
  if ((await command.ended) !== 0) throw new Error(command.errors);
  await run.stop();
  project.provide('installation', { dataDir, token: command.output.trim() });
  return async () => {
    await removeFolder(folder);
    await removeTemporary();
  };
}
