import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import {
  createCustomField,
  deleteCustomField,
  getCustomField,
  listCustomFields,
  updateCustomField,
} from '@/lib/resources/custom-fields/contract';
import type { CustomFieldCreate } from '@/lib/resources/custom-fields/schema';
import { listProducts } from '@/lib/resources/products/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeOrganization, makeSeller, type Seller } from '@/testing/factories';

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});

type TextField = Extract<CustomFieldCreate, { type: 'text' }>;
const text = (given: Partial<TextField> = {}): CustomFieldCreate => ({
  type: 'text',
  slug: `field-${newId()}`,
  name: 'Company',
  properties: { textarea: false },
  ...given,
});
const create = (body: CustomFieldCreate, as = seller) =>
  callApi(createCustomField, { body }, { as });
const refuse = async (body: unknown) =>
  places(await refusal(createCustomField, { body: body as CustomFieldCreate }, { as: seller }));

describe('create', () => {
  it('answers the whole field', async () => {
    const field = await create(text({ slug: 'company', metadata: { vat: true } }));
    expect(field).toEqual({
      id: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      modified_at: null,
      metadata: { vat: true },
      type: 'text',
      slug: 'company',
      name: 'Company',
      organization_id: seller.organizationId,
      properties: { textarea: false },
      products_count: 0,
    });
    expect(await callApi(getCustomField, { params: { id: field.id } }, { as: seller })).toEqual(
      field,
    );
  });

  it.each<CustomFieldCreate['properties'] & { type: CustomFieldCreate['type'] }>([
    { type: 'checkbox', form_label: 'I agree' },
    { type: 'date', ge: -86_400, le: 2_000_000_000 },
    { type: 'number', ge: -5, le: 5, form_help_text: 'How many' },
    {
      type: 'select',
      options: [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'B' },
      ],
    },
    { type: 'text', textarea: true, min_length: 2, max_length: 10, form_placeholder: 'Acme' },
  ])('keeps the properties of a $type as given', async ({ type, ...properties }) => {
    const field = await create({ ...text(), type, properties } as CustomFieldCreate);
    expect(field).toMatchObject({ type, properties });
    expect(Object.keys(field.properties).sort()).toEqual(Object.keys(properties).sort());
  });

  it('names every problem at once', async () => {
    expect(
      await refuse({
        type: 'select',
        slug: 'no spaces',
        name: ' ',
        metadata: { key: 1.5 },
        organization_id: 'x',
        properties: { options: [{ value: 'a' }], form_label: 1 },
      }),
    ).toEqual([
      'body.metadata.key',
      'body.name',
      'body.organization_id',
      'body.properties.form_label',
      'body.properties.options.0.label',
      'body.slug',
    ]);
  });

  it.each<[string, unknown, string]>([
    ['no options', { type: 'select', properties: { options: [] } }, 'body.properties.options'],
    [
      'two options of one value',
      {
        type: 'select',
        properties: {
          options: [
            { value: 'a', label: 'A' },
            { value: 'a', label: 'B' },
          ],
        },
      },
      'body.properties.options',
    ],
    ['bounds out of order', { type: 'number', properties: { ge: 2, le: 1 } }, 'body.properties.ge'],
    ['dates out of order', { type: 'date', properties: { ge: 2, le: 1 } }, 'body.properties.ge'],
    [
      'lengths out of order',
      { type: 'text', properties: { min_length: 3, max_length: 2 } },
      'body.properties.min_length',
    ],
    ['an unknown type', { type: 'color', properties: {} }, 'body.type'],
    ['no type', { type: undefined, properties: {} }, 'body.type'],
    ['no properties', { type: 'text', properties: undefined }, 'body.properties'],
  ])('refuses %s', async (_, change, place) => {
    expect(await refuse({ ...text(), ...(change as object) })).toEqual([place]);
  });

  it('refuses a slug that is taken in any case, also by two at once', async () => {
    const slug = `Taken-${newId()}`;
    const answers = await Promise.allSettled(['', '', ''].map(() => create(text({ slug }))));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refuse(text({ slug: slug.toLowerCase() }))).toEqual(['body.slug']);
  });

  it('lets another organization use the same slug', async () => {
    const slug = `shared-${newId()}`;
    await create(text({ slug }));
    expect(await create(text({ slug }), await makeSeller())).toMatchObject({ slug });
  });

  it('needs the organization where the seller has several', async () => {
    const other = await makeSeller();
    const second = await makeOrganization(other.userId);
    const named = text({ organization_id: second.id });
    expect(await create(named, other)).toMatchObject({ organization_id: second.id });
    const failure = await refusal(createCustomField, { body: text() }, { as: other });
    expect(places(failure)).toEqual(['body.organization_id']);
    expect(await refuse(named)).toEqual(['body.organization_id']);
  });
});

describe('update', () => {
  const update = (id: string, body: object) =>
    callApi(updateCustomField, { params: { id }, body }, { as: seller });
  const refuseUpdate = async (id: string, body: object) =>
    places(await refusal(updateCustomField, { params: { id }, body }, { as: seller }));

  it('changes what is given and nothing else', async () => {
    const field = await create(text({ metadata: { a: 1 } }));
    const slug = `new-${newId()}`;
    const changed = await update(field.id, { name: 'Firm', slug });
    expect(changed).toEqual({ ...field, name: 'Firm', slug, modified_at: expect.any(String) });
  });

  it('replaces properties and metadata as a whole', async () => {
    const field = await create(
      text({ metadata: { a: 1 }, properties: { textarea: true, max_length: 5 } }),
    );
    const changed = await update(field.id, { metadata: { b: 2 }, properties: { min_length: 1 } });
    expect(changed.metadata).toEqual({ b: 2 });
    expect(changed.properties).toEqual({ textarea: false, min_length: 1 });
  });

  it('takes null as no change, since no field of it can be null', async () => {
    const field = await create(text({ metadata: { a: 1 } }));
    const nothing = { name: null, slug: null, metadata: null, properties: null };
    expect(await update(field.id, nothing)).toEqual({ ...field, modified_at: expect.any(String) });
  });

  it('keeps the type, and names the problems of the properties of that type', async () => {
    const { id } = await create(text());
    expect(await update(id, { type: 'text' })).toMatchObject({ type: 'text' });
    expect(await refuseUpdate(id, { type: 'number' })).toEqual(['body.type']);
    expect(await refuseUpdate(id, { type: 'number', properties: { max_length: 0 } })).toEqual([
      'body.properties.max_length',
      'body.type',
    ]);
  });

  it('refuses a taken slug, but not its own in another case', async () => {
    const field = await create(text({ slug: `own-${newId()}` }));
    const other = await create(text());
    expect(await refuseUpdate(field.id, { slug: other.slug.toUpperCase() })).toEqual(['body.slug']);
    const slug = field.slug.toUpperCase();
    expect(await update(field.id, { slug })).toMatchObject({ slug });
  });
});

describe('delete', () => {
  it('takes the field away, frees its slug and detaches it from products', async () => {
    const field = await create(text());
    const { organizationId } = seller;
    const product = await db(null).product.create({
      data: {
        id: newId(),
        organizationId,
        name: 'Editor',
        isRecurring: false,
        customFields: {
          create: { organizationId, customFieldId: field.id, position: 0, required: true },
        },
      },
    });
    const params = { id: field.id };
    const asked = await callApi(getCustomField, { params }, { as: seller });
    expect(asked.products_count).toBe(1);
    const query = { custom_field_id: [field.id] };
    const products = await callApi(listProducts, { query }, { as: seller });
    expect(products.items.map(({ id }) => id)).toEqual([product.id]);
    await callApi(deleteCustomField, { params }, { as: seller });

    for (const operation of [getCustomField, updateCustomField, deleteCustomField]) {
      const failure = await refusal(operation, { params: { id: field.id } }, { as: seller });
      expect(failure).toMatchObject({ status: 404, error: 'ResourceNotFound' });
    }
    expect(await db(null).productCustomField.count({ where: { productId: product.id } })).toBe(0);
    const { items } = await callApi(listCustomFields, { query: { limit: 100 } }, { as: seller });
    expect(items.map(({ id }) => id)).not.toContain(field.id);
    expect(await create(text({ slug: field.slug }))).toMatchObject({ slug: field.slug });
  });
});

describe('list', () => {
  let owner: Seller;
  let made: string[];
  const list = async (query: ContractInput<typeof listCustomFields>['query'] = {}) =>
    (await callApi(listCustomFields, { query }, { as: owner })).items.map(({ slug }) => slug);

  beforeAll(async () => {
    owner = await makeSeller();
    made = ['beta', 'Alpha', 'delta', 'gamma'];
    for (const slug of made) {
      const type = slug === 'gamma' ? 'checkbox' : 'text';
      const name = slug === 'delta' ? '100% legal' : slug.split('').reverse().join('');
      const body = { ...text({ slug, name }), type, properties: {} } as CustomFieldCreate;
      const { id } = await create(body, owner);
      const createdAt = new Date(Date.UTC(2026, 0, 1 + made.indexOf(slug)));
      await db(null).customField.update({ where: { id }, data: { createdAt } });
    }
  });

  it('is sorted by slug without regard to case, or as asked', async () => {
    expect(await list()).toEqual(['Alpha', 'beta', 'delta', 'gamma']);
    expect(await list({ sorting: ['-slug'] })).toEqual(['gamma', 'delta', 'beta', 'Alpha']);
    expect(await list({ sorting: ['created_at'] })).toEqual(made);
    expect(await list({ sorting: ['-created_at'] })).toEqual([...made].reverse());
    expect(await list({ sorting: ['name'] })).toEqual(['delta', 'Alpha', 'gamma', 'beta']);
    expect(await list({ sorting: ['type', '-slug'] })).toEqual(['gamma', 'delta', 'beta', 'Alpha']);
    expect(await list({ sorting: ['-type', 'slug'] })).toEqual(['Alpha', 'beta', 'delta', 'gamma']);
  });

  it('is cut into pages with the exact number of all', async () => {
    const answer = await callApi(listCustomFields, { query: { limit: 3, page: 2 } }, { as: owner });
    expect(answer.items.map(({ slug }) => slug)).toEqual(['gamma']);
    expect(answer.pagination).toEqual({ total_count: 4, max_page: 2 });
    const beyond = await callApi(listCustomFields, { query: { page: 9 } }, { as: owner });
    expect(beyond).toEqual({ items: [], pagination: { total_count: 4, max_page: 1 } });
  });

  it('is filtered by type, organization, text and time', async () => {
    expect(await list({ type: ['checkbox'] })).toEqual(['gamma']);
    expect(await list({ type: ['checkbox', 'text'] })).toHaveLength(4);
    expect(await list({ slug: ['Alpha', 'delta', 'lta', 'BETA'] })).toEqual(['Alpha', 'delta']);
    expect(await list({ slug: ['delta'], type: ['checkbox'] })).toEqual([]);
    expect(await list({ organization_id: [owner.organizationId] })).toHaveLength(4);
    expect(await list({ organization_id: [seller.organizationId] })).toEqual([]);
    expect(await list({ query: 'ETA' })).toEqual(['beta']);
    expect(await list({ query: '0% l' })).toEqual(['delta']);
    expect(await list({ query: '%' })).toEqual(['delta']);
    const third = '2026-01-03T01:00:00+01:00';
    expect(await list({ created_before: third, sorting: ['created_at'] })).toEqual(
      made.slice(0, 2),
    );
    expect(await list({ created_after: third, sorting: ['created_at'] })).toEqual(made.slice(2));
    const { items } = await callApi(listCustomFields, {}, { as: owner });
    expect(await list({ query: items[1]?.id ?? '' })).toEqual(['beta']);
  });
});
