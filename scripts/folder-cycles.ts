// Finds folders that import each other in a circle.

import path from 'node:path';
import { type SourceFile, withoutExtension } from './source';

/** An import of one folder by another, with the files that make it. */
interface Edge {
  readonly from: string;
  readonly to: string;
  readonly files: readonly [importer: string, imported: string];
}

/**
 * The circles among the folders of these files, types counted: of each set of folders that reach each
 * other, one shortest circle, as its imports.
 */
export function folderCycles(files: readonly SourceFile[]): Edge[][] {
  const edges = edgesOf(files);
  return components(edges).map((folders) => shortestCycle(folders, edges));
}

/** One edge for each pair of folders, by importing folder. */
function edgesOf(files: readonly SourceFile[]): Map<string, Edge[]> {
  const names = new Map(files.map(({ name }) => [withoutExtension(name), name]));
  const edges = new Map<string, Edge[]>();
  for (const { name, imports } of files) {
    for (const { target } of imports) {
      const imported = names.get(target);
      if (!imported) continue;
      const [from, to] = [path.posix.dirname(name), path.posix.dirname(imported)];
      const own = edges.get(from) ?? [];
      if (from === to || own.some((edge) => edge.to === to)) continue;
      edges.set(from, [...own, { from, to, files: [name, imported] }]);
    }
  }
  return edges;
}

/** The strongly connected components of more than one folder (Tarjan's algorithm). */
function components(edges: ReadonlyMap<string, readonly Edge[]>): Set<string>[] {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: Set<string>[] = [];
  const visit = (folder: string) => {
    index.set(folder, index.size);
    lowest.set(folder, index.get(folder) ?? 0);
    stack.push(folder);
    for (const { to } of edges.get(folder) ?? []) {
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) {
        lowest.set(folder, Math.min(lowest.get(folder) ?? 0, lowest.get(to) ?? 0));
      }
    }
    if (lowest.get(folder) !== index.get(folder)) return;
    const component = new Set(stack.splice(stack.indexOf(folder)));
    if (component.size > 1) found.push(component);
  };
  for (const folder of edges.keys()) if (!index.has(folder)) visit(folder);
  return found;
}

/** A shortest circle inside a component, by breadth-first search from its first folder. */
function shortestCycle(
  folders: ReadonlySet<string>,
  edges: ReadonlyMap<string, readonly Edge[]>,
): Edge[] {
  const [start = ''] = [...folders].sort();
  const ways = new Map<string, Edge[]>([[start, []]]);
  for (const [folder, way] of ways) {
    for (const edge of edges.get(folder) ?? []) {
      if (edge.to === start) return [...way, edge];
      if (folders.has(edge.to) && !ways.has(edge.to)) ways.set(edge.to, [...way, edge]);
    }
  }
  return [];
}
