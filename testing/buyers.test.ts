import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyContract, ContractInput, ContractOutput } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import {
  getCustomerBenefitGrant,
  listCustomerBenefitGrants,
  listDownloadables,
} from '@/lib/resources/benefit-grants/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { createCustomer, getPortalCustomer } from '@/lib/resources/customers/contract';
import {
  activateLicenseKey,
  getCustomerLicenseKey,
  listCustomerLicenseKeys,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import {
  getCustomerOrder,
  getCustomerOrderInvoice,
  listCustomerOrders,
} from '@/lib/resources/orders/contract';
import { getPortalOrganization } from '@/lib/resources/organizations/contract';
import { listCustomerPayments } from '@/lib/resources/payments/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import { contracts } from '@/lib/resources/registry';
import {
  getCustomerSubscription,
  listCustomerSubscriptions,
} from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { type Actor, callApi, refusal, sendRaw } from '@/testing/call-api';
import { makeFile, makeSeller, type Seller } from '@/testing/factories';
import {
  buyer,
  confirm,
  fixed,
  free,
  makeCheckout,
  makeProduct,
  monthly,
  refuseConfirm,
} from '@/testing/shop';
import { part } from '@/testing/soak';

// What customers see of a shop (docs/contract/callers.md#buyers): each customer only his own objects, and
// with the session of a confirmation only its purchase. Every session is tried against every row.

const KIM = 'kim@example.com';

/** A shop that sells a tool and a plan, each with a benefit of every kind. */
async function openShop() {
  const seller = await makeSeller();
  const as = { as: seller };
  const file = await makeFile(seller.organizationId, { service: 'downloadable', name: 'tool.zip' });
  const bodies: NonNullable<ContractInput<typeof createBenefit>['body']>[] = [
    { type: 'custom', description: 'A note', properties: { note: 'Thanks' } },
    { type: 'ads', description: 'An ad', properties: {} },
    { type: 'discord', description: 'A chat', properties: { guild_token: 'x', role_id: 'r' } },
    {
      type: 'github_repository',
      description: 'The code',
      properties: { repository_owner: 'o', repository_name: 'n', permission: 'pull' },
    },
    { type: 'downloadables', description: 'The tool', properties: { files: [file.id] } },
    { type: 'license_keys', description: 'A key', properties: {} },
  ];
  const benefits: string[] = [];
  for (const body of bodies) benefits.push((await callApi(createBenefit, { body }, as)).id);
  const sell = async (prices: ReturnType<typeof fixed>) => {
    const { id } = await makeProduct(seller, prices);
    return callApi(updateProductBenefits, { params: { id }, body: { benefits } }, as);
  };
  return {
    seller,
    file,
    tool: await sell(fixed()),
    plan: await sell(monthly()),
    gift: await sell(free),
  };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

/** Buys at the second try. */
async function buy(seller: Seller, product: { id: string }, customer_email: string) {
  const checkout = await makeCheckout(seller, product.id);
  const declining = buyer({ customer_email, confirmation_token_id: 'pm_card_chargeDeclined' });
  await refuseConfirm(checkout, declining);
  const answer = await confirm(checkout, buyer({ customer_email, customer_name: 'Kim Known' }));
  return {
    checkoutId: checkout.id,
    customerId: answer.customer_id ?? '',
    token: answer.customer_session_token,
  };
}

async function fullSession(seller: Seller, customer_id: string): Promise<Actor> {
  return callApi(createCustomerSession, { body: { customer_id } }, { as: seller });
}

type Purchase = Awaited<ReturnType<typeof buy>>;

let shop: Shop;
let other: Shop;
let purchases: Record<'tool' | 'plan' | 'foreign' | 'elsewhere', Purchase>;
let sessions: { name: string; actor: Actor; sees: Purchase[] }[];

beforeAll(async () => {
  [shop, other] = await Promise.all([openShop(), openShop()]);
  purchases = {
    tool: await buy(shop.seller, shop.tool, KIM),
    plan: await buy(shop.seller, shop.plan, KIM.toUpperCase()),
    foreign: await buy(shop.seller, shop.tool, 'ann@example.com'),
    elsewhere: await buy(other.seller, other.tool, KIM),
  };
  const { tool, plan, foreign, elsewhere } = purchases;
  expect(plan.customerId).toBe(tool.customerId);
  const stranger = await callApi(
    createCustomer,
    { body: { email: 'stranger@example.com' } },
    { as: shop.seller },
  );
  sessions = [
    { name: 'Kim', actor: await fullSession(shop.seller, tool.customerId), sees: [tool, plan] },
    { name: 'Kim with the tool alone', actor: tool, sees: [tool] },
    { name: 'Kim with the plan alone', actor: plan, sees: [plan] },
    { name: 'Ann', actor: await fullSession(shop.seller, foreign.customerId), sees: [foreign] },
    { name: 'Ann with the tool alone', actor: foreign, sees: [foreign] },
    { name: 'Kim elsewhere', actor: elsewhere, sees: [elsewhere] },
    { name: 'a stranger', actor: await fullSession(shop.seller, stranger.id), sees: [] },
  ];
});

type Ids = (purchase: Purchase) => Promise<{ id: string }[]>;

/** What a purchase led to, as the tables have it. */
const orders: Ids = ({ checkoutId }) => db(null).order.findMany({ where: { checkoutId } });
const subscriptions: Ids = ({ checkoutId }) =>
  db(null).subscription.findMany({ where: { checkoutId } });
const ofCheckout = ({ checkoutId }: Purchase) => ({
  OR: [{ order: { checkoutId } }, { subscription: { checkoutId } }],
});
const grants: Ids = (purchase) => db(null).benefitGrant.findMany({ where: ofCheckout(purchase) });
const keys: Ids = (purchase) =>
  db(null).licenseKey.findMany({ where: { grant: ofCheckout(purchase) } });

const payments: Ids = ({ checkoutId }) =>
  db(null).paymentAttempt.findMany({ where: { checkoutId } });

interface Resource {
  name: string;
  list: AnyContract;
  /** Null where there is the list alone. */
  get: AnyContract | null;
  ids: Ids;
  each: number;
}

const RESOURCES: Resource[] = [
  { name: 'payments', list: listCustomerPayments, get: null, ids: payments, each: 2 },
  { name: 'orders', list: listCustomerOrders, get: getCustomerOrder, ids: orders, each: 1 },
  {
    name: 'subscriptions',
    list: listCustomerSubscriptions,
    get: getCustomerSubscription,
    ids: subscriptions,
    each: 0,
  },
  {
    name: 'benefit grants',
    list: listCustomerBenefitGrants,
    get: getCustomerBenefitGrant,
    ids: grants,
    each: 6,
  },
  {
    name: 'license keys',
    list: listCustomerLicenseKeys,
    get: getCustomerLicenseKey,
    ids: keys,
    each: 1,
  },
].map((resource) => resource as unknown as (typeof RESOURCES)[number]);

async function listed(operation: AnyContract, as: Actor, query: object = {}): Promise<string[]> {
  const { items } = (await callApi(operation, { query: { limit: 100, ...query } }, { as })) as {
    items: { id: string }[];
  };
  return items.map(({ id }) => id).sort();
}

async function idsOf(ids: Ids, of: readonly Purchase[]): Promise<string[]> {
  const found = await Promise.all(of.map(ids));
  return found
    .flat()
    .map(({ id }) => id)
    .sort();
}

describe.each(RESOURCES)('$name', ({ list, get, ids, each }) => {
  it('are those of the session, in the list and one by one; every other id is 404', async () => {
    const everything = await idsOf(ids, Object.values(purchases));
    expect(everything.length).toBeGreaterThanOrEqual(Math.max(each * 4, 1));
    for (const { name, actor, sees } of sessions) {
      const own = await idsOf(ids, sees);
      expect(await listed(list, actor), name).toEqual(own);
      for (const id of get ? [...everything, newId()] : []) {
        const params = { id };
        if (own.includes(id)) {
          expect(await callApi(get as AnyContract, { params }, { as: actor }), name).toMatchObject({
            id,
          });
        } else {
          const { status, error } = await refusal(get as AnyContract, { params }, { as: actor });
          expect([status, error], `${name}: ${id}`).toEqual([404, 'ResourceNotFound']);
        }
      }
    }
  });

  it('are no others by whatever filter or sort', async () => {
    const shape = list.query?.shape ?? {};
    const { tool, plan, foreign } = purchases;
    const values = [
      ...(await idsOf(ids, [foreign])).slice(0, 1),
      ...(await idsOf(orders, [tool, plan, foreign])),
      ...(await idsOf(subscriptions, [plan])),
      ...[tool, plan, foreign].flatMap(({ checkoutId, customerId }) => [checkoutId, customerId]),
      shop.seller.organizationId,
      other.seller.organizationId,
      shop.tool.id,
      shop.plan.id,
      ...shop.tool.benefits.slice(-1).map(({ id }) => id),
    ];
    for (const [index, { name, actor, sees }] of sessions.slice(0, 4).entries()) {
      const own = new Set(await idsOf(ids, sees));
      for (const [filter, schema] of part(Object.entries(shape), String(index), 2)) {
        const accepted = values.filter(
          (value) => (schema as AnyContract['response'])?.safeParse([value]).success,
        );
        for (const value of accepted) {
          const found = await listed(list, actor, { [filter]: [value] });
          expect(
            found.filter((id) => !own.has(id)),
            `${name}: ${filter}=${value}`,
          ).toEqual([]);
        }
      }
      for (const query of [KIM, 'Kim', 'ann', 'product', '-']) {
        const found = await listed(list, actor, { query });
        expect(
          found.filter((id) => !own.has(id)),
          `${name}: ${query}`,
        ).toEqual([]);
      }
    }
  });

  it('sort every way', async () => {
    const kim = sessions[0]?.actor ?? { token: '' };
    const own = await idsOf(ids, [purchases.tool, purchases.plan]);
    const refused = list.query?.safeParse({ sorting: ['none'] }).error?.issues[0]?.message ?? '';
    const criteria = /^Sort by one of (.*)\.$/.exec(refused)?.[1]?.split(', ') ?? [];
    expect(criteria.length).toBeGreaterThan(1);
    for (const sorting of criteria) {
      expect(await listed(list, kim, { sorting: [sorting] })).toEqual(own);
    }
  });
});

describe('downloads', () => {
  it('are the files of the benefits that the session sees, each once', async () => {
    for (const { name, actor, sees } of sessions) {
      const { items, pagination } = await callApi(listDownloadables, {}, { as: actor });
      const [{ file } = { file: shop.file }] = sees.includes(purchases.elsewhere)
        ? [other]
        : [shop];
      expect(
        items.map((item) => item.file.id),
        name,
      ).toEqual(sees.length > 0 ? [file.id] : []);
      expect(pagination.total_count).toBe(items.length);
    }
  });
});

describe('the customer', () => {
  it('is told of himself, and in the session of a confirmation of nobody', async () => {
    const everybody = Object.values(purchases).map(({ customerId }) => customerId);
    for (const { name, actor } of sessions) {
      // The answer of who opens a session names its customer; a confirmation's is bound.
      const own = 'customer_id' in actor ? actor.customer_id : null;
      for (const id of [...everybody, newId()]) {
        const call = { params: { id } };
        if (id === own) {
          const customer = await callApi(getPortalCustomer, call, { as: actor });
          expect(customer, name).toMatchObject({ id, name: 'Kim Known', oauth_accounts: {} });
          expect(customer).not.toHaveProperty('metadata');
        } else {
          expect((await refusal(getPortalCustomer, call, { as: actor })).status, name).toBe(404);
        }
      }
    }
  });

  it('is told of the organization where he bought, and of no other', async () => {
    for (const { actor, sees } of sessions) {
      const [own, foreign] = sees.includes(purchases.elsewhere) ? [other, shop] : [shop, other];
      const call = (slug: string) => ({ params: { slug } });
      const found = await callApi(getPortalOrganization, call(own.seller.slug.toUpperCase()), {
        as: actor,
      });
      expect(found.id).toBe(own.seller.organizationId);
      for (const slug of [foreign.seller.slug, 'nowhere']) {
        expect((await refusal(getPortalOrganization, call(slug), { as: actor })).status).toBe(404);
      }
    }
  });
});

describe('invoices', () => {
  it('are those of the orders that the session sees', async () => {
    for (const { name, actor, sees } of sessions) {
      const own = await idsOf(orders, sees);
      for (const id of await idsOf(orders, Object.values(purchases))) {
        const response = await sendRaw(getCustomerOrderInvoice, { params: { id } }, { as: actor });
        expect(response.status, name).toBe(own.includes(id) ? 200 : 404);
      }
    }
  });
});

describe('who types an address that is known', () => {
  it('is shown nothing of who has it', async () => {
    const { seller, gift } = shop;
    const secret = {
      email: 'victim@example.com',
      name: 'Victoria Secretname',
      billing_address: { country: 'DE', city: 'Hiddentown', line1: 'Privatestreet 1' },
      tax_id: ['DE123456789', 'eu_vat'] as [string, 'eu_vat'],
      metadata: { crm: 'vipnote' },
    };
    const victim = await callApi(createCustomer, { body: secret }, { as: seller });
    const purchase = await confirm(await makeCheckout(seller, gift.id), {
      customer_email: secret.email,
    });
    expect(purchase.customer_id).toBe(victim.id);
    const as = { token: purchase.customer_session_token };

    const shown: unknown[] = [purchase];
    for (const operation of contracts.filter(
      ({ auth, method, path }) => auth === 'customer' && method === 'GET' && !path.includes('{'),
    )) {
      const answer = (await callApi(operation, {}, { as })) as { items: { id: string }[] };
      shown.push(answer);
      const get = contracts.find(
        ({ auth, path }) => auth === 'customer' && path === `${operation.path}{id}`,
      );
      for (const { id } of get ? answer.items : []) {
        shown.push(
          await callApi(get as AnyContract, { params: { id } } as ContractInput<AnyContract>, {
            as,
          }),
        );
      }
    }
    const { items } = await callApi(listCustomerLicenseKeys, {}, { as });
    const [key] = items;
    expect(key?.customer).toMatchObject({ email: secret.email, name: null, metadata: {} });
    const credential = { key: key?.key ?? '', organization_id: seller.organizationId };
    shown.push(await callApi(validateLicenseKey, { body: credential }));
    shown.push(await refusal(activateLicenseKey, { body: { ...credential, label: 'x' } }));

    const text = JSON.stringify(shown);
    expect(text).toContain(gift.id);
    for (const mark of ['Secretname', 'Hiddentown', 'Privatestreet', 'DE123456789', 'vipnote']) {
      expect(text).not.toContain(mark);
    }
    // A search does not confirm guesses either.
    for (const { list } of RESOURCES) {
      expect(await listed(list, as, { query: 'Secretname' })).toEqual([]);
    }
    const full = await fullSession(seller, victim.id);
    const own: ContractOutput<typeof listCustomerLicenseKeys> = await callApi(
      listCustomerLicenseKeys,
      {},
      { as: full },
    );
    expect(own.items[0]?.customer).toMatchObject({ name: secret.name, metadata: {} });
  });
});
