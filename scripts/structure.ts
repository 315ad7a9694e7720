// Holds the order of the house (docs: the README's map): which way imports point, and where things
// lie. Run by `npm run check`; prints what is out of place and exits with 1.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Import {
  /** The imported file, such as `lib/api/contract`, or the package. */
  target: string;
  isType: boolean;
}

interface SourceFile {
  name: string;
  text: string;
  imports: Import[];
}

/** What a resource's folder may hold, beside tests. */
const RESOURCE_FILES = [
  'schema',
  'contract',
  'rules',
  'repository',
  'serialize',
  'service',
  'queries',
  'jobs',
];
/** Pure parts of a resource that are too large for its rules.ts. */
const FURTHER_FILES = ['lib/resources/customers/tax-id.ts'];
/** Folders of lib/ that every other may use; all others with a contract or service are resources. */
const INFRASTRUCTURE = [
  'lib/accounts',
  'lib/api',
  'lib/credentials',
  'lib/database',
  'lib/testing',
];
/** The two places that send requests, and how requests are sent. */
const CALLERS = ['lib/client/client.ts', 'lib/client/upload.ts'];
const CALLS =
  /(?<![.\w])(?:(?:globalThis|window|self)\.)?fetch\(|\bnew (?:XMLHttpRequest|EventSource|WebSocket)\b|\.sendBeacon\(|[=(,:?]\s*fetch\s*[;,)]/;
/** Run in the browser as well: they reach nothing but each other and these packages. */
const ISOMORPHIC = /^lib\/(contracts|api\/client|[\w-]+\/(schema|contract|rules|tax-id|queries))$/;
const ISOMORPHIC_PACKAGES = ['zod', '@tanstack/react-query', 'react'];

const files = ['app', 'components', 'lib', 'e2e', 'prisma'].flatMap(readFolder);
const byName = new Map(files.map((file) => [withoutExtension(file.name), file]));
const resources = new Set(
  files
    .filter(({ name }) => /^lib\/[\w-]+\/(contract|service)\.ts$/.test(name))
    .map(({ name }) => path.dirname(name))
    .filter((folder) => !INFRASTRUCTURE.includes(folder)),
);

const complaints = files.flatMap((file) => [
  ...layers(file),
  ...resourceFolder(file),
  ...dataAccess(file),
  ...isomorphism(file),
  ...habits(file),
  ...effects(file),
]);
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;

/** app → components → lib; a kernel that knows no resource; repositories stay at home. */
function* layers({ name, imports }: SourceFile) {
  if (isTest(name)) return;
  const folder = resourceOf(name);
  for (const { target } of imports) {
    const upwards =
      (name.startsWith('lib/') && /^(app|components)\//.test(target)) ||
      (name.startsWith('components/') && target.startsWith('app/'));
    if (upwards) yield `${name} imports ${target}: imports go app → components → lib`;
    if (name.startsWith('lib/api/') && resources.has(path.dirname(target))) {
      yield `${name} imports ${target}: the kernel knows no resource`;
    }
    const home = path.dirname(target);
    if (target.endsWith('/repository') && resources.has(home) && home !== folder) {
      yield `${name} imports ${target}: call that resource's service instead`;
    }
  }
}

/** A resource's folder holds a closed set of file names, and its contract only contracts. */
function* resourceFolder({ name, text }: SourceFile) {
  if (!resourceOf(name) || isTest(name) || FURTHER_FILES.includes(name)) return;
  const kind = path.basename(name, '.ts');
  if (!RESOURCE_FILES.includes(kind)) {
    yield `${name}: a resource has ${RESOURCE_FILES.join(', ')} and tests only`;
  }
  if (kind !== 'contract') return;
  for (const [line] of text.matchAll(/^export .*/gm)) {
    if (!/^export const \w+ = contract\(/.test(line)) yield `${name} exports more than contracts`;
  }
}

/** Prisma and SQL stay in repositories; serializers know rows as types. */
function* dataAccess({ name, imports }: SourceFile) {
  const isResource = resourceOf(name) !== undefined;
  if (isTest(name) || !(isResource || /^(app|components)\//.test(name))) return;
  if (name.endsWith('/repository.ts')) return;
  for (const { target } of imports) {
    const isRow = target.startsWith('lib/database/generated/') && name.endsWith('/serialize.ts');
    if (/^(@prisma\/|pg$|lib\/database\/(client|list|generated\/))/.test(target) && !isRow) {
      yield `${name} imports ${target}: data is reached through a repository`;
    }
  }
}

/** What the browser runs too reaches, on any way, nothing of the server. */
function* isomorphism({ name }: SourceFile) {
  const isComponent = name.startsWith('components/') && !isTest(name);
  if (!isComponent && !ISOMORPHIC.test(withoutExtension(name))) return;
  const seen = new Map<string, string[]>([[withoutExtension(name), [name]]]);
  for (const [target, way] of seen) {
    for (const { target: next, isType } of byName.get(target)?.imports ?? []) {
      if (isType || seen.has(next)) continue;
      const isServer = /^lib\/(database|env|log|secrets)\b/.test(next);
      const isPackage = !byName.has(next) && !next.startsWith('lib/');
      const isForeign = isPackage && !(isComponent || ISOMORPHIC_PACKAGES.includes(next));
      if (isServer || isForeign || next.startsWith('node:')) {
        yield `${[...way, next].join(' → ')}: this also runs in browsers`;
        return;
      }
      seen.set(next, [...way, next]);
    }
  }
}

function* habits({ name, text }: SourceFile) {
  if (/\/(index|utils?|helpers?|common|misc)\.tsx?$/.test(name)) {
    yield `${name}: name a file after what is in it`;
  }
  if (/^export \* from/m.test(text)) yield `${name} is a barrel: import from where things are`;
  const isApp = /^(app|components|lib)\//.test(name) && !isTest(name);
  if (isApp && !CALLERS.includes(name) && CALLS.test(codeOf(text))) {
    yield `${name} calls a server past ${CALLERS.join(' and ')}`;
  }
}

/** State is computed, not copied: an effect sets none as it runs, only later, when it is called back. */
function* effects({ name, text }: SourceFile) {
  if (!/^(app|components|lib)\//.test(name) || isTest(name)) return;
  const code = codeOf(text);
  const states = code.matchAll(
    /\[\s*\w*\s*,\s*(\w+)\s*\]\s*=\s*(?:React\.)?use(?:State|Reducer)\b/g,
  );
  const setters = [...states].map(([, setter]) => setter).join('|');
  if (setters === '') return;
  for (const { index } of code.matchAll(/\buse(?:Layout|Insertion)?Effect\(/g)) {
    const call = code.slice(code.indexOf('(', index), closing(code, code.indexOf('(', index)));
    const [, set] = new RegExp(`\\b(${setters})\\(`).exec(atOnce(call)) ?? [];
    if (set) yield `${name}: ${set} in an effect copies state: compute it while rendering`;
  }
}

/** What of an effect runs with it: its function without the functions inside that. */
function atOnce(call: string): string {
  const start = /=>|\bfunction\b[^{]*/.exec(call);
  if (!start) return '';
  let own = call.slice(start.index + start[0].length);
  for (;;) {
    const inner = own.search(/=>|\bfunction\b/);
    if (inner < 0) return own;
    const open = /^(?:=>|function\b[^{]*)\s*/.exec(own.slice(inner))?.[0].length ?? 2;
    own = own.slice(0, inner) + own.slice(endOfFunction(own, inner + open));
  }
}

/** Where a function's body ends that begins here: a block, or an expression up to `,` or a bracket. */
function endOfFunction(code: string, start: number): number {
  if (code[start] === '{') return closing(code, start);
  let at = start;
  while (at < code.length && !/[,;)\]}]/.test(code[at] ?? '')) {
    at = /[([{]/.test(code[at] ?? '') ? closing(code, at) : at + 1;
  }
  return at;
}

/** The place after the bracket that closes the one here. */
function closing(code: string, start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; at += 1) {
    if (/[([{]/.test(code[at] ?? '')) depth += 1;
    if (/[)\]}]/.test(code[at] ?? '')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return code.length;
}

/** Without comments and the insides of strings. */
function codeOf(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')
    .replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''");
}

function isTest(name: string): boolean {
  return /\.test\.tsx?$|^(lib\/testing|e2e|prisma)\//.test(name);
}

function resourceOf(name: string): string | undefined {
  const folder = path.dirname(name);
  return resources.has(folder) ? folder : undefined;
}

function withoutExtension(name: string): string {
  return name.replace(/\.tsx?$/, '');
}

function readFolder(folder: string): SourceFile[] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true }) as string[];
  } catch {
    return [];
  }
  return names
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('lib/database/generated/'))
    .map((name) => {
      const text = readFileSync(name, 'utf8');
      return { name, text, imports: importsOf(name, text) };
    });
}

function importsOf(name: string, text: string): Import[] {
  const statement =
    /^(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'|^import\s+()'([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...text.matchAll(statement)].map(([, type, from, , bare, later]) => ({
    target: resolve(name, from ?? bare ?? later ?? ''),
    isType: type !== undefined,
  }));
}

function resolve(name: string, target: string): string {
  if (target.startsWith('@/')) return target.slice(2);
  if (!target.startsWith('.')) return target;
  return withoutExtension(path.posix.join(path.dirname(name), target));
}
