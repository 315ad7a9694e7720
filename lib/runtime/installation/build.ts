import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { env } from '@/lib/runtime/env';
import { lockFolder } from '@/lib/runtime/folder-lock';
import { compile } from '@/lib/runtime/installation/compile';
import { COMPILED } from '@/lib/runtime/installation/folders';
import { OperatorError } from '@/lib/runtime/operator-error';

const SOURCES = [
  'app',
  'components',
  'demo',
  'lib',
  'prisma',
  'public',
  'next.config.mjs',
  'package-lock.json',
  'postcss.config.mjs',
  'tsconfig.json',
];
/** Next's build may write the source that it reads its settings from. */
const REWRITTEN = 'tsconfig.json';
/** The folder of Next's build. */
const PAGES = '.next';
/** Excluded from the digest: tests and generated files. */
const EXCLUDED = /^lib\/database\/generated$|\.test\.tsx?$|\.tsbuildinfo$/;

/** Whether the server and the commands are compiled from the present sources. */
export function isCompiled(root: string): boolean {
  return isCurrent(root, COMPILED, sourceDigest(root));
}

/** Compiles the server and the commands unless they are compiled from the present sources. */
export async function ensureCompiled(root: string): Promise<void> {
  if (isCompiled(root)) return;
  await withBuildLock(root, async () => {
    if (isCompiled(root)) return;
    await generateClient(root);
    await stampedCompile(root);
  });
}

/**
 * Builds the pages and compiles the server and the commands, unless the present build has the digest of the
 * sources. Of concurrent starts one builds and the others wait.
 */
export async function ensureBuild(
  root: string,
  printLines: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const isBuilt = () => {
    const digest = sourceDigest(root);
    return isCurrent(root, PAGES, digest) && isCurrent(root, COMPILED, digest);
  };
  if (isBuilt()) return;
  const work = async () => {
    if (isBuilt()) return;
    printLines('Building, which takes about a minute and is needed once…');
    await generateClient(root, signal);
    const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
    const begun = sourceDigest(root, [REWRITTEN]);
    await runNode(root, [next, 'build'], signal);
    // What was changed meanwhile may be in no page: the next start builds anew.
    if (sourceDigest(root, [REWRITTEN]) === begun) writeStamp(root, PAGES, sourceDigest(root));
    await stampedCompile(root);
  };
  await withBuildLock(root, work, { printLines, ...(signal ? { signal } : {}) });
}

/** Runs `work` while no other process builds in this folder. */
async function withBuildLock(
  root: string,
  work: () => Promise<void>,
  { printLines, signal }: { printLines?: (line: string) => void; signal?: AbortSignal } = {},
): Promise<void> {
  const folder = path.join(root, 'node_modules/.cache/tilldesk-build');
  mkdirSync(folder, { recursive: true });
  let unlock = lockFolder(folder);
  if (!unlock) printLines?.('Waiting for another start to build…');
  for (; !unlock; unlock = lockFolder(folder))
    await sleep(300, undefined, signal ? { signal } : {});
  try {
    await work();
  } finally {
    unlock();
  }
}

function generateClient(root: string, signal?: AbortSignal): Promise<void> {
  return runNode(root, ['scripts/generate-client.mjs'], signal);
}

/** A digest of the names and contents of all sources of a build, but some. */
export function sourceDigest(root: string, without: readonly string[] = []): string {
  const hash = createHash('sha256').update(process.version.split('.')[0] ?? '');
  for (const source of SOURCES) {
    if (!without.includes(source)) addToDigest(hash, root, source);
  }
  return hash.digest('hex');
}

function isCurrent(root: string, folder: string, digest: string): boolean {
  const stamp = stampFile(root, folder);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
}

function writeStamp(root: string, folder: string, digest: string): void {
  writeFileSync(stampFile(root, folder), digest);
}

/** Compiles, with the digest of the sources as they were before. */
async function stampedCompile(root: string): Promise<void> {
  const digest = sourceDigest(root);
  await compile(root, (folder) => writeStamp(root, folder, digest));
}

function stampFile(root: string, folder: string): string {
  return path.join(root, folder, 'source-digest');
}

function addToDigest(hash: ReturnType<typeof createHash>, root: string, name: string): void {
  if (EXCLUDED.test(name)) return;
  const file = path.join(root, name);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    for (const entry of readdirSync(file).sort()) addToDigest(hash, root, `${name}/${entry}`);
  } else if (stat) {
    hash.update(`${name}\0${stat.size}\0`).update(readFileSync(file));
  }
}

/** Whether to show the output of the build (log level debug). */
function showsOutput(): boolean {
  return ['debug', 'trace'].includes(env().LOG_LEVEL ?? '');
}

/** Runs a Node program. Its output is shown where it fails, or at log level debug. */
function runNode(root: string, args: string[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      ...(signal ? { signal } : {}),
    });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        if (showsOutput()) process.stdout.write(chunk);
        else printed.push(chunk);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(printed));
      reject(new OperatorError('The build failed: what it printed above says why.'));
    });
  });
}
