import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { OPTIONS } from '@/app/ads/[id]/route';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import {
  getAdvertisement,
  getCustomerAdvertisement,
  listAdvertisements,
  updateAdvertisement,
  updateCustomerAdvertisement,
} from '@/lib/resources/advertisements/contract';
import { sweepImages } from '@/lib/resources/advertisements/jobs';
import type { AdvertisementCampaign } from '@/lib/resources/advertisements/schema';
import { countsWritten } from '@/lib/resources/advertisements/service';
import { exportAuditLog } from '@/lib/resources/audit-log/contract';
import { deleteBenefit } from '@/lib/resources/benefits/contract';
import { deleteCustomer } from '@/lib/resources/customers/contract';
import { roomProblem } from '@/lib/resources/files/service';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { buyAds, makeAds, open } from '@/testing/advertisements';
import { callApi, places, refusal, sendRaw } from '@/testing/call-api';
import { makeSeller, makeToken, type Seller } from '@/testing/factories';
import { useTemporaryStorage } from '@/testing/files';
import { type Pictures, png, startPictures } from '@/testing/pictures';

// docs/contract/advertisements.md

const GIB = 1024 ** 3;

let folder: string;
let pictures: Pictures;
beforeAll(async () => {
  folder = await useTemporaryStorage();
  pictures = await startPictures();
});
afterAll(async () => {
  pictures.stop();
  await rm(folder, { recursive: true });
});

let seller: Seller;
let benefit: { id: string };
let product: { id: string };
let buyer: Awaited<ReturnType<typeof buyAds>>;
beforeEach(async () => {
  seller = await makeSeller();
  ({ benefit, product } = await makeAds(seller));
  buyer = await buyAds(seller, product, 'ada@example.com');
});

const body = () => ({
  image_url: `${pictures.url}/20x10.png`,
  text: 'Buy our things',
  link_url: 'https://things.example.com/?from=ads',
});
const fill = (given: object = body()) =>
  callApi(
    updateCustomerAdvertisement,
    { params: { id: buyer.id }, body: given },
    { as: buyer.session },
  );
const refuseFill = (given: object, as: { token: string } = buyer.session) =>
  refusal(updateCustomerAdvertisement, { params: { id: buyer.id }, body: given }, { as });
const decide = (status: 'approved' | 'paused' | 'changes_requested', more: object = {}) =>
  callApi(
    updateAdvertisement,
    { params: { id: buyer.id }, body: { status, ...more } },
    { as: seller },
  );
const read = () => callApi(getAdvertisement, { params: { id: buyer.id } }, { as: seller });
const list = (query: object = {}) =>
  callApi(listAdvertisements, { query: { benefit_id: benefit.id, ...query } }, { as: seller });
interface Feed {
  items: Record<'id' | 'image_url' | 'text' | 'link_url' | 'click_url' | 'view_url', string>[];
  dimensions: number[];
}
const feed = async () => (await open.feed(`${benefit.id}.json`)).json() as Promise<Feed>;
const texts = async () => (await feed()).items.map(({ text }) => text);
const setGrants = (benefits: string[]) =>
  callApi(
    updateProductBenefits,
    { params: { id: product.id }, body: { benefits } },
    { as: seller },
  );

describe('a campaign', () => {
  it('is made empty by a grant, with the id that the grant names', async () => {
    expect(await read()).toMatchObject({
      id: buyer.id,
      image_url: '',
      image_url_dark: null,
      text: '',
      link_url: '',
      status: 'draft',
      pending: null,
      is_granted: true,
      is_served: false,
      views: 0,
      clicks: 0,
      benefit_id: benefit.id,
      customer: { id: buyer.customerId, email: 'ada@example.com' },
    });
  });

  it('is listed with the dimensions beside the envelope', async () => {
    const other = await buyAds(seller, product, 'grace@example.com');
    const page = await list();
    expect(page.dimensions).toEqual([20, 10]);
    expect(page.pagination).toEqual({ total_count: 2, max_page: 1 });
    expect(page.items.map(({ id }) => id)).toEqual([other.id, buyer.id]);
    expect((await list({ query: 'grace@' })).items.map(({ id }) => id)).toEqual([other.id]);
  });

  it('is read by benefits:read and changed by benefits:write', async () => {
    const { organizationId } = seller;
    const token = await makeToken({ organizationId }, { scopes: ['benefits:read'] });
    const params = { id: buyer.id };
    expect((await sendRaw(getAdvertisement, { params }, { as: { token } })).status).toBe(200);
    const sent = { params, body: JSON.stringify({ status: 'paused' }) };
    expect((await sendRaw(updateAdvertisement, sent, { as: { token } })).status).toBe(403);
  });

  it('needs the id of a benefit, and has nothing for one of somebody else', async () => {
    const failure = await refusal(listAdvertisements, { query: {} as never }, { as: seller });
    expect(places(failure)).toEqual(['query.benefit_id']);
    const stranger = await makeSeller();
    const query = { benefit_id: benefit.id };
    expect(await callApi(listAdvertisements, { query }, { as: stranger })).toMatchObject({
      items: [],
      dimensions: [],
    });
  });

  it('stays what it was when its grant is made again', { tags: 'soak' }, async () => {
    await fill();
    await decide('approved');
    await setGrants([]);
    expect(await read()).toMatchObject({ status: 'approved', is_granted: false, is_served: false });
    await setGrants([benefit.id]);
    expect(await texts()).toEqual(['Buy our things']);
  });

  it('is emptied with its customer', async () => {
    await fill();
    await decide('approved');
    await callApi(deleteCustomer, { params: { id: buyer.customerId } }, { as: seller });
    expect(await read()).toMatchObject({ text: '', status: 'draft', customer: null });
    const [image] = await db(null).advertisementImage.findMany({
      where: { advertisementId: buyer.id },
    });
    expect(image?.unusedSince).not.toBeNull();
  });
});

describe('filling in', () => {
  it('waits for the seller, and fetches the picture once', async () => {
    const before = pictures.requests.length;
    const { pending, ...filled } = await fill();
    expect(filled).toMatchObject({ status: 'pending', text: '', image_url: '' });
    expect(pending).toMatchObject({ text: body().text, link_url: body().link_url });
    expect(pictures.requests.slice(before)).toEqual(['GET /20x10.png']);
    const url = pending?.image_url ?? '';
    expect(url).toMatch(new RegExp(`^http://localhost:3000/ads/${buyer.id}/images/[0-9a-f-]{36}$`));
    const image = await open.image(url);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(image.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(Buffer.from(await image.arrayBuffer())).toEqual(png(20, 10));
    await read();
    await feed();
    expect(pictures.requests.length).toBe(before + 1);
  });

  it('is a draft until picture, text and link are there', async () => {
    expect(await fill({ text: 'Soon' })).toMatchObject({
      status: 'draft',
      pending: { text: 'Soon', image_url: '' },
    });
    const { text: _, ...rest } = body();
    expect(await fill(rest)).toMatchObject({ status: 'pending', pending: { text: 'Soon' } });
  });

  it('keeps the picture whose printed address is sent, and takes the dark one away by null', async () => {
    const first = await fill({ ...body(), image_url_dark: `${pictures.url}/20x10.png?dark` });
    const { image_url, image_url_dark } = first.pending ?? {};
    expect(image_url_dark).not.toBeNull();
    const before = pictures.requests.length;
    const again = await fill({ image_url, image_url_dark, text: 'New text' });
    expect(again.pending).toMatchObject({ image_url, image_url_dark, text: 'New text' });
    expect((await fill({ image_url_dark: null })).pending?.image_url_dark).toBeNull();
    expect(pictures.requests.length).toBe(before);
  });

  it.each([
    ['another size', '/21x10.png', '21 × 10'],
    ['no picture', '/text', 'one of an image'],
    ['a redirect', '/moved', 'answers 302'],
    ['an error', '/gone', 'answers 410'],
    ['too many bytes', '/large', 'larger than 2 MB'],
  ])('refuses %s at its field', async (_what, path, message) => {
    pictures.answers.set('/text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    pictures.answers.set('/moved', 302);
    pictures.answers.set('/gone', 410);
    pictures.answers.set('/large', Buffer.concat([png(20, 10), Buffer.alloc(2 * 1024 * 1024)]));
    const wrong = pictures.url + path;
    const failure = await refuseFill({ ...body(), image_url_dark: wrong });
    expect(failure.status).toBe(422);
    expect(places(failure)).toEqual(['body.image_url_dark']);
    expect(failure.message).toContain(message);
    const both = await refuseFill({ ...body(), image_url: wrong, image_url_dark: wrong });
    expect(places(both).sort()).toEqual(['body.image_url', 'body.image_url_dark']);
    expect(await read()).toMatchObject({ status: 'draft', pending: null });
    expect(await db(null).advertisementImage.count()).toBe(
      await db(null).advertisementImage.count({ where: { advertisementId: { not: buyer.id } } }),
    );
  });

  it('keeps to the address rules of webhooks', async () => {
    const failure = await refuseFill({ ...body(), image_url: 'http://10.0.0.1/x.png' });
    expect(places(failure)).toEqual(['body.image_url']);
    expect(failure.message).toContain('not a public address');
    const secret = await refuseFill({ ...body(), image_url: 'https://a:b@example.com/x.png' });
    expect(places(secret)).toEqual(['body.image_url']);
    await db(null).organization.update({
      where: { id: seller.organizationId },
      data: { isSandbox: false },
    });
    expect((await refuseFill(body())).message).toContain('starts with https://');
  });

  it('takes 1–140 characters of text, and a link with https', async () => {
    for (const text of ['', 'x'.repeat(141)]) {
      expect(places(await refuseFill({ text }))).toEqual(['body.text']);
    }
    expect(places(await refuseFill({ link_url: 'http://things.example.com' }))).toEqual([
      'body.link_url',
    ]);
    expect((await fill({ text: 'x'.repeat(140) })).pending?.text).toHaveLength(140);
  });

  it('fetches at most 30 times an hour', { tags: 'soak' }, async () => {
    for (let time = 0; time < 30; time += 1) await fill({ image_url: body().image_url });
    expect(await refuseFill({ image_url: body().image_url })).toMatchObject({ status: 429 });
    expect((await fill({ text: 'Still' })).pending?.text).toBe('Still');
  });

  it('counts into what the seller may store, and tells the customer no figures', async () => {
    provideSettings({ ORGANIZATION_STORAGE_GIB: '1' });
    onTestFinished(() => provideSettings({ ORGANIZATION_STORAGE_GIB: '' }));
    const { organizationId } = seller;
    const full = newId();
    await db(null).file.create({
      data: {
        id: full,
        organizationId,
        service: 'downloadable',
        name: 'a.zip',
        mimeType: 'application/zip',
        path: 'a',
        size: GIB,
        uploadParts: [],
      },
    });
    const failure = await refuseFill(body());
    expect([failure.status, failure.message]).toEqual([
      403,
      'The seller has no room for more images. Let them know, and try again later.',
    ]);
    expect((await fill({ text: 'Words need no room' })).pending?.text).toBe('Words need no room');
    const images = () => db(null).advertisementImage.findMany({ where: { organizationId } });
    expect(await images()).toEqual([]);
    await db(null).file.delete({ where: { id: full } });
    await fill();
    const [{ size } = { size: 0 }] = await images();
    const roomFor = (bytes: number) =>
      transaction(systemScope(organizationId), (scope) =>
        roomProblem(scope, organizationId, bytes),
      );
    expect(await roomFor(GIB - size)).toBeUndefined();
    expect(await roomFor(GIB - size + 1)).toContain('Your organization uses');
  });

  it('is refused for a revoked grant, and for somebody else', async () => {
    const other = await buyAds(seller, product, 'grace@example.com');
    expect((await refuseFill(body(), other.session)).status).toBe(404);
    const params = { id: buyer.id };
    const foreign = await refusal(getCustomerAdvertisement, { params }, { as: other.session });
    expect(foreign.status).toBe(404);
    await setGrants([]);
    expect(await refuseFill(body())).toMatchObject({ status: 403 });
  });

  it('is read with the benefit in the portal', async () => {
    const params = { id: buyer.id };
    const own = await callApi(getCustomerAdvertisement, { params }, { as: buyer.session });
    expect(own).toMatchObject({
      id: buyer.id,
      benefit: { id: benefit.id, properties: { image_width: 20, image_height: 10 } },
    });
    expect(own).not.toHaveProperty('customer');
  });

  it('removes what no version shows a day later', async () => {
    const first = (await fill()).pending?.image_url ?? '';
    const second = (await fill({ image_url: `${pictures.url}/20x10.png?2` })).pending?.image_url;
    await sweepImages(new Date());
    expect((await open.image(first)).status).toBe(200);
    await sweepImages(new Date(Date.now() + DAY_MS + 1000));
    expect((await open.image(first)).status).toBe(404);
    expect((await open.image(second ?? '')).status).toBe(200);
  });
});

describe("the seller's decision", () => {
  it('approves what waits, and leaves a row of the audit log', async () => {
    await fill();
    const approved = await decide('approved');
    expect(approved).toMatchObject({
      ...body(),
      image_url: approved.image_url,
      status: 'approved',
    });
    expect(approved).toMatchObject({ pending: null, is_served: true });
    const rows = await callApi(exportAuditLog, {}, { as: seller });
    expect(rows).toContainEqual(
      expect.objectContaining({
        action: 'advertisement.updated',
        object: { kind: 'advertisement', id: buyer.id, name: 'Buy our things' },
      }),
    );
  });

  it('serves the approved version while a change waits, until that is approved', async () => {
    await fill();
    await decide('approved');
    expect(await fill({ text: 'Buy more' })).toMatchObject({
      status: 'pending',
      text: 'Buy our things',
      pending: { text: 'Buy more' },
      is_served: true,
    });
    expect(await texts()).toEqual(['Buy our things']);
    await decide('changes_requested', { note: 'Say what you sell.' });
    expect(await texts()).toEqual(['Buy our things']);
    expect(await read()).toMatchObject({
      note: 'Say what you sell.',
      pending: { text: 'Buy more' },
    });
    expect(await decide('approved')).toMatchObject({ text: 'Buy more', note: null, pending: null });
    expect(await texts()).toEqual(['Buy more']);
  });

  it('asks for changes, which wait again once they are made', async () => {
    await fill();
    expect(await decide('changes_requested', { note: 'Too loud.' })).toMatchObject({
      status: 'changes_requested',
      is_served: false,
    });
    expect(await fill({ text: 'quiet' })).toMatchObject({ status: 'pending', note: null });
  });

  it('takes after all what was sent back', async () => {
    await fill();
    await decide('changes_requested');
    expect(await decide('approved')).toMatchObject({ status: 'approved', is_served: true });
  });

  it('pauses until an approval, also while the customer changes it', async () => {
    await fill();
    await decide('approved');
    expect(await decide('paused')).toMatchObject({ status: 'paused', is_served: false });
    expect(await texts()).toEqual([]);
    expect(await fill({ text: 'Again' })).toMatchObject({ status: 'pending', is_served: false });
    expect(await texts()).toEqual([]);
    await decide('approved');
    expect(await texts()).toEqual(['Again']);
  });

  it('has nothing to approve, to pause or to send back in a draft', async () => {
    await fill({ text: 'Half' });
    for (const status of ['approved', 'paused', 'changes_requested'] as const) {
      const params = { id: buyer.id };
      const failure = await refusal(
        updateAdvertisement,
        { params, body: { status } },
        { as: seller },
      );
      expect(places(failure)).toEqual(['body.status']);
    }
    const params = { id: buyer.id };
    for (const status of ['draft', 'pending']) {
      const given = { params, body: { status } as never };
      expect(places(await refusal(updateAdvertisement, given, { as: seller }))).toEqual([
        'body.status',
      ]);
    }
  });

  it('needs none for what is approved already', async () => {
    await fill();
    await decide('approved');
    await fill({ text: 'Other' });
    expect(await fill({ text: body().text })).toMatchObject({ status: 'approved', pending: null });
  });

  it('does not approve unseen what the customer changes meanwhile', async () => {
    await fill();
    const params = { id: buyer.id };
    const seen = await sendRaw(getAdvertisement, { params }, { as: seller });
    const etag = seen.headers.get('etag') ?? '';
    const approve = () =>
      sendRaw(
        updateAdvertisement,
        { params, body: JSON.stringify({ status: 'approved' }) },
        { as: seller, headers: { 'If-Match': etag } },
      );
    const [approval] = await Promise.all([approve(), fill({ text: 'Changed' })]);
    const after = await read();
    if (approval.status === 200) {
      expect(after).toMatchObject({ text: body().text, pending: { text: 'Changed' } });
    } else {
      expect(approval.status).toBe(412);
      expect(after).toMatchObject({ text: '', pending: { text: 'Changed' } });
    }
    expect(after.status).toBe('pending');
    expect((await approve()).status).toBe(412);
  });
});

describe('mails', () => {
  const mails = async () => {
    const { organizationId } = seller;
    const kind = { startsWith: 'advertisement_' };
    const rows = await db(null).mail.findMany({
      where: { organizationId, kind },
      orderBy: { id: 'asc' },
    });
    return rows.map(({ kind, data }) => [kind, data]);
  };

  it('tell the owners that a version begins to wait, and the customer what was decided', async () => {
    await fill({ text: 'Half' });
    expect(await mails()).toEqual([]);
    await fill();
    await fill({ text: 'Once more' });
    const data = { benefit_name: 'Banner on our site' };
    const waiting = {
      ...data,
      customer_email: 'ada@example.com',
      customer_name: 'Bo Buyer',
      url: `http://localhost:3000/dashboard/${seller.slug}/benefits/${benefit.id}`,
    };
    expect(await mails()).toEqual([['advertisement_pending', waiting]]);
    await decide('changes_requested', { note: 'Too loud.' });
    await fill({ text: 'Quiet' });
    await decide('approved');
    await decide('approved');
    await decide('paused');
    const portal_url = `http://localhost:3000/portal/${seller.slug}/advertisements/${buyer.id}`;
    expect((await mails()).slice(1)).toEqual([
      ['advertisement_changes_requested', { ...data, note: 'Too loud.', portal_url }],
      ['advertisement_pending', waiting],
      ['advertisement_approved', { ...data, portal_url }],
    ]);
  });

  it('to the owners are switched off by notification_settings', async () => {
    const notification_settings = { advertisement_pending: false };
    const params = { id: seller.organizationId };
    await callApi(updateOrganization, { params, body: { notification_settings } }, { as: seller });
    await fill();
    expect(await mails()).toEqual([]);
  });
});

describe('the feed', () => {
  it('has what is approved and granted, for any origin, for 60 seconds', {
    tags: 'soak',
  }, async () => {
    await buyAds(seller, product, 'grace@example.com');
    await fill();
    expect(await feed()).toEqual({ items: [], dimensions: [20, 10] });
    const { image_url } = await decide('approved');
    const response = await open.feed(`${benefit.id}.json`);
    expect(await response.json()).toEqual({
      items: [
        {
          id: buyer.id,
          image_url,
          image_url_dark: null,
          text: body().text,
          link_url: body().link_url,
          click_url: `http://localhost:3000/ads/${buyer.id}/click`,
          view_url: `http://localhost:3000/ads/${buyer.id}/view.gif`,
        },
      ],
      dimensions: [20, 10],
    });
    const { headers } = response;
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(OPTIONS().headers.get('access-control-allow-headers')).toBe('If-None-Match');
    const etag = headers.get('etag') ?? '';
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const known = await open.feed(`${benefit.id}.json`, { 'if-none-match': condition });
      expect([known.status, await known.text()]).toEqual([304, '']);
    }
    await decide('paused');
    const changed = await open.feed(`${benefit.id}.json`, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
  });

  it('is HTML without scripts as well, whatever a text says', async () => {
    await fill({ ...body(), text: '<script>alert(1)</script>' });
    await decide('approved');
    const response = await open.feed(`${benefit.id}.html`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    expect(page).not.toContain('<script');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain(`/ads/${buyer.id}/click"`);
    expect(page).toContain(`/ads/${buyer.id}/view.gif"`);
  });

  it('loses an advertisement at once whose grant is revoked', async () => {
    await fill();
    await decide('approved');
    const reading = Promise.all(Array.from({ length: 10 }, () => texts()));
    await setGrants([]);
    expect(await texts()).toEqual([]);
    for (const one of await reading) expect([[], [body().text]]).toContainEqual(one);
    expect((await open.click(buyer.id)).status).toBe(404);
    await callApi(deleteBenefit, { params: { id: benefit.id } }, { as: seller });
    expect((await open.feed(`${benefit.id}.json`)).status).toBe(404);
  });

  it.each(['01a1fddc-0000-7000-8000-000000000000.json', 'x.json', 'x', '..json'])(
    'is 404 for %s',
    async (file) => {
      expect((await open.feed(file)).status).toBe(404);
    },
  );
});

describe('views and clicks', () => {
  it('are counted, and bots are left out', { tags: 'soak' }, async () => {
    await fill();
    await decide('approved');
    const views = await Promise.all(Array.from({ length: 25 }, () => open.view(buyer.id)));
    expect(views[0]?.headers.get('content-type')).toBe('image/gif');
    expect(views[0]?.headers.get('cache-control')).toBe('no-store');
    const click = await open.click(buyer.id);
    expect([click.status, click.headers.get('location')]).toEqual([302, body().link_url]);
    const bot = { headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } };
    expect((await open.view(buyer.id, bot)).status).toBe(200);
    expect((await open.click(buyer.id, bot)).status).toBe(302);
    await open.view(buyer.id, { method: 'HEAD' });
    await open.view(buyer.id, { headers: { 'sec-purpose': 'prefetch' } });
    await countsWritten();
    expect(await read()).toMatchObject({ views: 25, clicks: 1 });
    await open.view(buyer.id);
    await countsWritten();
    expect(await read()).toMatchObject({ views: 26, clicks: 1 });
  });

  it('change neither the version of a campaign nor when it was modified', async () => {
    await fill();
    await decide('approved');
    const versionOf = async () => {
      const params = { id: buyer.id };
      return (await sendRaw(getAdvertisement, { params }, { as: seller })).headers.get('etag');
    };
    const [etag, { modified_at }] = [await versionOf(), await read()];
    await open.view(buyer.id);
    await countsWritten();
    expect(await versionOf()).toBe(etag);
    expect(await read()).toMatchObject({ views: 1, modified_at });
  });

  it('are none of what is not served, nor of ids that somebody makes up', {
    tags: 'soak',
  }, async () => {
    await fill();
    await open.view(buyer.id);
    expect((await open.view('no-id')).status).toBe(200);
    await open.view('01a1fddc-0000-7000-8000-000000000000');
    expect((await open.click(buyer.id)).status).toBe(404);
    expect((await open.click('no-id')).status).toBe(404);
    await countsWritten();
    expect(await read()).toMatchObject({ views: 0, clicks: 0 });
  });

  it('sort the list', { tags: 'soak' }, async () => {
    const other = await buyAds(seller, product, 'grace@example.com');
    await fill();
    await decide('approved');
    await open.view(buyer.id);
    await countsWritten();
    const sorted = async (sorting: 'views' | '-views' | '-clicks' | 'granted_at') =>
      (await list({ sorting: [sorting] })).items.map(({ id }: AdvertisementCampaign) => id);
    expect(await sorted('-views')).toEqual([buyer.id, other.id]);
    expect(await sorted('views')).toEqual([other.id, buyer.id]);
    expect(await sorted('granted_at')).toEqual([buyer.id, other.id]);
  });
});
