import { Cells } from '@/lib/resources/import-formats/kinds/cells';
import { type CellError, FIELDS, MAX_CELL_BYTES } from '@/lib/resources/import-formats/rules';
import type { ImportKind, ImportSource } from '@/lib/resources/import-formats/schema';
import { mapped, mappingOf, SOURCES } from '@/lib/resources/import-formats/sources/table';
import { csvFormat, csvRecords } from '@/lib/runtime/storage/csv-records';
import type { StoredObject } from '@/lib/runtime/storage/storage';

/** A row of a file as it is read. */
export interface ReadRow {
  /** Null where it cannot be read, and where the source's table passes it by. */
  cells: Cells | null;
  errors: CellError[];
  /** Where the next one begins: in bytes of the file, or in rows. */
  end: number;
}

/** What an import reads: a file, or rows that were sent. */
export type Rows = { file: StoredObject } | { rows: readonly Readonly<Record<string, unknown>>[] };

export interface ReadingOf {
  kind: ImportKind;
  source: ImportSource;
  mapping: Readonly<Record<string, string>> | null;
}

/** An opened file. */
export interface Reading {
  columns: readonly string[];
  /** Why none of its rows can be read, by columns. */
  errors: readonly CellError[];
  /** Where the first row begins. */
  start: number;
  /** Which column of the file each of ours is read from. */
  fields: ReadonlyMap<string, string>;
  /** Columns that the source needs beside those of the kind. */
  needed: ReadonlySet<string>;
  /** The cells of rows as texts, from an offset on. */
  texts(from: number): AsyncGenerator<TextRow[]>;
  /** The rows from an offset on, in batches as they are read. */
  rows(from: number): AsyncGenerator<ReadRow[]>;
}

interface TextRow {
  texts: string[];
  errors: CellError[];
  end: number;
}

const DECODER = new TextDecoder('utf-8', { fatal: true });
/** What our exports put a `'` before. */
const GUARDED = /^'[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n]/;

/** Opens what an import reads, by the columns of its source or those that were chosen. */
export async function openRows(rows: Rows, reading: ReadingOf): Promise<Reading> {
  return 'file' in rows ? openFile(rows.file, reading) : openSent(rows.rows, reading);
}

async function openFile(file: StoredObject, reading: ReadingOf): Promise<Reading> {
  const { start, delimiter, isText } = await csvFormat(file);
  if (!isText) {
    const why = 'This is no CSV file in UTF-8. Save it as CSV UTF-8 and upload it again.';
    return broken([{ column: 'A', code: 'not_csv', detail: why }]);
  }
  let header: TextRow | undefined;
  for await (const [record] of csvRecords(file, { from: start, delimiter })) {
    if (record) header = textRow(record, []);
    break;
  }
  if (!header)
    return broken([{ column: 'A', code: 'empty_file', detail: 'The file has no rows.' }]);
  if (header.errors.length > 0) return broken(header.errors);
  const columns = header.texts;
  const texts = async function* (from: number) {
    for await (const records of csvRecords(file, { from, delimiter })) {
      yield records.map((record) => textRow(record, columns));
    }
  };
  return opened({ columns, start: header.end, texts }, reading);
}

function openSent(rows: readonly Readonly<Record<string, unknown>>[], reading: ReadingOf): Reading {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const texts = async function* (from: number) {
    yield rows.slice(from).map((row, index) => {
      const all = columns.map((column) => String(row[column] ?? ''));
      return { texts: all, errors: all.flatMap(wrongText(columns)), end: from + index + 1 };
    });
  };
  return opened({ columns, start: 0, texts }, reading);
}

function wrongText(columns: readonly string[]) {
  return (text: string, index: number): CellError[] => {
    const column = columns[index] ?? 'A';
    if (text.includes('\0')) return [NUL(column)];
    if (!text.isWellFormed()) return [BYTES(column)];
    return Buffer.byteLength(text) > MAX_CELL_BYTES ? [TOO_LARGE(column)] : [];
  };
}

const BYTES = (column: string): CellError => ({
  column,
  code: 'invalid_utf8',
  detail: 'This cell has bytes that are not UTF-8. Save the file as CSV UTF-8.',
});
const NUL = (column: string): CellError => ({
  column,
  code: 'nul',
  detail: 'This cell has a NUL byte.',
});
const TOO_LARGE = (column: string): CellError => ({
  column,
  code: 'too_large',
  detail: 'This cell is larger than 64 KiB.',
});

/** The cells of a record as texts, with what is wrong with them. */
function textRow(
  {
    cells,
    end,
    problem,
    place = 0,
  }: { cells: Uint8Array[]; end: number; problem?: string; place?: number },
  columns: readonly string[],
): TextRow {
  const nameOf = (index: number) => columns[index] || columnLetter(index);
  if (problem) {
    const isUnclosed = problem === 'unclosed';
    const detail = isUnclosed
      ? 'This row has a quote that is never closed.'
      : 'This row is longer than 1 MiB. A quote may never be closed.';
    const code = isUnclosed ? 'unclosed_quote' : 'row_too_long';
    return { texts: [], errors: [{ column: nameOf(place), code, detail }], end };
  }
  const errors: CellError[] = [];
  const texts = cells.map((bytes, index) => {
    const column = nameOf(index);
    if (bytes.byteLength > MAX_CELL_BYTES) errors.push(TOO_LARGE(column));
    else if (bytes.includes(0)) errors.push(NUL(column));
    else {
      try {
        return DECODER.decode(bytes).trim();
      } catch {
        errors.push(BYTES(column));
      }
    }
    return '';
  });
  if (columns.length > 0 && texts.slice(columns.length).some((text) => text !== '')) {
    errors.push({
      column: nameOf(columns.length - 1),
      code: 'too_many_cells',
      detail: 'This row has more cells than the header. A text with a comma may lack its quotes.',
    });
  }
  return { texts, errors, end };
}

/** What spreadsheets call a column: A, B, …, AA. */
function columnLetter(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetter(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

function broken(errors: CellError[]): Reading {
  const none = async function* () {};
  return {
    columns: [],
    errors,
    start: 0,
    fields: new Map(),
    needed: new Set(),
    texts: none,
    rows: none,
  };
}

type CellOf = (column: string) => string;

interface Plan {
  name: string;
  /** Of the file, of which the first that is not empty is taken. */
  places: number[];
  as: ((value: string, cell: CellOf) => string) | undefined;
}

function opened(
  { columns, start, texts }: Pick<Reading, 'columns' | 'start' | 'texts'>,
  { kind, source, mapping }: ReadingOf,
): Reading {
  const table = mappingOf(source, kind);
  const { isGuarded = false } = SOURCES[source];
  // The first of several of one name: further ones are the seller's own.
  const places = new Map<string, number>();
  for (const [index, column] of columns.entries()) {
    if (!places.has(column)) places.set(column, index);
  }
  const errors: CellError[] = [];
  const needed = new Set(table?.needs);
  const plans = FIELDS[kind].flatMap(({ name, isRequired }): Plan[] => {
    const chosen = mapping?.[name];
    const ready = table?.columns[name];
    const { names, as } = ready ? mapped(ready) : { names: [], as: undefined };
    const wanted = chosen === undefined ? names : chosen === '' ? [] : [chosen];
    const found = wanted.flatMap((column) => places.get(column) ?? []);
    if (found.length > 0) return [{ name, places: found, as }];
    if (chosen) {
      errors.push({
        column: chosen,
        code: 'missing_column',
        detail: 'The file has no such column.',
      });
    } else if (isRequired || needed.has(name)) {
      const column = wanted[0] ?? name;
      const detail = `The file has no column for ${name}${wanted.length > 0 ? `, such as ${column}` : ''}.`;
      errors.push({ column, code: 'missing_column', detail });
    }
    return [];
  });
  const named = new Map(
    plans.map((plan) => [plan.name, columns[plan.places[0] ?? 0] ?? plan.name]),
  );
  const unguarded = (text: string) => (isGuarded && GUARDED.test(text) ? text.slice(1) : text);

  const rowOf = (row: TextRow): ReadRow => {
    const { end } = row;
    if (row.errors.length > 0) return { cells: null, errors: row.errors, end };
    const textAt = (index: number) => unguarded(row.texts[index] ?? '');
    const cell: CellOf = (column) => {
      const index = places.get(column);
      return index === undefined ? '' : textAt(index);
    };
    if (table?.skips?.(cell)) return { cells: null, errors: [], end };
    const own = plans.map(({ name, places: at, as }) => {
      const value = at.map(textAt).find((text) => text !== '') ?? '';
      return [name, (as ? as(value, cell) : value).trim()] as const;
    });
    const cells = new Cells(new Map(own), named);
    for (const name of needed) cells.needed(name);
    return { cells, errors: [], end };
  };
  return {
    columns,
    errors,
    start,
    fields: named,
    needed,
    texts,
    async *rows(from) {
      for await (const batch of texts(from)) yield batch.map(rowOf);
    },
  };
}
