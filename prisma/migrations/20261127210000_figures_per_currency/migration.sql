-- Figures are per currency (docs/decisions/metrics.md). All that was sold before was sold in usd.

ALTER TABLE "subscription_history" ADD COLUMN     "currency" TEXT NOT NULL DEFAULT 'usd';
ALTER TABLE "metric_deltas" ADD COLUMN     "currency" TEXT NOT NULL DEFAULT 'usd';

-- The background work makes the sums anew, and figures are counted from rows until then.
TRUNCATE metric_days, metric_zones;
ALTER TABLE "metric_days" DROP CONSTRAINT "metric_days_pkey",
ADD COLUMN     "currency" TEXT NOT NULL,
ADD CONSTRAINT "metric_days_pkey" PRIMARY KEY ("organization_id", "zone", "currency", "product_id", "day", "kind");

-- What a subscription adds to the monthly recurring revenue, in minor units (docs/contract/metrics.md#figures). The
-- discount reduces what a period costs, as in lib/resources/discounts/rules.ts; a test compares the two.
DROP FUNCTION monthly_amount(subscription_status, boolean, bigint, recurring_interval, uuid);
CREATE FUNCTION monthly_amount(
  status subscription_status, is_paused boolean, amount bigint, currency text, every recurring_interval, discount uuid
) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN status NOT IN ('active', 'past_due') OR is_paused OR amount IS NULL THEN 0
    WHEN every = 'year' THEN (net + 6) / 12 ELSE net END
  FROM (SELECT amount - coalesce((
    SELECT CASE d.type
      WHEN 'fixed' THEN CASE WHEN d.currency = monthly_amount.currency THEN least(d.amount, monthly_amount.amount) END
      ELSE (monthly_amount.amount * coalesce(d.basis_points, 0) + 5000) / 10000 END
    FROM discounts d WHERE d.id = discount AND d.duration = 'forever'), 0) AS net) n
$$;

-- The currency is that of the price: a free subscription has none of its own.
CREATE OR REPLACE FUNCTION complete_subscription_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := greatest(NEW.changed_at,
    (SELECT max(h.changed_at) FROM subscription_history h WHERE h.subscription_id = NEW.subscription_id));
  NEW.currency := (SELECT p.currency FROM prices p WHERE p.id = NEW.price_id);
  NEW.monthly_amount := monthly_amount(NEW.status, NEW.is_paused, NEW.amount, NEW.currency, NEW.recurring_interval,
    NEW.discount_id);
  RETURN NEW;
END $$;

CREATE OR REPLACE VIEW subscription_metric_entries AS
SELECT h.organization_id, h.subscription_id, h.sequence, s.customer_id, h.changed_at AS at, e.product_id, e.kind,
  e.count, e.amount, e.currency
FROM subscription_history h
LEFT JOIN subscriptions s ON s.id = h.subscription_id
LEFT JOIN LATERAL (
  SELECT p.product_id, p.status, p.is_paused, p.monthly_amount, p.currency FROM subscription_history p
  WHERE p.subscription_id = h.subscription_id AND (p.changed_at, p.sequence) < (h.changed_at, h.sequence)
  ORDER BY p.changed_at DESC, p.sequence DESC LIMIT 1
) p ON true
CROSS JOIN LATERAL (VALUES
  ('start', h.product_id, (is_running(h.status) AND coalesce(p.status = 'incomplete', true))::int, 0::bigint, h.currency),
  ('end', h.product_id, (is_running(p.status) AND NOT is_running(h.status))::int, 0, h.currency),
  ('stock', h.product_id, is_running(h.status)::int, h.monthly_amount, h.currency),
  ('stock', p.product_id, -is_running(p.status)::int, -p.monthly_amount, p.currency),
  ('paused', h.product_id, (is_running(h.status) AND h.is_paused)::int, 0, h.currency),
  ('paused', p.product_id, -(is_running(p.status) AND p.is_paused)::int, 0, p.currency)
) e (kind, product_id, count, amount, currency)
WHERE e.count <> 0 OR e.amount <> 0;

CREATE OR REPLACE VIEW order_metric_entries AS
SELECT o.id AS order_id, o.organization_id, o.customer_id, o.created_at AS at, o.product_id,
  o.billing_reason::text AS kind, 1 AS count, o.amount, o.currency
FROM orders o
UNION ALL
SELECT r.order_id, r.organization_id, r.customer_id, r.settled_at, o.product_id, 'refund', 1, r.amount, r.currency
FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.status = 'succeeded';

CREATE OR REPLACE VIEW checkout_metric_entries AS
SELECT c.organization_id, c.customer_id, c.created_at AS at, c.product_id, e.kind, 1 AS count, 0::bigint AS amount,
  p.currency
FROM checkouts c
JOIN prices p ON p.id = c.price_id
CROSS JOIN LATERAL (VALUES ('checkout', true), ('succeeded_checkout', c.status = 'succeeded')) e (kind, counts)
WHERE e.counts;

CREATE OR REPLACE VIEW metric_entries AS
SELECT organization_id, customer_id, at, product_id, kind, count, amount, currency FROM order_metric_entries
UNION ALL
SELECT organization_id, customer_id, at, product_id, kind, count, amount, currency FROM subscription_metric_entries
UNION ALL
SELECT organization_id, customer_id, at, product_id, kind, count, amount, currency FROM checkout_metric_entries;

CREATE OR REPLACE FUNCTION measure_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO metric_deltas (organization_id, at, product_id, kind, count, amount, currency)
  SELECT e.organization_id, e.at, e.product_id, e.kind, e.count, e.amount, e.currency
  FROM inserted i JOIN subscription_metric_entries e ON e.sequence = i.sequence;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION measure_deleted_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO metric_deltas (organization_id, at, product_id, kind, count, amount, currency)
  SELECT e.organization_id, e.at, e.product_id, e.kind, -e.count, -e.amount, e.currency
  FROM subscription_metric_entries e WHERE e.subscription_id = OLD.id;
  RETURN OLD;
END $$;
CREATE OR REPLACE FUNCTION measure_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO metric_deltas (organization_id, at, product_id, kind, count, amount, currency)
  SELECT organization_id, created_at, product_id, billing_reason::text, 1, amount, currency FROM inserted;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION measure_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign int := CASE TG_WHEN WHEN 'BEFORE' THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO metric_deltas (organization_id, at, product_id, kind, count, amount, currency)
  SELECT e.organization_id, e.at, e.product_id, e.kind, sign * e.count, sign * e.amount, e.currency
  FROM order_metric_entries e WHERE e.order_id = OLD.id;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE OR REPLACE FUNCTION measure_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO metric_deltas (organization_id, at, product_id, kind, count, amount, currency)
  SELECT r.organization_id, r.settled_at, o.product_id, 'refund', r.sign, r.sign * r.amount, o.currency
  FROM (
    SELECT -1 AS sign, OLD.organization_id, OLD.order_id, OLD.status, OLD.settled_at, OLD.amount WHERE TG_OP <> 'INSERT'
    UNION ALL
    SELECT 1, NEW.organization_id, NEW.order_id, NEW.status, NEW.settled_at, NEW.amount WHERE TG_OP <> 'DELETE'
  ) r JOIN orders o ON o.id = r.order_id
  WHERE r.status = 'succeeded';
  RETURN NULL;
END $$;

-- The price says the currency of a checkout, so that another price is a difference as well.
CREATE OR REPLACE FUNCTION measure_checkout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO metric_deltas (organization_id, at, product_id, kind, count, amount, currency)
  SELECT c.organization_id, c.created_at, c.product_id, e.kind, sum(c.sign), 0, p.currency
  FROM (
    SELECT -1 AS sign, OLD.organization_id, OLD.created_at, OLD.product_id, OLD.price_id, OLD.status WHERE TG_OP <> 'INSERT'
    UNION ALL
    SELECT 1, NEW.organization_id, NEW.created_at, NEW.product_id, NEW.price_id, NEW.status WHERE TG_OP <> 'DELETE'
  ) c
  JOIN prices p ON p.id = c.price_id
  CROSS JOIN LATERAL (VALUES ('checkout', true), ('succeeded_checkout', c.status = 'succeeded')) e (kind, counts)
  WHERE e.counts
  GROUP BY 1, 2, 3, 4, p.currency HAVING sum(c.sign) <> 0;
  RETURN NULL;
END $$;
DROP TRIGGER measure_changed ON checkouts;
CREATE TRIGGER measure_changed AFTER UPDATE ON checkouts FOR EACH ROW
  WHEN (ROW(OLD.created_at, OLD.product_id, OLD.price_id, OLD.status = 'succeeded')
    IS DISTINCT FROM ROW(NEW.created_at, NEW.product_id, NEW.price_id, NEW.status = 'succeeded'))
  EXECUTE FUNCTION measure_checkout();
