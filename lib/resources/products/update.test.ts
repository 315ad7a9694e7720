import { beforeEach, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import {
  createProduct,
  getProduct,
  updateProduct,
  updateProductBenefits,
} from '@/lib/resources/products/contract';
import { findSellablePrice, findSellableProduct } from '@/lib/resources/products/service';
import { newId } from '@/lib/runtime/ids';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeFile, makeSeller, type Seller } from '@/testing/factories';

type Create = NonNullable<ContractInput<typeof createProduct>['body']>;
type Update = NonNullable<ContractInput<typeof updateProduct>['body']>;

const MONTHLY = { price_amount: 900, recurring_interval: 'month' } as const;
const YEARLY = { price_amount: 9000, recurring_interval: 'year' } as const;

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});

/** Sends any body, also one that no client would be let to write. */
const create = (body: object) =>
  callApi(createProduct, { body: { name: 'Field Guide', ...body } as Create }, { as: seller });
const update = (id: string, body: object) =>
  callApi(updateProduct, { params: { id }, body: body as Update }, { as: seller });
const refuseUpdate = (id: string, body: object) =>
  refusal(updateProduct, { params: { id }, body: body as Update }, { as: seller });

describe('changing a product', () => {
  it('keeps prices named by id, adds new ones and archives the missing', async () => {
    const product = await create({ prices: [MONTHLY, YEARLY] });
    const [monthly, yearly] = product.prices;
    const changed = await update(product.id, {
      prices: [{ id: yearly?.id }, { ...MONTHLY, price_amount: 1200 }],
    });
    expect(changed.prices[0]).toEqual(yearly);
    expect(changed.prices[1]).toMatchObject({ price_amount: 1200, recurring_interval: 'month' });
    expect(changed.prices).toHaveLength(2);
    const archived = await db(null).price.findUniqueOrThrow({ where: { id: monthly?.id ?? '' } });
    expect(archived.isArchived).toBe(true);
    const kind = 'product.updated';
    const events = await db(null).event.findMany({ where: { objectId: product.id, kind } });
    expect(events).toMatchObject([{ snapshot: changed }]);
  });

  it('refuses prices that are foreign, unknown, archived or no id, and keeps at least one', async () => {
    const product = await create({ prices: [{ price_amount: 500 }] });
    const old = product.prices[0]?.id;
    const other = await create({ prices: [{ price_amount: 500 }] });
    await update(product.id, { prices: [{ price_amount: 700 }] });
    for (const id of [other.prices[0]?.id, newId(), old]) {
      expect(places(await refuseUpdate(product.id, { prices: [{ id }] }))).toEqual([
        'body.prices.0.id',
      ]);
    }
    const malformed = await refuseUpdate(product.id, { prices: [{ id: 'x', price_amount: 60 }] });
    expect(places(malformed)).toEqual(['body.prices.0.id']);
    expect(places(await refuseUpdate(product.id, { prices: [] }))).toEqual(['body.prices']);
    expect((await update(product.id, {})).prices).toMatchObject([{ price_amount: 700 }]);
  });

  it('never changes the kind, and leaves a set that obeys it', async () => {
    const once = await create({ prices: [{ price_amount: 500 }] });
    expect(places(await refuseUpdate(once.id, { prices: [MONTHLY] }))).toEqual([
      'body.prices.0.type',
    ]);
    const both = [{ id: once.prices[0]?.id }, { price_amount: 600 }];
    expect(places(await refuseUpdate(once.id, { prices: both }))).toEqual(['body.prices']);
    const recurring = await create({ prices: [MONTHLY] });
    const again = [{ id: recurring.prices[0]?.id }, MONTHLY];
    expect(places(await refuseUpdate(recurring.id, { prices: again }))).toEqual([
      'body.prices.1.recurring_interval',
    ]);
    expect(places(await refuseUpdate(recurring.id, { prices: [{}] }))).toEqual([
      'body.prices.0.type',
    ]);
  });

  it('clears what can be null, keeps what cannot, and replaces metadata', async () => {
    const file = await makeFile(seller.organizationId);
    const product = await create({
      description: 'Birds of the coast',
      prices: [{}],
      medias: [file.id],
      metadata: { shelf: 3, row: 'b' },
    });
    const nulls = {
      name: null,
      is_archived: null,
      prices: null,
      medias: null,
      metadata: null,
      attached_custom_fields: null,
    };
    const same = await update(product.id, nulls);
    expect(same).toEqual({ ...product, modified_at: same.modified_at });
    expect(same.modified_at).not.toBeNull();
    const cleared = await update(product.id, {
      description: null,
      medias: [],
      metadata: { row: 1 },
    });
    expect(cleared).toMatchObject({ description: null, medias: [], metadata: { row: 1 } });
  });

  it('archives and brings back, which decides whether it can be sold', async () => {
    const scope = systemScope(seller.organizationId);
    const product = await create({ prices: [YEARLY, MONTHLY] });
    const [first, second] = product.prices;
    const sellable = await findSellableProduct(scope, product.id);
    expect(sellable?.prices.map(({ id }) => id)).toEqual([first?.id, second?.id]);
    const found = await findSellablePrice(scope, second?.id ?? '');
    expect(found?.price.id).toBe(second?.id);
    expect(found?.product.id).toBe(product.id);

    await update(product.id, { is_archived: true });
    expect(await findSellableProduct(scope, product.id)).toBeNull();
    expect(await findSellablePrice(scope, second?.id ?? '')).toBeNull();

    await update(product.id, { is_archived: false, prices: [{ id: first?.id }] });
    expect(await findSellablePrice(scope, first?.id ?? '')).not.toBeNull();
    expect(await findSellablePrice(scope, second?.id ?? '')).toBeNull();
    const stranger = systemScope((await makeSeller()).organizationId);
    expect(await findSellableProduct(stranger, product.id)).toBeNull();
    expect(await findSellablePrice(stranger, first?.id ?? '')).toBeNull();
  });

  it('leaves one live set when many change it at once', async () => {
    const product = await create({ prices: [{ price_amount: 500 }] });
    const answers = await Promise.all(
      [600, 700, 800, 900, 1000].map((price_amount) =>
        update(product.id, { prices: [{ price_amount }] }),
      ),
    );
    for (const { prices } of answers) expect(prices).toHaveLength(1);
    const live = { productId: product.id, isArchived: false };
    expect(await db(null).price.count({ where: live })).toBe(1);
    expect(await db(null).price.count({ where: { productId: product.id } })).toBe(6);
  });
});

describe('another organization’s product', () => {
  it('does not exist', async () => {
    const product = await create({ prices: [{}] });
    const as = await makeSeller();
    const params = { id: product.id };
    const failures = [
      await refusal(getProduct, { params }, { as }),
      await refusal(updateProduct, { params, body: { name: 'Taken over' } }, { as }),
      await refusal(updateProductBenefits, { params, body: { benefits: [] } }, { as }),
    ];
    expect(failures.map(({ status }) => status)).toEqual([404, 404, 404]);
    const foreign = { name: 'Field Guide', prices: [{}], organization_id: seller.organizationId };
    expect(places(await refusal(createProduct, { body: foreign as Create }, { as }))).toEqual([
      'body.organization_id',
    ]);
  });
});
