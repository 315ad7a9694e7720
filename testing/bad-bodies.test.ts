import { beforeAll, describe, expect, it } from 'vitest';
import { maxBodyBytes } from '@/lib/api/request';
import type { AnyContract } from '@/lib/contract/contract';
import { contracts } from '@/lib/resources/registry';
import { leavesOf, valueAt, withValue } from '@/testing/bodies';
import { type Raw, sendRawRequest } from '@/testing/raw-requests';
import { part, some } from '@/testing/soak';
import { contentOf, fillTenant, type Tenant } from '@/testing/tenant';
import { bodiesOf } from '@/testing/tenant-requests';

// Any body: a response in the API's shape, never a 500, and nothing written.

let tenant: Tenant;
beforeAll(async () => {
  tenant = await fillTenant('tenant');
});

/** Forms of other protocols have tests of their own. */
const withBody = contracts.filter(({ body, protocol }) => body && !protocol);

const send = (operation: AnyContract, raw: Raw) => sendRawRequest(tenant, operation, raw);

/** Runs work that has to be refused, and checks that no row was written. */
async function writingNothing(work: () => Promise<void>): Promise<void> {
  const { organizationId } = tenant.seller;
  const before = await contentOf(organizationId);
  await work();
  expect(await contentOf(organizationId)).toEqual(before);
}

const deep = (open: string, close: string) => `${open.repeat(10_000)}1${close.repeat(10_000)}`;

/** Documents that no operation accepts. */
const DOCUMENTS: Record<string, BodyInit> = {
  nothing: '',
  'a list': '[]',
  'a text': '"text"',
  'a number': '1',
  'a boolean': 'true',
  null: 'null',
  'broken off': '{"name": "x',
  'two documents': '{}{}',
  'deep lists': deep('[', ']'),
  'deep objects': deep('{"a":', '}'),
  'a wide list': `[${'1,'.repeat(30_000)}1]`,
  'a prototype': '{"__proto__": {"is_admin": true}}',
  'no UTF-8': new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'UTF-16': new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
};

const CONTENT_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', ''];

const NO_TEXT = {
  'a NUL byte': 'a\u0000b',
  'a lone surrogate': 'a\ud800b',
  'a prototype': JSON.parse('{"__proto__": {}}') as unknown,
};

describe.each(some(withBody, 8))('the body of $id', (operation) => {
  const samples = () => bodiesOf(tenant)[operation.id] ?? [];

  it('is one JSON object', async () => {
    await writingNothing(async () => {
      for (const [name, body] of Object.entries(DOCUMENTS)) {
        const { status, problems } = await send(operation, { body });
        expect(status, name).toBe(422);
        expect(problems.map(({ loc }) => loc[0])).toEqual(problems.map(() => 'body'));
      }
    });
  });

  it('is JSON by its content type and no longer than it may be, also where its length is not told', async () => {
    await writingNothing(async () => {
      const body = JSON.stringify(samples()[0]);
      for (const type of CONTENT_TYPES) {
        const error = 'UnsupportedMediaType';
        expect(await send(operation, { body, type })).toMatchObject({ status: 415, error });
      }
      const large = JSON.stringify({ name: 'x'.repeat(maxBodyBytes(operation)) });
      for (const body of [large, new Blob([large]).stream()]) {
        const error = 'PayloadTooLarge';
        expect(await send(operation, { body })).toMatchObject({ status: 413, error });
      }
    });
  });

  it('holds nothing that is no text anywhere; every place is named at once', async () => {
    await writingNothing(async () => {
      for (const [name, bad] of Object.entries(NO_TEXT)) {
        for (const sample of samples()) {
          const places = leavesOf(sample);
          const body = places.reduce((changed, path) => withValue(changed, path, bad), sample);
          const { status, problems } = await send(operation, { body: JSON.stringify(body) });
          expect(status, name).toBe(422);
          const named = problems.map(({ loc }) => loc.join('.').replace(/\.__proto__$/, ''));
          expect(named).toEqual(
            expect.arrayContaining(places.map((path) => `body.${path.join('.')}`)),
          );
        }
        const body = JSON.stringify({ ...samples()[0], no_such_field: bad });
        expect(await send(operation, { body }), name).toMatchObject({ status: 422 });
      }
    });
  });

  /** What the schema refuses is known to be 422: only the rest needs to be sent. */
  const isRefused = async (body: object) => {
    if (operation.body?.safeParse(body).success === false) return true;
    return (await send(operation, { body: JSON.stringify(body) })).status === 422;
  };

  it('holds no text that fills it and no number beyond the columns', async () => {
    await writingNothing(async () => {
      const long = 'x'.repeat(maxBodyBytes(operation) - 8192);
      for (const sample of samples()) {
        const leaves = leavesOf(sample);
        const body = JSON.stringify(withValue(sample, leaves[0] ?? [], long));
        expect(await send(operation, { body })).toMatchObject({ status: 422 });
        // A cell that is too long is an error of its row alone.
        for (const path of leaves.filter(([name]) => name !== 'rows')) {
          expect(await isRefused(withValue(sample, path, long)), path.join('.')).toBe(true);
        }
        const numbers = leaves.filter((path) => typeof valueAt(sample, path) === 'number');
        for (const path of numbers.filter((path) => !isMetadata(path))) {
          for (const number of [2 ** 31, 2 ** 63, -(2 ** 31) - 1, 1e300, 0.5]) {
            const body = withValue(sample, path, number);
            expect(await isRefused(body), `${path.join('.')} = ${number}`).toBe(true);
          }
        }
      }
    });
  });

  it('never is a fault, whatever stands at a place', async () => {
    const all = [null, true, 0, -1, 2 ** 31, 2 ** 53, '', 'no_such_value', [], {}];
    const done = new Set<string>();
    for (const sample of samples()) {
      const isNew = (path: string[]) => !isMetadata(path) && !done.has(path.join('.'));
      for (const path of leavesOf(sample).filter(isNew)) {
        done.add(path.join('.'));
        for (const value of part(all, `${operation.id} ${path.join('.')}`, 3)) {
          const body = withValue(sample, path, value);
          if (operation.body?.safeParse(body).success === false) continue;
          const { status } = await send(operation, { body: JSON.stringify(body) });
          expect(status, `${path.join('.')} = ${JSON.stringify(value)}`).toBeLessThan(500);
        }
      }
    }
  });
});

/** Metadata holds any integer that JavaScript can tell from its neighbours. */
function isMetadata(path: readonly string[]): boolean {
  return /^(metadata|customer_metadata|meta|conditions)$/.test(path[0] ?? '');
}
