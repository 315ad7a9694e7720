import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportImportErrors, listImportErrors, runImport } from '@/lib/resources/imports/contract';
import { callApi, refusal } from '@/testing/call-api';
import { makeBenefit, makeCustomer, makeSeller, type Seller } from '@/testing/factories';
import { useTemporaryStorage } from '@/testing/files';
import { importFile } from '@/testing/imports';

// @module-tag soak

let seller: Seller;
beforeAll(async () => {
  await useTemporaryStorage();
});
beforeEach(async () => {
  seller = await makeSeller();
});

const HEADER =
  'external_id,email,name,created_at,billing_address_country,metadata,tax_id,tax_id_type';
/** A file with a good row before and after the one that is tried. */
const around = (row: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`${HEADER}\nfirst,first@example.com,,,,,,\n`),
    Buffer.from(row),
    Buffer.from('\nlast,last@example.com,,,,,,\n'),
  ]);
const bytes = (before: string, odd: number[], after: string) =>
  Buffer.concat([Buffer.from(before), Buffer.from(odd), Buffer.from(after)]);

const ROWS: [what: string, row: string | Buffer, column: string, code: string][] = [
  ['wrong bytes', bytes('x,x@example.com,Ren', [0xe9], ',,,,,'), 'name', 'invalid_utf8'],
  [
    'a broken sequence',
    bytes('x,x@example.com,', [0xf0, 0x9f, 0x98], ',,,,,'),
    'name',
    'invalid_utf8',
  ],
  ['a surrogate', bytes('x,x@example.com,', [0xed, 0xa0, 0x80], ',,,,,'), 'name', 'invalid_utf8'],
  ['a NUL byte', bytes('x,x@example.com,N', [0], ',,,,,'), 'name', 'nul'],
  ['a cell over 64 KiB', `x,x@example.com,${'n'.repeat(65_537)},,,,,`, 'name', 'too_large'],
  ['a row over 1 MiB', `x,x@example.com,"${'n'.repeat(1_100_000)}",,,,,`, 'name', 'row_too_long'],
  [
    'more cells than the header',
    'x,x@example.com,Doe, John,,,,,,extra',
    'tax_id_type',
    'too_many_cells',
  ],
  ['fewer cells', 'x', 'email', 'missing'],
  ['no external ID', ',x@example.com,,,,,,', 'external_id', 'missing'],
  ['a long external ID', `${'x'.repeat(501)},x@example.com,,,,,,`, 'external_id', 'too_long'],
  ['the external ID of another row', 'first,x@example.com,,,,,,', 'external_id', 'duplicate'],
  ['no email address', 'x,,,,,,,', 'email', 'missing'],
  ['a wrong email address', 'x,nobody,,,,,,', 'email', 'invalid_email'],
  ['a long name', `x,x@example.com,${'n'.repeat(501)},,,,,`, 'name', 'too_long'],
  ['no time', 'x,x@example.com,,yesterday,,,,', 'created_at', 'invalid_time'],
  ['a day that is none', 'x,x@example.com,,2026-02-30,,,,', 'created_at', 'invalid_time'],
  ['a month that is none', 'x,x@example.com,,2026-13-01,,,,', 'created_at', 'invalid_time'],
  ['an hour that is none', 'x,x@example.com,,2026-01-01 25:00,,,,', 'created_at', 'invalid_time'],
  ['no country', 'x,x@example.com,,,Atlantis,,,', 'billing_address_country', 'unknown_country'],
  ['no JSON', 'x,x@example.com,,,,{a,,', 'metadata', 'invalid_json'],
  ['JSON of another kind', 'x,x@example.com,,,,[1],,', 'metadata', 'invalid_json'],
  ['metadata in depth', 'x,x@example.com,,,,"{""a"": {""b"": 1}}",,', 'metadata', 'invalid_json'],
  ['a tax ID without type', 'x,x@example.com,,,,,DE123456789,', 'tax_id_type', 'missing'],
  ['a type of tax ID that is none', 'x,x@example.com,,,,,DE1,moon', 'tax_id_type', 'unknown_value'],
  ['a wrong tax ID', 'x,x@example.com,,,,,123,eu_vat', 'tax_id', 'invalid_tax_id'],
];

describe('a row that cannot be read', () => {
  it.each(ROWS)('for %s is an error of its cell alone', async (_, row, column, code) => {
    for (const dry_run of [true, false]) {
      const done = await importFile(seller, around(row), {
        kind: 'customers',
        source: 'custom',
        dry_run,
      });
      expect(done.errors).toMatchObject([{ row: 2, column, code }]);
      expect(done.errors[0]?.detail).toMatch(/^[A-Z].{8,}\.$/);
      expect(done).toMatchObject({ total: 3, done: 3, created: 2, updated: 0, skipped: 0 });
    }
  });

  it('for a quote that is never closed is an error of that row alone', async () => {
    const file = `${HEADER}\nfirst,first@example.com,,,,,,\nx,x@example.com,"Bo,,,,,\nlast,last@example.com,,,,,,\n`;
    const done = await importFile(seller, file, { kind: 'customers', source: 'custom' });
    expect(done.errors).toMatchObject([{ row: 2, column: 'name', code: 'unclosed_quote' }]);
    expect(done).toMatchObject({ total: 3, done: 3, created: 2 });
  });
});

const FILES: [what: string, file: string | Buffer, column: string, code: string][] = [
  ['a spreadsheet', Buffer.from('PK\x03\x04\0\0\0\0'), 'A', 'not_csv'],
  ['UTF-16', Buffer.from(`\ufeff${HEADER}\n1,a@example.com`, 'utf16le'), 'A', 'not_csv'],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'), 'A', 'invalid_utf8'],
  ['empty lines alone', '\n\n\n', 'A', 'empty_file'],
  [
    'a header in Latin-1',
    Buffer.from('external_id,email,pr\xe9nom\n1,a@example.com,A\n', 'latin1'),
    'C',
    'invalid_utf8',
  ],
  ['no column of the email address', 'external_id,name\n1,Ada\n', 'email', 'missing_column'],
  ['a header that ends in a quote', 'external_id,"email\n1,a@example.com\n', 'B', 'unclosed_quote'],
];

it.each(FILES)('%s is told at the header', async (_, file, column, code) => {
  const done = await importFile(seller, file, { kind: 'customers', source: 'custom' });
  expect(done).toMatchObject({ status: 'failed', errors: [{ row: 0, column, code }] });
  expect(done.errors[0]?.detail).toMatch(/^[A-Z].{8,}\.$/);
  const failure = await refusal(runImport, { params: { id: done.id } }, { as: seller });
  expect(failure.status).toBe(409);
});

it('a header without rows is done at once', async () => {
  const done = await importFile(seller, `${HEADER}\n`, { kind: 'customers', source: 'custom' });
  expect(done).toMatchObject({ status: 'done', total: 0, done: 0, errors: [] });
});

it.each([
  ['semicolons', ';', '\n'],
  ['tabs', '\t', '\n'],
  ['lines of Windows', ',', '\r\n'],
])('a file with %s is read', async (_, delimiter, newline) => {
  const file = ['external_id,email', '1,a@example.com', '', '2,b@example.com'].join(newline);
  const done = await importFile(seller, file.replaceAll(',', delimiter), {
    kind: 'customers',
    source: 'custom',
  });
  expect(done).toMatchObject({ created: 2, errors: [] });
});

it('a weak key, one that is here, and one of nobody are errors', async () => {
  await makeBenefit(seller.organizationId, { type: 'license_keys' });
  await makeCustomer(seller.organizationId, { email: 'ada@example.com' });
  const key = 'A1B2C3D4-E5F6A7B8-C9D0E1F2';
  const file = [
    'external_id,key,customer_email,limit_activations,activations',
    `1,${key},ada@example.com,,`,
    '2,AAAA-BBBB,ada@example.com,,',
    `3,${key},ada@example.com,,`,
    `4,${key}-X,bo@example.com,,`,
    `5,${key}-Y,ada@example.com,0,`,
    `6,${key}-Z,ada@example.com,,"[{}]"`,
  ].join('\n');
  for (const dry_run of [true, false]) {
    const done = await importFile(seller, file, {
      kind: 'license_keys',
      source: 'custom',
      dry_run,
    });
    expect(done.errors.map(({ row, column, code }) => [row, column, code])).toEqual([
      [2, 'key', 'weak_key'],
      [3, 'key', 'key_taken'],
      [4, 'customer_email', 'unknown_customer'],
      [5, 'limit_activations', 'invalid_number'],
      [6, 'activations', 'invalid_json'],
    ]);
    expect(done).toMatchObject({ done: 6, created: 1, errors_count: 5 });
  }
});

it('all errors are a list, and a file', async () => {
  const rows = Array.from({ length: 1200 }, (_, index) => `${index},nobody`);
  const done = await importFile(seller, `external_id,email\n${rows.join('\n')}\n`, {
    kind: 'customers',
    source: 'custom',
    dry_run: true,
  });
  expect(done).toMatchObject({ done: 1200, created: 0, errors_count: 1200 });
  expect(done.errors.map(({ row }) => row)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1));
  const params = { id: done.id };
  const page = await callApi(
    listImportErrors,
    { params, query: { page: 12, limit: 100 } },
    { as: seller },
  );
  expect(page.pagination.total_count).toBe(1200);
  expect(page.items.at(-1)).toMatchObject({ row: 1200, column: 'email' });
  const all = await callApi(exportImportErrors, { params }, { as: seller });
  expect(all).toHaveLength(1200);
});
