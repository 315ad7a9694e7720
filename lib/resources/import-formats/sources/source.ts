import { DEFAULT_CURRENCY, minorUnits } from '@/lib/contract/money';
import type { ImportKind } from '@/lib/resources/import-formats/schema';

/** The cells of a row of a file, by its columns; empty where there is none. */
export type CellOf = (column: string) => string;

/** How a column of ours is read: from a column, or the first of several names that the file has; then converted. */
export interface Mapped {
  from: string | readonly string[];
  /** Makes the text of our column of the cell; throws nothing: what it cannot read it leaves as it is. */
  as?: (value: string, cell: CellOf) => string;
}

export interface KindMapping {
  columns: Readonly<Record<string, string | readonly string[] | Mapped>>;
  /** Columns of ours that are needed beside those of the kind, as their lack would say something. */
  needs?: readonly string[];
  /** Rows that are no object of this kind, such as renewals in a list of keys. */
  skips?: (cell: CellOf) => boolean;
}

/** The columns of another tool's files or, where it exports none, the fields of its API's objects: see `PLACES`. */
export interface SourceTable {
  /** Texts with a `'` before what a spreadsheet would compute have lost it. */
  isGuarded?: boolean;
  kinds: Partial<Readonly<Record<ImportKind, KindMapping>>>;
}

/** Minor units of a decimal amount in a currency: `29.90`, `1,299.00`, `29,90`. */
export function majorToMinor(value: string, currency: string): string {
  const text = value.trim().replace(/[\s$€£]/g, '');
  const isComma = /,\d{1,2}$/.test(text) && !text.includes('.');
  const plain = isComma ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  const match = /^(-?\d+)(?:\.(\d*?)0*)?$/.exec(plain);
  if (!match) return value;
  const minor = minorUnits(
    match[1] ?? '',
    match[2] ?? '',
    currency.toLowerCase() || DEFAULT_CURRENCY,
  );
  return minor === null ? value : String(minor);
}

/** A decimal amount, whose currency is in another column. */
export function major(currencyColumn: string, fallback = DEFAULT_CURRENCY) {
  return (value: string, cell: CellOf) => majorToMinor(value, cell(currencyColumn) || fallback);
}

/** A text by a table, in any case; others stay as they are. */
export function oneOf(table: Readonly<Record<string, string>>) {
  return (value: string) => table[value.trim().toLowerCase()] ?? value;
}

/** Seconds since 1970 as a time; texts of other forms stay. */
export function unixTime(value: string): string {
  return /^\d{9,11}$/.test(value) ? new Date(Number(value) * 1000).toISOString() : value;
}

export const lower = (value: string) => value.toLowerCase();

/** A currency; dollars where none is named. */
export const currencyOf = (value: string) => value.toLowerCase() || DEFAULT_CURRENCY;

/** A letter and digits of a code that has others too. */
export const codeText = (value: string) => value.replace(/[^A-Za-z0-9]/g, '');
