import { readFile } from 'node:fs/promises';
import { listAuditLog } from '@/lib/resources/audit-log/contract';
import { createCheckoutLink } from '@/lib/resources/checkout-links/contract';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { listEvents } from '@/lib/resources/events/contract';
import { createImport, getImport } from '@/lib/resources/imports/contract';
import { listMails } from '@/lib/resources/mails/contract';
import { createInvitation } from '@/lib/resources/members/contract';
import { createOAuth2Client } from '@/lib/resources/oauth-clients/contract';
import { getOrderInvoice, listOrders } from '@/lib/resources/orders/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import { listRequestLogs } from '@/lib/resources/request-logs/contract';
import { createToken } from '@/lib/resources/tokens/contract';
import { listWebhookDeliveries } from '@/lib/resources/webhook-deliveries/contract';
import {
  createWebhookEndpoint,
  testWebhookEndpoint,
} from '@/lib/resources/webhook-endpoints/contract';
import { expect, type Seller } from './fixtures';
import { APP_CALLBACK, type Shop } from './pages';
import { LONG, makePlain, RIGHT_TO_LEFT } from './plain-pages';
import { activate, keyOf, makeProduct, sellTo, subscriptionsOf, upload } from './selling';

/** A shop with a sale to each of two buyers, whose names and whose product's are hard to lay out. */
export async function makeShop(seller: Seller): Promise<Shop> {
  const { organization } = seller;
  const product = await makeProduct(seller, { name: `${RIGHT_TO_LEFT} ${LONG}`.slice(0, 500) });
  await sellTo(seller, product.id, [LONG]);
  const key = await keyOf(seller);
  await activate(seller, key, LONG.slice(0, 200));
  await sellTo(seller, product.id, [RIGHT_TO_LEFT]);
  const [subscription] = await subscriptionsOf(seller);
  const query = { organization_id: [organization.id] };
  const [order, earlier] = (await seller.call(listOrders, { query })).items;
  if (!subscription || !order || !earlier) throw new Error('Nothing was sold');
  const invitation = await seller.call(createInvitation, {
    params: { id: organization.id },
    // An address is invited a few times a day, whoever does.
    body: { email: `${LONG.slice(0, 60)}@${organization.slug}.example`, role: 'member' },
  });
  await seller.call(createToken, {
    body: { organization_id: organization.id, name: LONG.slice(0, 200), scopes: ['products:read'] },
  });
  const refund = await seller.call(createRefund, {
    body: { order_id: earlier.id, amount: 500, reason: 'other', comment: LONG },
  });
  const receipts = { organization_id: [organization.id], kind: ['receipt' as const] };
  const [mail] = (await seller.call(listMails, { query: receipts })).items;
  if (!mail) throw new Error('No receipt was queued');
  // Numbers are given beside the answers.
  const ofOrder = { ...query, object_id: [order.id] };
  const newest = async () => (await seller.call(listEvents, { query: ofOrder })).items[0];
  await expect.poll(newest).toBeDefined();
  const event = await newest();
  if (!event) throw new Error('No event was numbered');
  const created = { ...query, status: ['201'], limit: 1 };
  const logged = async () => (await seller.call(listRequestLogs, { query: created })).items[0];
  await expect.poll(logged).toBeDefined();
  const request = await logged();
  if (!request) throw new Error('No request was logged');
  const [auditEntry] = (await seller.call(listAuditLog, { query })).items;
  const { url } = await seller.call(getOrderInvoice, { params: { id: order.id } });
  const open = await makeCheckout(seller, product.id);
  const paid = await makeCheckout(seller, product.id);
  await pay(seller, paid.client_secret);
  const link = await seller.call(createCheckoutLink, {
    body: { product_id: product.id, label: LONG.slice(0, 500) },
  });
  const plain = await makePlain(seller);
  const once = { type: 'one_time', amount_type: 'fixed', price_amount: 2000 } as const;
  const other = await makeProduct(seller, { price: once });
  await sellTo(seller, other.id, [LONG, RIGHT_TO_LEFT], { discount_id: plain.discount });
  const bytes = await readFile('public/apple-touch-icon.png');
  const asPicture = { service: 'product_media', mime_type: 'image/png' } as const;
  const picture = await upload(seller, LONG.slice(0, 250), bytes, asPicture);
  return {
    organization: organization.slug,
    product: product.id,
    ...plain,
    order: order.id,
    refund: refund.id,
    mail: mail.id,
    event: event.id,
    request: request.id,
    auditEntry: auditEntry?.id ?? '',
    oauthApp: await makeApp(seller),
    ...(await makeEndpoint(seller)),
    subscription: subscription.id,
    licenseKey: key.id,
    customer: earlier.customer_id,
    checkout: open.id,
    checkoutLink: link.id,
    benefit: product.benefits[0]?.id ?? '',
    import: await makeImport(seller),
    file: picture,
    openSecret: open.client_secret,
    paidSecret: paid.client_secret,
    invoice: new URL(url).pathname,
    invitation: new URL(invitation.url).pathname,
  };
}

/** An import of customers of whom one has no address. */
async function makeImport(seller: Seller): Promise<string> {
  const rows = [
    { external_id: '1', email: 'cy@example.com', name: LONG },
    { external_id: '2', email: LONG.slice(0, 100) },
  ];
  const body = { kind: 'customers', source: 'custom', rows, dry_run: true } as const;
  const organization_id = seller.organization.id;
  const { id } = await seller.call(createImport, { body: { ...body, organization_id } });
  const status = async () => (await seller.call(getImport, { params: { id } })).status;
  await expect.poll(status).toBe('ready');
  return id;
}

/** An app with a long name. */
async function makeApp(seller: Seller): Promise<string> {
  const body = { client_name: LONG.slice(0, 100), redirect_uris: [APP_CALLBACK] };
  return (await seller.call(createOAuth2Client, { body })).client_id;
}

/** A checkout on which nothing has been done. */
async function makeCheckout(seller: Seller, product_id: string) {
  const made = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id, customer_name: LONG },
  });
  return { ...made, path: new URL(made.url).pathname };
}

/** Pays a checkout as its buyer. */
function pay(seller: Seller, client_secret: string) {
  return seller.call(confirmCheckout, {
    params: { client_secret },
    body: {
      customer_email: 'ada@example.com',
      customer_name: 'Ada',
      customer_billing_address: { country: 'US' },
      confirmation_token_id: 'pm_card_visa',
    },
  });
}

/** A webhook endpoint that nothing listens at, and a test that was sent to it. */
export async function makeEndpoint(
  seller: Pick<Seller, 'call'> & { organization: { id: string } },
): Promise<Pick<Shop, 'endpoint' | 'delivery'>> {
  const body = {
    url: 'http://127.0.0.1:9/hooks/of-a-program-with-a-rather-long-address',
    events: ['benefit.created' as const],
    organization_id: seller.organization.id,
  };
  const { id } = await seller.call(createWebhookEndpoint, { body });
  await seller.call(testWebhookEndpoint, { params: { id }, body: { type: 'order.created' } });
  const { items } = await seller.call(listWebhookDeliveries, { query: { endpoint_id: [id] } });
  return { endpoint: id, delivery: items[0]?.id ?? '' };
}
