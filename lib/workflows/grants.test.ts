import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '@/lib/contract/times';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { deleteCustomer } from '@/lib/resources/customers/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { updateProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import {
  cancelSubscription,
  getSubscription,
  listSubscriptions,
  setSubscriptionPaymentMethod,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { callApi, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { expectLedgerIdentities } from '@/testing/ledger-identities';
import {
  buyer,
  confirm,
  fixed,
  freeMonthly,
  makeCheckout,
  makeProduct,
  monthly,
} from '@/testing/shop';

// What a buyer holds follows what he bought through every change, in the change's own transaction
// (docs/contract/license-keys.md#grants-again, docs/contract/catalogue.md#product-benefits).

let seller: Seller;
/** A note that both products give, and a key of each. */
let benefits: Record<'note' | 'key' | 'otherKey', string>;
let product: Awaited<ReturnType<typeof sellProduct>>;
let other: Awaited<ReturnType<typeof sellProduct>>;

beforeEach(async () => {
  seller = await makeSeller();
  const make = async (type: 'custom' | 'license_keys', description: string) => {
    const body = { type, description, properties: {} };
    return (await callApi(createBenefit, { body }, as())).id;
  };
  benefits = {
    note: await make('custom', 'Thanks'),
    key: await make('license_keys', 'A key'),
    otherKey: await make('license_keys', 'Another key'),
  };
  product = await sellProduct(monthly(1000), ['note', 'key']);
  other = await sellProduct(monthly(3000), ['note', 'otherKey']);
});
afterEach(() => expectLedgerIdentities(seller.organizationId));

const as = () => ({ as: seller });

async function sellProduct(prices: ReturnType<typeof monthly>, given: (keyof typeof benefits)[]) {
  const { id } = await makeProduct(seller, prices);
  return setBenefits(id, given);
}

function setBenefits(id: string, given: (keyof typeof benefits)[]) {
  const body = { benefits: given.map((name) => benefits[name]) };
  return callApi(updateProductBenefits, { params: { id }, body }, as());
}

/** Sells a product; the buyer pays with `method`. */
async function buy({ id }: { id: string }, method = 'pm_card_visa', more: object = {}) {
  const customer_email = `buyer-${crypto.randomUUID()}@example.com`;
  const { customer_id } = await confirm(
    await makeCheckout(seller, id, more),
    buyer({ customer_email, confirmation_token_id: method }),
  );
  const customerId = customer_id ?? '';
  const query = { customer_id: [customerId] };
  const [subscription] = (await callApi(listSubscriptions, { query }, as())).items;
  return { customerId, id: subscription?.id ?? '' };
}

const update = (id: string, body: object) =>
  callApi(updateSubscription, { params: { id }, body }, as());
const endOf = async (id: string) => {
  const subscription = await callApi(getSubscription, { params: { id } }, as());
  return new Date(subscription.current_period_end ?? '');
};
/** Runs what is due so many days after the end of the period. */
const runAfter = async (id: string, days: number) =>
  runDueSubscriptions(new Date((await endOf(id)).getTime() + days * DAY_MS));

interface Held {
  id: string;
  isGranted: boolean;
  grantedAt: string | null;
  key: unknown;
}

/** The grant of each benefit that a customer has or had: one at most. */
async function heldBy(customerId: string): Promise<Partial<Record<keyof typeof benefits, Held>>> {
  const held: Partial<Record<string, Held>> = {};
  for (const [name, id] of Object.entries(benefits)) {
    const query = { customer_id: [customerId] };
    const { items } = await callApi(listBenefitGrants, { params: { id }, query }, as());
    expect(items.length).toBeLessThanOrEqual(1);
    for (const { id, is_granted, granted_at, properties } of items) {
      const key = 'license_key_id' in properties ? properties.license_key_id : null;
      held[name] = { id, isGranted: is_granted, grantedAt: granted_at ?? null, key };
    }
  }
  return held;
}

/** The names of what a customer holds now. */
async function namesOf(customerId: string): Promise<string[]> {
  const held = Object.entries(await heldBy(customerId));
  return held.filter(([, { isGranted }]) => isGranted).map(([name]) => name);
}

describe('the benefits of a subscription follow', () => {
  it('the list of its product; what comes back is the same key', async () => {
    const { customerId } = await buy(product);
    const before = await heldBy(customerId);
    await setBenefits(product.id, ['otherKey']);
    expect(await namesOf(customerId)).toEqual(['otherKey']);
    await setBenefits(product.id, ['key', 'note', 'otherKey']);
    const after = await heldBy(customerId);
    expect(await namesOf(customerId)).toEqual(['note', 'key', 'otherKey']);
    expect([after.key?.key, after.note?.id]).toEqual([before.key?.key, before.note?.id]);
    expect(before.key?.key).toEqual(expect.any(String));
  });

  it('a price of another product, and back; what both give is not touched', {
    tags: 'soak',
  }, async () => {
    const { id, customerId } = await buy(product);
    const before = await heldBy(customerId);
    await update(id, { product_price_id: other.prices[0]?.id });
    const moved = await heldBy(customerId);
    expect(await namesOf(customerId)).toEqual(['note', 'otherKey']);
    expect(moved.note).toEqual(before.note);
    await update(id, { product_price_id: product.prices[0]?.id });
    const back = await heldBy(customerId);
    expect(await namesOf(customerId)).toEqual(['note', 'key']);
    expect(back.key?.key).toBe(before.key?.key);
    await update(id, { product_price_id: other.prices[0]?.id });
    expect((await heldBy(customerId)).otherKey?.key).toBe(moved.otherKey?.key);
  });

  it('a price of another product at the renewal, not before', async () => {
    const { id, customerId } = await buy(product);
    const product_price_id = other.prices[0]?.id;
    await update(id, { product_price_id, proration_behavior: 'next_period' });
    expect(await namesOf(customerId)).toEqual(['note', 'key']);
    await runAfter(id, 0);
    expect(await namesOf(customerId)).toEqual(['note', 'otherKey']);
  });

  it('no price whose charge is declined', async () => {
    const { id, customerId } = await buy(product, 'pm_sandbox_declineAfter1');
    const before = await heldBy(customerId);
    const body = { product_price_id: other.prices[0]?.id };
    const failure = await refusal(updateSubscription, { params: { id }, body }, as());
    expect(failure.error).toBe('PaymentError');
    expect(await heldBy(customerId)).toEqual(before);
  });

  it('its end now', async () => {
    const { id, customerId } = await buy(product);
    await callApi(cancelSubscription, { params: { id } }, as());
    expect(await namesOf(customerId)).toEqual([]);
    await setBenefits(product.id, ['note', 'key', 'otherKey']);
    expect(await namesOf(customerId)).toEqual([]);
  });

  it('its end at the end of the period, and not before', { tags: 'soak' }, async () => {
    const { id, customerId } = await buy(product);
    await update(id, { cancel_at_period_end: true });
    await update(id, { cancel_at_period_end: false });
    await update(id, { cancel_at_period_end: true });
    expect(await namesOf(customerId)).toEqual(['note', 'key']);
    await runAfter(id, 0);
    expect(await namesOf(customerId)).toEqual([]);
  });

  it('no pause', { tags: 'soak' }, async () => {
    const { id, customerId } = await buy(product);
    const before = await heldBy(customerId);
    await update(id, { paused: true });
    expect(await heldBy(customerId)).toEqual(before);
    await update(id, { paused: false });
    expect(await heldBy(customerId)).toEqual(before);
  });

  it('dunning: kept while tries are left, lost with the last, the same again when it is paid', async () => {
    const body = { subscription_settings: { dunning_end: 'unpaid' as const } };
    await callApi(updateOrganization, { params: { id: seller.organizationId }, body }, as());
    const { id, customerId } = await buy(product, 'pm_sandbox_declineAfter1');
    const before = await heldBy(customerId);
    for (const day of [0, 1, 3, 5]) await runAfter(id, day);
    expect(await heldBy(customerId)).toEqual(before);
    await runAfter(id, 7);
    expect(await namesOf(customerId)).toEqual([]);
    const another = { confirmation_token_id: 'pm_card_visa' };
    await callApi(setSubscriptionPaymentMethod, { params: { id }, body: another }, as());
    const after = await heldBy(customerId);
    expect(await namesOf(customerId)).toEqual(['note', 'key']);
    expect([after.note?.id, after.key?.key]).toEqual([before.note?.id, before.key?.key]);
  });

  it('dunning that ends it', { tags: 'soak' }, async () => {
    const { id, customerId } = await buy(product, 'pm_sandbox_declineAfter1');
    for (const day of [0, 1, 3, 5, 7]) await runAfter(id, day);
    expect(await namesOf(customerId)).toEqual([]);
  });

  it('a checkout that moves a free one to another product', { tags: 'soak' }, async () => {
    const free = await sellProduct(freeMonthly, ['note', 'key']);
    const { id, customerId } = await buy(free);
    const before = await heldBy(customerId);
    const upgrade = await makeCheckout(seller, other.id, { subscription_id: id });
    await confirm(upgrade, buyer({ customer_email: upgrade.customer_email ?? '' }));
    const after = await heldBy(customerId);
    expect(await namesOf(customerId)).toEqual(['note', 'otherKey']);
    expect(after.note?.id).toBe(before.note?.id);
  });

  it('no archiving of its product', async () => {
    const { id, customerId } = await buy(product);
    const before = await heldBy(customerId);
    const body = { is_archived: true };
    await callApi(updateProduct, { params: { id: product.id }, body }, as());
    await runAfter(id, 0);
    expect(await heldBy(customerId)).toEqual(before);
  });
});

describe('the benefits of an order follow', () => {
  it('the list of its product', { tags: 'soak' }, async () => {
    const once = await sellProduct(fixed(), ['key']);
    const { customerId } = await buy(once);
    const before = await heldBy(customerId);
    await setBenefits(once.id, ['note']);
    expect(await namesOf(customerId)).toEqual(['note']);
    await setBenefits(once.id, ['key']);
    expect(await namesOf(customerId)).toEqual(['key']);
    expect((await heldBy(customerId)).key?.key).toBe(before.key?.key);
  });
});

it('a deleted customer loses those of orders and subscriptions', async () => {
  const bought = await buy(product);
  const once = await buy(await sellProduct(fixed(), ['key']));
  for (const { customerId } of [bought, once]) {
    await callApi(deleteCustomer, { params: { id: customerId } }, as());
    expect(await namesOf(customerId)).toEqual([]);
  }
  await setBenefits(product.id, ['note', 'key', 'otherKey']);
  expect(await namesOf(bought.customerId)).toEqual([]);
});
