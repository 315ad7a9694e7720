import { expect } from 'vitest';
import { pool } from '@/lib/database/connection/client';

/** What runs a statement: a pool or a client of `pg`. */
interface Connection {
  query(text: string, values: unknown[]): Promise<{ rows: { id: string }[] }>;
}

/**
 * What holds of an organization's rows at any time between two requests, whatever was retried, killed or
 * run in parallel. Each statement selects the ids of rows that break the identity; $1 is the organization.
 * Rows that a test wrote past the operations may break them.
 */
const IDENTITIES: Readonly<Record<string, string>> = {
  // Succeeded attempts = the processor's ledger, where that is the sandbox's.
  'a succeeded payment that the processor did not take': `
    SELECT a.id FROM payment_attempts a
    LEFT JOIN sandbox_charges c ON c.idempotency_key = a.id::text
    WHERE a.organization_id = $1 AND a.status = 'succeeded' AND a.processor = 'sandbox'
      AND (c.outcome, c.amount, c.currency) IS DISTINCT FROM ('succeeded', a.amount, a.currency)`,
  'money taken by the processor for a payment that failed': `
    SELECT a.id FROM payment_attempts a
    JOIN sandbox_charges c ON c.idempotency_key = a.id::text
    WHERE a.organization_id = $1 AND a.status = 'declined' AND c.outcome <> 'declined'`,
  'money taken by the processor for no payment': `
    SELECT c.idempotency_key AS id FROM sandbox_charges c
    WHERE c.outcome = 'succeeded' AND c.amount > 0 AND $1::uuid IS NOT NULL
      AND NOT EXISTS (SELECT FROM payment_attempts a WHERE a.id::text = c.idempotency_key)`,
  'two open payments of one purchase': `
    SELECT min(a.id::text) AS id FROM payment_attempts a
    WHERE a.organization_id = $1 AND a.status IN ('pending', 'processing')
    GROUP BY coalesce(a.checkout_id, a.subscription_id) HAVING count(*) > 1`,
  // Lines = order = attempt.
  'an order that is not the sum of its lines': `
    SELECT o.id FROM orders o
    WHERE o.organization_id = $1
      AND o.amount <> (SELECT coalesce(sum((line->>'amount')::int), 0) FROM jsonb_array_elements(o.lines) line)`,
  'a paid order without its payment, or of another amount': `
    SELECT o.id FROM orders o LEFT JOIN payment_attempts a ON a.id = o.attempt_id
    WHERE o.organization_id = $1 AND o.amount + o.tax_amount > 0
      AND (a.status::text, a.amount, a.currency)
        IS DISTINCT FROM ('succeeded', o.amount + o.tax_amount, o.currency)`,
  'a payment without its order': `
    SELECT a.id FROM payment_attempts a
    WHERE a.organization_id = $1 AND a.status = 'succeeded' AND a.amount > 0
      AND NOT EXISTS (SELECT FROM orders o WHERE o.attempt_id = a.id)`,
  // Refunds = the processor's ledger, and never more than their order.
  'an order whose refunded amount is not the sum of its succeeded refunds': `
    SELECT o.id FROM orders o WHERE o.organization_id = $1 AND o.refunded_amount <> (
      SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.order_id = o.id AND r.status = 'succeeded')`,
  'refunds of more than their order': `
    SELECT o.id FROM orders o WHERE o.organization_id = $1 AND o.amount + o.tax_amount < (
      SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.order_id = o.id AND r.status <> 'failed')`,
  'a succeeded refund that the processor did not give, or of another payment': `
    SELECT r.id FROM refunds r JOIN orders o ON o.id = r.order_id
    LEFT JOIN sandbox_refunds x ON x.idempotency_key = r.id::text
    WHERE r.organization_id = $1 AND r.status = 'succeeded' AND r.processor = 'sandbox'
      AND (x.outcome, x.amount, x.currency, x.charge_key)
        IS DISTINCT FROM ('succeeded', r.amount, r.currency, o.attempt_id::text)`,
  'money given back by the processor for a refund that failed': `
    SELECT r.id FROM refunds r JOIN sandbox_refunds x ON x.idempotency_key = r.id::text
    WHERE r.organization_id = $1 AND r.status = 'failed' AND x.outcome <> 'failed'`,
  'money given back by the processor for no refund': `
    SELECT x.idempotency_key AS id FROM sandbox_refunds x
    WHERE x.outcome = 'succeeded' AND $1::uuid IS NOT NULL
      AND NOT EXISTS (SELECT FROM refunds r WHERE r.id::text = x.idempotency_key)`,
  // Whose money a subscription holds: time is given back once.
  'a credit that is not the sum of its funds': `
    SELECT s.id FROM subscriptions s WHERE s.organization_id = $1 AND s.credit <> (
      SELECT coalesce(sum((f->>'amount')::int), 0) FROM jsonb_array_elements(s.funds->'credit') f)`,
  'an order of which more is refunded and held than was paid': `
    SELECT o.id FROM orders o JOIN subscriptions s ON s.id = o.subscription_id
    WHERE o.organization_id = $1 AND o.amount + o.tax_amount - o.refunded_amount < (
      SELECT coalesce(sum((f->>'amount')::int), 0)
      FROM jsonb_path_query(s.funds, '$.*[*]') f WHERE f->>'orderId' = o.id::text)`,
  'funds of an order that is none of the subscription': `
    SELECT s.id FROM subscriptions s, jsonb_path_query(s.funds, '$.*[*]') f
    WHERE s.organization_id = $1 AND f->>'orderId' IS NOT NULL
      AND NOT EXISTS (SELECT FROM orders o WHERE o.id::text = f->>'orderId' AND o.subscription_id = s.id)`,
  'a refund that revoked benefits, with a live grant of its one-time purchase': `
    SELECT r.id FROM refunds r JOIN benefit_grants g ON g.order_id = r.order_id AND g.revoked_at IS NULL
    WHERE r.organization_id = $1 AND r.status = 'succeeded' AND r.revoke_benefits`,
  // Grants ↔ keys, one to one.
  'a license-key grant without its key, or with a key of another state or customer': `
    SELECT g.id FROM benefit_grants g
    JOIN benefits b ON b.id = g.benefit_id AND b.type = 'license_keys'
    LEFT JOIN license_keys k ON k.grant_id = g.id
    WHERE g.organization_id = $1
      AND (k.id IS NULL OR k.customer_id <> g.customer_id OR k.benefit_id <> g.benefit_id
        OR (k.status = 'revoked') <> (g.revoked_at IS NOT NULL))`,
  'two grants of one benefit for one purchase': `
    SELECT min(g.id::text) AS id FROM benefit_grants g WHERE g.organization_id = $1
    GROUP BY g.benefit_id, coalesce(g.subscription_id, g.order_id) HAVING count(*) > 1`,
  'a running subscription without a benefit of its product': `
    SELECT s.id FROM subscriptions s
    JOIN product_benefits p ON p.product_id = s.product_id
    WHERE s.organization_id = $1 AND s.status IN ('trialing', 'active', 'past_due')
      AND s.benefits_revoked_at IS NULL AND NOT EXISTS (SELECT FROM benefit_grants g WHERE g.subscription_id = s.id
        AND g.benefit_id = p.benefit_id AND g.revoked_at IS NULL)`,
  'a live grant of a subscription that has ended, or of another product': `
    SELECT g.id FROM benefit_grants g JOIN subscriptions s ON s.id = g.subscription_id
    WHERE g.organization_id = $1 AND g.revoked_at IS NULL
      AND (s.status NOT IN ('trialing', 'active', 'past_due') OR s.benefits_revoked_at IS NOT NULL
        OR NOT EXISTS (SELECT FROM product_benefits p
          WHERE p.product_id = s.product_id AND p.benefit_id = g.benefit_id))`,
  // Redemptions as counted: each time that a subscription got a discount, each one-time purchase with one, and
  // those that a payment under way has reserved.
  'a discount whose redemptions are counted wrong': `
    SELECT d.id FROM discounts d WHERE d.organization_id = $1 AND d.redemptions_count <> (
      SELECT count(*) FROM (
        SELECT h.discount_id, lag(h.discount_id) OVER (PARTITION BY h.subscription_id ORDER BY h.sequence) AS before
        FROM subscription_history h WHERE h.organization_id = $1
      ) h WHERE h.discount_id = d.id AND h.before IS DISTINCT FROM d.id
    ) + (
      SELECT count(*) FROM checkouts c JOIN prices p ON p.id = c.price_id
      WHERE c.organization_id = $1 AND c.discount_id = d.id AND c.status = 'succeeded' AND p.type = 'one_time'
    ) + (
      SELECT count(*) FROM payment_attempts a
      WHERE a.organization_id = $1 AND a.discount_id = d.id AND a.status IN ('pending', 'processing')
    )`,
  // One mail for each cause, to every customer who is still there.
  'an order without its one receipt': `
    SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id
    WHERE o.organization_id = $1 AND c.deleted_at IS NULL
      AND (SELECT count(*) FROM mails m WHERE m.order_id = o.id AND m.kind IN ('receipt', 'renewal_receipt'))
        <> CASE WHEN o.billing_reason = 'subscription_cycle' AND o.amount + o.tax_amount = 0 THEN 0 ELSE 1 END`,
  'refunds with more or fewer mails than refunds': `
    SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id
    WHERE o.organization_id = $1 AND c.deleted_at IS NULL
      AND (SELECT count(*) FROM mails m WHERE m.order_id = o.id AND m.kind = 'refund')
        <> (SELECT count(*) FROM refunds r WHERE r.order_id = o.id AND r.status = 'succeeded')`,
  'a reminder of a charge that needs none, or at another time': `
    SELECT s.id FROM subscriptions s WHERE s.organization_id = $1 AND s.remind_at IS NOT NULL
      AND (s.cancel_at_period_end OR s.paused_at IS NOT NULL
        OR s.remind_at IS DISTINCT FROM s.current_period_end - CASE
          WHEN s.status = 'trialing' THEN interval '72 hours'
          WHEN s.status = 'active' AND s.recurring_interval = 'year' THEN interval '168 hours' END)`,
  // What is due is found by its time.
  'a subscription whose next time is not that of its state': `
    SELECT s.id FROM subscriptions s WHERE s.organization_id = $1
      AND s.next_action_at IS DISTINCT FROM CASE
        WHEN s.status = 'past_due' THEN s.next_retry_at
        WHEN s.status IN ('trialing', 'active') AND s.paused_at IS NULL THEN s.current_period_end END`,
};

/** The identities that an organization's rows break, each with the ids of rows that do. */
export async function brokenIdentities(
  organizationId: string,
  connection: Connection = pool(),
): Promise<Record<string, string[]>> {
  const broken: Record<string, string[]> = {};
  for (const [name, text] of Object.entries(IDENTITIES)) {
    const { rows } = await connection.query(text, [organizationId]);
    if (rows.length > 0) broken[name] = rows.map(({ id }) => id);
  }
  return broken;
}

/**
 * Fails unless payments, refunds, the processor's ledger, orders, lines, grants, keys and redemptions of an
 * organization agree. `connection` is the tests' own pool unless given.
 */
export async function expectLedgerIdentities(
  organizationId: string,
  connection?: Connection,
): Promise<void> {
  expect(await brokenIdentities(organizationId, connection)).toEqual({});
}
