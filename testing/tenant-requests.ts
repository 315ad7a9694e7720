import type { AnyContract } from '@/lib/contract/contract';
import type { Actor } from '@/testing/call-api';
import { fixtures } from '@/testing/fixtures/all';
import { PAYMENT_CONNECTION } from '@/testing/fixtures/connections';
import { OAUTH_CLIENT, requestOf } from '@/testing/fixtures/oauth-clients';
import { KEY_UPLOAD, POOL } from '@/testing/fixtures/pool-keys';
import { buyer } from '@/testing/shop';
import type { Tenant } from '@/testing/tenant';

// The requests of a tenant to each operation, which the generated tests vary.

/** Who calls an operation: the seller, the buyer who has bought everything, or nobody by name. */
export function actorOf({ auth }: AnyContract, tenant: Tenant): Actor | undefined {
  if (auth === 'seller') return tenant.seller;
  return auth === 'customer' ? tenant.session : undefined;
}

/** The path parameters of each path that has some: objects that exist, in this tenant. */
export function paramsOf(tenant: Tenant): Record<string, Record<string, string>> {
  const { openCheckout, fields, products, benefits, customer, discounts, seller, order } = tenant;
  const { client_secret } = openCheckout;
  const { [PAYMENT_CONNECTION]: connection = {}, [KEY_UPLOAD]: upload = {}, ...made } = tenant.made;
  const client = { client_id: tenant.made[OAUTH_CLIENT]?.id ?? '' };
  const benefit = { id: idOf(benefits) };
  const organization = { id: seller.organizationId };
  const bought = {
    order: { id: order.id },
    subscription: { id: tenant.subscription.id },
    key: { id: tenant.key.id },
  };
  return {
    '/v1/benefits/{id}': benefit,
    '/v1/benefits/{id}/grants': benefit,
    '/v1/benefits/{id}/grants/export': benefit,
    '/v1/checkouts/custom/client/{client_secret}': { client_secret },
    '/v1/checkouts/custom/client/{client_secret}/confirm': { client_secret },
    '/v1/checkouts/custom/client/{client_secret}/sandbox-authenticate': { client_secret },
    '/v1/checkouts/custom/{id}': { id: openCheckout.id },
    '/v1/checkouts/{id}': { id: openCheckout.id },
    '/v1/custom-fields/{id}': { id: idOf(fields) },
    '/v1/customer-portal/advertisements/{id}': tenant.made['/v1/advertisements/{id}'] ?? {},
    '/v1/customer-portal/benefit-grants/{id}': { id: tenant.grant.id },
    '/v1/customer-portal/customers/{id}': { id: tenant.session.customer_id },
    '/v1/customer-portal/customers/{id}/export': { id: tenant.session.customer_id },
    '/v1/customer-portal/downloadables/{token}': {
      token: tenant.downloadUrl.split('/').at(-1) ?? '',
    },
    '/v1/customer-portal/license-keys/{id}': bought.key,
    '/v1/customer-portal/license-keys/{id}/rotate': bought.key,
    '/v1/customer-portal/orders/{id}': bought.order,
    '/v1/customer-portal/orders/{id}/invoice': bought.order,
    '/v1/customer-portal/organizations/{slug}': { slug: seller.slug },
    '/v1/customer-portal/subscriptions/{id}': bought.subscription,
    '/v1/customer-portal/subscriptions/{id}/pay': bought.subscription,
    '/v1/customer-portal/subscriptions/{id}/payment-method': bought.subscription,
    '/v1/customer-portal/subscriptions/{id}/preview': bought.subscription,
    '/v1/customers/{id}': { id: customer.id },
    '/v1/discounts/{id}': { id: idOf(discounts) },
    '/v1/external_organizations/{id}/sync': tenant.made['/v1/external_organizations/{id}'] ?? {},
    '/v1/files/{id}': { id: tenant.files.picture.id },
    '/v1/files/{id}/download': { id: tenant.files.picture.id },
    '/v1/files/{id}/uploaded': { id: tenant.files.picture.id },
    '/v1/imports/{id}': { id: tenant.imported.id },
    '/v1/imports/preview/{id}': { id: tenant.files.rows.id },
    '/v1/imports/{id}/charge': { id: tenant.imported.id },
    '/v1/imports/{id}/errors': { id: tenant.imported.id },
    '/v1/imports/{id}/errors/export': { id: tenant.imported.id },
    '/v1/imports/{id}/run': { id: tenant.imported.id },
    '/v1/imports/{id}/source-ended': { id: tenant.imported.id },
    '/v1/imports/{id}/undo': { id: tenant.imported.id },
    '/v1/license-keys/bulk/{id}': { id: tenant.bulk.id },
    '/v1/license-keys/{id}': bought.key,
    '/v1/license-keys/{id}/decisions': { id: tenant.key.id },
    '/v1/license-keys/{id}/decisions/export': { id: tenant.key.id },
    '/v1/license-keys/{id}/lease': { id: tenant.key.id },
    '/v1/license-keys/{id}/reset-usage': bought.key,
    '/v1/license-keys/{id}/rotate': bought.key,
    '/v1/license-keys/{id}/transfer': bought.key,
    '/v1/license-keys/{id}/activations/{activation_id}': {
      id: tenant.key.id,
      activation_id: tenant.activation.id,
    },
    '/v1/orders/{id}': bought.order,
    '/v1/orders/{id}/invoice': bought.order,
    '/v1/orders/{id}/refund-preview': bought.order,
    '/v1/mails/{id}/resend': tenant.made['/v1/mails/{id}'] ?? {},
    '/v1/organizations/{id}': organization,
    '/v1/organizations/{id}/deletion': organization,
    '/v1/organizations/{id}/lease-keys/rotate': organization,
    '/v1/organizations/{id}/test-mail': organization,
    '/v1/organizations/{id}/invitations': organization,
    '/v1/organizations/{id}/invitations/export': organization,
    '/v1/organizations/{id}/invitations/{invitation_id}': {
      ...organization,
      invitation_id: tenant.invitation.id,
    },
    '/v1/organizations/{id}/members': organization,
    '/v1/organizations/{id}/members/{user_id}': { ...organization, user_id: tenant.memberId },
    '/v1/organizations/{id}/members/export': organization,
    ...ofConnections(organization, connection),
    ...ofPool(tenant.made[POOL]?.id ?? '', upload),
    '/v1/products/{id}': { id: products.editor.id },
    '/v1/products/{id}/benefits': { id: products.editor.id },
    '/v1/refunds/{id}/credit-note': tenant.made['/v1/refunds/{id}'] ?? {},
    '/v1/tokens/{id}/usage': tenant.made['/v1/tokens/{id}'] ?? {},
    '/v1/subscriptions/{id}': bought.subscription,
    '/v1/subscriptions/{id}/history': bought.subscription,
    '/v1/subscriptions/{id}/payment-method': bought.subscription,
    '/v1/subscriptions/{id}/preview': bought.subscription,
    '/v1/subscriptions/{id}/retry': bought.subscription,
    '/v1/webhooks/events/{id}/redeliver': tenant.made['/v1/events/{id}'] ?? {},
    ...ofEndpoint(tenant.made['/v1/webhooks/endpoints/{id}'] ?? {}),
    ...made,
    [OAUTH_CLIENT]: client,
    [`${OAUTH_CLIENT}/rotate-secret`]: client,
  };
}

function ofConnections(
  organization: { id: string },
  connection: { id?: string },
): Record<string, Record<string, string>> {
  const path = '/v1/organizations/{id}/payment-connections';
  return {
    [path]: organization,
    [`${path}/export`]: organization,
    [PAYMENT_CONNECTION]: { ...organization, connection_id: connection.id ?? '' },
  };
}

function ofPool(id: string, upload: { id?: string }): Record<string, Record<string, string>> {
  return {
    [`${POOL}/counts`]: { id },
    [`${POOL}/export`]: { id },
    [KEY_UPLOAD]: { id, upload_id: upload.id ?? '' },
  };
}

function ofEndpoint(endpoint: Record<string, string>): Record<string, Record<string, string>> {
  const path = '/v1/webhooks/endpoints/{id}';
  return Object.fromEntries(
    ['rotate-secret', 'test', 'health', 'redeliver'].map((name) => [`${path}/${name}`, endpoint]),
  );
}

/** What an operation requires in its query, or answers nothing without. */
export function queryOf(
  { id, tag }: AnyContract,
  {
    name,
    made,
    benefits,
  }: Pick<Tenant, 'name' | 'made'> & {
    benefits: readonly { id: string; type: string }[];
  },
): Record<string, string> {
  const range = { start_date: '2026-01-01', end_date: '2026-12-31', interval: 'month' };
  if (tag === 'advertisements') {
    return { benefit_id: idOf(benefits.filter(({ type }) => type === 'ads')) };
  }
  if (id === 'search:records') return { query: name };
  if (id === 'oauth2:authorize') return requestOf(made[OAUTH_CLIENT]?.id ?? '');
  if (id === 'imports:preview') return { kind: 'customers' };
  if (id === 'events:stream') return { after: '0' };
  return id === 'metrics:get' ? range : {};
}

/** Well-formed bodies of each operation that takes one, with every field that names an object. */
export function bodiesOf(tenant: Tenant): Record<string, readonly object[]> {
  const { name, seller, products, benefits, discounts, fields, files, customer } = tenant;
  const organization_id = seller.organizationId;
  const discount_id = idOf(discounts);
  const price = products.editor.prices[0]?.id ?? '';
  const credential = { organization_id, key: tenant.key.key };
  const address = { country: 'US', line1: name, postal_code: '10001', city: name, state: 'NY' };
  const metadata = { shelf: name, count: 1, sale: true };
  const attached_custom_fields = [{ custom_field_id: idOf(fields), required: false }];
  const custom_field_data = { [`${name}-company`]: name };
  const link = 'https://shop.example.com';
  const checksum = `${'A'.repeat(43)}=`;

  const person = { customer_name: name, customer_email: `${name}@example.com` };
  const checkout = {
    ...person,
    payment_processor: 'stripe',
    discount_id,
    customer_billing_address: address,
    customer_ip_address: '203.0.113.9',
    allow_discount_codes: true,
    custom_field_data,
    metadata,
    customer_metadata: metadata,
    success_url: link,
    embed_origin: link,
  };
  const change = { product_price_id: price, custom_field_data, customer_billing_address: address };
  const product = { name: `${name} Tool`, description: name, metadata, medias: [files.picture.id] };
  const organization = {
    name,
    bio: name,
    blog: link,
    email: `${name}@example.com`,
    timezone: 'UTC',
  };
  const window = { starts_at: '2026-01-01T00:00:00Z', ends_at: '2036-01-01T00:00:00Z' };
  const discount = {
    name,
    metadata,
    ...window,
    max_redemptions: 9,
    products: [products.editor.id],
  };
  return {
    'benefits:create': [
      {
        type: 'downloadables',
        description: name,
        properties: { files: [files.download.id], archived: { [files.download.id]: false } },
        organization_id,
      },
      {
        type: 'license_keys',
        description: name,
        properties: {
          prefix: name,
          expires: { ttl: 1, timeframe: 'year' },
          activations: { limit: 1, enable_customer_admin: true },
          limit_usage: 5,
        },
      },
    ],
    'benefits:update': [{ type: benefits[0]?.type, description: name, properties: { note: name } }],
    'checkouts:custom:client_confirm': [{ ...buyer(), ...person, ...change, discount_code: name }],
    'checkouts:custom:client_sandbox_authenticate': [{ outcome: 'succeed' }],
    'checkouts:custom:client_update': [{ ...person, ...change, discount_code: `${name}5` }],
    'checkouts:custom:create': [
      { ...checkout, product_id: products.editor.id },
      { ...checkout, product_price_id: price, customer_id: customer.id },
      {
        payment_processor: 'stripe',
        product_id: products.plan.id,
        subscription_id: tenant.freeSubscription.id,
      },
    ],
    'checkouts:custom:update': [{ ...person, ...change, discount_id, metadata, success_url: link }],
    'custom-fields:create': [
      { type: 'text', slug: `${name}-new`, name, metadata, properties: {}, organization_id },
      {
        type: 'select',
        slug: `${name}-choice`,
        name,
        properties: { options: [{ value: name, label: name }], form_label: name },
      },
    ],
    'custom-fields:update': [{ name, metadata, properties: { form_label: name, max_length: 5 } }],
    'customer-sessions:create': [{ customer_id: customer.id }],
    'customer_portal:license_keys:activate': [
      { ...credential, label: name, conditions: { os: name }, meta: { host: name } },
    ],
    'customer_portal:license_keys:deactivate': [
      { ...credential, activation_id: tenant.activation.id },
    ],
    'customer_portal:license_keys:lease': [
      { ...credential, activation_id: tenant.activation.id, ttl_seconds: 3600 },
    ],
    'customer_portal:license_keys:rotate': [{ overlap_hours: 24 }],
    'customer_portal:license_keys:validate': [
      {
        ...credential,
        activation_id: tenant.activation.id,
        benefit_id: tenant.key.benefit_id,
        customer_id: tenant.key.customer_id,
        increment_usage: 1,
        conditions: {},
      },
    ],
    'customer_portal:benefit-grants:update': [{ benefit_type: tenant.grant.benefit.type }],
    'checkouts:create': [
      { product_price_id: price, success_url: link, subscription_id: tenant.subscription.id },
    ],
    'customer_portal:sessions:request': [{ organization_id, email: `${name}.known@example.com` }],
    'customer_portal:sessions:redeem': [
      { organization_id, email: `${name}.known@example.com`, code: '123456' },
    ],
    'customer_portal:customers:update': [
      { name, billing_address: address, tax_id: ['123456789', 'us_ein'] },
    ],
    'customer_portal:subscriptions:set_payment_method': [{ confirmation_token_id: 'pm_card_visa' }],
    'customer_portal:subscriptions:update': [
      { product_price_id: products.plan.prices[0]?.id ?? '', cancel_at_period_end: false },
    ],
    'customers:create': [
      {
        email: `${name}.new@example.com`,
        name,
        billing_address: address,
        tax_id: ['123456789', 'us_ein'],
        metadata,
        organization_id,
      },
    ],
    'customers:update': [
      { email: `${name}.other@example.com`, name, billing_address: address, metadata },
    ],
    'discounts:create': [
      {
        type: 'fixed',
        duration: 'once',
        amount: 100,
        currency: 'usd',
        code: `${name}NEW`,
        ...discount,
        organization_id,
      },
      {
        type: 'percentage',
        duration: 'repeating',
        duration_in_months: 2,
        basis_points: 100,
        ...discount,
      },
    ],
    'discounts:update': [{ ...discount, code: `${name}OTHER` }],
    'files:create': [
      {
        service: 'downloadable',
        name,
        mime_type: 'application/zip',
        size: 3,
        checksum_sha256_base64: checksum,
        upload: {
          parts: [{ number: 1, chunk_start: 0, chunk_end: 3, checksum_sha256_base64: checksum }],
        },
        version: name,
        organization_id,
      },
    ],
    'files:update': [{ name, version: name }],
    'files:uploaded': [
      {
        id: files.picture.id,
        path: files.picture.path,
        parts: [{ number: 1, checksum_etag: name, checksum_sha256_base64: checksum }],
      },
    ],
    'imports:charge': [{ subscription_ids: [tenant.subscription.id] }],
    'imports:create': [
      {
        organization_id,
        kind: 'customers',
        source: 'custom',
        rows: [{ external_id: name, email: `${name}.imported@example.com`, called: name }],
        dry_run: true,
        mapping: { name: 'called' },
      },
      {
        organization_id,
        kind: 'customers',
        source: 'stripe',
        file_id: files.rows.id,
        dry_run: true,
      },
    ],
    'imports:source-ended': [{ subscription_ids: [tenant.subscription.id] }],
    'license_keys:bulk': [
      {
        organization_id,
        action: 'limits',
        filter: { id: [tenant.key.id], query: name },
        limit_usage: 900,
      },
    ],
    'license_keys:lease': [{ activation_id: tenant.activation.id, ttl_seconds: 3600 }],
    'license_keys:rotate': [{ overlap_hours: 24 }],
    'license_keys:transfer': [{ customer_id: customer.id }],
    'license_keys:update': [
      {
        status: 'granted',
        usage: 1,
        limit_activations: 5,
        limit_usage: 9,
        expires_at: '2036-01-01T00:00:00Z',
      },
    ],
    'invitations:accept': [{ token: tenant.invitation.url.split('/').at(-1) ?? '' }],
    'invitations:create': [{ email: `${name}.invited.too@example.com`, role: 'member' }],
    'members:create': [{ email: `${name}.invited@example.com`, role: 'admin' }],
    'members:update': [{ role: 'admin' }],
    'organizations:create': [
      {
        ...organization,
        slug: `${name}-second`,
        profile_settings: { description: name, links: [link] },
      },
    ],
    'organizations:schedule_deletion': [{ confirm_slug: tenant.seller.slug }],
    'organizations:update': [
      {
        ...organization,
        feature_settings: { issue_funding_enabled: true },
        subscription_settings: { dunning_end: 'unpaid' },
        checkout_settings: { success_url: link },
      },
    ],
    'products:create': [
      {
        ...product,
        prices: [{ type: 'one_time', amount_type: 'fixed', price_amount: 500 }],
        attached_custom_fields,
        organization_id,
      },
    ],
    'products:update': [{ ...product, prices: [{ id: price }], attached_custom_fields }],
    'products:update_benefits': [{ benefits: benefits.map(({ id }) => id) }],
    'subscriptions:set_payment_method': [{ confirmation_token_id: 'pm_card_visa' }],
    // An advance would refuse the changes of the tests beside it.
    'test-clock:advance': [
      { organization_id, to: new Date(Date.now() + 86_400_000).toISOString(), dry_run: true },
    ],
    'subscriptions:update': [
      { product_price_id: products.plan.prices[0]?.id ?? '', metadata, cancellation_comment: name },
      { discount_id },
    ],
    'webhook-deliveries:redeliver-event': [
      { endpoint_id: tenant.made['/v1/webhooks/endpoints/{id}']?.id ?? '' },
    ],
    ...Object.assign({}, ...fixtures.map((one) => one.bodies(tenant))),
  };
}

function idOf(objects: readonly { id: string }[]): string {
  return objects[0]?.id ?? '';
}
