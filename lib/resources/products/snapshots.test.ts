import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { snapshotsOf, snapshotVersion } from '@/lib/database/rows/snapshots';
import { deleteBenefit, updateBenefit } from '@/lib/resources/benefits/contract';
import { listCheckouts } from '@/lib/resources/checkouts/contract';
import { deleteCustomField, updateCustomField } from '@/lib/resources/custom-fields/contract';
import { deleteFile, updateFile } from '@/lib/resources/files/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { PRODUCT_SNAPSHOT } from '@/lib/resources/products/relations';
import { getSubscription, listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { env } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { callApi } from '@/testing/call-api';
import {
  makeBenefit,
  makeCustomer,
  makeFile,
  makeOrder,
  makeProduct,
  makeSeller,
  makeSubscription,
  type Seller,
} from '@/testing/factories';
import { makeCheckout } from '@/testing/shop';

// Product snapshots are cached: a change of any part of a product on another connection, as another process
// has one, is read at once through everything that shows the product.

let seller: Seller;
let product: Awaited<ReturnType<typeof makeProduct>>;
let subscriptionId: string;
let other: pg.Client;
const parts = { benefit: '', second: '', file: '', picture: '', field: '' };

beforeAll(async () => {
  seller = await makeSeller();
  const { organizationId } = seller;
  product = await makeProduct(organizationId, { name: 'First name' });
  const customer = await makeCustomer(organizationId);
  subscriptionId = (await makeSubscription(organizationId, { product, customer })).id;
  await makeOrder(organizationId, { product, customer });
  await makeCheckout(seller, product.id);
  const client = db(systemScope(organizationId));
  for (const name of ['benefit', 'second'] as const) {
    parts[name] = (
      await makeBenefit(organizationId, { description: `The ${name}`, properties: { note: '' } })
    ).id;
  }
  for (const name of ['file', 'picture'] as const) {
    parts[name] = (await makeFile(organizationId, { name: `${name}.png` })).id;
  }
  const field = {
    id: newId(),
    organizationId,
    type: 'text',
    slug: 'color',
    name: 'Color',
  } as const;
  parts.field = (await client.customField.create({ data: field })).id;
  other = new pg.Client({ connectionString: env().DATABASE_URL });
  await other.connect();
});
afterAll(() => other.end());

async function shown() {
  const as = { as: seller };
  const [subscriptions, orders, checkouts, subscription] = await Promise.all([
    callApi(listSubscriptions, { query: {} }, as),
    callApi(listOrders, { query: {} }, as),
    callApi(listCheckouts, { query: {} }, as),
    callApi(getSubscription, { params: { id: subscriptionId } }, as),
  ]);
  const whole = subscriptions.items[0]?.product;
  expect(subscription.product).toEqual(whole);
  const { prices, benefits, medias, attached_custom_fields, ...more } = whole ?? {};
  const { metadata: _, external_id: __, ...own } = { metadata: {}, external_id: null, ...more };
  expect(orders.items[0]?.product).toEqual(own);
  const checkout = checkouts.items[0];
  expect(checkout?.product).toMatchObject({ ...own, prices, medias });
  expect(checkout?.product.benefits.map(({ id }) => id)).toEqual(benefits?.map(({ id }) => id));
  expect(checkout?.attached_custom_fields).toEqual(attached_custom_fields);
  return {
    name: whole?.name,
    prices: prices?.length,
    benefits: benefits?.map(({ description }) => description),
    medias: medias?.map(({ name }) => name),
    fields: attached_custom_fields?.map(({ custom_field: { name }, required }) => [name, required]),
  };
}

async function isWaiting(): Promise<boolean> {
  const { rows } = await other.query(
    "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
  );
  return rows.length > 0;
}

describe('a product snapshot', () => {
  const price = () => [newId(), seller.organizationId, product.id];
  const link = (id: string) => [seller.organizationId, product.id, id];
  const steps: [string, string, () => unknown[], object][] = [
    [
      'its name',
      "UPDATE products SET name = 'Second name' WHERE id = $1",
      () => [product.id],
      { name: 'Second name' },
    ],
    [
      'a price more',
      "INSERT INTO prices (id, organization_id, product_id, position, type, amount_type, amount, recurring_interval) VALUES ($1, $2, $3, 1, 'recurring', 'fixed', 900, 'year')",
      price,
      { prices: 2 },
    ],
    [
      'an archived price',
      'UPDATE prices SET is_archived = true WHERE product_id = $1 AND position = 1',
      () => [product.id],
      { prices: 1 },
    ],
    [
      'a benefit',
      'INSERT INTO product_benefits VALUES ($1, $2, $3, 0)',
      () => link(parts.benefit),
      { benefits: ['The benefit'] },
    ],
    [
      'one more',
      'INSERT INTO product_benefits VALUES ($1, $2, $3, 1)',
      () => link(parts.second),
      { benefits: ['The benefit', 'The second'] },
    ],
    [
      'their order',
      'UPDATE product_benefits SET position = 2 WHERE benefit_id = $1',
      () => [parts.benefit],
      { benefits: ['The second', 'The benefit'] },
    ],
    [
      "a benefit's description",
      "UPDATE benefits SET description = 'Another' WHERE id = $1",
      () => [parts.second],
      { benefits: ['Another', 'The benefit'] },
    ],
    [
      'a deleted benefit',
      'UPDATE benefits SET deleted_at = now() WHERE id = $1',
      () => [parts.second],
      { benefits: ['The benefit'] },
    ],
    [
      'a picture',
      'INSERT INTO product_medias VALUES ($1, $2, $3, 1)',
      () => link(parts.file),
      { medias: ['file.png'] },
    ],
    [
      'one before it',
      'INSERT INTO product_medias VALUES ($1, $2, $3, 0)',
      () => link(parts.picture),
      { medias: ['picture.png', 'file.png'] },
    ],
    [
      "a picture's name",
      "UPDATE files SET name = 'new.png' WHERE id = $1",
      () => [parts.file],
      { medias: ['picture.png', 'new.png'] },
    ],
    [
      'a picture less',
      'DELETE FROM product_medias WHERE file_id = $1',
      () => [parts.picture],
      { medias: ['new.png'] },
    ],
    [
      'a custom field',
      'INSERT INTO product_custom_fields VALUES ($1, $2, $3, 0, false)',
      () => link(parts.field),
      { fields: [['Color', false]] },
    ],
    [
      'whether it is required',
      'UPDATE product_custom_fields SET required = true WHERE custom_field_id = $1',
      () => [parts.field],
      { fields: [['Color', true]] },
    ],
    [
      "the field's name",
      "UPDATE custom_fields SET name = 'Color' WHERE id = $1",
      () => [parts.field],
      { fields: [['Color', true]] },
    ],
    [
      'no field',
      'DELETE FROM product_custom_fields WHERE custom_field_id = $1',
      () => [parts.field],
      { fields: [] },
    ],
  ];

  it('is shown by every list with each change at once, and without what is rolled back', {
    tags: 'soak',
  }, async () => {
    let known = await shown();
    for (const [index, [what, statement, values, expected]] of steps.entries()) {
      if (index % 4 === 0) {
        await other.query('BEGIN');
        await other.query(statement, values());
        await other.query('ROLLBACK');
        expect(await shown(), `${what}, rolled back`).toEqual(known);
      }
      await other.query(statement, values());
      const now = await shown();
      expect(now, what).toEqual({ ...known, ...expected });
      known = now;
    }
  });

  it('is for its own tenant alone, cached or not', async () => {
    await shown();
    const [key] = await db(null).$queryRaw<{ id: string; version: string }[]>(
      sql`SELECT p.id, ${snapshotVersion('p')} AS version FROM products p
          WHERE p.id = ${product.id}::uuid`,
    );
    const keys = key ? [key] : [];
    const asked = (organizationId: string) =>
      snapshotsOf(systemScope(organizationId), PRODUCT_SNAPSHOT, keys);
    expect(await asked(seller.organizationId)).toMatchObject([{ id: product.id }]);
    const stranger = await makeSeller();
    expect(await asked(stranger.organizationId)).toEqual([undefined]);
  });

  it('is locked before its parts, whichever of them is changed or removed', async () => {
    const { organizationId } = seller;
    const { id, type } = await makeBenefit(organizationId, { properties: { note: '' } });
    const position = 8;
    const client = db(systemScope(organizationId));
    await client.productBenefit.create({
      data: { organizationId, productId: product.id, benefitId: id, position },
    });
    const fieldId = (
      await client.productCustomField.create({
        data: {
          organizationId,
          productId: product.id,
          customFieldId: parts.field,
          position,
          required: false,
        },
      })
    ).customFieldId;
    const picture = await makeFile(organizationId, { name: 'picture.png' });
    await client.productMedia.create({
      data: { organizationId, productId: product.id, fileId: picture.id, position },
    });
    const as = { as: seller };
    const changes: [attachments: string, column: string, part: string, () => Promise<unknown>][] = [
      [
        'product_benefits',
        'benefit_id',
        id,
        () => callApi(updateBenefit, { params: { id }, body: { type, description: 'Later' } }, as),
      ],
      [
        'product_custom_fields',
        'custom_field_id',
        fieldId,
        () => {
          const body = { type: 'text', name: 'Later' } as const;
          return callApi(updateCustomField, { params: { id: fieldId }, body }, as);
        },
      ],
      [
        'product_medias',
        'file_id',
        picture.id,
        () => callApi(updateFile, { params: { id: picture.id }, body: { name: 'later.png' } }, as),
      ],
      ['product_benefits', 'benefit_id', id, () => callApi(deleteBenefit, { params: { id } }, as)],
      [
        'product_custom_fields',
        'custom_field_id',
        fieldId,
        () => callApi(deleteCustomField, { params: { id: fieldId } }, as),
      ],
      [
        'product_medias',
        'file_id',
        picture.id,
        () => callApi(deleteFile, { params: { id: picture.id } }, as),
      ],
    ];
    for (const [attachments, column, part, change] of changes) {
      await other.query('BEGIN');
      await other.query('SELECT FROM products WHERE id = $1 FOR NO KEY UPDATE', [product.id]);
      const running = change();
      while (!(await isWaiting())) await shown();
      // Who has the product gets at its part and its attachment: else each would wait for the other.
      const table = `${column.replace(/_id$/, '')}s`;
      await other.query(`SELECT FROM ${table} WHERE id = $1 FOR SHARE NOWAIT`, [part]);
      await other.query(
        `SELECT FROM ${attachments} WHERE product_id = $1 AND ${column} = $2 FOR UPDATE NOWAIT`,
        [product.id, part],
      );
      await other.query('COMMIT');
      await running;
    }
  });

  it('is not missed by a part that is attached while it changes', async () => {
    const { organizationId } = seller;
    const benefit = await makeBenefit(organizationId, {
      description: 'Before',
      properties: { note: '' },
    });
    await other.query('BEGIN');
    await other.query("UPDATE benefits SET description = 'After' WHERE id = $1", [benefit.id]);
    const client = db(systemScope(organizationId));
    const attached = client.productBenefit.create({
      data: { organizationId, productId: product.id, benefitId: benefit.id, position: 9 },
    });
    const running = attached.then(() => undefined);
    while (!(await isWaiting())) await shown();
    await other.query('COMMIT');
    await running;
    expect((await shown()).benefits).toContain('After');
  });
});
