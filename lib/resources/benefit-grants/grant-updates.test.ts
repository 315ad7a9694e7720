import { beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import {
  getCustomerBenefitGrant,
  listCustomerBenefitGrants,
  updateCustomerBenefitGrant,
} from '@/lib/resources/benefit-grants/contract';
import type { CustomerBenefitGrant } from '@/lib/resources/benefit-grants/schema';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeLinkedAccount } from '@/testing/connections';
import { makeCustomer, makeFile, makeSeller, type Seller } from '@/testing/factories';
import { buyer, confirm, fixed, makeCheckout, makeProduct } from '@/testing/shop';

// docs/contract/portal.md#grant-updates

let seller: Seller;
let customer: { token: string };
let productId: string;
let grants: CustomerBenefitGrant[];
/** The linked accounts of the customer, by the type of the benefit that needs one. */
let accounts: Record<string, string>;

beforeAll(async () => {
  seller = await makeSeller();
  const file = await makeFile(seller.organizationId, { service: 'downloadable' });
  const repository = { repository_owner: 'ink', repository_name: 'pro', permission: 'pull' };
  const bodies = [
    { type: 'custom', properties: { note: null } },
    { type: 'ads', properties: { image_height: 400, image_width: 400 } },
    { type: 'downloadables', properties: { files: [file.id] } },
    { type: 'license_keys', properties: {} },
    { type: 'discord', properties: { guild_token: 'token', role_id: 'role' } },
    { type: 'github_repository', properties: repository },
  ];
  const benefits: string[] = [];
  for (const body of bodies) {
    const made = { description: `Benefit ${body.type}`, ...body } as never;
    benefits.push((await callApi(createBenefit, { body: made }, { as: seller })).id);
  }
  const product = await makeProduct(seller, fixed());
  productId = product.id;
  await callApi(
    updateProductBenefits,
    { params: { id: product.id }, body: { benefits } },
    { as: seller },
  );
  await confirm(await makeCheckout(seller, product.id), buyer());
  const { id: customer_id } = await db(null).customer.findFirstOrThrow({
    where: { organizationId: seller.organizationId },
  });
  customer = await callApi(createCustomerSession, { body: { customer_id } }, { as: seller });
  grants = (await callApi(listCustomerBenefitGrants, {}, { as: customer })).items;
  const { organizationId } = seller;
  const [discord, github] = [
    await makeLinkedAccount(organizationId, customer_id, 'discord'),
    await makeLinkedAccount(organizationId, customer_id, 'github'),
  ];
  accounts = { discord: discord.id, github_repository: github.id };
});

const TYPES = ['custom', 'ads', 'downloadables', 'license_keys', 'discord', 'github_repository'];

function grantOf(type: string): CustomerBenefitGrant {
  const grant = grants.find(({ benefit }) => benefit.type === type);
  if (!grant) throw new Error(`No grant of the type ${type}`);
  return grant;
}

function bodyOf(type: string, accountId = accounts[type] ?? '') {
  const isOutside = type === 'discord' || type === 'github_repository';
  const properties = isOutside ? { properties: { account_id: accountId } } : {};
  return { benefit_type: type, ...properties } as never;
}

const change = (type: string, body = bodyOf(type)) =>
  callApi(updateCustomerBenefitGrant, { params: { id: grantOf(type).id }, body }, { as: customer });

const eventsOf = (objectId: string) =>
  db(null).event.findMany({ where: { objectId, kind: 'benefit_grant.updated' } });

describe('a customer changes a grant', () => {
  it.each(['custom', 'ads', 'downloadables', 'license_keys'])(
    'of the type %s: there is nothing to change',
    async (type) => {
      const before = grantOf(type);
      expect(await change(type)).toEqual(before);
      expect(await eventsOf(before.id)).toEqual([]);
    },
  );

  it.each(['discord', 'github_repository'])(
    'of the type %s: names the account, once',
    async (type) => {
      const before = grantOf(type);
      expect(before.properties).not.toHaveProperty('account_id');
      const changed = await change(type);
      expect(changed.properties).toEqual({ ...before.properties, account_id: accounts[type] });
      expect(await change(type)).toEqual(changed);
      const read = { params: { id: before.id } };
      expect(await callApi(getCustomerBenefitGrant, read, { as: customer })).toEqual(changed);
      const [event, ...others] = await eventsOf(before.id);
      expect(others).toEqual([]);
      expect(event?.snapshot).toMatchObject({
        properties: changed.properties,
        previous_properties: before.properties,
      });
    },
  );

  it('is 422 for an account that is not his, or of another platform', async () => {
    const attempt = async (account_id: string) => {
      const body = { benefit_type: 'discord', properties: { account_id } } as const;
      const input = { params: { id: grantOf('discord').id }, body };
      const failure = await refusal(updateCustomerBenefitGrant, input, { as: customer });
      return [failure.status, places(failure)];
    };
    const stranger = await makeCustomer(seller.organizationId);
    const foreign = await makeLinkedAccount(seller.organizationId, stranger.id, 'discord');
    for (const id of ['4711', foreign.id, accounts.github_repository ?? '']) {
      expect(await attempt(id)).toEqual([422, ['body.properties.account_id']]);
    }
  });

  it.each(TYPES)('of the type %s is 422 for another type', async (type) => {
    const other = TYPES.find((one) => one !== type) ?? '';
    const input = { params: { id: grantOf(type).id }, body: bodyOf(other) };
    const failure = await refusal(updateCustomerBenefitGrant, input, { as: customer });
    expect(failure.status).toBe(422);
    expect(places(failure)).toEqual(['body.benefit_type']);
  });

  it('is 422 without the account that the type needs', async () => {
    const input = {
      params: { id: grantOf('discord').id },
      body: { benefit_type: 'discord' } as never,
    };
    const failure = await refusal(updateCustomerBenefitGrant, input, { as: customer });
    expect(failure.status).toBe(422);
    expect(places(failure)).toEqual(['body.properties']);
  });
});

it('refuses the session of a confirmation', async () => {
  const product = await makeProduct(seller, fixed());
  const benefits = grants.map(({ benefit_id }) => benefit_id);
  const input = { params: { id: product.id }, body: { benefits } };
  await callApi(updateProductBenefits, input, { as: seller });
  const { customer_session_token: token } = await confirm(
    await makeCheckout(seller, product.id),
    buyer(),
  );
  const { items } = await callApi(listCustomerBenefitGrants, {}, { as: { token } });
  const own = items.find(({ benefit }) => benefit.type === 'discord');
  const request = { params: { id: own?.id ?? '' }, body: bodyOf('discord') };
  const failure = await refusal(updateCustomerBenefitGrant, request, { as: { token } });
  expect(failure).toMatchObject({ status: 403, error: 'NotPermitted' });
});

it('refuses a grant that was revoked, which lists of granted ones leave out', async () => {
  const count = async (is_granted: boolean) => {
    const { pagination } = await callApi(
      listCustomerBenefitGrants,
      { query: { is_granted, type: ['discord', 'license_keys'] } },
      { as: customer },
    );
    return pagination.total_count;
  };
  const granted = await count(true);
  expect(granted).toBeGreaterThanOrEqual(2);
  expect(await count(false)).toBe(0);
  const input = { params: { id: productId }, body: { benefits: [] } };
  await callApi(updateProductBenefits, input, { as: seller });
  for (const type of TYPES) {
    const request = { params: { id: grantOf(type).id }, body: bodyOf(type) };
    const failure = await refusal(updateCustomerBenefitGrant, request, { as: customer });
    expect(failure).toMatchObject({ status: 403, error: 'NotPermitted' });
  }
  expect(await count(true)).toBe(granted - 2);
  expect(await count(false)).toBe(2);
});
