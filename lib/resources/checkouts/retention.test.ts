import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { getCheckout, getCheckoutByClient } from '@/lib/resources/checkouts/contract';
import { expireAllDue, purgeAbandoned } from '@/lib/resources/checkouts/jobs';
import { createCustomField } from '@/lib/resources/custom-fields/contract';
import { createCustomer } from '@/lib/resources/customers/contract';
import { numbered } from '@/lib/resources/events/service';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { buyer, confirm, makeCheckout, makeProduct, refuseConfirm } from '@/testing/shop';

// What is kept of checkouts that never sold, and for how long (docs/contract/checkouts.md#retention).

let seller: Seller;
let product: Awaited<ReturnType<typeof makeProduct>>;
let slug: string;
beforeAll(async () => {
  seller = await makeSeller();
  slug = `team-${newId()}`;
  const field = await callApi(
    createCustomField,
    { body: { type: 'text', slug, name: 'Team', properties: {} } },
    { as: seller },
  );
  product = await makeProduct(seller, undefined, {
    attached_custom_fields: [{ custom_field_id: field.id, required: false }],
  });
});
const keepFor = (days: string) => provideSettings({ ABANDONED_CHECKOUT_DAYS: days });
beforeEach(() => keepFor(''));

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

const SECRETS = ['Trixie', 'trixie@example.com', '203.0.113.77', 'Hidden', 'DE123456789', 'ad-77'];
const typed = () => ({
  customer_name: 'Trixie',
  customer_email: 'trixie@example.com',
  customer_ip_address: '203.0.113.77',
  customer_billing_address: { country: 'DE', city: 'Hiddentown' },
  customer_tax_id: 'DE123456789',
  customer_metadata: { source: 'ad-77' },
  custom_field_data: { [slug]: 'Hidden team' },
});

/** A checkout that was left; with what the buyer typed, and a payment that was declined. */
async function abandoned() {
  const checkout = await makeCheckout(seller, product.id, {
    ...typed(),
    metadata: { campaign: 'x' },
  });
  await refuseConfirm(
    checkout,
    buyer({ ...typed(), confirmation_token_id: 'pm_card_chargeDeclined' }),
  );
  await db(null).checkout.update({ where: { id: checkout.id }, data: { expiresAt: new Date() } });
  await expireAllDue(new Date());
  return checkout;
}

/** All that the database holds of a checkout and of what hangs on it, as text. */
async function heldOf({ id }: { id: string }) {
  await numbered();
  const row = await db(null).checkout.findUniqueOrThrow({
    where: { id },
    include: { attempts: true },
  });
  const events = await db(null).event.findMany({
    where: { objectId: { in: [id, ...row.attempts.map((attempt) => attempt.id)] } },
    orderBy: { id: 'asc' },
    omit: { sequence: true },
  });
  return { row, events, text: JSON.stringify({ row, events }) };
}

/** All of them are there, without what was in them. */
function expectErased(events: readonly { objectId: string; snapshot: unknown }[], count: number) {
  expect(events.map(({ snapshot }) => snapshot)).toEqual(
    Array.from({ length: count }, (_, place) => ({ id: events[place]?.objectId, erased: true })),
  );
  expect(count).toBeGreaterThan(0);
}

describe('an abandoned checkout', () => {
  it('is kept whole until its time is over', async () => {
    const checkout = await abandoned();
    const before = await heldOf(checkout);
    await purgeAbandoned(inDays(89));
    expect(await heldOf(checkout)).toEqual(before);
  });

  it('then loses what is in its events, what the buyer typed, and its secret', async () => {
    const checkout = await abandoned();
    const before = await heldOf(checkout);
    for (const secret of SECRETS) expect(before.text).toContain(secret);
    await purgeAbandoned(inDays(91));
    const { row, events, text } = await heldOf(checkout);
    expectErased(events, before.events.length);
    for (const secret of [...SECRETS, checkout.client_secret]) expect(text).not.toContain(secret);
    expect(row).toMatchObject({ status: 'expired', metadata: { campaign: 'x' } });
    expect(row.attempts).toMatchObject([
      { status: 'declined', code: 'card_declined', paymentMethodDetails: null },
    ]);
    const params = { client_secret: checkout.client_secret };
    expect((await refusal(getCheckoutByClient, { params })).status).toBe(404);
    expect(
      await callApi(getCheckout, { params: { id: checkout.id } }, { as: seller }),
    ).toMatchObject({ status: 'expired', customer_name: null, customer_email: null });
    await purgeAbandoned(inDays(92));
    expect((await heldOf(checkout)).row).toEqual(row);
  });

  it('is kept without what is in its events where the setting is 0', async () => {
    const checkout = await abandoned();
    const { length: count } = (await heldOf(checkout)).events;
    keepFor('0');
    await purgeAbandoned(inDays(91));
    const { row, events } = await heldOf(checkout);
    expectErased(events, count);
    expect(row).toMatchObject({ clientSecret: checkout.client_secret, customerName: 'Trixie' });
    keepFor('100');
    await purgeAbandoned(inDays(101));
    expect((await heldOf(checkout)).row).toMatchObject({ customerName: null });
  });

  it('loses what is in the events that repeat its data no later than these', async () => {
    const checkout = await abandoned();
    const { length: count } = (await heldOf(checkout)).events;
    keepFor('7');
    await purgeAbandoned(inDays(8));
    const { events, text } = await heldOf(checkout);
    expectErased(events, count);
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  });

  it('may be one whose payment failed later', async () => {
    const checkout = await makeCheckout(seller, product.id);
    const slow = { confirmation_token_id: 'pm_usBankAccount_insufficientFunds' };
    const customer_email = `slow-${newId()}@example.com`;
    await confirm(checkout, buyer({ ...slow, customer_email, customer_name: 'Trixie' }));
    await settleWaiting(new Date(Date.now() + 61_000));
    const { length: count } = (await heldOf(checkout)).events;
    await purgeAbandoned(inDays(92));
    const { row, events, text } = await heldOf(checkout);
    expect(row.status).toBe('failed');
    expectErased(events, count);
    expect(text).not.toContain('Trixie');
    expect(text).not.toContain(checkout.client_secret);
  });

  it('leaves a customer whom the seller named as he is', async () => {
    const body = { email: `named-${newId()}@example.com`, name: 'Named' };
    const customer = await callApi(createCustomer, { body }, { as: seller });
    const checkout = await makeCheckout(seller, product.id, { customer_id: customer.id });
    await db(null).checkout.update({
      where: { id: checkout.id },
      data: { status: 'expired', expiresAt: new Date() },
    });
    await purgeAbandoned(inDays(91));
    expect((await heldOf(checkout)).row).toMatchObject({
      customerName: null,
      customerId: customer.id,
    });
    expect(await db(null).customer.findUnique({ where: { id: customer.id } })).toMatchObject(body);
  });
});

it('a sold, an open and a confirmed checkout are never purged', async () => {
  const [sold, open, waiting] = [
    await makeCheckout(seller, product.id, { customer_name: 'Kept' }),
    await makeCheckout(seller, product.id, { customer_name: 'Kept' }),
    await makeCheckout(seller, product.id, { customer_name: 'Kept' }),
  ];
  const customer_email = `kept-${newId()}@example.com`;
  await confirm(sold, buyer({ customer_email }));
  await confirm(waiting, buyer({ customer_email, confirmation_token_id: 'pm_usBankAccount' }));
  const before = await Promise.all([sold, open, waiting].map(heldOf));
  await purgeAbandoned(inDays(10_000));
  expect(await Promise.all([sold, open, waiting].map(heldOf))).toEqual(before);
});

it('many checkouts with many events are purged in batches', { tags: 'soak' }, async () => {
  const first = await abandoned();
  const row = await db(null).checkout.findUniqueOrThrow({ where: { id: first.id } });
  const more = Array.from({ length: 600 }, () => newId());
  await db(null).$executeRaw`
    INSERT INTO checkouts (id, organization_id, status, client_secret, expires_at, product_id, price_id, customer_name)
    SELECT id, ${row.organizationId}::uuid, 'expired', 'td_c_' || id, ${row.expiresAt}, ${row.productId}::uuid,
      ${row.priceId}::uuid, 'Many' FROM unnest(${more}::uuid[]) id`;
  await db(null).$executeRaw`
    INSERT INTO events (id, organization_id, kind, object_id, snapshot, actor)
    SELECT gen_random_uuid(), ${row.organizationId}::uuid, 'checkout.updated', id, '{}', '{}'
    FROM unnest(${more}::uuid[]) id, generate_series(1, 10)`;
  await purgeAbandoned(inDays(91));
  const left = { organizationId: seller.organizationId, status: 'expired' as const };
  expect(await db(null).checkout.count({ where: { ...left, purgedAt: null } })).toBe(0);
  expect(await db(null).checkout.count({ where: { ...left, eventsPurgedAt: null } })).toBe(0);
  const erased = await db(null).event.findMany({ where: { objectId: { in: more } } });
  expect(erased).toHaveLength(6000);
  for (const { objectId, snapshot } of erased) {
    expect(snapshot).toEqual({ id: objectId, erased: true });
  }
  const secrets = await db(null).checkout.findMany({
    where: { id: { in: more } },
    select: { clientSecret: true },
  });
  for (const { clientSecret } of secrets) expect(clientSecret).toMatch(/^td_c_[\w-]{43}$/);
});
