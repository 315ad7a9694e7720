// Reads source files for the checks of the repository: their syntax trees and what they import.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** An import, re-export or `import()` of a file. */
export interface Import {
  /** The imported file without its extension, such as `lib/api/implement`, or the package. */
  readonly target: string;
  /** Whether it is gone when the types are. */
  readonly isType: boolean;
}

/** A node of the syntax tree (ESTree). */
export interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A parsed source file; names are paths from the root of the repository. */
export interface SourceFile {
  readonly name: string;
  readonly program: Node;
  readonly imports: readonly Import[];
}

/** Parses the TypeScript files below a folder; none where it does not exist. Throws on a syntax error. */
export function readFolder(folder: string): SourceFile[] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true }) as string[];
  } catch {
    return [];
  }
  return names
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('/generated/'))
    .map(readSource);
}

/** Parses one file. Throws where there is none, and on a syntax error. */
export function readSource(name: string): SourceFile {
  return parse(name, readFileSync(name, 'utf8'));
}

function parse(name: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(name, text);
  const [error] = errors;
  if (error) throw new Error(`${name}: ${error.message}`);
  const imports: Import[] = [];
  const add = (specifier: string, isType: boolean) =>
    imports.push({ target: resolve(name, specifier), isType });
  for (const { moduleRequest, entries } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType));
  }
  for (const { moduleRequest, isType } of module.staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest) add(moduleRequest.value, isType);
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(
      text.slice(moduleRequest.start, moduleRequest.end),
    );
    if (literal?.[2]) add(literal[2], false);
  }
  return { name, program: program as unknown as Node, imports };
}

function resolve(name: string, specifier: string): string {
  if (specifier.startsWith('@/')) return withoutExtension(specifier.slice(2));
  if (!specifier.startsWith('.')) return specifier;
  return withoutExtension(path.posix.join(path.dirname(name), specifier));
}

export function withoutExtension(name: string): string {
  return name.replace(/\.tsx?$/, '');
}

/** Calls `visit` with every node below one, parents first; a node for which it returns false is not entered. */
export function walk(node: Node, visit: (node: Node, parent: Node | null) => boolean | undefined) {
  const enter = (one: Node, parent: Node | null) => {
    if (visit(one, parent) === false) return;
    for (const child of childrenOf(one)) enter(child, one);
  };
  enter(node, null);
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter(
      (value): value is Node => typeof value === 'object' && value !== null && 'type' in value,
    );
}
