import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import { listMembers } from '@/lib/resources/members/contract';
import {
  createOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from '@/lib/resources/organizations/contract';
import type { Organization } from '@/lib/resources/organizations/schema';
import { newId } from '@/lib/runtime/ids';
import { type Actor, callApi, places, refusal } from '@/testing/call-api';
import {
  makeOrganization,
  makeSeller,
  makeToken,
  makeUser,
  type Seller,
} from '@/testing/factories';

type Create = NonNullable<ContractInput<typeof createOrganization>['body']>;
type Update = NonNullable<ContractInput<typeof updateOrganization>['body']>;

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});

const newSlug = () => `shop-${newId()}`;
const create = (body: Partial<Create> = {}, as: Actor = seller) =>
  callApi(createOrganization, { body: { name: 'Shop', slug: newSlug(), ...body } }, { as });
const refuseCreate = async (body: object, as: Actor = seller) =>
  refusal(createOrganization, { body: { name: 'Shop', slug: newSlug(), ...body } }, { as });
const get = (id: string, as: Actor = seller) =>
  callApi(getOrganization, { params: { id } }, { as });
const update = (id: string, body: Update, as: Actor = seller) =>
  callApi(updateOrganization, { params: { id }, body }, { as });
const refuseUpdate = (id: string, body: object, as: Actor = seller) =>
  refusal(updateOrganization, { params: { id }, body: body as Update }, { as });
const eventsOf = (objectId: string) => db(null).event.findMany({ where: { objectId } });

describe('create', () => {
  it('answers the whole organization with its defaults, and makes the caller its owner', async () => {
    const slug = newSlug();
    const organization = await create({ slug });
    expect(organization).toEqual({
      id: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      modified_at: null,
      name: 'Shop',
      slug,
      avatar_url: null,
      bio: null,
      company: null,
      blog: null,
      location: null,
      email: null,
      social_username: null,
      twitter_username: null,
      pledge_minimum_amount: 2000,
      pledge_badge_show_amount: false,
      default_upfront_split_to_contributors: null,
      profile_settings: {
        enabled: false,
        description: null,
        featured_projects: [],
        featured_organizations: [],
        links: [],
        subscribe: { promote: true, show_count: true, count_free: true },
        accent_color: null,
      },
      feature_settings: { issue_funding_enabled: false },
      subscription_settings: { dunning_end: 'canceled' },
      notification_settings: {
        new_sale: true,
        payment_failed: true,
        trial_started: true,
        subscription_canceled: true,
        advertisement_pending: true,
        key_pool_low: true,
        key_pool_empty: true,
      },
      checkout_settings: {
        allow_discount_codes: true,
        success_url: null,
        terms_url: null,
        refund_policy_url: null,
      },
      is_sandbox: true,
      timezone: 'UTC',
      legal_name: null,
      legal_address: null,
      tax_id: null,
      invoice_prefix: organization.slug.replaceAll('-', '').slice(0, 8).toUpperCase(),
      is_first_sale_seen: false,
      require_two_factor: false,
      refund_step_up_amount: null,
      statement_descriptor_suffix: null,
      default_currency: 'usd',
      deletion_scheduled_at: null,
    } satisfies Organization);
    expect(await get(organization.id)).toEqual(organization);
    const { items } = await callApi(
      listMembers,
      { params: { id: organization.id } },
      { as: seller },
    );
    expect(items).toMatchObject([{ user_id: seller.userId, role: 'owner' }]);
  });

  it('takes everything that a seller may edit', async () => {
    const given = {
      avatar_url: 'https://example.com/logo.png',
      bio: 'We sell',
      company: 'Shop Ltd',
      blog: 'https://blog.example.com',
      location: 'Berlin',
      email: 'shop@example.com',
      default_currency: 'eur',
      timezone: 'Europe/Berlin',
    };
    const organization = await create({
      ...given,
      twitter_username: 'shop',
      feature_settings: { issue_funding_enabled: true },
      profile_settings: { accent_color: '#0A7', links: ['https://example.com'] },
    });
    expect(organization).toMatchObject({
      ...given,
      social_username: 'shop',
      twitter_username: 'shop',
      feature_settings: { issue_funding_enabled: true },
      profile_settings: { accent_color: '#0A7', links: ['https://example.com'], enabled: false },
    });
  });

  it('wants a slug that is free in any case, also of those who ask at once', async () => {
    const slug = newSlug();
    const racers = await Promise.all(Array.from({ length: 4 }, () => makeSeller()));
    const answers = await Promise.allSettled(racers.map((as) => create({ slug }, as)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const failure = await refuseCreate({ slug });
    expect(failure).toMatchObject({ status: 422 });
    expect(places(failure)).toEqual(['body.slug']);
  });

  it.each([
    'ab',
    'Shop',
    'my shop',
    'my_shop',
    'müller',
    'new',
    'v1',
    'sign-in',
    '  x',
    'a'.repeat(65),
  ])('refuses the slug %j', async (slug) =>
    expect(new Set(places(await refuseCreate({ slug })))).toEqual(new Set(['body.slug'])),
  );

  it('lists every problem at once', async () => {
    const failure = await refuseCreate({
      name: 'ab',
      slug: 'X',
      avatar_url: 'ftp://example.com',
      blog: 'javascript:alert(1)',
      email: 'nobody',
      bio: 'x'.repeat(501),
      timezone: '+01:00',
      profile_settings: { accent_color: 'red', links: ['mailto:a@b.c'] },
    });
    expect([...new Set(places(failure))]).toEqual([
      'body.avatar_url',
      'body.bio',
      'body.blog',
      'body.email',
      'body.name',
      'body.profile_settings.accent_color',
      'body.profile_settings.links.0',
      'body.slug',
      'body.timezone',
    ]);
  });

  it('is not for an organization token', async () => {
    const token = await makeToken({ organizationId: seller.organizationId });
    expect(await refuseCreate({}, { token })).toMatchObject({ status: 403, error: 'NotPermitted' });
  });

  it('is for a seller without any organization, and for a mere member of another', async () => {
    const newcomer = { token: await makeToken({ userId: (await makeUser()).id }) };
    await create({}, newcomer);
    const member = await makeSeller({ role: 'member' });
    const own = await create({}, member);
    await update(own.id, { name: 'Mine' }, member);
  });

  it('needs the scope', async () => {
    const reader = await makeSeller({ scopes: ['organizations:read'] });
    expect(await refuseCreate({}, reader)).toMatchObject({
      status: 403,
      error: 'insufficient_scope',
    });
  });
});

describe('get', () => {
  it('tells nobody else of it', async () => {
    const stranger = await makeSeller();
    const unknown = await refusal(getOrganization, { params: { id: newId() } }, { as: stranger });
    const foreign = await refusal(
      getOrganization,
      { params: { id: seller.organizationId } },
      { as: stranger },
    );
    expect(foreign).toMatchObject({ status: 404, error: 'ResourceNotFound' });
    expect(foreign.message).toBe(unknown.message);
  });
});

describe('update', () => {
  it('changes what is given, and records it', async () => {
    const { id } = await create({ bio: 'Old' });
    const changed = await update(id, {
      name: 'Other',
      social_username: 'other',
      default_upfront_split_to_contributors: 100,
      pledge_minimum_amount: 5000,
      pledge_badge_show_amount: true,
      billing_email: 'bills@example.com',
      is_first_sale_seen: true,
    });
    expect(changed).toMatchObject({
      is_first_sale_seen: true,
      modified_at: expect.any(String),
      name: 'Other',
      bio: 'Old',
      social_username: 'other',
      twitter_username: 'other',
      default_upfront_split_to_contributors: 100,
      pledge_minimum_amount: 5000,
      pledge_badge_show_amount: true,
    });
    expect(await get(id)).toEqual(changed);
    expect(await eventsOf(id)).toMatchObject([{ kind: 'organization.updated', snapshot: changed }]);
  });

  it('merges settings one level deep', async () => {
    const { id } = await create({
      profile_settings: { description: 'Old', links: ['https://a.bc'] },
    });
    const { profile_settings } = await update(id, {
      profile_settings: { enabled: true, subscribe: { promote: false } },
    });
    expect(profile_settings).toEqual({
      enabled: true,
      description: 'Old',
      featured_projects: [],
      featured_organizations: [],
      links: ['https://a.bc'],
      subscribe: { promote: false, show_count: true, count_free: true },
      accent_color: null,
    });
  });

  it('loses none of two changes made at once', async () => {
    const { id } = await create();
    await Promise.all([
      update(id, { profile_settings: { description: 'Text' } }),
      update(id, { profile_settings: { accent_color: '#123456' } }),
      update(id, { profile_settings: { enabled: true } }),
    ]);
    expect((await get(id)).profile_settings).toMatchObject({
      description: 'Text',
      accent_color: '#123456',
      enabled: true,
    });
  });

  it('clears by null what can be null, and changes nothing else by it', async () => {
    const { id } = await create({ bio: 'Old', twitter_username: 'old', timezone: 'Asia/Tokyo' });
    const given = {
      name: null,
      bio: null,
      twitter_username: null,
      timezone: null,
      pledge_minimum_amount: null,
      pledge_badge_show_amount: null,
      profile_settings: null,
    };
    expect(await update(id, given)).toMatchObject({
      name: 'Shop',
      bio: null,
      social_username: null,
      twitter_username: null,
      timezone: 'Asia/Tokyo',
      pledge_minimum_amount: 2000,
      pledge_badge_show_amount: false,
    });
  });

  it('takes the defaults that published clients send, and no other slug', async () => {
    const { id, slug } = await create();
    const given = { pledge_badge_show_amount: false, pledge_minimum_amount: 2000, slug: newSlug() };
    expect(await update(id, given)).toMatchObject({ slug, pledge_minimum_amount: 2000 });
  });

  it('refuses values out of bounds and two values for one field', async () => {
    const { id } = await create();
    const failure = await refuseUpdate(id, {
      name: 'x',
      default_upfront_split_to_contributors: 101,
      pledge_minimum_amount: -1,
      billing_email: 'x',
    });
    expect(places(failure)).toEqual([
      'body.billing_email',
      'body.default_upfront_split_to_contributors',
      'body.name',
      'body.pledge_minimum_amount',
    ]);
    const both = await refuseUpdate(id, { social_username: 'a', twitter_username: 'b' });
    expect(places(both)).toEqual(['body.twitter_username']);
    await update(id, { social_username: 'a', twitter_username: 'a' });
  });

  it('is for owners and admins, and for tokens of the organization', async () => {
    const { id } = await create();
    for (const role of ['owner', 'admin', 'member'] as const) {
      const as = await makeSeller();
      await db(null).membership.create({ data: { organizationId: id, userId: as.userId, role } });
      expect((await get(id, as)).id).toBe(id);
      if (role === 'member') {
        expect(await refuseUpdate(id, { name: 'Other' }, as)).toMatchObject({
          error: 'NotPermitted',
        });
      } else {
        await update(id, { name: 'Other' }, as);
      }
    }
    await update(id, { name: 'Other' }, { token: await makeToken({ organizationId: id }) });
    const stranger = await makeSeller();
    expect((await refuseUpdate(id, { name: 'Other' }, stranger)).status).toBe(404);
    expect(await eventsOf(id)).toHaveLength(3);
  });
});

describe('list', () => {
  it('has the caller’s organizations, in order, with filters', async () => {
    const owner = await makeSeller();
    const names = ['beta', 'Alpha', 'ALPS', 'über'];
    const made = [];
    for (const name of names) made.push(await create({ name }, owner));
    await makeSeller();
    const list = async (query: ContractInput<typeof listOrganizations>['query'] = {}) => {
      const { items, pagination } = await callApi(listOrganizations, { query }, { as: owner });
      expect(pagination.total_count).toBeGreaterThanOrEqual(items.length);
      return items.map(({ name }) => name);
    };
    expect(await list()).toEqual(['Test Organization', ...names]);
    expect(await list({ sorting: ['-created_at'], limit: 2 })).toEqual(['über', 'ALPS']);
    expect(await list({ sorting: ['name'] })).toEqual([
      'Alpha',
      'ALPS',
      'beta',
      'Test Organization',
      'über',
    ]);
    expect(await list({ query: 'alp', sorting: ['-name'] })).toEqual(['ALPS', 'Alpha']);
    expect(await list({ slug: made[0]?.slug.toUpperCase() })).toEqual(['beta']);
    expect(await list({ slug: seller.slug })).toEqual([]);
    expect(await list({ created_after: made[3]?.created_at })).toEqual(['über']);
    expect(await list({ created_before: '1999-01-01T00:00:00Z' })).toEqual([]);
    expect(await list({ page: 9 })).toEqual([]);
    expect(
      places(
        await refusal(listOrganizations, { query: { sorting: ['slug'] } as never }, { as: owner }),
      ),
    ).toEqual(['query.sorting']);
  });

  it('has the one organization of its token', async () => {
    await makeOrganization(seller.userId);
    const token = await makeToken({ organizationId: seller.organizationId });
    const { items } = await callApi(listOrganizations, {}, { as: { token } });
    expect(items.map(({ id }) => id)).toEqual([seller.organizationId]);
  });
});

describe('members', () => {
  it('are listed with their roles, in order, with filters', async () => {
    const owner = await makeSeller();
    const id = owner.organizationId;
    const add = async (name: string, role: 'admin' | 'member') => {
      const user = await makeUser({ name });
      await db(null).membership.create({ data: { organizationId: id, userId: user.id, role } });
      await makeOrganization(user.id);
      return user;
    };
    const bea = await add('Bea', 'member');
    await add('Änne', 'admin');
    const list = async (
      query: ContractInput<typeof listMembers>['query'] = {},
      as: Actor = owner,
    ) => (await callApi(listMembers, { params: { id }, query }, { as })).items;
    expect((await list())[1]).toEqual({
      user_id: bea.id,
      created_at: expect.any(String),
      email: bea.email,
      name: 'Bea',
      avatar_url: expect.stringContaining('/avatars/'),
      role: 'member',
    });
    const names = async (query: ContractInput<typeof listMembers>['query']) =>
      (await list(query)).map(({ name }) => name);
    expect(await names({})).toEqual(['Test Seller', 'Bea', 'Änne']);
    expect(await names({ sorting: ['name'] })).toEqual(['Bea', 'Test Seller', 'Änne']);
    expect(await names({ sorting: ['-role'] })).toEqual(['Bea', 'Änne', 'Test Seller']);
    expect(await names({ role: ['admin', 'owner'] })).toEqual(['Test Seller', 'Änne']);
    expect(await names({ query: bea.email.toUpperCase() })).toEqual(['Bea']);
    expect(await names({ created_before: '1999-01-01T00:00:00Z' })).toEqual([]);
    const member = { token: await makeToken({ userId: bea.id }) };
    expect(await list({}, member)).toHaveLength(3);
  });

  it('are no concern of strangers', async () => {
    const stranger = await makeSeller();
    const input = { params: { id: seller.organizationId } };
    expect((await refusal(listMembers, input, { as: stranger })).status).toBe(404);
  });
});
