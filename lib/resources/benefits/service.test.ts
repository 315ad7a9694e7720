import { beforeEach, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import {
  createBenefit,
  deleteBenefit,
  getBenefit,
  listBenefits,
  updateBenefit,
} from '@/lib/resources/benefits/contract';
import type { BenefitType } from '@/lib/resources/benefits/schema';
import { newId } from '@/lib/runtime/ids';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeFile, makeSeller, type Seller } from '@/testing/factories';

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
  db(null).event.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } });

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
      products_count: 0,
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
      source: 'generated',
    });
    const limits = {
      prefix: 'ACME',
      expires: { ttl: 1, timeframe: 'year' },
      activations: { limit: 5, enable_customer_admin: true },
      limit_usage: 100,
    };
    const properties = { ...limits, source: 'generated' };
    expect((await create('license_keys', limits)).properties).toEqual(properties);
  });

  it('stands for a guild without keeping its token', async () => {
    const guild_token = 'a token from elsewhere';
    const benefit = await create('discord', { guild_token, role_id: '42' });
    expect(benefit).toMatchObject({
      properties: { guild_id: expect.stringMatching(/^\d{18}$/), role_id: '42' },
      connection_status: 'not_connected',
    });
    const { properties } = await db(null).benefit.findUniqueOrThrow({ where: { id: benefit.id } });
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
    ['a prefix of other characters', 'license_keys', { prefix: 'A_B' }, 'body.properties.prefix'],
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
