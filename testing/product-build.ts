import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { ensureBuild } from '@/lib/runtime/installation/build';
import { makeInstallation } from '@/testing/installation';
import { removeFolder, temporaryFolder } from '@/testing/product';
import { ownTemporaryDirectory } from '@/testing/temporary-directory';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the installation that tests of the product copy. */
    installation: string;
  }
}

/** The product is tested as it is served: built from the present sources, and installed once, while other tests run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  await ensureBuild(root, (line) => process.stdout.write(`${line}\n`));
  const removeTemporary = await ownTemporaryDirectory();
  const given = process.env.TEST_INSTALLATION;
  const folder = given ?? (await temporaryFolder());
  // Those who wait for it find in its folder why there is none.
  const made = makeInstallation(folder).catch(() => {});
  project.provide('installation', folder);
  return async () => {
    await made;
    if (!given) await removeFolder(folder);
    await removeTemporary();
  };
}
