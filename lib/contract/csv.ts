import type { Column } from '@/lib/contract/contract';

/**
 * What a spreadsheet would take for the beginning of a formula: `= + - @`, their full-width forms, tab, CR and LF
 * (docs/contract/lists.md#exports).
 */
const FORMULA = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * A value as a cell of a CSV file (RFC 4180): nothing for what is absent, objects and lists as JSON.
 * A text that a spreadsheet would compute gets a leading `'`; numbers are left alone.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The first line of a file with these columns. */
export function csvHeader(columns: readonly Column[]): string {
  return csvLine(columns.map(({ header }) => header));
}

/** A row as a line of a file with these columns, its local times in a zone. */
export function csvRow(columns: readonly Column[], row: object, zone: string): string {
  return csvLine(columns.map(({ value }) => value(row, zone)));
}

function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
