import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';

const FILE = 'docs/performance.md';

/** A Markdown table whose columns are aligned, numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, at) =>
    at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** What a measurement was made on, as far as it can be found out. */
export function conditions(): string {
  const model = cpus()[0]?.model ?? 'unknown processor';
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, Node ${process.versions.node}, ${availableParallelism()} cores (${model})`;
}

/** Replaces what stands between the markers of a name in docs/performance.md. */
export function writeReport(name: string, text: string): void {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const section = `${begin}\n\n${text}\n\n${end}`;
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from === -1 || to === -1) {
    throw new Error(`${FILE} has no place for "${name}": put ${begin} and ${end} into it.`);
  }
  writeFileSync(FILE, before.slice(0, from) + section + before.slice(to + end.length));
}
