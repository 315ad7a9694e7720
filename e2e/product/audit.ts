import type pg from 'pg';

interface CheckoutTraces {
  id: string;
  email: string;
  status: string;
  recurring: boolean;
  customers: number;
  orders: number;
  subscriptions: number;
  grants: number;
  keys: number;
  events: number;
  pending: number;
  paid: number;
  charges: number;
}

/** The state of an organization's checkouts in the database. */
export interface Audit {
  sold: Set<string>;
  open: Set<string>;
  /** Checkouts with a part of a sale's rows. */
  half: CheckoutTraces[];
  /** Charges in the processor's ledger without an order. */
  lost: string[];
  /** Whether the numbers of invoices are 1 to the number of orders, each on its order. */
  isNumbered: boolean;
  /** Redemptions of discounts beyond the number of their orders. */
  redemptionsTooMany: number;
}

/** The rows of a complete sale: a custom benefit and a license key. */
const whole = ({ recurring }: CheckoutTraces) => ({
  status: 'succeeded',
  customers: 1,
  orders: 1,
  subscriptions: recurring ? 1 : 0,
  grants: 2,
  keys: 1,
  events: recurring ? 6 : 4,
  pending: 0,
  paid: 1,
  charges: 1,
});
const nothing = {
  status: 'open',
  customers: 0,
  orders: 0,
  subscriptions: 0,
  grants: 0,
  keys: 0,
  events: 0,
  pending: 0,
  paid: 0,
  charges: 0,
};

/** Compares the rows of each checkout with those of a complete sale and of none. */
export async function audit(client: pg.Client, organizationId: string): Promise<Audit> {
  const { rows } = await client.query<CheckoutTraces>(TRACES, [organizationId]);
  const is = (row: CheckoutTraces, expected: Partial<CheckoutTraces>) =>
    Object.entries(expected).every(([name, value]) => row[name as keyof CheckoutTraces] === value);
  const sold = rows.filter((row) => is(row, whole(row)));
  const open = rows.filter((row) => is(row, nothing));
  const lost = await client.query<{ key: string }>(`
    SELECT idempotency_key AS key FROM sandbox_charges c
    WHERE amount > 0 AND outcome = 'succeeded'
      AND NOT EXISTS (SELECT FROM orders o WHERE o.attempt_id::text = c.idempotency_key)`);
  const discounts = await client.query<{ difference: number }>(
    `SELECT coalesce(sum(redemptions_count - (SELECT count(*) FROM orders o WHERE o.discount_id = d.id)), 0)::int
       AS difference
     FROM discounts d WHERE organization_id = $1`,
    [organizationId],
  );
  const numbers = await client.query<{ invoices: number; last: number; orders: number }>(
    `SELECT count(d.id)::int AS invoices, coalesce(max(d.sequence), 0) AS last, count(*)::int AS orders
     FROM orders o LEFT JOIN documents d ON d.id = o.id AND d.content ->> 'number' = o.invoice_number
       AND d.kind = 'invoice' AND d.sequence >= 1
     WHERE o.organization_id = $1`,
    [organizationId],
  );
  const { invoices, last, orders } = numbers.rows[0] ?? {};
  return {
    isNumbered: invoices === orders && last === orders,
    sold: new Set(sold.map(({ id }) => id)),
    open: new Set(open.map(({ id }) => id)),
    half: rows.filter((row) => !sold.includes(row) && !open.includes(row)),
    lost: lost.rows.map(({ key }) => key),
    redemptionsTooMany: discounts.rows[0]?.difference ?? 0,
  };
}

/** Each buyer has his own email address, which the success URL of his checkout contains. */
const TRACES = `
  WITH checkouts AS (
    SELECT id, status, price_id, split_part(success_url, '?', 2) AS email
    FROM checkouts WHERE organization_id = $1
  ), sources AS (
    SELECT checkout_id, id FROM orders UNION ALL SELECT checkout_id, id FROM subscriptions
  ), grants AS (
    SELECT g.id, s.checkout_id FROM benefit_grants g
    JOIN sources s ON s.id IN (g.order_id, g.subscription_id) WHERE g.revoked_at IS NULL
  )
  SELECT c.id, c.email, c.status::text, p.type = 'recurring' AS recurring,
    (SELECT count(*)::int FROM customers u WHERE u.email = c.email) AS customers,
    (SELECT count(*)::int FROM orders o WHERE o.checkout_id = c.id) AS orders,
    (SELECT count(*)::int FROM subscriptions s WHERE s.checkout_id = c.id) AS subscriptions,
    (SELECT count(*)::int FROM grants g WHERE g.checkout_id = c.id) AS grants,
    (SELECT count(*)::int FROM license_keys k JOIN grants g ON g.id = k.grant_id
     WHERE g.checkout_id = c.id AND k.status = 'granted') AS keys,
    (SELECT count(*)::int FROM events e
     WHERE e.object_id IN (SELECT id FROM sources s WHERE s.checkout_id = c.id
                           UNION ALL SELECT id FROM grants g WHERE g.checkout_id = c.id)
        OR (e.object_id = c.id AND e.snapshot->>'status' = 'succeeded')) AS events,
    (SELECT count(*)::int FROM payment_attempts a WHERE a.checkout_id = c.id
     AND a.status IN ('pending', 'processing')) AS pending,
    (SELECT count(*)::int FROM payment_attempts a WHERE a.checkout_id = c.id
     AND a.status = 'succeeded') AS paid,
    (SELECT count(*)::int FROM payment_attempts a
     JOIN sandbox_charges x ON x.idempotency_key = a.id::text
     WHERE a.checkout_id = c.id AND x.amount > 0 AND x.outcome = 'succeeded') AS charges
  FROM checkouts c JOIN prices p ON p.id = c.price_id`;
