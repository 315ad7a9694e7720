import { expect, test } from 'vitest';
import { db } from '@/lib/database/connection/client';
import {
  createCheckoutLink,
  deleteCheckoutLink,
  getCheckoutLink,
  listCheckoutLinks,
  updateCheckoutLink,
} from '@/lib/resources/checkout-links/contract';
import { getCheckout, listCheckouts } from '@/lib/resources/checkouts/contract';
import { createDiscount, deleteDiscount, updateDiscount } from '@/lib/resources/discounts/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { type Actor, callApi, places, refusal } from '@/testing/call-api';
import { makeSeller } from '@/testing/factories';
import { confirm, makeCheckout, makeProduct, monthly } from '@/testing/shop';

const YEARLY = {
  type: 'recurring',
  amount_type: 'fixed',
  price_amount: 15_000,
  recurring_interval: 'year',
} as const;
const TIP = [{ type: 'one_time', amount_type: 'custom', minimum_amount: 100 }] as const;

function makeLink(as: Actor, body: object) {
  return callApi(createCheckoutLink, { body }, { as });
}

function makeDiscount(as: Actor, more: object = {}) {
  const body = { name: 'Ten', type: 'percentage', duration: 'once', basis_points: 1000 } as const;
  return callApi(createDiscount, { body: { ...body, ...more } }, { as });
}

test('a checkout link is created, changed, listed and deleted', async () => {
  const as = await makeSeller();
  const product = await makeProduct(as);
  const made = await makeLink(as, { product_id: product.id, label: 'Newsletter' });
  expect(made).toMatchObject({
    label: 'Newsletter',
    payment_processor: 'stripe',
    product_id: product.id,
    product: { name: product.name },
    product_price_id: null,
    product_price: null,
    discount_id: null,
    discount: null,
    success_url: null,
    allow_discount_codes: true,
    checkouts_count: 0,
    succeeded_count: 0,
    metadata: {},
    organization_id: as.organizationId,
    modified_at: null,
  });
  expect(made.client_secret).toMatch(/^td_cl_[A-Za-z0-9_-]{43}$/);
  expect(new URL(made.url).pathname).toBe(`/buy/${made.client_secret}`);
  const params = { id: made.id };
  const changed = await callApi(
    updateCheckoutLink,
    { params, body: { label: null, allow_discount_codes: false, metadata: { a: 1 } } },
    { as },
  );
  expect(changed).toEqual({
    ...made,
    label: null,
    allow_discount_codes: false,
    metadata: { a: 1 },
    modified_at: expect.any(String),
  });
  expect(await callApi(getCheckoutLink, { params }, { as })).toEqual(changed);
  await callApi(deleteCheckoutLink, { params }, { as });
  expect(await refusal(getCheckoutLink, { params }, { as })).toMatchObject({ status: 404 });
});

test("a new link takes the organization's checkout settings", async () => {
  const as = await makeSeller();
  const product = await makeProduct(as);
  const terms = { allow_discount_codes: false, success_url: 'https://shop.example.com/thanks' };
  await callApi(
    updateOrganization,
    { params: { id: as.organizationId }, body: { checkout_settings: terms } },
    { as },
  );
  expect(await makeLink(as, { product_id: product.id })).toMatchObject(terms);
  const own = { allow_discount_codes: true, success_url: null };
  expect(await makeLink(as, { product_id: product.id, ...own })).toMatchObject(own);
  const body = { product_id: product.id, allow_discount_codes: null } as never;
  expect(places(await refusal(createCheckoutLink, { body }, { as }))).toEqual([
    'body.allow_discount_codes',
  ]);
});

test('links are found by label, product and discount', async () => {
  const as = await makeSeller();
  const [one, other] = [await makeProduct(as), await makeProduct(as)];
  const [first, second] = [
    await makeLink(as, { product_id: one.id, label: 'Newsletter' }),
    await makeLink(as, { product_id: other.id, label: 'Banner' }),
  ];
  const discount = await makeDiscount(as);
  const body = { discount_id: discount.id };
  await callApi(updateCheckoutLink, { params: { id: first.id }, body }, { as });
  const found = async (query: object) =>
    (await callApi(listCheckoutLinks, { query }, { as })).items.map(({ id }) => id);
  expect(await found({})).toEqual([second.id, first.id]);
  expect(await found({ query: 'news' })).toEqual([first.id]);
  expect(await found({ product_id: [other.id] })).toEqual([second.id]);
  expect(await found({ discount_id: [discount.id] })).toEqual([first.id]);
});

test('a price is one that its product offers now', async () => {
  const as = await makeSeller();
  const plan = await makeProduct(as, [...monthly(), YEARLY]);
  const [month, year] = plan.prices.map(({ id }) => id);
  const [foreign] = (await makeProduct(as)).prices;
  const link = await makeLink(as, { product_price_id: year });
  expect(link).toMatchObject({
    product_id: plan.id,
    product_price_id: year,
    product_price: { recurring_interval: 'year' },
  });
  const params = { id: link.id };
  const change = (product_price_id: string | null | undefined) => ({
    params,
    body: { product_price_id },
  });
  const refused = await refusal(updateCheckoutLink, change(foreign?.id), { as });
  expect(places(refused)).toEqual(['body.product_price_id']);
  expect(await callApi(updateCheckoutLink, change(null), { as })).toMatchObject({
    product_price: null,
  });
  await callApi(updateCheckoutLink, change(year), { as });
  // The link keeps a price that was archived since; no other link can take it.
  const body = { prices: [{ id: month }] };
  await callApi(updateProduct, { params: { id: plan.id }, body }, { as });
  expect(await callApi(updateCheckoutLink, change(year), { as })).toMatchObject({
    product_price: { id: year, is_archived: true },
  });
  const late = await refusal(createCheckoutLink, { body: { product_price_id: year } }, { as });
  expect(places(late)).toEqual(['body.product_price_id']);
});

test('an archived product gets no link', async () => {
  const as = await makeSeller();
  const { id } = await makeProduct(as);
  await callApi(updateProduct, { params: { id }, body: { is_archived: true } }, { as });
  const failure = await refusal(createCheckoutLink, { body: { product_id: id } }, { as });
  expect(places(failure)).toEqual(['body.product_id']);
  expect(places(await refusal(createCheckoutLink, { body: {} }, { as }))).toEqual([
    'body.product_id',
  ]);
});

test('a discount is one that a checkout of the product takes now', async () => {
  const as = await makeSeller();
  const [product, other, tip] = [
    await makeProduct(as),
    await makeProduct(as),
    await makeProduct(as, [...TIP]),
  ];
  const elsewhere = await makeDiscount(as, { products: [other.id] });
  const anywhere = await makeDiscount(as);
  const refuse = async (product_id: string, discount_id: string) =>
    places(await refusal(createCheckoutLink, { body: { product_id, discount_id } }, { as }));
  expect(await refuse(product.id, elsewhere.id)).toEqual(['body.discount_id']);
  expect(await refuse(tip.id, anywhere.id)).toEqual(['body.discount_id']);
  const link = await makeLink(as, { product_id: product.id });
  const change = (discount_id: string) => ({ params: { id: link.id }, body: { discount_id } });
  const refused = await refusal(updateCheckoutLink, change(elsewhere.id), { as });
  expect(places(refused)).toEqual(['body.discount_id']);
  const { discount } = await callApi(updateCheckoutLink, change(anywhere.id), { as });
  expect(discount).toMatchObject({ id: anywhere.id, name: 'Ten', basis_points: 1000 });
});

test('a discount that has ended stays on the link, a deleted one does not', async () => {
  const as = await makeSeller();
  const product = await makeProduct(as);
  const { id: discount_id } = await makeDiscount(as);
  const { id } = await makeLink(as, { product_id: product.id, discount_id });
  const body = { ends_at: '2020-01-01T00:00:00Z' };
  await callApi(updateDiscount, { params: { id: discount_id }, body }, { as });
  const same = { params: { id }, body: { label: 'Later', discount_id } };
  expect(await callApi(updateCheckoutLink, same, { as })).toMatchObject({ discount_id });
  await callApi(deleteDiscount, { params: { id: discount_id } }, { as });
  expect(await callApi(getCheckoutLink, { params: { id } }, { as })).toMatchObject({
    discount_id: null,
    discount: null,
  });
});

test('a link counts the checkouts that were opened by it, and they outlive it', async () => {
  const as = await makeSeller();
  const product = await makeProduct(as);
  const link = await makeLink(as, { product_id: product.id });
  const [paid, open] = [await makeCheckout(as, product.id), await makeCheckout(as, product.id)];
  await makeCheckout(as, product.id);
  await db(null).checkout.updateMany({
    where: { id: { in: [paid.id, open.id] } },
    data: { checkoutLinkId: link.id },
  });
  await confirm(paid);
  const params = { id: link.id };
  await expect
    .poll(() => callApi(getCheckoutLink, { params }, { as }))
    .toMatchObject({ checkouts_count: 2, succeeded_count: 1 });
  const query = { checkout_link_id: [link.id] };
  const { items } = await callApi(listCheckouts, { query }, { as });
  expect(items.map(({ id }) => id)).toEqual([open.id, paid.id]);
  await callApi(deleteCheckoutLink, { params }, { as });
  expect((await callApi(listCheckouts, { query }, { as })).items).toEqual([]);
  expect(await callApi(getCheckout, { params: { id: open.id } }, { as })).toMatchObject({
    id: open.id,
  });
});
