import { beforeAll, describe, expect, it } from 'vitest';
import { type AnyContract, takesIfMatch } from '@/lib/contract/contract';
import { systemScope } from '@/lib/database/connection/scope';
import { rowVersion } from '@/lib/database/rows/version';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCustomer, getCustomer, updateCustomer } from '@/lib/resources/customers/contract';
import { listPayments } from '@/lib/resources/payments/contract';
import {
  deleteProduct,
  getProduct,
  updateProductBenefits,
} from '@/lib/resources/products/contract';
import { contracts } from '@/lib/resources/registry';
import {
  getSubscription,
  listSubscriptions,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { callApi, sendRaw } from '@/testing/call-api';
import { makeCustomer, makeSeller } from '@/testing/factories';
import { buyer, confirm, makeCheckout, makeProduct, monthly } from '@/testing/shop';
import { some } from '@/testing/soak';
import { contentOf, fillTenant, type Tenant } from '@/testing/tenant';
import { actorOf, bodiesOf, paramsOf } from '@/testing/tenant-requests';

// docs/contract/conventions.md#concurrent-updates, for every operation on a single object.

let own: Tenant;
let foreign: Tenant;
beforeAll(async () => {
  [own, foreign] = await Promise.all([fillTenant('versionsown'), fillTenant('versionsforeign')]);
});

function send(operation: AnyContract, ifMatch: string | null, params = paramsOf(own)) {
  const body = ACCEPTED[operation.id] ?? bodiesOf(own)[operation.id]?.at(-1);
  const path = params[operation.path];
  return sendRaw(
    operation,
    { ...(path ? { params: path } : {}), ...(body ? { body: JSON.stringify(body) } : {}) },
    {
      as: actorOf(operation, own),
      headers: ifMatch === null ? {} : { 'If-Match': ifMatch },
    },
  );
}

/** Where the tenant's own state refuses its request. */
const ACCEPTED: Record<string, object> = {
  'subscriptions:update': { cancel_at_period_end: false },
};

/** What the tenant's own state refuses: its subscription is free and owes nothing, its product was sold. */
const REFUSED = new Set([
  'customer_portal:subscriptions:pay',
  'imports:charge',
  'imports:run',
  'imports:source-ended',
  'customer_portal:subscriptions:update',
  'subscriptions:retry',
  'products:delete',
  'payment-connections:delete',
  'payment-connections:update',
]);

const reads = contracts.filter(({ method, row }) => method === 'GET' && row);
const deletesLast = ({ id, method }: AnyContract) =>
  // Nothing is sold afterwards.
  id === 'organizations:schedule_deletion' ? 2 : method === 'DELETE' ? 1 : 0;
const writes = contracts
  .filter(takesIfMatch)
  .filter(({ id }) => !REFUSED.has(id))
  // The customer's cancellation comes first: the seller's ends the subscription.
  .sort((a, b) => deletesLast(a) - deletesLast(b) || (a.auth < b.auth ? -1 : 1));

describe('single objects', () => {
  it.each(reads)('$id answers an ETag that stays while the object does', async (operation) => {
    const first = await send(operation, null);
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).toMatch(/^"\d+"$/);
    expect((await send(operation, null)).headers.get('etag')).toBe(first.headers.get('etag'));
  });

  it('are what every operation with the id of one object answers', () => {
    // Of RFC 7592 nothing is conditional: an update replaces all.
    const several =
      /\/(?:counts|decisions|download|errors|export|keys|grants|members|invitations|payment-connections|history|preview|refund-preview|invoice|credit-note|health|usage)$|\/preview\/|\{token\}|\{slug\}|\{client_id\}/;
    const single = contracts.filter(
      ({ method, path }) => method === 'GET' && path.includes('{') && !several.test(path),
    );
    expect(single.filter(({ row }) => !row).map(({ id }) => id)).toEqual([]);
  });
});

describe('If-Match', () => {
  it.each(some(writes, 3))(
    '$id is 412 with another version, and changes nothing',
    async (operation) => {
      const before = await contentOf(own.seller.organizationId);
      const stale = await send(operation, '"0", W/"1"');
      expect(await stale.json()).toMatchObject({ error: 'PreconditionFailed' });
      expect(stale.status).toBe(412);
      expect(await contentOf(own.seller.organizationId)).toEqual(before);
    },
  );

  it.each(some(writes, 3))(
    '$id is 404 for a foreign object, whatever its version',
    async (operation) => {
      // A client secret is the credential of its checkout.
      if (operation.auth === 'client_secret') return;
      const before = await contentOf(foreign.seller.organizationId);
      expect((await send(operation, '"0"', paramsOf(foreign))).status).toBe(404);
      expect(await contentOf(foreign.seller.organizationId)).toEqual(before);
    },
  );

  it.each(writes)('$id takes the present version', async (operation) => {
    const id = Object.values(paramsOf(own)[operation.path] ?? {}).at(-1) ?? '';
    const row = { table: operation.row ?? '', id: id.startsWith('td_') ? own.openCheckout.id : id };
    const scope = systemScope(own.seller.organizationId);
    const etag = `"${await rowVersion(scope, row)}"`;
    const answer = await send(operation, `"0", ${etag}`);
    expect(answer.status, await answer.clone().text()).toBe(operation.status);
    if (!operation.response) return;
    expect(answer.headers.get('etag')).toBe(`"${await rowVersion(scope, row)}"`);
  });

  it('lets one of many through that changed the same version', async () => {
    const seller = await makeSeller();
    const { id } = await makeCustomer(seller.organizationId);
    const read = await sendRaw(getCustomer, { params: { id } }, { as: seller });
    const headers = { 'If-Match': read.headers.get('etag') ?? '' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        sendRaw(
          updateCustomer,
          { params: { id }, body: JSON.stringify({ name: `Writer ${index}` }) },
          { as: seller, headers },
        ),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 412)]);
    const winner = answers.find(({ status }) => status === 200);
    const { name } = JSON.parse((await winner?.text()) ?? '') as { name: string };
    const last = await sendRaw(getCustomer, { params: { id } }, { as: seller });
    expect(await last.json()).toMatchObject({ name });
    expect(last.headers.get('etag')).toBe(winner?.headers.get('etag'));
  });

  it('leaves a field alone that the body does not name, when it is not sent', async () => {
    const seller = await makeSeller();
    const { id } = await makeCustomer(seller.organizationId);
    const change = (body: object) =>
      sendRaw(updateCustomer, { params: { id }, body: JSON.stringify(body) }, { as: seller });
    await Promise.all([change({ name: 'Ada' }), change({ email: 'ada@example.com' })]);
    const read = await sendRaw(getCustomer, { params: { id } }, { as: seller });
    expect(await read.json()).toMatchObject({ name: 'Ada', email: 'ada@example.com' });
  });

  it('charges nothing for a change that it refuses', async () => {
    const seller = await makeSeller();
    const [product, dearer] = await Promise.all([
      makeProduct(seller, monthly(1000)),
      makeProduct(seller, monthly(9000)),
    ]);
    await confirm(await makeCheckout(seller, product.id), buyer());
    const { items } = await callApi(listSubscriptions, {}, { as: seller });
    const params = { id: items[0]?.id ?? '' };
    const body = JSON.stringify({ product_price_id: dearer.prices[0]?.id });
    const read = await sendRaw(getSubscription, { params }, { as: seller });
    const change = (ifMatch: string) =>
      sendRaw(
        updateSubscription,
        { params, body },
        { as: seller, headers: { 'If-Match': ifMatch } },
      );
    const payments = async () => (await callApi(listPayments, {}, { as: seller })).items.length;
    expect((await change('"0"')).status).toBe(412);
    expect(await payments()).toBe(1);
    const changed = await change(read.headers.get('etag') ?? '');
    expect(changed.status).toBe(200);
    expect(await payments()).toBe(2);
    const after = await sendRaw(getSubscription, { params }, { as: seller });
    expect(changed.headers.get('etag')).toBe(after.headers.get('etag'));
  });

  it('keeps a benefit that somebody else has added to the product, and the product', async () => {
    const seller = await makeSeller();
    const product = await makeProduct(seller, monthly(1000));
    const params = { id: product.id };
    const read = await sendRaw(getProduct, { params }, { as: seller });
    const stale = { as: seller, headers: { 'If-Match': read.headers.get('etag') ?? '' } };
    const body = { type: 'custom' as const, description: 'Early access', properties: {} };
    const { id } = await callApi(createBenefit, { body }, { as: seller });
    const input = { params, body: { benefits: [id] } };
    const { benefits } = await callApi(updateProductBenefits, input, { as: seller });
    const none = { params, body: JSON.stringify({ benefits: [] }) };
    expect((await sendRaw(updateProductBenefits, none, stale)).status).toBe(412);
    expect((await sendRaw(deleteProduct, { params }, stale)).status).toBe(412);
    expect((await callApi(getProduct, { params }, { as: seller })).benefits).toEqual(benefits);
  });

  it('is met by * whatever the version', async () => {
    const seller = await makeSeller();
    const { id } = await makeCustomer(seller.organizationId);
    const input = { params: { id }, body: JSON.stringify({ name: 'Ada' }) };
    const options = { as: seller, headers: { 'If-Match': '*' } };
    expect((await sendRaw(updateCustomer, input, options)).status).toBe(200);
  });
});

it('answers the version of what it creates', async () => {
  const seller = await makeSeller();
  const input = { body: JSON.stringify({ email: 'ada@example.com' }) };
  const answer = await sendRaw(createCustomer, input, { as: seller });
  const { id } = (await answer.json()) as { id: string };
  const read = await sendRaw(getCustomer, { params: { id } }, { as: seller });
  expect(read.headers.get('etag')).toMatch(/^"\d+"$/);
  expect(answer.headers.get('etag')).toBe(read.headers.get('etag'));
});
