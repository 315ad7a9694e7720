import { parse } from 'csv-parse';
import type { StoredObject } from '@/lib/runtime/storage/storage';

/** A record of a CSV file: the bytes of its cells, or why it has none. */
export interface CsvRecord {
  cells: Uint8Array[];
  /** Where the next one begins, in bytes of the file. */
  end: number;
  /** `unclosed`: a quote that is never closed; `too_long`: longer than {@link MAX_RECORD_BYTES}. */
  problem?: 'unclosed' | 'too_long';
  /** Which cell has the problem, from 0. */
  place?: number;
}

/** A record of more bytes is skipped. */
const MAX_RECORD_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BOM = Uint8Array.of(0xef, 0xbb, 0xbf);
const DELIMITERS = [',', ';', '\t'] as const;

/** Where the first record of a file begins, after its byte order mark, and what separates its cells. */
export async function csvFormat(
  file: StoredObject,
): Promise<{ start: number; delimiter: string; isText: boolean }> {
  const head = await headOf(file);
  const start = BOM.every((byte, index) => head[index] === byte) ? BOM.length : 0;
  const line = Buffer.from(head.subarray(start)).toString('latin1').split(/\r?\n/, 1)[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  const delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
  // A spreadsheet's own format, a picture, or UTF-16 has zero bytes.
  return { start, delimiter, isText: !head.includes(0) };
}

async function headOf(file: StoredObject): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.chunks({ start: 0, end: Math.min(file.size, 64 * 1024) })) {
    chunks.push(chunk);
  }
  const head = Buffer.concat(chunks);
  const line = head.indexOf(NEWLINE);
  return line < 0 ? head : head.subarray(0, line + 1);
}

/**
 * The records of a CSV file (RFC 4180) from an offset on, in batches as they are read: memory holds a chunk of the file. A
 * record that cannot be read is told as such, and reading goes on in the line after its first.
 *
 * @param from the offset in bytes of the first record
 */
export async function* csvRecords(
  file: StoredObject,
  { from, delimiter }: { from: number; delimiter: string },
): AsyncGenerator<CsvRecord[]> {
  let start = from;
  while (start < file.size) {
    const failure = yield* until(file, start, delimiter);
    if (failure === null) return;
    const { problem, place, at } = failure;
    start = await nextLine(file, at);
    yield [{ cells: [], end: start, problem, place }];
  }
}

interface Failure {
  problem: 'unclosed' | 'too_long';
  place: number;
  /** Where the record begins. */
  at: number;
}

/** The records up to one that cannot be read; null at the end of the file. */
async function* until(
  file: StoredObject,
  from: number,
  delimiter: string,
): AsyncGenerator<CsvRecord[], Failure | null> {
  let records: CsvRecord[] = [];
  let end = from;
  const parser = parse({
    delimiter,
    // Bytes, so that a cell with wrong ones is that cell's problem alone.
    encoding: null,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
    on_record: (cells: unknown, { bytes }) => {
      end = from + bytes;
      records.push({ cells: cells as Uint8Array[], end });
      return null;
    },
  });
  const failed = new Promise<never>((_, reject) => parser.once('error', reject));
  failed.catch(() => {});
  parser.resume();
  const feed = (chunk: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      parser.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  try {
    for await (const chunk of file.chunks({ start: from, end: file.size })) {
      await feed(chunk);
      if (records.length > 0) yield records;
      records = [];
    }
    const ended = new Promise<void>((resolve) => parser.once('end', resolve));
    parser.end();
    await Promise.race([ended, failed]);
    if (records.length > 0) yield records;
    return null;
  } catch (error) {
    const { code, column } = error as { code?: string; column?: unknown };
    if (code !== 'CSV_QUOTE_NOT_CLOSED' && code !== 'CSV_MAX_RECORD_SIZE') throw error;
    if (records.length > 0) yield records;
    const problem = code === 'CSV_QUOTE_NOT_CLOSED' ? 'unclosed' : 'too_long';
    return { problem, place: typeof column === 'number' ? column : 0, at: end };
  } finally {
    parser.destroy();
  }
}

/** Where the line after that at an offset begins; empty lines before it are passed over. */
async function nextLine(file: StoredObject, from: number): Promise<number> {
  let offset = from;
  let isInLine = false;
  for await (const chunk of file.chunks({ start: from, end: file.size })) {
    for (const byte of chunk) {
      offset += 1;
      if (byte === NEWLINE && isInLine) return offset;
      isInLine ||= byte !== NEWLINE && byte !== RETURN;
    }
  }
  return file.size;
}
