import { DEFAULT_CURRENCY } from '@/lib/contract/money';
import { TYPE as LICENSE_KEYS } from '@/lib/resources/benefits/types/license-keys';

// What the sales at scale are made of, as PostgreSQL makes them up itself: nothing crosses the wire,
// and every row goes through an ordinary INSERT. What looks random is a hash of the row's number.

/** What is shown of the card that pays for everything. */
const CARD = `'{"type":"card","brand":"visa","last4":"4242"}'::jsonb`;

/** The life of the purchases $1 to $2, decided before anything is written. */
const PURCHASES = `
INSERT INTO purchases
WITH drawn AS (
  SELECT r.*, n, n * 2 + kind AS key, n * 2 + kind + r.round * 10000000000 AS lot,
    n - CASE WHEN n % 5 = 0 THEN 1 + n / 5 % 4 ELSE 0 END AS buyer,
    CASE WHEN kind = 1 THEN 'sale' WHEN n % 200 = 11 THEN 'incomplete'
      WHEN n % 200 = 13 THEN 'incomplete_expired' WHEN n % 100 = 17 THEN 'trialing'
      WHEN n % 40 = 5 THEN 'past_due' WHEN n % 60 = 7 THEN 'unpaid' ELSE 'usual' END AS fate
  FROM run r, generate_series($1::bigint, $2::bigint) n, generate_series(0, 1) kind
  WHERE kind = 0 OR n % 10 = 2
), dated AS MATERIALIZED (
  /* Business grows for three years; what is still under way began lately. */
  SELECT *, date_trunc('milliseconds', CASE fate
      WHEN 'incomplete' THEN now - interval '20 hours' * pg_temp.luck(lot, 1)
      WHEN 'trialing' THEN now - interval '13 days' * pg_temp.luck(lot, 1)
      WHEN 'past_due' THEN now - interval '1 month' * (1 + n / 40 % 5)
        - interval '12 hours' - interval '12 days' * pg_temp.luck(lot, 1)
      WHEN 'incomplete_expired' THEN least(usual, now - interval '2 days')
      WHEN 'unpaid' THEN least(usual, now - interval '4 months')
      WHEN 'sale' THEN usual + (now - usual) * pg_temp.luck(lot, 2)
      ELSE usual END) AS at,
    CASE WHEN fate = 'sale' THEN 'one_time' WHEN fate = 'trialing' THEN 'trial'
      WHEN fate <> 'usual' THEN 'month'
      WHEN pg_temp.luck(lot, 3) < .03 THEN 'free' WHEN pg_temp.luck(lot, 3) < .07 THEN 'trial'
      WHEN pg_temp.luck(lot, 3) < .25 THEN 'month' ELSE 'year' END AS pool
  FROM drawn, LATERAL (SELECT now - interval '1 hour' - interval '1095 days'
    * (1 - cbrt((n - pg_temp.luck(lot, 1)) / total)) AS usual) _
), priced AS MATERIALIZED (
  SELECT d.*, s.price_id, s.product_id, s.amount_type, s.months, s.trial_days, s.asks_seats,
    CASE s.amount_type WHEN 'custom' THEN 500 + 250 * floor(pg_temp.luck(lot, 5) * 12)::int ELSE s.amount END AS amount,
    x.id AS discount_id, x.off, x.basis_points, x.lasts_months,
    d.at + interval '1 day' * coalesce(s.trial_days, 0) AS base
  FROM dated d JOIN slots s ON s.pool = d.pool AND s.slot = floor(pg_temp.luck(lot, 4) * 24)
  LEFT JOIN reductions x ON s.amount_type = 'fixed' AND d.fate NOT LIKE 'incomplete%'
    AND x.slot = floor(pg_temp.luck(lot, 6) * 40)
), aged AS MATERIALIZED (
  /* gone: how many of its periods are over by now; lasts: for how many it would be kept. */
  SELECT *, CASE WHEN base > now THEN -1 ELSE (month - (base + interval '1 month' * month > now)::int) / months END AS gone,
    CASE fate WHEN 'past_due' THEN 1 + n / 40 % 5 WHEN 'unpaid' THEN 1 + n / 60 % 3 ELSE
      1 + floor(ln(1 - pg_temp.luck(lot, 7)) / ln(CASE months WHEN 1 THEN .7 ELSE .75 END)) END::int AS lasts
  FROM priced, LATERAL (SELECT ((date_part('year', now) - date_part('year', base)) * 12
    + date_part('month', now) - date_part('month', base))::int AS month) _
), lived AS MATERIALIZED (
  SELECT *, fate = 'usual' AND lasts <= gone AS is_over,
    CASE WHEN fate = 'sale' THEN 1 WHEN fate LIKE 'incomplete%' THEN 0
      WHEN fate IN ('past_due', 'unpaid') THEN lasts ELSE least(lasts, gone + 1) END AS paid
  FROM aged
), placed AS MATERIALIZED (
  SELECT *, min(at) OVER (PARTITION BY buyer) AS customer_at,
    CASE WHEN paid > 0 THEN base + interval '1 month' * months * (paid - 1) ELSE at END AS period_start,
    CASE WHEN paid = 0 AND trial_days IS NOT NULL THEN base
      ELSE base + interval '1 month' * months * greatest(paid, 1) END AS period_end
  FROM lived
)
SELECT key, n, buyer, fate, at, customer_at, pg_temp.id(seed, 'customer', buyer, customer_at),
  CASE WHEN fate NOT LIKE 'incomplete%' THEN pg_temp.id(seed, 'checkout', key, at - interval '9 minutes') END,
  CASE WHEN fate <> 'sale' THEN pg_temp.id(seed, 'subscription', key, at) END,
  CASE WHEN fate NOT LIKE 'incomplete%' AND (subtotal > 0 OR trial_days IS NOT NULL)
    THEN pg_temp.id(seed, 'attempt', key, at) END,
  price_id, product_id, amount_type, coalesce(amount, 0), subtotal, months, trial_days,
  discount_id, lasts_months, base, paid,
  CASE WHEN fate IN ('past_due', 'unpaid', 'incomplete', 'incomplete_expired') THEN fate
    WHEN is_over THEN 'canceled' WHEN gone < 0 THEN 'trialing' ELSE 'active' END::subscription_status,
  period_start, period_end,
  /* Of what has ended, a tenth was ended before its period was over. */
  date_trunc('milliseconds', CASE WHEN is_over AND n % 10 = 1 THEN period_start + (period_end - period_start) * pg_temp.luck(lot, 8)
    WHEN is_over OR fate = 'unpaid' THEN period_end END),
  CASE WHEN n % 3 = 0 THEN jsonb_build_object('source', (ARRAY['letter','search','friend'])[1 + n / 3 % 3]) ELSE '{}' END,
  CASE WHEN asks_seats THEN jsonb_build_object(seats, 2 + n % 40) ELSE '{}' END
FROM placed, LATERAL (SELECT coalesce(amount, 0) - CASE WHEN basis_points IS NULL THEN least(coalesce(off, 0), amount)
  ELSE floor((amount::bigint * basis_points + 5000) / 10000) END AS cut) _,
  LATERAL (SELECT coalesce(cut, 0)::int AS subtotal) __
`;

const BUYERS = `
INSERT INTO buyers
SELECT p.customer_id, p.customer_at,
  f.local_first || '.' || l.local_last || '.' || r.round || '-' || p.n || '@example.com', f.first || ' ' || l.last,
  jsonb_build_object('line1', null, 'line2', null, 'postal_code', null, 'city', l.city, 'state', null, 'country', l.country),
  p.metadata
FROM run r, purchases p
JOIN people f ON f.nr = p.n * 7 % 60 JOIN people l ON l.nr = p.n / 11 % 60
WHERE p.n = p.buyer AND p.fate <> 'sale'
`;

const CUSTOMERS = `
INSERT INTO customers (id, organization_id, created_at, email, name, billing_address, metadata)
SELECT b.id, r.organization_id, b.at, b.email, b.name, b.billing_address, b.metadata::json FROM run r, buyers b
`;

const CHECKOUTS = `
INSERT INTO checkouts (id, organization_id, created_at, modified_at, status, client_secret, expires_at,
  product_id, price_id, discount_id, custom_amount, amount, subtotal_amount, tax_amount, total_amount,
  customer_id, customer_name, customer_email, customer_ip_address, customer_billing_address, custom_field_data, metadata)
SELECT p.checkout_id, r.organization_id, p.at - interval '9 minutes', p.at, 'succeeded',
  'td_c_' || pg_temp.secret(r.seed, 'checkout', p.key), p.at + interval '1 day' - interval '9 minutes',
  p.product_id, p.price_id, p.discount_id, CASE p.amount_type WHEN 'custom' THEN p.amount END,
  p.amount, p.subtotal, 0, p.subtotal,
  c.id, c.name, c.email, '203.0.113.' || p.n % 254 + 1, c.billing_address, p.field_data, p.metadata
FROM run r, purchases p JOIN buyers c ON c.id = p.customer_id WHERE p.checkout_id IS NOT NULL
`;

/** A few more checkouts came to nothing: of those a few payments failed, and the latest are open. */
const UNFINISHED = `
WITH made AS (
  INSERT INTO checkouts (id, organization_id, created_at, modified_at, status, client_secret, expires_at,
    product_id, price_id, amount, subtotal_amount, tax_amount, total_amount, customer_ip_address,
    customer_id, customer_name, customer_email, customer_billing_address)
  SELECT pg_temp.id(r.seed, 'unfinished', lot, begun), r.organization_id, begun,
    CASE outcome WHEN 'expired' THEN begun + interval '1 day' WHEN 'failed' THEN begun + interval '1 hour' END,
    outcome::checkout_status, 'td_c_' || pg_temp.secret(r.seed, 'unfinished', lot), begun + interval '1 day',
    s.product_id, s.price_id, settled, settled, 0 * settled, settled, '203.0.113.' || lot % 254 + 1,
    c.id, c.name, c.email, c.billing_address
  FROM run r CROSS JOIN generate_series($1::bigint, $2::bigint) lot
  CROSS JOIN LATERAL (SELECT CASE WHEN lot % 800 = 3 THEN 'open' WHEN lot % 80 = 19 THEN 'failed' ELSE 'expired' END AS outcome) _
  LEFT JOIN purchases p ON outcome = 'failed' AND p.key = lot * 2 LEFT JOIN buyers c ON c.id = p.customer_id
  CROSS JOIN LATERAL (SELECT date_trunc('milliseconds', CASE outcome WHEN 'open' THEN r.now - interval '20 hours' * pg_temp.luck(lot, 20)
    WHEN 'failed' THEN p.at - interval '2 hours' ELSE r.now - interval '2 days'
    - interval '1090 days' * (1 - cbrt((lot - pg_temp.luck(lot, 20)) / r.total)) END) AS begun) __
  JOIN slots s ON s.pool = 'month' AND s.slot = floor(pg_temp.luck(lot, 21) * 24),
  LATERAL (SELECT CASE outcome WHEN 'failed' THEN s.amount END AS settled) ___
  WHERE lot % 16 = 3
  RETURNING *
)
INSERT INTO payment_attempts (id, organization_id, checkout_id, created_at, settled_at, status, amount,
  currency, update, payment_method, payment_method_details, code, decline_code, processor_reference)
SELECT pg_temp.id(r.seed, 'failed' || m.id, 0, m.created_at), m.organization_id, m.id, m.created_at, m.modified_at,
  'declined', m.total_amount, '${DEFAULT_CURRENCY}', '{}', r.method, ${CARD}, 'card_declined', 'generic_decline',
  pg_temp.id(r.seed, 'failed' || m.id, 0, m.created_at)
FROM run r, made m WHERE m.status = 'failed'
`;

/** What was paid for a checkout; one in twenty was declined once before. */
const ATTEMPTS = `
INSERT INTO payment_attempts (id, organization_id, checkout_id, created_at, settled_at, status, amount,
  currency, update, discount_id, payment_method, payment_method_details, code, decline_code, processor_reference)
SELECT CASE try WHEN 0 THEN pg_temp.id(r.seed, 'declined', p.key, p.at - interval '1 minute') ELSE p.attempt_id END,
  r.organization_id, p.checkout_id, begun, begun, CASE try WHEN 0 THEN 'declined' ELSE 'succeeded' END::payment_status,
  CASE WHEN p.trial_days IS NULL THEN p.subtotal ELSE 0 END, '${DEFAULT_CURRENCY}', '{}', p.discount_id, r.method, ${CARD},
  CASE try WHEN 0 THEN 'card_declined' END, CASE try WHEN 0 THEN 'insufficient_funds' END,
  CASE try WHEN 0 THEN pg_temp.id(r.seed, 'declined', p.key, p.at - interval '1 minute') ELSE p.attempt_id END
FROM run r, purchases p, generate_series(0, 1) try, LATERAL (SELECT p.at - interval '1 minute' * (1 - try) AS begun) _
WHERE p.attempt_id IS NOT NULL AND (try = 1 OR p.n % 20 = 2)
`;

const SUBSCRIPTIONS = `
INSERT INTO subscriptions (id, organization_id, created_at, modified_at, status, amount, currency,
  recurring_interval, current_period_start, current_period_end, anchor_day, cancel_at_period_end,
  started_at, ended_at, canceled_at, first_failed_at, next_retry_at, next_action_at, first_billed_at,
  discount_used_at, period_amount,
  customer_id, product_id, price_id, discount_id, checkout_id, payment_method, payment_method_details,
  billing_name, billing_address, metadata, custom_field_data)
SELECT p.subscription_id, r.organization_id, p.at, coalesce(p.ended_at, nullif(p.period_start, p.at)), p.status,
  CASE WHEN p.amount_type <> 'free' THEN p.amount END, CASE WHEN p.amount_type <> 'free' THEN '${DEFAULT_CURRENCY}' END,
  CASE p.months WHEN 1 THEN 'month' ELSE 'year' END::recurring_interval, p.period_start, p.period_end,
  date_part('day', p.base)::int,
  p.status = 'active' AND p.n % 12 = 4,
  CASE WHEN p.fate NOT LIKE 'incomplete%' THEN p.at END, p.ended_at,
  CASE p.status WHEN 'canceled' THEN p.ended_at WHEN 'active' THEN CASE WHEN p.n % 12 = 4 THEN p.period_start END END,
  CASE p.status WHEN 'past_due' THEN p.period_end END, CASE p.status WHEN 'past_due' THEN retry END,
  CASE WHEN p.status IN ('trialing', 'active') THEN p.period_end WHEN p.status = 'past_due' THEN retry END,
  CASE WHEN p.paid > 0 THEN p.base END, CASE WHEN p.paid > 0 AND p.discount_id IS NOT NULL THEN p.base END,
  CASE WHEN p.paid > 0 THEN p.subtotal ELSE 0 END,
  p.customer_id, p.product_id, p.price_id, p.discount_id, p.checkout_id,
  CASE WHEN p.attempt_id IS NOT NULL THEN r.method END,
  CASE WHEN p.attempt_id IS NOT NULL THEN ${CARD} END, c.name, c.billing_address, p.metadata, p.field_data
FROM run r, purchases p JOIN buyers c ON c.id = p.customer_id,
  /* The next retry of a failed renewal is still to come. */
  LATERAL (SELECT date_trunc('milliseconds', r.now + interval '7 days' * (1 + pg_temp.luck(p.key, 9))) AS retry) _
WHERE p.subscription_id IS NOT NULL
`;

/** What was bought, and every renewal since; a trial is paid for when it ends. */
const ORDERS = `
INSERT INTO orders (id, organization_id, created_at, amount, tax_amount, currency, billing_reason,
  billing_name, billing_address, customer_id, product_id, price_id, discount_id, subscription_id, checkout_id,
  attempt_id, lines, invoice_number, metadata, custom_field_data)
SELECT pg_temp.id(r.seed, 'order', p.key * 64 + nth, begun), r.organization_id, begun,
  CASE WHEN reduced THEN p.subtotal ELSE p.amount END, 0, '${DEFAULT_CURRENCY}',
  CASE WHEN p.subscription_id IS NULL THEN 'purchase' WHEN bought THEN 'subscription_create'
    ELSE 'subscription_cycle' END::billing_reason,
  c.name, c.billing_address, p.customer_id, p.product_id, p.price_id, CASE WHEN reduced THEN p.discount_id END,
  p.subscription_id, CASE WHEN bought THEN p.checkout_id END, CASE WHEN bought THEN p.attempt_id END,
  jsonb_build_array(jsonb_build_object('description', pr.name, 'amount', p.amount, 'period_start', NULL, 'period_end', NULL))
    || CASE WHEN reduced AND p.subtotal < p.amount THEN jsonb_build_array(jsonb_build_object(
      'description', 'Discount', 'amount', p.subtotal - p.amount, 'period_start', NULL, 'period_end', NULL)) ELSE '[]' END,
  'pending', p.metadata, p.field_data
FROM run r, purchases p JOIN buyers c ON c.id = p.customer_id JOIN products pr ON pr.id = p.product_id,
  generate_series(0, p.paid - 1) nth,
  LATERAL (SELECT p.base + interval '1 month' * coalesce(p.months, 0) * nth AS begun,
    nth = 0 AND p.trial_days IS NULL AS bought,
    p.discount_id IS NOT NULL AND (p.lasts_months IS NULL OR nth * coalesce(p.months, 0) < p.lasts_months) AS reduced) _
ORDER BY begun
`;

const GRANTED = `
INSERT INTO granted
SELECT pg_temp.id(r.seed, 'grant', lot, p.at),
  CASE b.type WHEN '${LICENSE_KEYS}' THEN pg_temp.id(r.seed, 'key', lot, p.at) END,
  lot, p.at, coalesce(p.ended_at, r.now), p.ended_at, p.customer_id, b.id, p.subscription_id,
  CASE WHEN p.subscription_id IS NULL THEN pg_temp.id(r.seed, 'order', p.key * 64, p.at) END,
  g.properties, b.properties
FROM run r, purchases p JOIN product_benefits pb ON pb.product_id = p.product_id
  JOIN benefits b ON b.id = pb.benefit_id JOIN gifts g ON g.benefit_id = b.id,
  LATERAL (SELECT p.key * 8 + pb.position AS lot) _
WHERE p.fate NOT LIKE 'incomplete%'
`;

const GRANTS = `
INSERT INTO benefit_grants (id, organization_id, created_at, modified_at, granted_at, revoked_at,
  customer_id, benefit_id, subscription_id, order_id, properties)
SELECT g.id, r.organization_id, g.at, g.revoked_at, g.at, g.revoked_at, g.customer_id, g.benefit_id,
  g.subscription_id, g.order_id, g.properties
FROM run r, granted g
`;

const KEYS = `
INSERT INTO license_keys (id, organization_id, created_at, modified_at, customer_id, benefit_id, grant_id,
  key, status, limit_activations, usage, limit_usage, validations, last_validated_at, expires_at)
SELECT g.key_id, r.organization_id, g.at, coalesce(g.revoked_at, seen), g.customer_id, g.benefit_id, g.id,
  coalesce(terms ->> 'prefix' || '-', '') || upper(overlay(overlay(
    md5(pg_temp.secret(r.seed, 'key', key)) placing '4' from 13 for 1) placing 'a' from 17 for 1)::uuid::text),
  CASE WHEN g.revoked_at IS NOT NULL THEN 'revoked' WHEN pg_temp.luck(key, 30) < .04 THEN 'disabled'
    ELSE 'granted' END::license_key_status,
  (terms #>> '{activations,limit}')::int,
  CASE WHEN seen IS NULL OR terms ->> 'limit_usage' IS NULL THEN 0
    ELSE floor(pg_temp.luck(key, 31) * (terms ->> 'limit_usage')::int) END,
  (terms ->> 'limit_usage')::int, CASE WHEN seen IS NULL THEN 0 ELSE 1 + floor(pg_temp.luck(key, 32) * 240) END,
  seen, g.at + interval '1 year' * (terms #>> '{expires,ttl}')::int
FROM run r, granted g, LATERAL (SELECT CASE WHEN pg_temp.luck(key, 33) < .8
  THEN date_trunc('milliseconds', g.at + (g.until - g.at) * pg_temp.luck(key, 34)) END AS seen) _
WHERE g.key_id IS NOT NULL
`;

const ACTIVATIONS = `
INSERT INTO license_activations (id, organization_id, license_key_id, created_at, label, meta)
SELECT pg_temp.id(r.seed, 'activation', key * 64 + nth, begun), r.organization_id, g.key_id, begun,
  (ARRAY['MacBook Pro', 'Studio iMac', 'ThinkPad', 'Office PC', 'Home desktop', 'Framework 13'])[1 + (key + nth) % 6],
  jsonb_build_object('os', (ARRAY['macOS 26', 'Windows 11', 'Ubuntu 26.04'])[1 + (key + nth) % 3])
FROM run r, granted g,
  generate_series(1, least(floor(pg_temp.luck(key, 35) * 4)::int - 1, (terms #>> '{activations,limit}')::int)) nth,
  LATERAL (SELECT date_trunc('milliseconds', g.at + (g.until - g.at) * pg_temp.luck(key, 40 + nth) / 2) AS begun) _
WHERE g.key_id IS NOT NULL
`;

/** In one order, so that parts that are written at once cannot wait for each other. */
const REDEMPTIONS = `
UPDATE discounts d SET redemptions_count = redemptions_count + used.n
FROM (SELECT p.discount_id, count(*)::int AS n FROM purchases p WHERE p.discount_id IS NOT NULL GROUP BY 1) used
WHERE d.id = used.discount_id
`;
const LOCK_DISCOUNTS = `
SELECT d.id FROM discounts d, run r WHERE d.organization_id = r.organization_id ORDER BY d.id FOR NO KEY UPDATE OF d
`;

/** Last, since it locks the organization's counter; no trigger issues one by one what is marked as pending. */
const INVOICES = `
SELECT count(*) FROM issue_invoices(ARRAY(
  SELECT pg_temp.id(r.seed, 'order', p.key * 64 + nth,
    p.base + interval '1 month' * coalesce(p.months, 0) * nth)
  FROM run r, purchases p, generate_series(0, p.paid - 1) nth))
`;

/** One part of the sales, in the order in which rows can be written. The bounds go where asked for. */
export const PART: readonly (readonly [statement: string, takesBounds: boolean])[] = [
  ['TRUNCATE purchases, buyers, granted', false],
  [PURCHASES, true],
  [BUYERS, false],
  [GRANTED, false],
  [CUSTOMERS, false],
  [CHECKOUTS, false],
  [UNFINISHED, true],
  [ATTEMPTS, false],
  [SUBSCRIPTIONS, false],
  [ORDERS, false],
  [GRANTS, false],
  [KEYS, false],
  [ACTIVATIONS, false],
  [LOCK_DISCOUNTS, false],
  [REDEMPTIONS, false],
  [INVOICES, false],
];

/** The tables that grow. */
export const TABLES = [
  'customers',
  'checkouts',
  'payment_attempts',
  'subscriptions',
  'orders',
  'documents',
  'benefit_grants',
  'license_keys',
  'license_activations',
] as const;
