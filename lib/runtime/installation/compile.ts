import { readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { COMPILED } from '@/lib/runtime/installation/folders';

const COMMANDS = [
  'start',
  'worker',
  'listen',
  'jobs',
  'mails',
  'token',
  'keys',
  'sign-in-link',
  'account',
  'seed',
];

/**
 * The folder and extension of this process's modules: the TypeScript sources in development and tests, the
 * output of {@link compile} in production.
 */
export const modules = import.meta.url.endsWith('.ts')
  ? ({ folder: '.', extension: '.ts' } as const)
  : ({ folder: COMPILED, extension: '.js' } as const);

/**
 * Compiles the commands, the API's routes and the thread that renders PDFs to JavaScript with esbuild, so that a start does not read and
 * translate hundreds of TypeScript files. Shared modules become chunks, so that each exists once in a
 * process; packages stay imports. The result replaces an earlier one when it is complete, after `finish` was
 * called with its folder.
 */
export async function compile(root: string, finish: (folder: string) => void): Promise<void> {
  const { build } = await import('esbuild');
  const folder = `${COMPILED}.new`;
  const remove = (name: string) => rmSync(path.join(root, name), { recursive: true, force: true });
  remove(folder);
  const routes = (readdirSync(path.join(root, 'app/v1'), { recursive: true }) as string[])
    .filter((name) => path.basename(name) === 'route.ts')
    .map((name) => `app/v1/${name}`);
  await build({
    absWorkingDir: root,
    entryPoints: [
      ...COMMANDS.map((name) => `lib/runtime/cli/${name}.ts`),
      'lib/runtime/installation/build.ts',
      'lib/resources/documents/print/render-worker.ts',
      ...routes,
    ],
    outdir: folder,
    outbase: '.',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'linked',
    logLevel: 'warning',
  });
  finish(folder);
  remove(COMPILED);
  renameSync(path.join(root, folder), path.join(root, COMPILED));
}
