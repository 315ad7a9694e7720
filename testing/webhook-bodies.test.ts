import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { apiDocumentOf } from '@/lib/api/openapi';
import { exampleOfWebhook } from '@/lib/client/api-example';
import { DAY_MS } from '@/lib/contract/times';
import {
  listCustomerBenefitGrants,
  updateCustomerBenefitGrant,
} from '@/lib/resources/benefit-grants/contract';
import { createBenefit, updateBenefit } from '@/lib/resources/benefits/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { createCustomer, deleteCustomer, updateCustomer } from '@/lib/resources/customers/contract';
import { listEvents } from '@/lib/resources/events/contract';
import { EVENT_KINDS, type EventKind } from '@/lib/resources/events/schema';
import { listLicenseKeys, updateLicenseKey } from '@/lib/resources/license-keys/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import {
  cancelSubscription,
  listSubscriptions,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { payloadOf } from '@/lib/resources/webhook-deliveries/rules';
import { settleWaitingRefunds } from '@/lib/workflows/refund-order';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { callApi } from '@/testing/call-api';
import { makeLinkedAccount } from '@/testing/connections';
import { makeSeller, type Seller } from '@/testing/factories';
import { importAll } from '@/testing/imports';
import { publishedDocument, publishedSchema } from '@/testing/published';
import { type Received, startReceiver } from '@/testing/receiver';
import { buyer, confirm, makeCheckout, makeKeyBenefit, makeProduct, monthly } from '@/testing/shop';
import { dataOf, deliver, endpointOf, SECRET } from '@/testing/webhooks';

// The webhooks of everything that happens in a shop (docs/contract/events.md#kinds), as published clients read them.

let seller: Seller;

/** What happens in a shop, from its first product to the last refund. */
async function trade(): Promise<void> {
  const as = { as: seller };
  await callApi(
    updateOrganization,
    { params: { id: seller.organizationId }, body: { bio: 'Pens' } },
    as,
  );
  const discord = { guild_token: 'a guild', role_id: 'a role' };
  const role = await callApi(
    createBenefit,
    { body: { type: 'discord', description: 'Chat', properties: discord } as never },
    as,
  );
  const keys = await makeKeyBenefit(seller);
  const change = { type: keys.type, description: 'Your key' } as never;
  await callApi(updateBenefit, { params: { id: keys.id }, body: change }, as);
  const product = await makeProduct(seller, monthly());
  const benefits = [keys.id, role.id];
  await callApi(updateProductBenefits, { params: { id: product.id }, body: { benefits } }, as);
  const { id: customer } = await callApi(
    createCustomer,
    { body: { email: 'kim@example.com' } },
    as,
  );
  await callApi(updateCustomer, { params: { id: customer }, body: { name: 'Kim' } }, as);
  await callApi(deleteCustomer, { params: { id: customer } }, as);

  await confirm(await makeCheckout(seller, product.id), buyer());
  const { items: subscriptions } = await callApi(listSubscriptions, {}, as);
  const { id, customer_id } = subscriptions[0] ?? { id: '', customer_id: '' };
  const session = await callApi(createCustomerSession, { body: { customer_id } }, as);
  const { items: grants } = await callApi(listCustomerBenefitGrants, {}, { as: session });
  const grant = grants.find(({ benefit }) => benefit.type === 'discord');
  const linked = await makeLinkedAccount(seller.organizationId, customer_id, 'discord');
  const account = { benefit_type: 'discord', properties: { account_id: linked.id } } as never;
  const params = { id: grant?.id ?? '' };
  await callApi(updateCustomerBenefitGrant, { params, body: account }, { as: session });
  const [key] = (await callApi(listLicenseKeys, {}, as)).items;
  await callApi(updateLicenseKey, { params: { id: key?.id ?? '' }, body: { limit_usage: 9 } }, as);
  for (const cancel_at_period_end of [true, false]) {
    await callApi(updateSubscription, { params: { id }, body: { cancel_at_period_end } }, as);
  }
  await callApi(cancelSubscription, { params: { id } }, as);

  const declines = buyer({ confirmation_token_id: 'pm_sandbox_declineAfter1' });
  await confirm(await makeCheckout(seller, product.id), declines);
  await runDueSubscriptions(new Date(Date.now() + 33 * DAY_MS));

  const slow = buyer({ confirmation_token_id: 'pm_card_pendingRefund' });
  await confirm(await makeCheckout(seller, product.id), slow);
  await importAll(seller, {
    kind: 'customers',
    source: 'custom',
    rows: [{ external_id: 'c1', email: 'ida@example.com' }],
  });
  const [order] = (await callApi(listOrders, {}, as)).items;
  const body = { order_id: order?.id ?? '', reason: 'other' as const, amount: 100 };
  await callApi(createRefund, { body }, as);
  await settleWaitingRefunds(new Date(), 0);
}

const typeOf = ({ body }: Received): string => JSON.parse(body).type;

it('what happens in a shop is delivered, as the contract tells each kind and published clients read it', async () => {
  seller = await makeSeller();
  const { url, received } = await startReceiver();
  await endpointOf(seller, url);
  await trade();
  await deliver();
  expect([...new Set(received.map(typeOf))].sort()).toEqual([...EVENT_KINDS].sort());
  const { pagination } = await callApi(listEvents, { query: { limit: 1 } }, { as: seller });
  expect(received).toHaveLength(pagination.total_count);
  expect(received.map(({ body }) => body).join()).not.toContain('a guild');
  for (const request of received) {
    const data = dataOf(request);
    const type = typeOf(request) as EventKind;
    if (!data.erased) {
      expect(payloadOf(type).safeParse(data).error?.issues, type).toBeUndefined();
    }
  }

  const published = publishedDocument();
  const kinds = Object.keys(published.webhooks).filter((kind) => !kind.startsWith('pledge.'));
  for (const kind of kinds) {
    const body = published.webhooks[kind]?.post.requestBody?.content['application/json'];
    const schema = publishedSchema(body?.schema ?? {});
    // What a test sends where there is no event.
    const document = apiDocumentOf([], { [kind]: payloadOf(kind as EventKind) });
    const example = exampleOfWebhook(document, kind);
    expect(schema.safeParse(example).error?.issues, `an example of ${kind}`).toBeUndefined();
    for (const { body, headers } of received.filter((request) => typeOf(request) === kind)) {
      // As they check signatures: with the bytes of the secret's text, which the library takes as base64.
      const webhook = new Webhook(Buffer.from(SECRET, 'utf8').toString('base64'));
      const message = webhook.verify(body, headers);
      expect(schema.safeParse(message).error?.issues, kind).toBeUndefined();
    }
  }
});
