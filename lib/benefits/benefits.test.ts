import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/api/contract';
import {
  createBenefit,
  deleteBenefit,
  getBenefit,
  listBenefitGrants,
  listBenefits,
  updateBenefit,
} from '@/lib/benefits/contract';
import type { Benefit, BenefitType } from '@/lib/benefits/schema';
import { prisma } from '@/lib/database/client';
import { newId } from '@/lib/ids';
import { createProduct, getProduct, updateProductBenefits } from '@/lib/products/contract';
import { callApi, places, refusal } from '@/lib/testing/call-api';
import { makeFile, makeSeller, type Seller } from '@/prisma/factories';

type Create = NonNullable<ContractInput<typeof createBenefit>['body']>;
type Update = NonNullable<ContractInput<typeof updateBenefit>['body']>;

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});

const create = (type: BenefitType, properties: object = {}, description = 'A small thank-you') =>
  callApi(createBenefit, { body: { type, description, properties } as Create }, { as: seller });
const refuse = (type: string, properties: unknown, description = 'A small thank-you') => {
  const body = { type, description, properties } as unknown as Create;
  return refusal(createBenefit, { body }, { as: seller });
};
const update = (id: string, body: object) =>
  callApi(updateBenefit, { params: { id }, body: body as Update }, { as: seller });
const refuseUpdate = (id: string, body: object) =>
  refusal(updateBenefit, { params: { id }, body: body as Update }, { as: seller });
const eventsOf = (id: string) =>
  prisma().event.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } });

/** A one-time order of a product, as a purchase leaves it. */
async function buy(product: { id: string; prices: { id: string }[] }, email = 'ann@example.com') {
  const { organizationId } = seller;
  const customer = await prisma().customer.create({ data: { id: newId(), organizationId, email } });
  const order = await prisma().order.create({
    data: {
      id: newId(),
      organizationId,
      amount: 0,
      taxAmount: 0,
      currency: 'usd',
      billingReason: 'purchase',
      customerId: customer.id,
      productId: product.id,
      priceId: product.prices[0]?.id ?? '',
    },
  });
  return { customer, order };
}

async function makeProduct(benefitIds: string[] = []) {
  const body = { name: 'Field Guide', prices: [{ amount_type: 'free' as const }] };
  const { id } = await callApi(createProduct, { body }, { as: seller });
  const input = { params: { id }, body: { benefits: benefitIds } };
  return callApi(updateProductBenefits, input, { as: seller });
}

describe('a new benefit', () => {
  it('is printed whole, found again and announced', async () => {
    const benefit = await create('custom', { note: 'Write to us for the **sticker**.' });
    expect(benefit).toEqual({
      id: benefit.id,
      created_at: expect.any(String),
      modified_at: null,
      type: 'custom',
      description: 'A small thank-you',
      selectable: true,
      deletable: true,
      organization_id: seller.organizationId,
      properties: { note: 'Write to us for the **sticker**.' },
      is_tax_applicable: false,
    });
    const found = await callApi(getBenefit, { params: { id: benefit.id } }, { as: seller });
    expect(found).toEqual(benefit);
    const events = await eventsOf(benefit.id);
    expect(events).toMatchObject([{ kind: 'benefit.created', snapshot: benefit }]);
  });

  it('writes every property of its type', async () => {
    expect((await create('custom')).properties).toEqual({ note: null });
    expect((await create('ads')).properties).toEqual({ image_height: 400, image_width: 400 });
    expect((await create('ads', { image_width: 728 })).properties).toEqual({
      image_height: 400,
      image_width: 728,
    });
    const repository = { repository_owner: 'acme', repository_name: 'docs', permission: 'pull' };
    expect(await create('github_repository', repository)).toMatchObject({
      properties: { ...repository, repository_id: null },
      connection_status: 'not_connected',
    });
    expect((await create('downloadables', { files: [] })).properties).toEqual({
      archived: {},
      files: [],
    });
    expect((await create('license_keys')).properties).toEqual({
      prefix: null,
      expires: null,
      activations: null,
      limit_usage: null,
    });
    const limits = {
      prefix: 'ACME',
      expires: { ttl: 1, timeframe: 'year' },
      activations: { limit: 5, enable_customer_admin: true },
      limit_usage: 100,
    };
    expect((await create('license_keys', limits)).properties).toEqual(limits);
  });

  it('stands for a guild without keeping its token', async () => {
    const guild_token = 'a token from elsewhere';
    const benefit = await create('discord', { guild_token, role_id: '42' });
    expect(benefit).toMatchObject({
      properties: { guild_id: expect.stringMatching(/^\d{18}$/), role_id: '42' },
      connection_status: 'not_connected',
    });
    const { properties } = await prisma().benefit.findUniqueOrThrow({ where: { id: benefit.id } });
    expect(JSON.stringify([properties, benefit])).not.toContain(guild_token);
    // What was read can be sent back and means the same guild.
    const changed = await update(benefit.id, {
      properties: { ...benefit.properties, role_id: '43' },
    });
    expect(changed.properties).toEqual({ ...benefit.properties, role_id: '43' });
  });

  it('offers the organization’s own uploaded files', async () => {
    const given = { service: 'downloadable' as const };
    const own = await makeFile(seller.organizationId, given);
    const wrong = [
      await makeFile((await makeSeller()).organizationId, given),
      await makeFile(seller.organizationId, { ...given, isUploaded: false }),
      await makeFile(seller.organizationId),
      { id: newId() },
    ].map(({ id }) => id);
    const failure = await refuse('downloadables', { files: [own.id, ...wrong] });
    expect(places(failure)).toEqual([1, 2, 3, 4].map((at) => `body.properties.files.${at}`));
    const files = { files: [own.id], archived: { [own.id]: true } };
    const benefit = await create('downloadables', files);
    expect(benefit.properties).toEqual(files);
    const [again] = [await refuseUpdate(benefit.id, { properties: { files: wrong } })];
    expect(places(again)).toEqual([0, 1, 2, 3].map((at) => `body.properties.files.${at}`));
  });

  it.each([
    ['an unknown type', 'poster', {}, 'body.type'],
    ['no properties', 'custom', undefined, 'body.properties'],
    ['a note that is no text', 'custom', { note: 5 }, 'body.properties.note'],
    ['no height', 'ads', { image_height: 0 }, 'body.properties.image_height'],
    ['no guild', 'discord', { role_id: '1' }, 'body.properties.guild_token'],
    [
      'an unknown permission',
      'github_repository',
      { repository_owner: 'a', repository_name: 'b', permission: 'own' },
      'body.properties.permission',
    ],
    ['no files', 'downloadables', {}, 'body.properties.files'],
    [
      'a key that lives no day',
      'license_keys',
      { expires: { ttl: 0, timeframe: 'day' } },
      'body.properties.expires.ttl',
    ],
    [
      'a key that lives for ever',
      'license_keys',
      { expires: { ttl: 1001, timeframe: 'year' } },
      'body.properties.expires.ttl',
    ],
    [
      'no unit of time',
      'license_keys',
      { expires: { ttl: 1 } },
      'body.properties.expires.timeframe',
    ],
    [
      'too many activations',
      'license_keys',
      { activations: { limit: 51, enable_customer_admin: true } },
      'body.properties.activations.limit',
    ],
    [
      'half of the activations',
      'license_keys',
      { activations: { limit: 5 } },
      'body.properties.activations.enable_customer_admin',
    ],
    ['no usage', 'license_keys', { limit_usage: 0 }, 'body.properties.limit_usage'],
    ['a long prefix', 'license_keys', { prefix: 'X'.repeat(51) }, 'body.properties.prefix'],
  ])('is refused with %s', async (_, type, properties, place) => {
    const failure = await refuse(type, properties);
    expect(failure.status).toBe(422);
    expect(places(failure)).toEqual([place]);
  });

  it('has a description of 3 to 42 characters', async () => {
    for (const description of ['ab', 'x'.repeat(43), '   ']) {
      expect(places(await refuse('custom', {}, description))).toEqual(['body.description']);
    }
    for (const description of ['abc', '😀'.repeat(42)]) {
      expect((await create('custom', {}, description)).description).toBe(description);
    }
  });
});

describe('changing a benefit', () => {
  it('replaces its properties, keeps what is null and announces it', async () => {
    const benefit = await create('license_keys', { prefix: 'ACME', limit_usage: 5 });
    const same = await update(benefit.id, { description: null, properties: null });
    expect(same).toEqual({ ...benefit, modified_at: expect.any(String) });
    const changed = await update(benefit.id, {
      type: 'license_keys',
      description: 'A key for the app',
      properties: { limit_usage: 9 },
    });
    expect(changed).toMatchObject({
      description: 'A key for the app',
      properties: { prefix: null, expires: null, activations: null, limit_usage: 9 },
    });
    const events = await eventsOf(benefit.id);
    expect(events.map(({ kind }) => kind)).toEqual([
      'benefit.created',
      'benefit.updated',
      'benefit.updated',
    ]);
    expect(events[2]?.snapshot).toEqual(changed);
  });

  it('never changes the type, and tells every problem at once', async () => {
    const benefit = await create('ads');
    const failure = await refuseUpdate(benefit.id, {
      type: 'custom',
      properties: { image_width: 'wide', image_height: 0 },
    });
    expect(places(failure)).toEqual([
      'body.properties.image_height',
      'body.properties.image_width',
      'body.type',
    ]);
    expect(places(await refuseUpdate(benefit.id, { description: 'x' }))).toEqual([
      'body.description',
    ]);
  });

  it('leaves the keys that are out as they are', async () => {
    const benefit = await create('license_keys', { limit_usage: 5 });
    const product = await makeProduct();
    const { customer } = await buy(product);
    const body = { benefits: [benefit.id] };
    const params = { id: product.id };
    await callApi(updateProductBenefits, { params, body }, { as: seller });
    const keys = () => prisma().licenseKey.findMany({ where: { customerId: customer.id } });
    const before = await keys();
    expect(before).toMatchObject([{ status: 'granted', limitUsage: 5, expiresAt: null }]);
    await update(benefit.id, {
      properties: { limit_usage: 9, expires: { ttl: 1, timeframe: 'day' }, prefix: 'NEW' },
    });
    expect(await keys()).toEqual(before);
  });
});

describe('deleting a benefit', () => {
  it('revokes its grants and keys, detaches it, and it is gone', async () => {
    const benefit = await create('license_keys');
    const other = await create('custom');
    const product = await makeProduct();
    const { customer } = await buy(product);
    const params = { id: product.id };
    const body = { benefits: [benefit.id, other.id] };
    await callApi(updateProductBenefits, { params, body }, { as: seller });

    await callApi(deleteBenefit, { params: { id: benefit.id } }, { as: seller });
    const where = { benefitId: benefit.id };
    const [grant] = await prisma().benefitGrant.findMany({ where });
    expect(grant).toMatchObject({ customerId: customer.id, revokedAt: expect.any(Date) });
    expect(await prisma().licenseKey.findMany({ where })).toMatchObject([{ status: 'revoked' }]);
    const kept = await prisma().benefitGrant.findMany({ where: { benefitId: other.id } });
    expect(kept).toMatchObject([{ revokedAt: null }]);
    const { benefits } = await callApi(getProduct, { params }, { as: seller });
    expect(benefits).toEqual([other]);
    const gone = { params: { id: benefit.id } };
    const failures = [
      await refusal(getBenefit, gone, { as: seller }),
      await refuseUpdate(benefit.id, {}),
      await refusal(deleteBenefit, gone, { as: seller }),
      await refusal(listBenefitGrants, gone, { as: seller }),
    ];
    expect(failures.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const { items } = await callApi(listBenefits, {}, { as: seller });
    expect(items).toEqual([other]);
  });

  it('is refused where the benefit has to stay', async () => {
    const benefit = await create('custom');
    await prisma().benefit.update({ where: { id: benefit.id }, data: { deletable: false } });
    const failure = await refusal(deleteBenefit, { params: { id: benefit.id } }, { as: seller });
    expect([failure.status, failure.error]).toEqual([403, 'NotPermitted']);
    expect((await callApi(listBenefits, {}, { as: seller })).items).toHaveLength(1);
  });

  it('at the moment when it is attached leaves no live grant behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      const benefit = await create('custom');
      const product = await makeProduct();
      await buy(product, `buyer-${round}@example.com`);
      const body = { benefits: [benefit.id] };
      await Promise.allSettled([
        callApi(updateProductBenefits, { params: { id: product.id }, body }, { as: seller }),
        callApi(deleteBenefit, { params: { id: benefit.id } }, { as: seller }),
      ]);
      const { deletedAt } = await prisma().benefit.findUniqueOrThrow({ where: { id: benefit.id } });
      expect(deletedAt).not.toBeNull();
      const where = { benefitId: benefit.id };
      expect(await prisma().benefitGrant.count({ where: { ...where, revokedAt: null } })).toBe(0);
      expect(await prisma().productBenefit.count({ where })).toBe(0);
    }
  });
});

describe('the list of benefits', () => {
  it('is what a plain model says, for every page, sorting and filter', async () => {
    const types: BenefitType[] = ['custom', 'ads', 'license_keys'];
    const all: Benefit[] = [];
    for (let index = 0; index < 12; index += 1) {
      const type = types[index % 3] ?? 'custom';
      all.push(await create(type, {}, `Gift ${'ABab'[index % 4]}${index % 5}`));
    }
    const keys = {
      created_at: (one: Benefit) => one.created_at,
      description: (one: Benefit) => one.description.toLowerCase(),
      type: (one: Benefit) => one.type as string,
    };
    const sort = fc.constantFrom('created_at', 'description', 'type');
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          sort,
          descending: fc.boolean(),
          type: fc.subarray(types),
          query: fc.constantFrom('', 'gift a', 'B3'),
          page: fc.integer({ min: 1, max: 4 }),
          limit: fc.integer({ min: 1, max: 6 }),
        }),
        async ({ sort, descending, type, query, page, limit }) => {
          const sorting = [`${descending ? '-' : ''}${sort}` as const];
          const answer = await callApi(
            listBenefits,
            { query: { sorting, type, query, page, limit } },
            { as: seller },
          );
          const key = keys[sort];
          const hits = all
            .filter((one) => type.length === 0 || type.some((wanted) => wanted === one.type))
            .filter((one) => one.description.toLowerCase().includes(query.toLowerCase()))
            .sort((a, b) => {
              if (key(a) !== key(b)) return key(a) < key(b) === descending ? 1 : -1;
              return a.id < b.id ? -1 : 1;
            });
          expect(answer.items.map(({ id }) => id)).toEqual(
            hits.slice((page - 1) * limit, page * limit).map(({ id }) => id),
          );
          expect(answer.pagination.total_count).toBe(hits.length);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('the grants of a benefit', () => {
  it('are listed by customer and by whether they are given', async () => {
    const benefit = await create('custom');
    const product = await makeProduct([benefit.id]);
    const ann = await buy(product, 'ann@example.com');
    const bob = await buy(product, 'bob@example.com');
    const params = { id: product.id };
    const set = (benefits: string[]) =>
      callApi(updateProductBenefits, { params, body: { benefits } }, { as: seller });
    const grants = async (query: NonNullable<ContractInput<typeof listBenefitGrants>['query']>) =>
      (
        await callApi(listBenefitGrants, { params: { id: benefit.id }, query }, { as: seller })
      ).items.map(({ customer_id }) => customer_id);
    await set([]);
    await set([benefit.id]);
    expect((await grants({})).sort()).toEqual([ann.customer.id, bob.customer.id].sort());
    expect(await grants({ customer_id: [bob.customer.id] })).toEqual([bob.customer.id]);
    expect(await grants({ is_granted: false })).toEqual([]);
    await set([]);
    expect(await grants({ is_granted: true })).toEqual([]);
    expect(await grants({ is_granted: false, limit: 1 })).toHaveLength(1);
  });
});

describe('another organization’s benefit', () => {
  it('does not exist', async () => {
    const benefit = await create('custom');
    const as = await makeSeller();
    const params = { id: benefit.id };
    const failures = [
      await refusal(getBenefit, { params }, { as }),
      await refusal(updateBenefit, { params, body: { description: 'Taken over' } }, { as }),
      await refusal(deleteBenefit, { params }, { as }),
      await refusal(listBenefitGrants, { params }, { as }),
    ];
    expect(failures.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await callApi(listBenefits, {}, { as })).items).toEqual([]);
  });
});
