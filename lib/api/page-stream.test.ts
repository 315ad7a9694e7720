import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { pageResponse } from '@/lib/api/page-stream';
import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import type { Page } from '@/lib/database/query/listing';
import { listBenefits } from '@/lib/resources/benefits/contract';
import { listCustomFields } from '@/lib/resources/custom-fields/contract';
import { listCustomers } from '@/lib/resources/customers/contract';
import { listProducts } from '@/lib/resources/products/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import * as subscriptions from '@/lib/resources/subscriptions/repository';
import { newId } from '@/lib/runtime/ids';
import { callApi, dispatch } from '@/testing/call-api';
import {
  makeCustomer,
  makeProduct,
  makeSeller,
  makeSubscription,
  type Seller,
} from '@/testing/factories';

// docs/decisions/streamed-pages.md

const pagination = { total_count: 4, max_page: 1 };

async function* batches(...given: unknown[][]) {
  yield* given;
}

/** Reads a response piece by piece. */
async function piecesOf(response: Response): Promise<string[]> {
  const pieces: string[] = [];
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) pieces.push(decoder.decode(piece));
  return pieces;
}

const item = (size: number) => ({ text: 'x'.repeat(size) });

describe('a page', () => {
  it('that is small is answered whole, however it was read', async () => {
    const answer = await pageResponse(
      200,
      { items: [1, 2], pagination },
      batches([3], [4]),
      vi.fn(),
    );
    const text = await answer.text();
    expect(JSON.parse(text)).toEqual({ items: [1, 2, 3, 4], pagination });
    expect(answer.headers.get('Content-Length')).toBe(String(text.length));
    const none = await pageResponse(200, { items: [], pagination }, batches(), vi.fn());
    expect(await none.json()).toEqual({ items: [], pagination });
  });

  it('that is large is written in pieces, each of which is made when it is wanted', async () => {
    const made: number[] = [];
    const rest = async function* () {
      for (let batch = 0; batch < 50; batch += 1) {
        made.push(batch);
        yield [item(50_000), item(50_000)];
      }
    };
    const items = [item(1)];
    const answer = await pageResponse(200, { items, pagination }, rest(), vi.fn());
    expect(answer.headers.get('Content-Length')).toBeNull();
    expect(made.length).toBeLessThan(4);
    const pieces = await piecesOf(answer);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(120_000);
    expect(JSON.parse(pieces.join(''))).toEqual({
      items: [item(1), ...Array(100).fill(item(50_000))],
      pagination,
    });
  });

  it('that fails is an error before the first piece, and broken off and told of after it', async () => {
    const failing = async function* (pieces: number) {
      for (let at = 0; at < pieces; at += 1) yield [item(70_000)];
      throw new Error('the database is away');
    };
    const broken = vi.fn();
    const page = { items: [], pagination };
    await expect(pageResponse(200, page, failing(0), broken)).rejects.toThrow('away');
    await expect(pageResponse(200, page, failing(1), broken)).rejects.toThrow('away');
    expect(broken).not.toHaveBeenCalled();
    await expect(piecesOf(await pageResponse(200, page, failing(3), broken))).rejects.toThrow();
    expect(broken).toHaveBeenCalledOnce();
  });

  it('is read no further when the client goes away', async () => {
    const ended = vi.fn();
    const rest = async function* () {
      try {
        for (;;) yield [item(70_000)];
      } finally {
        ended();
      }
    };
    const answer = await pageResponse(200, { items: [], pagination }, rest(), vi.fn());
    await answer.body?.cancel();
    await expect.poll(() => ended.mock.calls.length).toBe(1);
  });
});

describe('pages of rows that are large', () => {
  let seller: Seller;
  let scope: ReturnType<typeof systemScope>;
  const ROWS = 8;
  const MIB = 1024 ** 2;

  beforeAll(async () => {
    seller = await makeSeller();
    const { organizationId } = seller;
    scope = systemScope(organizationId);
    // Larger than they can be made, as earlier versions have stored some.
    for (let row = 0; row < ROWS; row += 1) {
      const product = await makeProduct(organizationId, {
        description: randomBytes(200_000).toString('hex'),
      });
      const metadata = { key: 'x'.repeat(300_000) };
      const customer = await makeCustomer(organizationId, { metadata });
      await makeSubscription(organizationId, { product, customer, metadata });
      await db(null).benefit.create({
        data: {
          id: newId(),
          organizationId,
          type: 'custom',
          description: 'A long note',
          properties: { note: 'x'.repeat(300_000) },
        },
      });
      await db(null).customField.create({
        data: {
          id: newId(),
          organizationId,
          type: 'text',
          slug: `field-${row}`,
          name: 'Text',
          properties: { textarea: false },
          metadata: { key: 'x'.repeat(300_000) },
        },
      });
    }
  });

  it.each([
    [listProducts],
    [listSubscriptions],
    [listCustomers],
    [listBenefits],
    [listCustomFields],
  ] as const)('are whole, and written in pieces: %#', { tags: 'soak' }, async (operation) => {
    const query = { limit: 100 };
    const page = await callApi(operation, { query }, { as: seller });
    expect(page.items).toHaveLength(ROWS);
    expect(page.pagination).toEqual({ total_count: ROWS, max_page: 1 });
    const pages = await Promise.all(
      [1, 2, 3].map((number) =>
        callApi(operation, { query: { page: number, limit: 5 } }, { as: seller }),
      ),
    );
    expect(pages.flatMap(({ items }) => items as unknown[])).toEqual(page.items);
    const url = `http://localhost:3000${operation.path}?limit=100`;
    const headers = { authorization: `Bearer ${seller.token}` };
    const answer = await dispatch(operation, new Request(url, { headers }));
    const pieces = await piecesOf(answer);
    expect(JSON.parse(pieces.join(''))).toEqual(page);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(2.5 * MIB);
  });

  it.each([[['-started_at']], [['started_at', 'status']]] as const)(
    'are read in batches of bounded size by %s',
    { tags: 'soak' },
    async (sorting) => {
      const list = subscriptions.list(scope, { sorting: [...sorting] } as never);
      const { rows, rest }: Page<object> = await list.page({ page: 1, limit: 100 });
      const sizes = [rows.length];
      for await (const batch of rest) sizes.push(batch.length);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(ROWS);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(3);
    },
  );
});
