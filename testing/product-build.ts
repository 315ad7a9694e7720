import { fileURLToPath } from 'node:url';
import { ensureBuild } from '@/lib/runtime/installation/build';

/** The product is tested as it is served: built from the present sources. */
export default async function setUp(): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  await ensureBuild(root, (line) => process.stdout.write(`${line}\n`));
}
