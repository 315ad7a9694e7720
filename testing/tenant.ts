import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import { db, pool } from '@/lib/database/connection/client';
import { notesWritten } from '@/lib/database/connection/notes';
import { foldTotals } from '@/lib/database/query/totals';
import {
  listCustomerBenefitGrants,
  listDownloadables,
} from '@/lib/resources/benefit-grants/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCustomField } from '@/lib/resources/custom-fields/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { createCustomer } from '@/lib/resources/customers/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { numbered } from '@/lib/resources/events/service';
import { listLicenseKeyDecisions } from '@/lib/resources/license-decisions/contract';
import { createLicenseKeyBulk } from '@/lib/resources/license-key-bulks/contract';
import {
  activateLicenseKey,
  listLicenseKeys,
  rotateLicenseKey,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { createLicenseKeyLease } from '@/lib/resources/license-leases/contract';
import { createInvitation } from '@/lib/resources/members/contract';
import { foldMetrics } from '@/lib/resources/metrics/jobs';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { refusalsWritten } from '@/lib/resources/refusals/service';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, refusal } from '@/testing/call-api';
import { makeFile, makeSeller, makeUser, type Seller } from '@/testing/factories';
import { uploadFile } from '@/testing/files';
import { fixtures } from '@/testing/fixtures/all';
import { importAll } from '@/testing/imports';
import { buyer, confirm, fixed, free, freeMonthly, makeCheckout, monthly } from '@/testing/shop';

// A seller's whole shop, with every kind of object, made by the operations themselves: what the
// tests of tenancy compare, and what the requests of the matrix are about.

/** A filled tenant. Whatever text it holds contains its `name`. */
export interface Tenant extends Shop {
  /** What its fixtures have made, by the path of the operations on it. */
  made: Record<string, { id: string }>;
}

/**
 * Fills a new seller's organization. `name` is one word of letters that stands in every text, slug
 * and address of it.
 */
export async function fillTenant(name: string): Promise<Tenant> {
  const shop = await fillShop(name);
  const made = await sequentially(
    fixtures,
    async (one) => [one.path, await one.make(shop)] as const,
  );
  return { ...shop, made: Object.fromEntries(made) };
}

/** The part of a tenant whose objects depend on each other. */
export type Shop = Awaited<ReturnType<typeof fillShop>>;

async function fillShop(name: string) {
  const seller = await makeSeller();
  const { organizationId } = seller;
  const as = { as: seller };
  await callApi(
    updateOrganization,
    { params: { id: organizationId }, body: { name: `${name} Software`, bio: `About ${name}` } },
    as,
  );
  const { id: memberId } = await makeUser({ email: `${name}.member@example.com`, name });
  await db(null).membership.create({ data: { organizationId, userId: memberId, role: 'member' } });
  const invitation = await callApi(
    createInvitation,
    {
      params: { id: organizationId },
      body: { email: `${name}.invited@example.com`, role: 'member' },
    },
    as,
  );
  const files = {
    rows: await uploadFile(seller, Buffer.from(`external_id,email\n1,${name}.row@example.com\n`), {
      service: 'import',
      name: `${name}.csv`,
      mime_type: 'text/csv',
    }),
    picture: await makeFile(organizationId, { name: `${name}.png` }),
    download: await makeFile(organizationId, { service: 'downloadable', name: `${name}.zip` }),
  };
  const fields = await makeFields(seller, name);
  const benefits = await makeBenefits(seller, name, files.download.id);
  const products = await makeProducts(seller, name, {
    fields: fields.map(({ id }) => id),
    benefits: benefits.map(({ id }) => id),
    pictures: [files.picture.id],
  });
  const discounts = await makeDiscounts(seller, name, products.editor.id);
  const customer = await callApi(
    createCustomer,
    {
      body: {
        email: `${name}.known@example.com`,
        name: `Kim ${name}`,
        billing_address: { country: 'US', city: name },
        metadata: { source: name },
      },
    },
    as,
  );
  const sold = await sell(seller, name, products, discounts);
  // The one who has bought everything that there is.
  const bought = { customer_id: sold.key.customer_id };
  const session = await callApi(createCustomerSession, { body: bought }, as);
  const { items: grants } = await callApi(listCustomerBenefitGrants, {}, { as: session });
  const { items: downloads } = await callApi(listDownloadables, {}, { as: session });
  return {
    name,
    seller,
    memberId,
    invitation,
    files,
    fields,
    benefits,
    products,
    discounts,
    customer,
    session,
    grant: first(grants),
    downloadUrl: first(downloads).file.download.url,
    ...sold,
  };
}

type Body<C extends AnyContract> = NonNullable<ContractInput<C>['body']>;

function makeFields(as: Seller, name: string) {
  const bodies: Body<typeof createCustomField>[] = [
    { type: 'text', slug: `${name}-company`, name, properties: {} },
    { type: 'checkbox', slug: `${name}-terms`, name, properties: {} },
    { type: 'date', slug: `${name}-start`, name, properties: {} },
    { type: 'number', slug: `${name}-seats`, name, properties: {} },
    {
      type: 'select',
      slug: `${name}-size`,
      name,
      properties: { options: [{ value: name, label: name }] },
    },
  ];
  return sequentially(bodies, (body) => callApi(createCustomField, { body }, { as }));
}

function makeBenefits(as: Seller, name: string, file: string) {
  const description = `${name} benefit`;
  const bodies: Body<typeof createBenefit>[] = [
    { type: 'custom', description, properties: { note: name } },
    { type: 'ads', description, properties: {} },
    { type: 'discord', description, properties: { guild_token: name, role_id: name } },
    {
      type: 'github_repository',
      description,
      properties: { repository_owner: name, repository_name: name, permission: 'pull' },
    },
    { type: 'downloadables', description, properties: { files: [file] } },
    {
      type: 'license_keys',
      description,
      properties: {
        prefix: name,
        activations: { limit: 5, enable_customer_admin: true },
        enable_customer_rotation: true,
      },
    },
  ];
  return sequentially(bodies, (body) => callApi(createBenefit, { body }, { as }));
}

async function makeProducts(
  as: Seller,
  name: string,
  given: { fields: string[]; benefits: string[]; pictures: string[] },
) {
  const make = async (kind: string, prices: ReturnType<typeof fixed>, more: object = {}) => {
    const body = { name: `${name} ${kind}`, description: name, prices, ...more };
    const { id } = await callApi(createProduct, { body }, { as });
    const benefits = given.benefits;
    return callApi(updateProductBenefits, { params: { id }, body: { benefits } }, { as });
  };
  const attached = given.fields.map((custom_field_id) => ({ custom_field_id, required: false }));
  return {
    editor: await make('Editor', fixed(), {
      attached_custom_fields: attached,
      medias: given.pictures,
      metadata: { shelf: name },
    }),
    plan: await make('Plan', monthly()),
    gift: await make('Gift', free),
    club: await make('Club', freeMonthly),
    tip: await make('Tip', [{ type: 'one_time', amount_type: 'custom', minimum_amount: 100 }]),
  };
}

function makeDiscounts(as: Seller, name: string, product: string) {
  const bodies: Body<typeof createDiscount>[] = [
    {
      type: 'fixed',
      duration: 'once',
      amount: 100,
      name: `${name} welcome`,
      code: `${name}WELCOME`,
      products: [product],
    },
    { type: 'percentage', duration: 'forever', basis_points: 500, name, code: `${name}5` },
    {
      type: 'percentage',
      duration: 'repeating',
      duration_in_months: 3,
      basis_points: 1000,
      name: `${name} quarter`,
    },
  ];
  return sequentially(bodies, (body) => callApi(createDiscount, { body }, { as }));
}

type Products = Awaited<ReturnType<typeof makeProducts>>;

async function sell(seller: Seller, name: string, products: Products, discounts: { id: string }[]) {
  const as = { as: seller };
  const open = (product: { id: string }, more: object = {}) =>
    makeCheckout(seller, product.id, {
      metadata: { campaign: name },
      customer_metadata: { campaign: name },
      ...more,
    });
  const buy = async (product: { id: string }, more: object = {}) =>
    confirm(await open(product, more), {
      ...buyer(),
      customer_email: `${name}.buyer@example.com`,
      customer_name: `Bo ${name}`,
    });

  const data = { [`${name}-company`]: name };
  const purchase = await buy(products.editor, {
    discount_id: discounts[0]?.id,
    custom_field_data: data,
  });
  await buy(products.plan, { discount_id: discounts[2]?.id });
  await buy(products.gift);
  await buy(products.club);
  await buy(products.tip, { amount: 500 });
  const openCheckout = await open(products.editor, {
    customer_email: `${name}.visitor@example.com`,
    custom_field_data: data,
  });
  const expired = await open(products.plan);
  await db(null).checkout.update({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
  const failure = { objectId: expired.id, kind: 'expiry', dueAt: new Date(0), error: name };
  await db(null).benefitRollout.create({
    data: {
      organizationId: seller.organizationId,
      productId: products.club.id,
      changedAt: new Date(),
      afterId: products.club.id,
      pending: 1,
    },
  });
  await db(null).testClock.create({
    data: {
      organizationId: seller.organizationId,
      now: new Date(),
      failures: { create: failure },
    },
  });

  await db(null).trial.create({
    data: {
      organizationId: seller.organizationId,
      productId: products.plan.id,
      emailDigest: name,
    },
  });

  const { items: orders } = await callApi(listOrders, {}, as);
  const { items: subscriptions } = await callApi(listSubscriptions, {}, as);
  const { items: keys } = await callApi(listLicenseKeys, {}, as);
  const key = first(keys);
  const credential = { key: key.key, organization_id: key.organization_id };
  const activation = await callApi(activateLicenseKey, {
    body: { ...credential, label: `${name} laptop` },
  });
  await callApi(validateLicenseKey, { body: { ...credential, increment_usage: 1 } });
  await refusal(validateLicenseKey, { body: { ...credential, benefit_id: newId() } });
  await refusalsWritten();
  const params = { id: key.id };
  await callApi(createLicenseKeyLease, { params, body: { activation_id: activation.id } }, as);
  // What was counted is written when it is read.
  await callApi(listLicenseKeyDecisions, { params }, as);
  const bulk = await callApi(
    createLicenseKeyBulk,
    { body: { organization_id: key.organization_id, action: 'enable', filter: { id: key.id } } },
    as,
  );
  await callApi(rotateLicenseKey, { params: { id: keys.at(-1)?.id ?? '' }, body: {} }, as);
  const imported = await importAll(seller, {
    kind: 'customers',
    source: 'custom',
    rows: [
      { external_id: `${name}-1`, email: `${name}.imported@example.com`, name },
      { external_id: `${name}-2`, email: name },
    ],
  });
  const { organizationId } = seller;
  await db(null).importKey.create({
    data: { importId: imported.id, organizationId, name: 'email', value: name, row: 1 },
  });
  return {
    purchase,
    openCheckout,
    order: first(orders),
    paidOrder: first(orders.filter(({ amount }) => amount > 0)),
    subscription: first(subscriptions),
    freeSubscription: first(
      subscriptions.filter(({ product_id }) => product_id === products.club.id),
    ),
    key,
    activation,
    bulk,
    imported,
  };
}

/**
 * What only this tenant may be shown: the ids of all its rows, its name (which stands in all its
 * texts, addresses and codes), and the secrets that name no one.
 */
export async function marksOf({ name, seller }: Tenant): Promise<Set<string>> {
  const marks = new Set([name.toLowerCase(), seller.userId, seller.organizationId]);
  for (const [table, rows] of await rowsOf(seller.organizationId)) {
    for (const row of rows) {
      const texts = [row.id, row.key, row.client_secret];
      // A payment and an event are shown by no operation; they carry no text of their own.
      for (const text of texts) if (typeof text === 'string') marks.add(text.toLowerCase());
    }
    if (rows.length === 0) throw new Error(`The tenant has no ${table}`);
  }
  return marks;
}

/** All rows of an organization by table, as `contentOf` tells them. */
export async function rowsOf(
  organizationId: string,
): Promise<Map<string, Record<string, unknown>[]>> {
  const content = await contentOf(organizationId);
  const parse = (lines: string) =>
    lines === ''
      ? []
      : lines.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
  return new Map([...content].map(([table, lines]) => [table, parse(lines)]));
}

/**
 * What an organization's tables hold, a line of JSON for each row; a table without any stands there as well. What
 * is folded into the totals in between is no row of its own, and events have their numbers. Left out are the log of
 * the requests and what was refused, which every request may change. Hundreds of tests compare two such: as texts,
 * because to read and compare the rows took a quarter of their time.
 */
export async function contentOf(organizationId: string): Promise<Map<string, string>> {
  await notesWritten();
  await foldTotals();
  await foldMetrics();
  await numbered();
  const { rows: tables } = await pool().query<{ name: string }>(`
    SELECT relname::text AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v')
      AND attname = 'organization_id' AND relname NOT IN ('list_deltas', 'metric_deltas', 'refusals')
      AND relname NOT LIKE 'request_log%' ORDER BY 1`);
  const statements = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, string_agg(row, E'\\n' ORDER BY row) AS lines FROM (
        SELECT to_jsonb(t)::text COLLATE "C" AS row FROM "${name}" t WHERE organization_id = $1::uuid
      )`,
  );
  const client = await pool().connect();
  try {
    // A plan of all tables takes longer than to read them: each connection makes one for all organizations.
    await client.query('BEGIN; SET LOCAL plan_cache_mode = force_generic_plan');
    const { rows } = await client.query<{ name: string; lines: string | null }>({
      name: 'content of an organization',
      text: statements.join(' UNION ALL '),
      values: [organizationId],
    });
    await client.query('COMMIT');
    client.release();
    return new Map(rows.map(({ name, lines }) => [name, lines ?? '']));
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function sequentially<T, R>(
  items: readonly T[],
  make: (item: T) => Promise<R>,
): Promise<R[]> {
  const made: R[] = [];
  for (const item of items) made.push(await make(item));
  return made;
}

function first<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error('There is none');
  return item;
}
