import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvHeader, csvRow } from '@/lib/contract/csv';

/** What a cell does not start with. */
const STARTS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'];

describe('a cell', () => {
  it.each([
    [null, ''],
    [undefined, ''],
    ['', ''],
    [0, '0'],
    [-5, '-5'],
    [true, 'true'],
    ['plain', 'plain'],
    ['2026-01-31T12:00:00.000Z', '2026-01-31T12:00:00.000Z'],
    ['a, b', '"a, b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' kept ', ' kept '],
    ['Zoë 日本 😀', 'Zoë 日本 😀'],
    [{}, '{}'],
    [{ a: '=1', b: 2 }, '"{""a"":""=1"",""b"":2}"'],
    [['x'], '"[""x""]"'],
    ["'quoted'", "'quoted'"],
  ])('of %j is %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['+49 30 1234', "'+49 30 1234"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
  ])('that a spreadsheet would compute is text: %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it('never starts as a formula, unless it is a number, and loses nothing', {
    tags: 'soak',
  }, () => {
    const text = fc
      .tuple(fc.constantFrom('', ' ', ...STARTS), fc.string({ unit: 'binary' }))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.json(), fc.double()), (value) => {
        const [shown = ''] = parse(`${csvCell(value)}\r\n`)[0] ?? [];
        const isFormula = typeof value === 'string' && STARTS.includes(value.charAt(0));
        expect(shown).toBe(isFormula ? `'${value}` : String(value));
      }),
    );
  });
});

describe('a file', () => {
  const columns = ['first', 'second', 'third'].map((header) => ({
    header,
    value: (row: object) => (row as Record<string, string>)[header],
  }));

  it('can be read back by RFC 4180, whatever its cells hold', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\n', '\r', ';', 'é', '=', '＋', "'"),
    });
    const row = fc.record({ first: text, second: text, third: text });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const file = csvHeader(columns) + rows.map((one) => csvRow(columns, one, 'UTC')).join('');
        const plain = (cell: string) =>
          cell.startsWith("'") && STARTS.includes(cell.charAt(1)) ? cell.slice(1) : cell;
        const unescaped = parse(file).map((cells) => cells.map(plain));
        const expected = rows.map((one) => Object.values(one).map(plain));
        expect(unescaped).toEqual([['first', 'second', 'third'], ...expected]);
      }),
    );
  });
});

/** The rows of a file by RFC 4180. */
function parse(file: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of file.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
