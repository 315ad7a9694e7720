import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiFailure } from '@/lib/client/client';
import { jsonBytes } from '@/lib/contract/size';
import { db } from '@/lib/database/connection/client';
import { getBenefit, listBenefits, updateBenefit } from '@/lib/resources/benefits/contract';
import { createCustomField, updateCustomField } from '@/lib/resources/custom-fields/contract';
import { updateFile } from '@/lib/resources/files/contract';
import {
  createProduct,
  getProduct,
  listProducts,
  updateProduct,
  updateProductBenefits,
} from '@/lib/resources/products/contract';
import { MAX_PRODUCT_BYTES } from '@/lib/resources/products/rules';
import { newId } from '@/lib/runtime/ids';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeBenefit, makeFile, makeProduct, makeSeller, type Seller } from '@/testing/factories';

// docs/contract/catalogue.md#bounds

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});

const as = () => ({ as: seller });
const note = (length: number) => ({ note: '😀'.repeat(length) });
const benefitsOf = (count: number, properties: object = note(1)) =>
  Promise.all(
    Array.from({ length: count }, () => makeBenefit(seller.organizationId, { properties })),
  ).then((made) => made.map(({ id }) => id));
const setBenefits = (id: string, benefits: string[]) =>
  callApi(updateProductBenefits, { params: { id }, body: { benefits } }, as());
const refuseBenefits = (id: string, benefits: string[]) =>
  refusal(updateProductBenefits, { params: { id }, body: { benefits } }, as());
const update = (id: string, body: object) => callApi(updateProduct, { params: { id }, body }, as());
const refuse = (id: string, body: object) => refusal(updateProduct, { params: { id }, body }, as());
const patchBenefit = (id: string, body: object) =>
  callApi(updateBenefit, { params: { id }, body }, as());
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const size = async (id: string) => bytes(await callApi(getProduct, { params: { id } }, as()));

/** A product stored as by an earlier version: with more benefits than one may have. */
async function stored(count: number, properties: object) {
  const { organizationId } = seller;
  const product = await makeProduct(organizationId, { price: { type: 'one_time' } });
  const ids = await benefitsOf(count, properties);
  await db(null).productBenefit.createMany({
    data: ids.map((benefitId, position) => ({
      organizationId,
      productId: product.id,
      benefitId,
      position,
    })),
  });
  return { ...product, benefitIds: ids };
}

describe('benefits of a product', () => {
  it('are at most 50; where there are more already they only become fewer', {
    tags: 'soak',
  }, async () => {
    const ids = await benefitsOf(51);
    const { id } = await makeProduct(seller.organizationId);
    expect((await setBenefits(id, ids.slice(1))).benefits).toHaveLength(50);
    expect(places(await refuseBenefits(id, ids))).toEqual(['body.benefits']);

    const old = await stored(60, note(1));
    expect(places(await refuseBenefits(old.id, [...old.benefitIds, ...ids.slice(50)]))).toEqual([
      'body.benefits',
    ]);
    const fewer = await setBenefits(old.id, old.benefitIds.slice(3).reverse());
    expect(fewer.benefits).toHaveLength(57);
    expect(places(await refuseBenefits(old.id, old.benefitIds))).toEqual(['body.benefits']);
  });
});

describe('a note', () => {
  it('has at most 5,000 characters; a longer one only becomes shorter', async () => {
    const [id = '', long = ''] = [...(await benefitsOf(1)), ...(await benefitsOf(1, note(10_000)))];
    expect((await patchBenefit(id, { properties: note(5000) })).properties).toEqual(note(5000));
    const refused = (one: string, length: number) =>
      refusal(updateBenefit, { params: { id: one }, body: { properties: note(length) } }, as());
    expect(places(await refused(id, 5001))).toEqual(['body.properties.note']);
    const kept = { description: 'Another text', properties: note(10_000) };
    expect(await patchBenefit(long, kept)).toMatchObject(kept);
    expect(places(await refused(long, 10_001))).toEqual(['body.properties.note']);
    expect((await patchBenefit(long, { properties: note(6000) })).properties).toEqual(note(6000));
    expect(places(await refused(long, 6001))).toEqual(['body.properties.note']);
  });

  it('is null inside of other objects and their events, and kept by the benefit’s own', async () => {
    const { id } = await makeProduct(seller.organizationId);
    const [benefitId = ''] = await benefitsOf(1, note(10));
    const answer = await setBenefits(id, [benefitId]);
    expect(answer.benefits).toMatchObject([{ properties: { note: null } }]);
    const { items } = await callApi(listProducts, { query: { id: [id] } }, as());
    expect(items).toEqual([answer]);
    await patchBenefit(benefitId, { description: 'Changed' });
    const events = await db(null).event.findMany({
      where: { organizationId: seller.organizationId },
    });
    expect(events.map(({ kind }) => kind).sort()).toEqual(['benefit.updated', 'product.updated']);
    for (const { kind, snapshot } of events) {
      expect(JSON.stringify(snapshot).includes('😀')).toBe(kind === 'benefit.updated');
    }
    const params = { id: benefitId };
    expect(await callApi(getBenefit, { params }, as())).toMatchObject({ properties: note(10) });
    const own = await callApi(listBenefits, {}, as());
    expect(own.items).toMatchObject([{ properties: note(10) }]);
  });
});

const select = (options: object[]) => ({
  type: 'select' as const,
  slug: `field-${newId()}`,
  name: 'Size',
  properties: { options: options as { value: string; label: string }[] },
});
const options = (count: number, length = 60) =>
  Array.from({ length: count }, (_, index) => ({
    value: `${index}`.padStart(length, '-'),
    label: 'é'.repeat(length),
  }));

describe('the options of a custom field', () => {
  it('have at most 16 KiB together; larger ones only shrink', async () => {
    const fits = options(75);
    expect(bytes(fits)).toBeLessThanOrEqual(16_384);
    const tooMany = options(90);
    expect(bytes(tooMany)).toBeGreaterThan(16_384);
    const field = await callApi(createCustomField, { body: select(fits) }, as());
    const place = ['body.properties.options'];
    expect(places(await refusal(createCustomField, { body: select(tooMany) }, as()))).toEqual(
      place,
    );
    const params = { id: field.id };
    const change = (list: object[]) => ({ params, body: { properties: { options: list } } });
    expect(places(await refusal(updateCustomField, change(tooMany), as()))).toEqual(place);

    await db(null).customField.update({
      where: { id: field.id },
      data: { properties: { options: options(120) } },
    });
    expect(places(await refusal(updateCustomField, change(options(121)), as()))).toEqual(place);
    const smaller = await callApi(updateCustomField, change(options(110)), as());
    expect(smaller.properties).toMatchObject({ options: options(110) });
  });
});

const description = '😀'.repeat(15_000);
const prices = [{ price_amount: 500 }];
const metadata = (length = 500) =>
  Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key${at}`, 'é'.repeat(length)]));
const longer = 'x'.repeat(180);

/** Gives a product the description with which 20 bytes are missing to the bound. */
async function fill(id: string): Promise<void> {
  const {
    description: _,
    grants_pending: __,
    ...rest
  } = await callApi(getProduct, { params: { id } }, as());
  const missing = MAX_PRODUCT_BYTES - 20 - jsonBytes({ ...rest, description: '' });
  const text = '😀'.repeat(Math.floor(missing / 4)) + 'x'.repeat(missing % 4);
  await update(id, { description: text });
}

describe('a product', () => {
  it('is at most 64 KiB; the field that made it too large is refused', async () => {
    const body = { name: 'Field Guide', prices, description, metadata: metadata(10) };
    const whole = await callApi(createProduct, { body }, as());
    expect(await size(whole.id)).toBeLessThanOrEqual(MAX_PRODUCT_BYTES);
    const large = { ...body, metadata: metadata() };
    expect(places(await refusal(createProduct, { body: large }, as()))).toEqual([
      'body.description',
    ]);
    expect(places(await refuse(whole.id, { metadata: metadata() }))).toEqual(['body.metadata']);
    const short = await callApi(createProduct, { body: { ...large, description: null } }, as());
    expect(places(await refuse(short.id, { name: 'Another', description }))).toEqual([
      'body.description',
    ]);
    expect(await callApi(getProduct, { params: { id: short.id } }, as())).toEqual(short);
  });

  it('refuses what its parts grow by, at their fields', { tags: 'soak' }, async () => {
    const { organizationId } = seller;
    const file = await makeFile(organizationId);
    const field = await callApi(createCustomField, { body: select(options(5)) }, as());
    const attached_custom_fields = [{ custom_field_id: field.id, required: false }];
    const body = { name: 'Field Guide', prices, medias: [file.id], attached_custom_fields };
    const { id } = await callApi(createProduct, { body }, as());
    const service = 'downloadable';
    const files = [await makeFile(organizationId, { service })].map((one) => one.id);
    const [noteId = '', another = ''] = await benefitsOf(2);
    const downloads = await makeBenefit(organizationId, {
      type: 'downloadables',
      properties: { files: [], archived: {} },
    });
    await setBenefits(id, [noteId, downloads.id]);
    await fill(id);

    // A note is not shown, so it may grow.
    await patchBenefit(noteId, { properties: note(5000) });
    const refused = async (failure: Promise<ApiFailure>) => places(await failure).join();
    const ofBenefit = (one: string, change: object) =>
      refused(refusal(updateBenefit, { params: { id: one }, body: change }, as()));
    const ofField = (change: object) =>
      refused(refusal(updateCustomField, { params: { id: field.id }, body: change }, as()));
    const ofFile = { params: { id: file.id }, body: { name: longer } };
    expect(await refused(refuseBenefits(id, [noteId, downloads.id, another]))).toBe(
      'body.benefits',
    );
    expect(await ofBenefit(noteId, { description: 'x'.repeat(42) })).toBe('body.description');
    expect(await ofBenefit(downloads.id, { properties: { files } })).toBe('body.properties');
    expect(await ofField({ name: longer })).toBe('body.name');
    expect(await ofField({ metadata: { a: longer } })).toBe('body.metadata');
    const grown = { properties: { options: options(7) }, name: 'Sizes and more' };
    expect(await ofField(grown)).toBe('body.properties');
    expect(await refused(refusal(updateFile, ofFile, as()))).toBe('body.name');
    expect(await refused(refuse(id, { medias: [file.id], name: longer }))).toBe('body.name');
    // What becomes smaller at the same time counts.
    const swapped = { properties: { options: options(4) }, name: longer };
    await callApi(updateCustomField, { params: { id: field.id }, body: swapped }, as());
    expect(await size(id)).toBeLessThanOrEqual(MAX_PRODUCT_BYTES);
  });

  it('that is larger already only shrinks, and can still be archived', {
    tags: 'soak',
  }, async () => {
    const { id, benefitIds } = await stored(240, note(1));
    const [first = ''] = benefitIds;
    expect(await size(id)).toBeGreaterThan(MAX_PRODUCT_BYTES);
    expect(places(await refuse(id, { description: 'More' }))).toEqual(['body.description']);
    expect((await update(id, { is_archived: true })).is_archived).toBe(true);
    expect((await update(id, { is_archived: false, name: 'Tes' })).name).toBe('Tes');
    await patchBenefit(first, { description: 'Shorter' });
    const change = { params: { id: first }, body: { description: 'Longer than before' } };
    expect(places(await refusal(updateBenefit, change, as()))).toEqual(['body.description']);
    expect((await setBenefits(id, benefitIds.slice(1))).benefits).toHaveLength(239);
  });

  it('is not made too large by changes at the same time', { tags: 'soak' }, async () => {
    const { id } = await makeProduct(seller.organizationId);
    const benefitIds = await benefitsOf(50);
    await setBenefits(id, benefitIds);
    await fill(id);
    const { description: text } = await callApi(getProduct, { params: { id } }, as());
    await update(id, { description: [...(text ?? '')].slice(0, -125).join('') });
    const changes = await Promise.allSettled([
      ...benefitIds.map((one) => patchBenefit(one, { description: 'x'.repeat(42) })),
      update(id, { name: 'x'.repeat(400) }),
    ]);
    const outcomes = new Set(changes.map(({ status }) => status));
    expect(outcomes).toEqual(new Set(['fulfilled', 'rejected']));
    expect(await size(id)).toBeLessThanOrEqual(MAX_PRODUCT_BYTES);
  });
});
