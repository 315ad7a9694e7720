import type pg from 'pg';
import { type Case, type RequestVariant, TOKEN } from '@/bench/cases';
import { RESOURCES } from '@/bench/documents';
import type { Dataset } from '@/bench/environment';

/** What writes, of which the organization keeps something each time. */
export async function writingCases(client: pg.Client, dataset: Dataset): Promise<Case[]> {
  const { organizationId, token } = dataset;
  const keys = await client.query<{ key: string }>(
    `SELECT key FROM license_keys WHERE organization_id = $1 AND status = 'granted' AND limit_activations >= 25
       AND (expires_at IS NULL OR expires_at > now() + interval '1 day') LIMIT 500`,
    [organizationId],
  );
  // Room for as many activations as a run makes.
  await client.query(
    'UPDATE license_keys SET limit_activations = 1000000 WHERE key = ANY($1) AND organization_id = $2',
    [keys.rows.map(({ key }) => key), organizationId],
  );
  const price = await client.query<{ product_id: string }>(
    `SELECT p.product_id FROM prices p JOIN products o ON o.id = p.product_id AND NOT o.is_archived
     WHERE p.organization_id = $1 AND p.type = 'one_time' AND p.amount_type = 'fixed' ORDER BY p.id LIMIT 1`,
    [organizationId],
  );
  const productId = price.rows[0]?.product_id ?? '';
  const keyVariants = (more: object) => async () =>
    keys.rows.map(({ key }) => ({ body: { organization_id: organizationId, key, ...more } }));
  const { table, columns, joins } = RESOURCES.CHECKOUTS;
  return [
    {
      name: 'license key: validate',
      method: 'POST',
      path: '/v1/customer-portal/license-keys/validate',
      quick: true,
      variants: keyVariants({}),
      route: {
        resource: 'VALIDATED',
        values: ['organization_id', 'key'],
        statement: `WITH t AS (UPDATE license_keys SET validations = validations + 1, last_validated_at = now(), modified_at = now()
            WHERE organization_id = $1 AND key = $2 AND status = 'granted' AND (expires_at IS NULL OR expires_at > now())
            RETURNING *)
          SELECT ${RESOURCES.VALIDATED.columns} FROM t ${RESOURCES.VALIDATED.joins}`,
      },
    },
    {
      name: 'license key: activate',
      method: 'POST',
      path: '/v1/customer-portal/license-keys/activate',
      quick: true,
      variants: keyVariants({ label: 'Desk' }),
      route: {
        resource: 'ACTIVATED',
        values: ['organization_id', 'key', 'label', 'new id'],
        statement: `WITH t AS (SELECT * FROM license_keys k WHERE organization_id = $1 AND key = $2 AND status = 'granted'
              AND (expires_at IS NULL OR expires_at > now())
              AND limit_activations > (SELECT count(*) FROM license_activations WHERE license_key_id = k.id) FOR UPDATE),
            a AS (INSERT INTO license_activations (id, organization_id, license_key_id, created_at, label)
              SELECT $4::uuid, organization_id, id, now(), $3 FROM t RETURNING *)
          SELECT ${RESOURCES.ACTIVATED.columns} FROM t CROSS JOIN a ${RESOURCES.ACTIVATED.joins}`,
      },
    },
    {
      name: 'checkout: create',
      method: 'POST',
      path: '/v1/checkouts/custom/',
      token,
      quick: true,
      variants: async () => [{ body: { payment_processor: 'stripe', product_id: productId } }],
      route: {
        resource: 'CHECKOUTS',
        status: 201,
        values: ['token', 'product_id', 'new id', 'new secret'],
        statement: `WITH t AS (INSERT INTO ${table} (id, organization_id, created_at, status, client_secret, expires_at, product_id, price_id)
            SELECT $3::uuid, organization_id, now(), 'open', $4, now() + interval '1 day', product_id, id FROM prices
            WHERE product_id = $2 AND organization_id = ${TOKEN} AND NOT is_archived ORDER BY position, id LIMIT 1 RETURNING *)
          SELECT ${columns} FROM t ${joins}`,
      },
    },
    {
      name: 'checkout: confirm',
      method: 'POST',
      path: '/v1/checkouts/custom/client/:secret/confirm',
      quick: true,
      variants: (count) => openCheckouts(client, organizationId, count),
      route: {
        resource: 'CONFIRMED',
        values: [
          'secret',
          'customer_email',
          'customer_name',
          'customer_billing_address',
          ...Array<string>(5).fill('new id'),
          'new session',
        ],
        statement: CONFIRM,
      },
    },
  ];
}

const ADDRESS = {
  line1: null,
  line2: null,
  postal_code: null,
  city: null,
  state: null,
  country: 'US',
};

/** New open checkouts of a monthly product that gives a license key, each with a buyer of its own. */
async function openCheckouts(
  client: pg.Client,
  organizationId: string,
  count: number,
): Promise<RequestVariant[]> {
  const { rows } = await client.query<{ client_secret: string }>(
    `INSERT INTO checkouts (id, organization_id, created_at, status, client_secret, expires_at, product_id, price_id)
     SELECT uuidv7(), $1, now(), 'open', 'td_c_' || replace(gen_random_uuid()::text, '-', '') || substr(md5(n::text), 1, 11),
       now() + interval '1 day', p.product_id, p.id
     FROM generate_series(1, $2::int) n, (SELECT p.id, p.product_id FROM prices p
       JOIN product_benefits g ON g.product_id = p.product_id JOIN benefits b ON b.id = g.benefit_id AND b.type = 'license_keys'
       WHERE p.organization_id = $1 AND p.recurring_interval = 'month' AND p.trial_days IS NULL ORDER BY p.id LIMIT 1) p
     RETURNING client_secret`,
    [organizationId, count],
  );
  return rows.map(({ client_secret: secret }) => ({
    path: `/v1/checkouts/custom/client/${secret}/confirm`,
    body: {
      customer_email: `${secret.slice(5, 37)}@example.com`,
      customer_name: 'Bo Buyer',
      customer_billing_address: ADDRESS,
      confirmation_token_id: 'pm_card_visa',
    },
  }));
}

/** Every row that a confirmation leads to, but for the events, which the baseline does not record. */
const CONFIRM = `
WITH t AS (UPDATE checkouts c SET status = 'succeeded', modified_at = now(), customer_id = $5::uuid, customer_email = $2,
    customer_name = $3, customer_billing_address = $4::jsonb, amount = p.amount, subtotal_amount = p.amount, tax_amount = 0,
    total_amount = p.amount
  FROM prices p WHERE c.client_secret = $1 AND c.status = 'open' AND c.expires_at > now() AND p.id = c.price_id RETURNING c.*),
customer AS (INSERT INTO customers (id, organization_id, created_at, email, name, billing_address)
  SELECT $5::uuid, organization_id, now(), $2, $3, $4::jsonb FROM t),
attempt AS (INSERT INTO payment_attempts (id, organization_id, checkout_id, created_at, settled_at, status, amount, currency, update)
  SELECT $6::uuid, organization_id, id, now(), now(), 'succeeded', total_amount, 'usd', '{}' FROM t),
charge AS (INSERT INTO sandbox_charges (idempotency_key, created_at, amount, currency, outcome)
  SELECT $6::uuid::text, now(), total_amount, 'usd', 'succeeded' FROM t),
subscription AS (INSERT INTO subscriptions (id, organization_id, created_at, started_at, status, amount, currency,
    recurring_interval, current_period_start, current_period_end, anchor_day, customer_id, product_id, price_id, checkout_id)
  SELECT $7::uuid, organization_id, now(), now(), 'active', total_amount, 'usd', 'month', now(), now() + interval '1 month',
    date_part('day', now())::int, $5::uuid, product_id, price_id, id FROM t),
bought AS (INSERT INTO orders (id, organization_id, created_at, amount, tax_amount, currency, billing_reason, billing_address,
    customer_id, product_id, price_id, subscription_id, checkout_id, attempt_id)
  SELECT $8::uuid, organization_id, now(), total_amount, 0, 'usd', 'subscription_create', $4::jsonb, $5::uuid, product_id,
    price_id, $7::uuid, id, $6::uuid FROM t),
granted AS (INSERT INTO benefit_grants (id, organization_id, created_at, granted_at, customer_id, benefit_id, subscription_id)
  SELECT uuidv7(), t.organization_id, now(), now(), $5::uuid, g.benefit_id, $7::uuid FROM t JOIN product_benefits g USING (product_id)
  RETURNING *),
key AS (INSERT INTO license_keys (id, organization_id, created_at, customer_id, benefit_id, grant_id, key, limit_activations, limit_usage)
  SELECT uuidv7(), g.organization_id, now(), $5::uuid, b.id, g.id,
    coalesce(b.properties ->> 'prefix' || '-', '') || upper(gen_random_uuid()::text),
    (b.properties #>> '{activations,limit}')::int, (b.properties ->> 'limit_usage')::int
  FROM granted g JOIN benefits b ON b.id = g.benefit_id AND b.type = 'license_keys'),
session AS (INSERT INTO customer_sessions (id, organization_id, customer_id, checkout_id, created_at, expires_at, digest)
  SELECT $9::uuid, organization_id, $5::uuid, id, now(), now() + interval '1 hour', encode(sha256($10::text::bytea), 'hex') FROM t)
SELECT ${RESOURCES.CONFIRMED.columns}, t.organization_id, $10::text FROM t ${RESOURCES.CONFIRMED.joins}`;
