import { beforeEach, describe, expect, it } from 'vitest';
import { GET as exportKeys } from '@/app/v1/benefits/[id]/keys/export/route';
import { jobScope } from '@/lib/auth/credentials';
import { db } from '@/lib/database/connection/client';
import { transaction } from '@/lib/database/connection/transaction';
import { listAuditLog } from '@/lib/resources/audit-log/contract';
import { deleteBenefit, updateBenefit } from '@/lib/resources/benefits/contract';
import { deleteFile } from '@/lib/resources/files/contract';
import { bitsOf, isWeak, ownKey as normalized } from '@/lib/resources/key-pools/rules';
import {
  addPoolKeys,
  countPoolKeys,
  getPoolKeyUpload,
  listPoolKeys,
} from '@/lib/resources/pool-keys/contract';
import { addRows } from '@/lib/resources/pool-keys/service';
import { newId } from '@/lib/runtime/ids';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeLicenseKey, makeSeller, type Seller } from '@/testing/factories';
import { useTemporaryStorage } from '@/testing/files';
import {
  addKeys,
  beginUpload,
  makePool,
  ownKey,
  poolOf,
  readUpload,
  runUpload,
  sellTo,
} from '@/testing/key-pools';
import { makeKeyBenefit } from '@/testing/shop';

let seller: Seller;
beforeEach(async () => {
  await useTemporaryStorage();
  seller = await makeSeller();
});

const keysOf = (id: string, query: object = {}) =>
  callApi(listPoolKeys, { params: { id }, query }, { as: seller });
const stored = async (benefitId: string) => {
  const rows = await db(null).poolKey.findMany({
    where: { benefitId },
    orderBy: { position: 'asc' },
  });
  return rows.map(({ key }) => key);
};
const refuseAdd = (id: string, body: object, as = seller) =>
  refusal(addPoolKeys, { params: { id }, body }, { as });

describe('keys of a seller', () => {
  it('are 1 to 1,000 characters of text without the white space around them', () => {
    expect(normalized('  aB-1 \n')).toBe('aB-1');
    expect(normalized('é'.repeat(1000))).toBe('é'.repeat(1000));
    for (const none of [
      '',
      '  ',
      'a'.repeat(1001),
      'a\tb',
      'a\u0000',
      'a\uFFFD',
      '🗝'.repeat(700),
    ]) {
      expect(normalized(none), none.slice(0, 9)).toBeNull();
    }
  });

  it('are weak under 80 bits: their length × log2 of how many characters are distinct', () => {
    expect(bitsOf('abcd')).toBe(8);
    expect(bitsOf('aaaa')).toBe(0);
    expect(bitsOf('')).toBe(0);
    expect(isWeak('ABCDEFGHIJKLMNO')).toBe(true); // 15 × log2(15) = 58.6
    expect(isWeak('abcd'.repeat(10))).toBe(false); // 40 × 2 = 80
    expect(isWeak(`${'abcd'.repeat(9)}abc`)).toBe(true); // 39 × 2 = 78
    expect(isWeak(crypto.randomUUID().toUpperCase())).toBe(false);
  });
});

describe('adding keys', () => {
  it('keeps them as they are sent, in their order and their case', async () => {
    const { id } = await makePool(seller);
    const keys = [ownKey('b'), ` ${ownKey('A')} `, ownKey('a')];
    expect(await addKeys(seller, id, keys)).toEqual({
      added: 3,
      repeated: 0,
      rejected: 0,
      weak: 0,
    });
    expect(await stored(id)).toEqual(keys.map((key) => key.trim()));
    expect(await poolOf(seller, id)).toEqual({ free: 3, granted: 0, pending: 0, is_low: false });
  });

  it('counts those that the organization has already as repeated, whichever benefit has them', async () => {
    const [{ id }, other] = [await makePool(seller), await makePool(seller, [ownKey('theirs')])];
    const issued = await makeLicenseKey(seller.organizationId);
    const stranger = await makeSeller();
    await makePool(stranger, [ownKey('foreign')]);
    const keys = [ownKey(1), ownKey(1), ownKey('theirs'), issued.key, ownKey('foreign')];
    expect(await addKeys(seller, id, keys)).toMatchObject({ added: 2, repeated: 3 });
    expect(await stored(id)).toEqual([ownKey(1), ownKey('foreign')]);
    expect(await stored(other.id)).toEqual([ownKey('theirs')]);
  });

  it('says how many are rejected, and how many are weak', async () => {
    const { id } = await makePool(seller);
    const keys = ['', ' ', 'tab\tbed', 'SHORT-1234', ownKey(1)];
    expect(await addKeys(seller, id, keys)).toEqual({
      added: 2,
      repeated: 0,
      rejected: 3,
      weak: 1,
    });
  });

  it('is refused for a longer key, without keys and with both, and for no file to import', async () => {
    const { id } = await makePool(seller);
    const places422 = async (body: object) => places(await refuseAdd(id, body));
    expect(await places422({ keys: [ownKey(1), 'a'.repeat(1001)] })).toEqual(['body.keys.1']);
    expect(await places422({})).toEqual(['body.keys']);
    expect(await places422({ keys: [] })).toEqual(['body.keys']);
    expect(await places422({ keys: ['a'], file_id: newId() })).toEqual(['body.file_id']);
    expect(await places422({ file_id: newId() })).toEqual(['body.file_id']);
  });

  it('is refused where the keys are generated, and for a benefit of others', async () => {
    const { id } = await makeKeyBenefit(seller);
    expect(await refuseAdd(id, { keys: ['a'] })).toMatchObject({ error: 'NotPermitted' });
    const pool = await makePool(await makeSeller());
    expect(await refuseAdd(pool.id, { keys: ['a'] })).toMatchObject({ status: 404 });
  });

  it('leaves the keys out of the audit log', async () => {
    const { id } = await makePool(seller, [ownKey('secret')]);
    const { items } = await callApi(listAuditLog, {}, { as: seller });
    expect(items[0]).toMatchObject({
      action: 'benefit.keys_added',
      object: { kind: 'benefit', id },
    });
    expect(JSON.stringify(items)).not.toContain(ownKey('secret'));
  });
});

describe('the list of keys', () => {
  it('shows them masked, oldest first, and who has them', async () => {
    const { id, productId } = await makePool(seller, [ownKey(1), ownKey(2), 'AB12']);
    await sellTo(seller, productId, 'ada');
    const { items, pagination } = await keysOf(id);
    const [key] = await db(null).licenseKey.findMany({ where: { benefitId: id } });
    const masked = `****-${ownKey(1).slice(-6)}`;
    expect(items).toMatchObject([
      { key: masked, status: 'granted', license_key_id: key?.id },
      { key: masked, status: 'free', license_key_id: null },
      { key: '****-12', status: 'free', license_key_id: null },
    ]);
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(
      ['created_at', 'id', 'key', 'license_key_id', 'status'].sort(),
    );
    expect(pagination.total_count).toBe(3);
    expect((await keysOf(id, { status: 'free' })).items).toHaveLength(2);
    const counts = { params: { id }, query: { by: 'status' as const } };
    expect(await callApi(countPoolKeys, counts, { as: seller })).toEqual({
      items: [
        { value: 'free', count: 2 },
        { value: 'granted', count: 1 },
      ],
      total_count: 3,
    });
  });

  it('finds what is shown and whole keys, so that nobody guesses the rest', async () => {
    const { id } = await makePool(seller, [ownKey(1), 'OTHER-Key-of-9876543210']);
    const found = async (query: string) => (await keysOf(id, { query })).items.length;
    expect(await found('543210')).toBe(1);
    expect(await found('****-543210')).toBe(1);
    expect(await found('OTHER-Key-of-9876543210')).toBe(1);
    expect(await found('OTHER')).toBe(0);
    expect(await found('9876543210')).toBe(0);
  });

  it('is exported masked', async () => {
    const { id } = await makePool(seller, [ownKey(1)]);
    const request = new Request(`http://localhost:3000/v1/benefits/${id}/keys/export`, {
      headers: { authorization: `Bearer ${seller.token}` },
    });
    const csv = await (await exportKeys(request, { params: Promise.resolve({ id }) })).text();
    expect(csv).toContain(`****-${ownKey(1).slice(-6)}`);
    expect(csv).not.toContain(ownKey(1));
  });
});

describe('a file of keys', () => {
  const lines = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => ownKey(from + index));

  it('is read in the background, by its column `key`, in its order', async () => {
    const { id } = await makePool(seller, [ownKey('repeated')]);
    const rows = ['1,"Own, with ""quotes"" 8f2K"', `2,${ownKey('repeated')}`, '3,', '', '4,WEAK'];
    const csv = `\uFEFFNumber,Key\r\n${rows.join('\r\n')}\r\n`;
    const begun = await beginUpload(seller, id, csv);
    expect(begun).toMatchObject({ status: 'running', total: 0, done: 0, error: null });
    await runUpload(seller, begun.id);
    expect(await readUpload(seller, id, begun.id)).toEqual({
      ...{ id: begun.id, status: 'done', total: 4, done: 4, error: null },
      ...{ added: 2, repeated: 1, rejected: 1, weak: 1 },
    });
    expect(await stored(id)).toEqual([ownKey('repeated'), 'Own, with "quotes" 8f2K', 'WEAK']);
  });

  it('goes on where it was broken off, and adds nothing twice', { tags: 'soak' }, async () => {
    const { id } = await makePool(seller);
    const all = lines(2500);
    const begun = await beginUpload(seller, id, `key\n${all.join('\n')}`);
    // Another worker has added the first rows, and was killed.
    await transaction(await jobScope(seller.organizationId), (scope) =>
      addRows(scope, begun.id, { from: 0, keys: all.slice(0, 1000) }),
    );
    expect(await readUpload(seller, id, begun.id)).toMatchObject({ status: 'running', done: 1000 });
    await Promise.all([runUpload(seller, begun.id), runUpload(seller, begun.id)]);
    expect(await readUpload(seller, id, begun.id)).toMatchObject({
      ...{ status: 'done', total: 2500, done: 2500, added: 2500, repeated: 0 },
    });
    expect(await stored(id)).toEqual(all);
  });

  it('waits for the next worker where its own stops', async () => {
    const { id } = await makePool(seller);
    const begun = await beginUpload(seller, id, `key\n${lines(10).join('\n')}`);
    const stopped = new AbortController();
    stopped.abort(new Error('stopping'));
    await expect(runUpload(seller, begun.id, stopped.signal)).rejects.toThrow('stopping');
    expect(await readUpload(seller, id, begun.id)).toMatchObject({ status: 'running', done: 0 });
    await runUpload(seller, begun.id);
    expect(await readUpload(seller, id, begun.id)).toMatchObject({ status: 'done', added: 10 });
  });

  it.each([
    ['name\nAda', 'The file has no column named “key”.'],
    [`key\n"${'a'.repeat(70_000)}`, "Line 2 can't be read."],
    [`key\n${'a\n'.repeat(100_001)}`, 'The file has more than 100,000 rows. Split it.'],
  ])('fails with a sentence: %#', { tags: 'soak' }, async (csv, error) => {
    const { id } = await makePool(seller);
    const begun = await beginUpload(seller, id, csv);
    await runUpload(seller, begun.id);
    expect(await readUpload(seller, id, begun.id)).toMatchObject({
      ...{ status: 'failed', error, added: 0 },
    });
    expect(await stored(id)).toEqual([]);
  });

  it('fails where the file or the benefit is gone, or its keys are generated meanwhile', {
    tags: 'soak',
  }, async () => {
    const deleted = await makePool(seller);
    const first = await beginUpload(seller, deleted.id, 'key\na');
    await callApi(deleteBenefit, { params: { id: deleted.id } }, { as: seller });
    await runUpload(seller, first.id);
    const failed = await db(null).keyUpload.findUniqueOrThrow({ where: { id: first.id } });
    expect(failed).toMatchObject({ status: 'failed', error: 'The benefit does not exist.' });

    const { id } = await makePool(seller);
    const second = await beginUpload(seller, id, 'key\na');
    const [file] = await db(null).file.findMany({ orderBy: { createdAt: 'desc' }, take: 1 });
    await callApi(deleteFile, { params: { id: file?.id ?? '' } }, { as: seller });
    await runUpload(seller, second.id);
    expect((await readUpload(seller, id, second.id)).error).toBe('The file was deleted.');

    const third = await beginUpload(seller, id, 'key\na');
    const generated = { properties: { source: 'generated' } };
    await callApi(updateBenefit, { params: { id }, body: generated }, { as: seller });
    await runUpload(seller, third.id);
    expect((await readUpload(seller, id, third.id)).error).toBe(
      "This benefit doesn't hand out keys of your own.",
    );
  });

  it('is found by its own benefit alone', async () => {
    const [one, other] = [await makePool(seller), await makePool(seller)];
    const { id: upload_id } = await beginUpload(seller, one.id, 'key\na');
    const params = { id: other.id, upload_id };
    expect(await refusal(getPoolKeyUpload, { params }, { as: seller })).toMatchObject({
      status: 404,
    });
  });
});

it('deleting a benefit frees its keys for another one, but for those that are out', {
  tags: 'soak',
}, async () => {
  const { id, productId } = await makePool(seller, [ownKey(1), ownKey(2)]);
  await sellTo(seller, productId, 'ada');
  await callApi(deleteBenefit, { params: { id } }, { as: seller });
  const other = await makePool(seller);
  expect(await addKeys(seller, other.id, [ownKey(1), ownKey(2)])).toMatchObject({
    ...{ added: 1, repeated: 1 },
  });
});
