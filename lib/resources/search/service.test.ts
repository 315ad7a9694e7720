import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Permission } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import { createBenefit, deleteBenefit } from '@/lib/resources/benefits/contract';
import { createCustomer, deleteCustomer } from '@/lib/resources/customers/contract';
import { createDiscount, deleteDiscount } from '@/lib/resources/discounts/contract';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { searchRecords } from '@/lib/resources/search/contract';
import { PERMISSION_OF_KIND } from '@/lib/resources/search/rules';
import { KINDS, type SearchItem } from '@/lib/resources/search/schema';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { type Actor, callApi, places, refusal } from '@/testing/call-api';
import {
  makeCustomer,
  makeLicenseKey,
  makeOrder,
  makeOrganization,
  makeProduct as makeProductRow,
  makeSeller,
  makeSubscription,
  makeToken,
  type Seller,
} from '@/testing/factories';
import {
  buyer,
  confirm,
  fixed,
  makeCheckout,
  makeKeyProduct,
  makeProduct,
  monthly,
} from '@/testing/shop';
import { part, runs } from '@/testing/soak';

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});

async function search(query: string, as: Actor = seller, organization_id?: string[]) {
  const found = { query, ...(organization_id && { organization_id }) };
  return (await callApi(searchRecords, { query: found }, { as })).items;
}

const summary = (items: readonly SearchItem[]) =>
  items.map(({ kind, matched }) => `${kind} ${matched}`);
const titles = (items: readonly SearchItem[]) => items.map(({ title }) => title);
const ids = (items: readonly SearchItem[]) => items.map(({ id }) => id);

const makeDiscount = (body: { name: string; code?: string }) =>
  callApi(
    createDiscount,
    { body: { ...body, type: 'percentage', basis_points: 1000, duration: 'once' } },
    { as: seller },
  );

/** An object of each kind, all of which "Marigold" finds but the license key. */
async function fillShop() {
  const as = seller;
  const product = await makeKeyProduct(as, monthly(1900));
  await callApi(
    updateProduct,
    { params: { id: product.id }, body: { name: 'Marigold Pro' } },
    { as },
  );
  const checkout = await makeCheckout(as, product.id);
  const person = { customer_name: 'Mara Marigold', customer_email: 'mara@marigold.example.com' };
  await confirm(checkout, buyer(person));
  const [order] = (await callApi(listOrders, {}, { as })).items;
  const [subscription] = (await callApi(listSubscriptions, {}, { as })).items;
  const [key] = (await callApi(listLicenseKeys, {}, { as })).items;
  const discount = await makeDiscount({ name: 'Marigold season', code: 'BLOOM10' });
  const benefit = await callApi(
    createBenefit,
    { body: { type: 'custom', description: 'Marigold chat', properties: {} } },
    { as },
  );
  if (!order || !subscription || !key) throw new Error('Nothing was sold');
  return { product, checkout, order, subscription, key, discount, benefit };
}

describe('what is found', () => {
  it('is of every kind, in one order, as a palette shows it', { tags: 'soak' }, async () => {
    const shop = await fillShop();
    const { order } = shop;
    expect(await search('marigold')).toEqual([
      {
        kind: 'customer',
        id: order.customer_id,
        title: 'Mara Marigold',
        subtitle: 'mara@marigold.example.com',
        matched: 'email',
      },
      {
        kind: 'product',
        id: shop.product.id,
        title: 'Marigold Pro',
        subtitle: 'Subscription',
        matched: 'name',
      },
      {
        kind: 'order',
        id: order.id,
        title: 'Marigold Pro',
        subtitle: `Mara Marigold · $19.00 · ${order.invoice_number}`,
        matched: 'customer.name',
      },
      {
        kind: 'subscription',
        id: shop.subscription.id,
        title: 'Marigold Pro',
        subtitle: 'Mara Marigold · Active',
        matched: 'customer.name',
      },
      {
        kind: 'checkout',
        id: shop.checkout.id,
        title: 'Marigold Pro',
        subtitle: 'Mara Marigold · Succeeded',
        matched: 'customer_email',
      },
      {
        kind: 'discount',
        id: shop.discount.id,
        title: 'Marigold season',
        subtitle: 'BLOOM10',
        matched: 'name',
      },
      {
        kind: 'benefit',
        id: shop.benefit.id,
        title: 'Marigold chat',
        subtitle: 'Custom',
        matched: 'description',
      },
    ]);
  });

  it('is found by its whole id and the last characters of it, in any case, with blanks around', async () => {
    const { product, checkout, order, subscription, key, discount, benefit } = await fillShop();
    const objects = {
      customer: order.customer_id,
      product: product.id,
      order: order.id,
      subscription: subscription.id,
      checkout: checkout.id,
      discount: discount.id,
      license_key: key.id,
      benefit: benefit.id,
    };
    for (const [kind, id] of Object.entries(objects)) {
      for (const text of [id, id.toUpperCase(), ` ${id}\n`, id.slice(-8), id.slice(-12)]) {
        expect(await search(text), `${kind} ${text}`).toMatchObject([{ kind, id, matched: 'id' }]);
      }
      expect(ids(await search(id.slice(-7))), kind).not.toContain(id);
    }
    expect(await search(newId())).toEqual([]);
  });

  it('is a license key by the whole key or its last 6 characters, shown as its display key', {
    tags: 'soak',
  }, async () => {
    const { key } = await fillShop();
    const { display_key } = key;
    for (const text of [key.key, key.key.toLowerCase(), ` ${key.key} `, display_key]) {
      expect(await search(text), text).toMatchObject([
        { kind: 'license_key', id: key.id, title: display_key, matched: 'key' },
      ]);
    }
    const [found] = await search(key.key.slice(-6));
    expect(found).toEqual({
      kind: 'license_key',
      id: key.id,
      title: display_key,
      subtitle: 'Mara Marigold',
      matched: 'key',
    });
    expect(JSON.stringify(found)).not.toContain(key.key);
    for (const part of [key.key.slice(-5), key.key.slice(0, 12), key.key.slice(2, -2)]) {
      expect(await search(part), part).toEqual([]);
    }
  });

  it('is an order by its invoice number, whole or the last digits of it', async () => {
    const { order } = await fillShop();
    const number = String(order.invoice_number);
    const digits = number.slice(-6);
    for (const text of [
      number,
      number.toLowerCase(),
      ` ${number} `,
      digits,
      String(Number(digits)),
    ]) {
      expect(await search(text), text).toMatchObject([
        { kind: 'order', id: order.id, matched: 'invoice_number' },
      ]);
    }
    expect(await search(`9${digits}`)).toEqual([]);
    expect(await search(`XX-${digits}`)).toEqual([]);
    expect(await search(`000${digits}`)).toEqual([]);
  });

  it('is a discount by its code', async () => {
    const { discount } = await fillShop();
    for (const text of ['bloom10', 'BLO', 'oom1']) {
      expect(await search(text)).toMatchObject([
        { kind: 'discount', id: discount.id, matched: 'code' },
      ]);
    }
  });

  it('is an archived product, but nothing that is deleted', { tags: 'soak' }, async () => {
    const { product, discount, order } = await fillShop();
    const as = { as: seller };
    const benefit = await callApi(
      createBenefit,
      { body: { type: 'custom', description: 'Marigold letter', properties: {} } },
      as,
    );
    await callApi(updateProduct, { params: { id: product.id }, body: { is_archived: true } }, as);
    await callApi(deleteDiscount, { params: { id: discount.id } }, as);
    await callApi(deleteBenefit, { params: { id: benefit.id } }, as);
    await callApi(deleteCustomer, { params: { id: order.customer_id } }, as);
    const found = await search('marigold');
    expect(found).toContainEqual(
      expect.objectContaining({
        id: product.id,
        title: 'Marigold Pro',
        subtitle: 'Subscription · Archived',
      }),
    );
    for (const id of [discount.id, benefit.id, order.customer_id]) {
      expect(ids(found)).not.toContain(id);
      expect(await search(id)).toEqual([]);
      expect(await search(id.slice(-8))).toEqual([]);
    }
    expect(await search('bloom10')).toEqual([]);
  });

  it('is nothing without a text', async () => {
    await fillShop();
    for (const query of ['', '   ', '\n']) expect(await search(query)).toEqual([]);
    expect(await callApi(searchRecords, {}, { as: seller })).toEqual({ items: [] });
  });

  it('takes wildcards as they are', async () => {
    const named = (name: string) =>
      callApi(createCustomer, { body: { name, email: `${newId()}@example.com` } }, { as: seller });
    for (const name of ['100% Ada', '1000 Ada', 'a_d', 'abd', 'back\\slash']) await named(name);
    expect(titles(await search('0%'))).toEqual([]);
    expect(titles(await search('00% '))).toEqual(['100% Ada']);
    expect(titles(await search('a_d'))).toEqual(['a_d']);
    expect(titles(await search('k\\s'))).toEqual(['back\\slash']);
    expect(await search('%%%')).toEqual([]);
    expect(await search('___')).toEqual([]);
  });

  it('has at most 500 characters', async () => {
    expect(await search('é'.repeat(500))).toEqual([]);
    const query = { query: 'é'.repeat(501) };
    const failure = await refusal(searchRecords, { query }, { as: seller });
    expect(failure.status).toBe(422);
    expect(places(failure)).toEqual(['query.query']);
  });
});

describe('ranks', () => {
  const products = async (names: readonly string[]) => {
    for (const name of names) await makeProduct(seller, fixed(), { name });
  };

  it('puts the whole text before its beginning, that before what is inside, then the newest', async () => {
    await products(['Atlas', 'Atlas Pro', 'The Atlas', 'Atlas Mini', 'Old Atlas']);
    expect(titles(await search('ATLAS'))).toEqual([
      'Atlas',
      'Atlas Mini',
      'Atlas Pro',
      'Old Atlas',
      'The Atlas',
    ]);
  });

  it('keeps five of a kind', async () => {
    await products(['Atlas', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => `${name} Kit`));
    await products(['Kit']);
    expect(titles(await search('kit'))).toEqual(['Kit', 'a6 Kit', 'a5 Kit', 'a4 Kit', 'a3 Kit']);
  });

  it('looks for one or two characters only at the beginning', async () => {
    for (const name of ['Xylo', 'Box', 'x', 'Yx']) {
      await makeCustomer(seller.organizationId, { name });
    }
    expect(titles(await search('x'))).toEqual(['x', 'Xylo']);
    expect(titles(await search('yx'))).toEqual(['Yx']);
    expect(await search('ox')).toEqual([]);
  });

  it('does not look for an email address inside of others where a record has it', async () => {
    const emails = ['lee@example.com', 'bo.lee@example.com', 'lee@example.com.au'];
    for (const [nth, email] of emails.entries()) {
      const createdAt = new Date(Date.now() + nth * 1000);
      await makeCustomer(seller.organizationId, { email, createdAt });
    }
    expect(titles(await search('lee@example.com'))).toEqual([
      'lee@example.com',
      'lee@example.com.au',
    ]);
    expect(titles(await search('ee@example.com'))).toEqual([
      'lee@example.com.au',
      'bo.lee@example.com',
      'lee@example.com',
    ]);
  });

  it('orders sales by what their customer has', async () => {
    const { organizationId } = seller;
    const product = await makeProductRow(organizationId);
    const of = async (name: string) => {
      const customer = await makeCustomer(organizationId, { name });
      const order = await makeOrder(organizationId, { product, customer });
      return [order.id, (await makeSubscription(organizationId, { product, customer })).id];
    };
    const whole = await of('Wanda');
    const inside = await of('Miss Wanda');
    const beginning = await of('Wanda Wu');
    for (const [nth, kind] of ['order', 'subscription'].entries()) {
      const found = (await search('wanda')).filter((item) => item.kind === kind);
      expect(ids(found)).toEqual([whole[nth], beginning[nth], inside[nth]]);
    }
  });

  it('finds a whole text behind many newer ones that begin or go on with it', async () => {
    const { organizationId } = seller;
    const email = 'ada@example.co';
    const oldest = await makeCustomer(organizationId, { email, createdAt: new Date(0) });
    await db(null).customer.createMany({
      data: Array.from({ length: 600 }, (_, nth) => ({
        id: newId(),
        organizationId,
        email: `ada@example.com.${nth}.example`,
      })),
    });
    const [first, ...others] = await search(email);
    expect(first).toMatchObject({ id: oldest.id, matched: 'email' });
    expect(others).toHaveLength(4);
  });
});

describe('who finds what', () => {
  it.each(part(KINDS, 'tokens', 3))('a token for %s alone finds them alone', async (kind) => {
    const { key } = await fillShop();
    const { userId } = seller;
    const token = await makeToken({ userId }, { scopes: [PERMISSION_OF_KIND[kind]] });
    const query = kind === 'license_key' ? key.key : 'marigold';
    const found = await search(query, { token });
    expect(found.map((item) => item.kind)).toEqual([kind]);
    const write = PERMISSION_OF_KIND[kind].replace('read', 'write') as Permission;
    const writing = kind === 'order' ? PERMISSION_OF_KIND.order : write;
    expect(
      await search(query, { token: await makeToken({ userId }, { scopes: [writing] }) }),
    ).toEqual(found);
  });

  it('is a seller with one of the scopes', async () => {
    const token = await makeToken({ userId: seller.userId }, { scopes: ['files:read'] });
    const failure = await refusal(searchRecords, { query: { query: 'x' } }, { as: { token } });
    expect(failure).toMatchObject({ status: 403, error: 'insufficient_scope' });
  });

  it('is a member as well', async () => {
    await fillShop();
    const member = await makeSeller();
    await db(null).membership.create({
      data: { userId: member.userId, organizationId: seller.organizationId, role: 'member' },
    });
    expect(summary(await search('marigold', member))).toEqual(summary(await search('marigold')));
  });

  it('finds nothing of another seller', async () => {
    const own = await fillShop();
    const other = await makeSeller();
    seller = other;
    const foreign = await fillShop();
    const found = await search('marigold');
    expect(ids(found)).toContain(foreign.product.id);
    expect(ids(found)).not.toContain(own.product.id);
    expect(ids(found)).not.toContain(own.order.id);
    for (const text of [own.key.key, own.key.key.slice(-6), own.order.id, own.order.id.slice(-8)]) {
      expect(await search(text)).toEqual([]);
    }
  });

  it('finds in all organizations of the caller, or in those that are named', async () => {
    const second = await makeOrganization(seller.userId);
    const foreign = await makeSeller();
    const name = 'Robin Twice';
    const here = await makeCustomer(seller.organizationId, { name });
    // Later than the other: the newest is first.
    const createdAt = new Date(here.createdAt.getTime() + 1000);
    const there = await makeCustomer(second.id, { name, createdAt });
    await makeCustomer(foreign.organizationId, { name });
    expect(ids(await search(name))).toEqual([there.id, here.id]);
    expect(ids(await search(name, seller, [second.id]))).toEqual([there.id]);
    expect(ids(await search(name, seller, [second.id, seller.organizationId]))).toHaveLength(2);
    expect(await search(name, seller, [foreign.organizationId])).toEqual([]);
    const token = await makeToken({ organizationId: second.id });
    expect(ids(await search(name, { token }))).toEqual([there.id]);
  });
});

describe('any text', () => {
  interface Person {
    id: string;
    name: string | null;
    email: string;
    createdAt: Date;
  }
  let many: Seller;
  let people: Person[];

  // More than the newest rows that are tested one by one, with names that many, few or only old rows have.
  beforeAll(async () => {
    many = await makeSeller();
    const { organizationId } = many;
    people = Array.from({ length: 1200 }, (_, nth) => ({
      id: newId(),
      name:
        nth % 7 === 0
          ? null
          : `${['Al', 'Bob', 'Cy'][nth % 3]}${nth < 80 ? 'bert' : ''} ${nth % 40}`,
      email: `${nth % 11 === 0 ? 'bo' : 'p'}${nth}@ex${nth < 30 ? 'ample' : ''}.com`,
      createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(nth / 3) * 1000),
    }));
    await db(null).customer.createMany({
      data: people.map((person) => ({ ...person, organizationId })),
    });
    await makeLicenseKey(organizationId, {
      key: 'PRO-12345678-ABCDEF',
      customerId: people[0]?.id ?? '',
    });
  });

  function rankOf(text: string | null, query: string): number | undefined {
    const value = text?.toLowerCase() ?? '';
    if (text === null || !value.includes(query)) return undefined;
    if (value === query) return 0;
    if (value.startsWith(query)) return 1;
    return query.length > 2 ? 2 : undefined;
  }

  it('finds the customers that rank first among all', async () => {
    const part = fc.constantFrom(
      'al',
      'bo',
      'b',
      'bert',
      ' 1',
      '12',
      'ex',
      '@ex.com',
      'ample',
      'p5',
      'y',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 2 }), async (parts) => {
        const query = parts.join('').trim();
        const expected = people
          .flatMap(({ id, name, email, createdAt }) => {
            const ranks = [email, name].flatMap((text) => rankOf(text, query) ?? []);
            return ranks.length === 0 ? [] : [{ id, rank: Math.min(...ranks), createdAt }];
          })
          .sort(
            (a, b) =>
              a.rank - b.rank ||
              b.createdAt.getTime() - a.createdAt.getTime() ||
              (a.id < b.id ? -1 : 1),
          )
          .slice(0, 5);
        const found = (await search(query, many)).filter(({ kind }) => kind === 'customer');
        expect(ids(found), query).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: runs(60) },
    );
  });

  it('is answered, with items that have it in the field they name', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom(
        ...people.map(({ id }) => id),
        'ABCDEF',
        '****-abcdef',
        'Bob',
        '%',
        '_',
        '\\',
      ),
      fc.stringMatching(/^[0-9a-f-]{1,36}$/),
    );
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const query = given.replaceAll('\0', '');
        for (const { kind, id, title, subtitle, matched } of await search(query, many)) {
          const person = people.find((one) => one.id === id);
          const fields = { ...person, key: 'PRO-12345678-ABCDEF', id };
          expect(matched in fields, kind).toBe(true);
          const wanted = query.trim().toLowerCase().replace(/^\*+-/, '');
          const value = fields[matched as 'name' | 'email' | 'id' | 'key'];
          expect(value?.toLowerCase(), `${title} ${subtitle}`).toContain(wanted);
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
