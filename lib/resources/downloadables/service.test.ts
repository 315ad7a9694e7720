import { beforeAll, describe, expect, it } from 'vitest';
import { getDownloadable, listDownloadables } from '@/lib/resources/benefit-grants/contract';
import type { Downloadable } from '@/lib/resources/benefit-grants/schema';
import { createBenefit, deleteBenefit, updateBenefit } from '@/lib/resources/benefits/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { deleteCustomer } from '@/lib/resources/customers/contract';
import { open } from '@/lib/resources/downloadables/service';
import { deleteFile } from '@/lib/resources/files/contract';
import { openDownload } from '@/lib/resources/files/service';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import { signToken } from '@/lib/runtime/secrets';
import { type Actor, callApi, sendRaw } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { uploadFile, useTemporaryStorage } from '@/testing/files';
import { confirm, fixed, free, makeCheckout, makeProduct } from '@/testing/shop';

let seller: Seller;
beforeAll(async () => {
  await useTemporaryStorage();
  seller = await makeSeller();
});

const as = () => ({ as: seller });
const list = async (buyer: Actor, query: object = {}): Promise<Downloadable[]> =>
  (await callApi(listDownloadables, { query }, { as: buyer })).items;
const names = async (buyer: Actor, query: object = {}) =>
  (await list(buyer, query)).map(({ file }) => file.name);
const tokenOf = ({ file }: Downloadable) => file.download.url.split('/').at(-1) ?? '';
const fetchIt = (token: string) => sendRaw(getDownloadable, { params: { token } });

const makeFile = async (name: string) =>
  (await uploadFile(seller, Buffer.from(`bytes of ${name}`), { name })).id;

/** A product that gives these files, in one benefit. */
async function sell(files: string[]) {
  const benefit = await callApi(
    createBenefit,
    { body: { type: 'downloadables', description: 'Downloads', properties: { files } } },
    as(),
  );
  const product = await makeProduct(seller, free);
  await callApi(
    updateProductBenefits,
    { params: { id: product.id }, body: { benefits: [benefit.id] } },
    as(),
  );
  return { benefit, product };
}

async function buy(
  product: { id: string },
  customer_email: string,
): Promise<Actor & { customerId: string }> {
  const answer = await confirm(await makeCheckout(seller, product.id), { customer_email });
  const body = { customer_id: answer.customer_id ?? '' };
  const { token } = await callApi(createCustomerSession, { body }, as());
  return { token, customerId: body.customer_id };
}

describe('the list of downloads', () => {
  it('has every file of a benefit that is held, once, however often it was bought', async () => {
    const { benefit, product } = await sell([await makeFile('b.zip'), await makeFile('a.zip')]);
    await buy(product, 'twice@example.com');
    const buyer = await buy(product, 'twice@example.com');
    const items = await list(buyer, { sorting: ['name'] });
    expect(items.map(({ file }) => file.name)).toEqual(['a.zip', 'b.zip']);
    expect(await names(buyer, { sorting: ['-name'] })).toEqual(['b.zip', 'a.zip']);
    expect(await names(buyer, { sorting: ['name'], limit: 1, page: 2 })).toEqual(['b.zip']);
    expect(await names(buyer, { query: 'A.ZIP' })).toEqual(['a.zip']);
    expect(await names(buyer, { benefit_id: [benefit.id] })).toHaveLength(2);
    expect(await names(buyer, { benefit_id: [product.id] })).toEqual([]);
    expect(items[0]).toMatchObject({
      benefit_id: benefit.id,
      file: { service: 'downloadable', is_uploaded: true, download: { headers: {} } },
    });
    const again = await list(buyer, { sorting: ['name'] });
    expect(again.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
  });

  it('follows the benefit: new files come, archived and deleted ones go', async () => {
    const [first, second] = [await makeFile('1.zip'), await makeFile('2.zip')];
    const { benefit, product } = await sell([first]);
    const buyer = await buy(product, 'follows@example.com');
    const change = (properties: object) =>
      callApi(
        updateBenefit,
        { params: { id: benefit.id }, body: { properties: { ...properties } } },
        as(),
      );
    await change({ files: [first, second] });
    expect(await names(buyer, { sorting: ['name'] })).toEqual(['1.zip', '2.zip']);
    await change({ files: [first, second], archived: { [first]: true, [second]: false } });
    expect(await names(buyer)).toEqual(['2.zip']);
    await callApi(deleteFile, { params: { id: second } }, as());
    expect(await names(buyer)).toEqual([]);
  });

  it('has nothing of a benefit that is gone', async () => {
    const { benefit, product } = await sell([await makeFile('gone.zip')]);
    const buyer = await buy(product, 'gone@example.com');
    expect(await names(buyer)).toEqual(['gone.zip']);
    await callApi(deleteBenefit, { params: { id: benefit.id } }, as());
    expect(await names(buyer)).toEqual([]);
  });
});

describe('a download', () => {
  it('sends to the bytes, without a token', async () => {
    const { product } = await sell([await makeFile('tool.zip')]);
    const [item] = await list(await buy(product, 'tool@example.com'));
    if (!item) throw new Error('There is no download');
    const { url, expires_at } = item.file.download;
    expect(url).toMatch(/^http:\/\/localhost:3000\/v1\/customer-portal\/downloadables\/[\w.-]+$/);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(3_600_000);
    const response = await fetchIt(tokenOf(item));
    expect(response.status).toBe(302);
    const location = response.headers.get('location') ?? '';
    expect(location).toMatch(/^http:\/\/localhost:3000\/downloads\/[\w.-]+$/);
    const { name, chunks: bytes } = await openDownload(
      location.split('/').at(-1) ?? '',
      new Date(),
    );
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes()) chunks.push(chunk);
    expect([name, Buffer.concat(chunks).toString()]).toEqual(['tool.zip', 'bytes of tool.zip']);
  });

  it('is 410 when it is over, or its benefit has been taken away', async () => {
    const { benefit, product } = await sell([await makeFile('x.zip')]);
    const buyer = await buy(product, 'x@example.com');
    const [item] = await list(buyer);
    if (!item) throw new Error('There is no download');
    const token = tokenOf(item);
    const later = new Date(Date.now() + 3_600_001);
    await expect(open(token, later)).rejects.toMatchObject({ status: 410 });
    expect((await fetchIt(token)).status).toBe(302);
    const { files } = benefit.properties as { files: string[] };
    const archived = { [files[0] ?? '']: true };
    const body = { properties: { files, archived } };
    await callApi(updateBenefit, { params: { id: benefit.id }, body }, as());
    expect((await fetchIt(token)).status).toBe(410);
    await callApi(
      updateBenefit,
      { params: { id: benefit.id }, body: { properties: { files } } },
      as(),
    );
    expect((await fetchIt(token)).status).toBe(302);
    await callApi(deleteCustomer, { params: { id: buyer.customerId } }, as());
    const gone = await fetchIt(token);
    expect([gone.status, await gone.json()]).toMatchObject([410, { error: 'ResourceUnavailable' }]);
  });

  it('is 404 for what was not signed as one', async () => {
    const { product } = await sell([await makeFile('y.zip')]);
    const [item] = await list(await buy(product, 'y@example.com'));
    if (!item) throw new Error('There is no download');
    const token = tokenOf(item);
    const [organization = ''] = token.split('.');
    const wrong = [
      'x',
      `${token}x`,
      token.slice(0, -1),
      signToken(organization, new Date(), 'download'),
    ];
    for (const one of wrong) expect((await fetchIt(one)).status, one).toBe(404);
  });
});

it('is nothing for who has bought something else', async () => {
  const product = await makeProduct(seller, fixed());
  const other = await makeProduct(seller, free);
  expect(product.id).not.toBe(other.id);
  expect(await names(await buy(other, 'else@example.com'))).toEqual([]);
});
