import { Readable } from 'node:stream';
import { parse } from 'csv-parse';

/** The most characters of one row, so that a quote which is never closed does not fill the memory. */
const MAX_ROW = 65_536;

/** A file that cannot be read as CSV with the columns that it needs; its message is a sentence for its owner. */
export class UnreadableCsv extends Error {}

/**
 * The rows of a CSV file in UTF-8, with or without a byte order mark, by the names in its first line, which are lowered.
 * Empty lines are no rows; cells that a row has not are undefined. It is read as its rows are wanted. Throws
 * {@link UnreadableCsv}.
 *
 * @param needed the columns that the file must have
 */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  needed: readonly string[],
): AsyncGenerator<Readonly<Record<string, string | undefined>>, void> {
  const source = Readable.from(chunks);
  const parser = parse({
    bom: true,
    columns: (header: string[]) => namesOf(header, needed),
    max_record_size: MAX_ROW,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    yield* parser;
  } catch (error) {
    const isParsing =
      error instanceof Error && 'code' in error && `${error.code}`.startsWith('CSV');
    throw isParsing ? new UnreadableCsv(`Line ${parser.info.lines} can't be read.`) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function namesOf(header: readonly string[], needed: readonly string[]): string[] {
  const names = header.map((name) => name.trim().toLowerCase());
  for (const name of needed) {
    if (!names.includes(name)) throw new UnreadableCsv(`The file has no column named “${name}”.`);
  }
  return names;
}
