import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import { implementExport } from '@/lib/resources/implement';
import { log } from '@/lib/runtime/log';

const Thing = z.object({
  id: z.string(),
  owner: z.object({ name: z.string().nullable() }).nullable(),
  sizes: z.array(z.object({ cm: z.int() })),
  amount: z.int(),
});
type Thing = z.infer<typeof Thing>;

const listThings = contract({
  id: 'things:list',
  method: 'GET',
  path: '/v1/things/{box}/small/',
  tag: 'things',
  summary: 'List things',
  auth: 'public',
  params: z.object({ box: z.string() }),
  query: listQuery({ sorting: sorting(['id'], 'id') }),
  response: page(Thing),
});
const exportThings = contract(
  exportOf(listThings, [
    'id',
    'owner.name',
    'amount',
    ['first_size', 'sizes.0.cm'],
    ['count', ({ sizes }) => sizes.length],
  ]),
);

const thing = (id: string, more: Partial<Thing> = {}): Thing => ({
  id,
  owner: { name: `Owner of ${id}` },
  sizes: [{ cm: 5 }],
  amount: -1,
  ...more,
});

/** Batches that note how far they were read, and whether they were left. */
function source(batches: Thing[][], failsAt = Number.POSITIVE_INFINITY) {
  const seen = { read: 0, left: false };
  const read = async function* () {
    try {
      for (const batch of batches) {
        if (seen.read >= failsAt) throw new Error('the database is gone');
        seen.read += 1;
        yield batch;
      }
    } finally {
      seen.left = true;
    }
  };
  return { seen, read };
}

function get(read: () => AsyncGenerator<Thing[]>, accept?: string): Promise<Response> {
  const handler = implementExport(exportThings, read);
  const headers = accept === undefined ? {} : { Accept: accept };
  return handler(
    new Request('http://localhost/v1/things/7/small/export?sorting=-id', { headers }),
    {
      params: Promise.resolve({ box: '7' }),
    },
  );
}

describe('the declaration of an export', () => {
  it('is that of its list: path, filters and sorting, but no pages', () => {
    expect(exportThings).toMatchObject({
      id: 'things:export',
      method: 'GET',
      path: '/v1/things/{box}/small/export',
      auth: 'public',
      tag: 'things',
      status: 200,
    });
    expect(Object.keys(exportThings.query?.shape ?? {})).toEqual([
      'query',
      'id',
      'created_after',
      'created_before',
      'sorting',
    ]);
  });
});

describe('an export', () => {
  const rows = () =>
    source([
      [thing('a', { owner: null }), thing('b', { sizes: [] })],
      [thing('=c', { owner: { name: 'x, "y"' }, amount: -200 })],
    ]);

  it('is CSV by default', async () => {
    const response = await get(rows().read);
    expect(await response.text()).toBe(
      [
        'id,owner_name,amount,amount_decimal,first_size,count',
        'a,,-1,-0.01,5,1',
        'b,Owner of b,-1,-0.01,,0',
        `'=c,"x, ""y""",-200,-2,5,1`,
        '',
      ].join('\r\n'),
    );
    const today = new Date().toISOString().slice(0, 10);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="things-small-${today}.csv"`,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is an array of what the list prints for who asks for JSON', async () => {
    const response = await get(rows().read, 'application/json');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('content-disposition')).toMatch(/\.json"$/);
    expect(await response.json()).toEqual([
      thing('a', { owner: null }),
      thing('b', { sizes: [] }),
      thing('=c', { owner: { name: 'x, "y"' }, amount: -200 }),
    ]);
  });

  it('of nothing is a header, or an empty array', async () => {
    for (const batches of [[], [[]]]) {
      const csv = await get(source(batches).read);
      expect(await csv.text()).toBe('id,owner_name,amount,amount_decimal,first_size,count\r\n');
      const json = await get(source(batches).read, 'application/json');
      expect(await json.json()).toEqual([]);
    }
  });

  it.each([
    ['*/*', 'csv'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'csv'],
    ['text/csv', 'csv'],
    ['text/csv, application/json', 'csv'],
    ['text/csv;q=0.5, application/json', 'json'],
    ['application/json;q=0.5, text/csv', 'csv'],
    ['application/json, text/plain, */*', 'json'],
    ['Application/JSON; charset=utf-8', 'json'],
    ['application/json;q=0', 'csv'],
  ])('for Accept: %s is %s', async (accept, extension) => {
    const { headers } = await get(rows().read, accept);
    expect(headers.get('content-disposition')).toContain(`.${extension}"`);
  });

  it('reads a batch when the client has taken the one before', async () => {
    const { seen, read } = source(Array.from({ length: 50 }, (_, index) => [thing(`${index}`)]));
    const reader = (await get(read)).body?.getReader();
    expect(seen.read).toBe(1);
    await reader?.read();
    expect(seen.read).toBe(1);
    await reader?.read();
    await reader?.read();
    expect(seen.read).toBe(3);
  });

  it('ends with the client', async () => {
    const { seen, read } = source(Array.from({ length: 50 }, (_, index) => [thing(`${index}`)]));
    const { body } = await get(read);
    const reader = body?.getReader();
    await reader?.read();
    await reader?.read();
    await reader?.cancel();
    expect(seen).toEqual({ read: 2, left: true });
  });

  it('ends with a client that goes away after the first rows', async () => {
    const { seen, read } = source([[thing('a')], [thing('b')]]);
    const reader = (await get(read)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(seen).toEqual({ read: 1, left: true });
  });

  it('ends when the client goes away while rows are being read', async () => {
    let arrive = () => {};
    const rows = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const seen = { later: false, left: false };
    const read = async function* () {
      try {
        yield [thing('a')];
        await rows;
        yield [thing('b')];
        seen.later = true;
      } finally {
        seen.left = true;
      }
    };
    const reader = (await get(read)).body?.getReader();
    await reader?.read();
    const pending = reader?.read();
    await new Promise(setImmediate);
    const gone = reader?.cancel();
    arrive();
    await Promise.all([pending, gone]);
    expect(seen).toEqual({ later: false, left: true });
  });

  it('that fails before its first rows is answered like any other fault', async () => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => {});
    const response = await get(source([[thing('a')]], 0).read);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error: 'InternalServerError' });
    error.mockRestore();
  });

  it('that fails later breaks off, so that nobody takes the part for the whole', async () => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => {});
    const response = await get(source([[thing('a')], [thing('b')]], 1).read);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect(error.mock.calls[0]?.[1]).toBe('an export broke off');
    error.mockRestore();
  });

  it('that prints another shape than it declares fails outside production', async () => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => {});
    const wrong = { ...thing('a'), amount: 'much' } as unknown as Thing;
    expect((await get(source([[wrong]]).read)).status).toBe(500);
    error.mockRestore();
  });
});
