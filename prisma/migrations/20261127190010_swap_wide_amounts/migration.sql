-- The new columns take the place of the old ones. All rows have them, and checks say so: nothing is read here.

DROP VIEW metric_entries, order_metric_entries, subscription_metric_entries;
DROP TRIGGER write_changed_history ON subscriptions;
DROP TRIGGER write_history ON discounts;
DROP TRIGGER measure_before ON orders;
DROP TRIGGER measure_after ON orders;
DROP TRIGGER measure_changed ON refunds;

DROP TRIGGER widen ON organizations;
DROP FUNCTION widen_organizations();
ALTER TABLE organizations
  DROP COLUMN refund_step_up_amount;
ALTER TABLE organizations RENAME COLUMN refund_step_up_amount_wide TO refund_step_up_amount;

DROP TRIGGER widen ON prices;
DROP FUNCTION widen_prices();
ALTER TABLE prices
  DROP COLUMN amount,
  DROP COLUMN minimum_amount,
  DROP COLUMN maximum_amount,
  DROP COLUMN preset_amount;
ALTER TABLE prices RENAME COLUMN amount_wide TO amount;
ALTER TABLE prices RENAME COLUMN minimum_amount_wide TO minimum_amount;
ALTER TABLE prices RENAME COLUMN maximum_amount_wide TO maximum_amount;
ALTER TABLE prices RENAME COLUMN preset_amount_wide TO preset_amount;
ALTER TABLE prices RENAME CONSTRAINT prices_form_wide TO prices_form;
ALTER TABLE prices RENAME CONSTRAINT prices_amount_wide TO prices_amount;
ALTER TABLE prices RENAME CONSTRAINT prices_bounds_wide TO prices_bounds;

DROP TRIGGER widen ON discounts;
DROP FUNCTION widen_discounts();
ALTER TABLE discounts
  DROP COLUMN amount;
ALTER TABLE discounts RENAME COLUMN amount_wide TO amount;
ALTER TABLE discounts RENAME CONSTRAINT discounts_form_wide TO discounts_form;
ALTER TABLE discounts RENAME CONSTRAINT discounts_amount_wide TO discounts_amount;

DROP TRIGGER widen ON checkouts;
DROP FUNCTION widen_checkouts();
ALTER TABLE checkouts
  DROP COLUMN custom_amount,
  DROP COLUMN amount,
  DROP COLUMN subtotal_amount,
  DROP COLUMN tax_amount,
  DROP COLUMN total_amount;
ALTER TABLE checkouts RENAME COLUMN custom_amount_wide TO custom_amount;
ALTER TABLE checkouts RENAME COLUMN amount_wide TO amount;
ALTER TABLE checkouts RENAME COLUMN subtotal_amount_wide TO subtotal_amount;
ALTER TABLE checkouts RENAME COLUMN tax_amount_wide TO tax_amount;
ALTER TABLE checkouts RENAME COLUMN total_amount_wide TO total_amount;
ALTER TABLE checkouts RENAME CONSTRAINT checkouts_amounts_wide TO checkouts_amounts;
ALTER TABLE checkouts RENAME CONSTRAINT checkouts_custom_amount_wide TO checkouts_custom_amount;

DROP TRIGGER widen ON payment_attempts;
DROP FUNCTION widen_payment_attempts();
ALTER TABLE payment_attempts
  DROP COLUMN amount;
ALTER TABLE payment_attempts RENAME COLUMN amount_wide TO amount;
ALTER TABLE payment_attempts
  ALTER COLUMN amount SET NOT NULL;
ALTER TABLE payment_attempts DROP CONSTRAINT payment_attempts_wide_given;
ALTER TABLE payment_attempts RENAME CONSTRAINT payment_attempts_amount_wide TO payment_attempts_amount;

DROP TRIGGER widen ON sandbox_charges;
DROP FUNCTION widen_sandbox_charges();
ALTER TABLE sandbox_charges
  DROP COLUMN amount;
ALTER TABLE sandbox_charges RENAME COLUMN amount_wide TO amount;
ALTER TABLE sandbox_charges
  ALTER COLUMN amount SET NOT NULL;
ALTER TABLE sandbox_charges DROP CONSTRAINT sandbox_charges_wide_given;

DROP TRIGGER widen ON sandbox_refunds;
DROP FUNCTION widen_sandbox_refunds();
ALTER TABLE sandbox_refunds
  DROP COLUMN amount;
ALTER TABLE sandbox_refunds RENAME COLUMN amount_wide TO amount;
ALTER TABLE sandbox_refunds
  ALTER COLUMN amount SET NOT NULL;
ALTER TABLE sandbox_refunds DROP CONSTRAINT sandbox_refunds_wide_given;

DROP TRIGGER widen ON subscriptions;
DROP FUNCTION widen_subscriptions();
ALTER TABLE subscriptions
  DROP COLUMN amount,
  DROP COLUMN period_amount,
  DROP COLUMN credit,
  DROP COLUMN carried;
ALTER TABLE subscriptions RENAME COLUMN amount_wide TO amount;
ALTER TABLE subscriptions RENAME COLUMN period_amount_wide TO period_amount;
ALTER TABLE subscriptions RENAME COLUMN credit_wide TO credit;
ALTER TABLE subscriptions RENAME COLUMN carried_wide TO carried;
ALTER TABLE subscriptions
  ALTER COLUMN period_amount SET NOT NULL,
  ALTER COLUMN credit SET NOT NULL,
  ALTER COLUMN carried SET NOT NULL,
  ALTER COLUMN period_amount SET DEFAULT 0,
  ALTER COLUMN credit SET DEFAULT 0,
  ALTER COLUMN carried SET DEFAULT 0;
ALTER TABLE subscriptions DROP CONSTRAINT subscriptions_wide_given;
ALTER TABLE subscriptions RENAME CONSTRAINT subscriptions_amount_wide TO subscriptions_amount;

DROP TRIGGER widen ON subscription_history;
DROP FUNCTION widen_subscription_history();
ALTER TABLE subscription_history
  DROP COLUMN amount,
  DROP COLUMN monthly_amount;
ALTER TABLE subscription_history RENAME COLUMN amount_wide TO amount;
ALTER TABLE subscription_history RENAME COLUMN monthly_amount_wide TO monthly_amount;
ALTER TABLE subscription_history
  ALTER COLUMN monthly_amount SET NOT NULL,
  ALTER COLUMN monthly_amount SET DEFAULT 0;
ALTER TABLE subscription_history DROP CONSTRAINT subscription_history_wide_given;

DROP TRIGGER widen ON orders;
DROP FUNCTION widen_orders();
ALTER TABLE orders
  DROP COLUMN amount,
  DROP COLUMN tax_amount,
  DROP COLUMN refunded_amount;
ALTER TABLE orders RENAME COLUMN amount_wide TO amount;
ALTER TABLE orders RENAME COLUMN tax_amount_wide TO tax_amount;
ALTER TABLE orders RENAME COLUMN refunded_amount_wide TO refunded_amount;
ALTER TABLE orders
  ALTER COLUMN amount SET NOT NULL,
  ALTER COLUMN tax_amount SET NOT NULL,
  ALTER COLUMN refunded_amount SET NOT NULL,
  ALTER COLUMN refunded_amount SET DEFAULT 0;
ALTER TABLE orders DROP CONSTRAINT orders_wide_given;
ALTER TABLE orders RENAME CONSTRAINT orders_amounts_wide TO orders_amounts;
ALTER TABLE orders RENAME CONSTRAINT orders_refunded_wide TO orders_refunded;

DROP TRIGGER widen ON refunds;
DROP FUNCTION widen_refunds();
ALTER TABLE refunds
  DROP COLUMN amount,
  DROP COLUMN credit_taken;
ALTER TABLE refunds RENAME COLUMN amount_wide TO amount;
ALTER TABLE refunds RENAME COLUMN credit_taken_wide TO credit_taken;
ALTER TABLE refunds
  ALTER COLUMN amount SET NOT NULL,
  ALTER COLUMN credit_taken SET NOT NULL,
  ALTER COLUMN credit_taken SET DEFAULT 0;
ALTER TABLE refunds DROP CONSTRAINT refunds_wide_given;
ALTER TABLE refunds RENAME CONSTRAINT refunds_amount_wide TO refunds_amount;

DROP PROCEDURE widen_amounts(integer);

-- What a subscription adds to the monthly recurring revenue, in minor units (docs/contract/metrics.md#figures). The
-- discount reduces what a period costs, as in lib/resources/discounts/rules.ts; a test compares the two.
DROP FUNCTION monthly_amount(subscription_status, boolean, int, recurring_interval, uuid);
CREATE FUNCTION monthly_amount(
  status subscription_status, is_paused boolean, amount bigint, every recurring_interval, discount uuid
) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN status NOT IN ('active', 'past_due') OR is_paused OR amount IS NULL THEN 0
    WHEN every = 'year' THEN (net + 6) / 12 ELSE net END
  FROM (SELECT amount - coalesce((
    SELECT CASE d.type WHEN 'fixed' THEN least(coalesce(d.amount, 0), monthly_amount.amount)
      ELSE (monthly_amount.amount * coalesce(d.basis_points, 0) + 5000) / 10000 END
    FROM discounts d WHERE d.id = discount AND d.duration = 'forever'), 0) AS net) n
$$;

-- The tax in the first `part` of what was paid, minor units: that of the whole in the same proportion.
DROP FUNCTION tax_within(bigint, jsonb);
CREATE FUNCTION tax_within(part bigint, invoice jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT round((invoice ->> 'tax_amount')::numeric * part
    / ((invoice ->> 'amount')::numeric + (invoice ->> 'tax_amount')::numeric))::bigint
$$;

CREATE TRIGGER write_changed_history AFTER UPDATE ON subscriptions FOR EACH ROW
  WHEN (ROW(OLD.status, OLD.product_id, OLD.price_id, OLD.amount, OLD.recurring_interval, OLD.discount_id,
      OLD.paused_at IS NULL)
    IS DISTINCT FROM ROW(NEW.status, NEW.product_id, NEW.price_id, NEW.amount, NEW.recurring_interval,
      NEW.discount_id, NEW.paused_at IS NULL))
  EXECUTE FUNCTION write_subscription_history();
CREATE TRIGGER write_history AFTER UPDATE ON discounts FOR EACH ROW
  WHEN (ROW(OLD.duration, OLD.type, OLD.amount, OLD.basis_points)
    IS DISTINCT FROM ROW(NEW.duration, NEW.type, NEW.amount, NEW.basis_points)
    AND 'forever' IN (OLD.duration, NEW.duration))
  EXECUTE FUNCTION write_discount_history();
CREATE TRIGGER measure_before BEFORE UPDATE ON orders FOR EACH ROW
  WHEN (ROW(OLD.created_at, OLD.product_id, OLD.billing_reason, OLD.amount)
    IS DISTINCT FROM ROW(NEW.created_at, NEW.product_id, NEW.billing_reason, NEW.amount))
  EXECUTE FUNCTION measure_order();
CREATE TRIGGER measure_after AFTER UPDATE ON orders FOR EACH ROW
  WHEN (ROW(OLD.created_at, OLD.product_id, OLD.billing_reason, OLD.amount)
    IS DISTINCT FROM ROW(NEW.created_at, NEW.product_id, NEW.billing_reason, NEW.amount))
  EXECUTE FUNCTION measure_order();
CREATE TRIGGER measure_changed AFTER UPDATE ON refunds FOR EACH ROW
  WHEN (ROW(OLD.status, OLD.settled_at, OLD.amount) IS DISTINCT FROM ROW(NEW.status, NEW.settled_at, NEW.amount))
  EXECUTE FUNCTION measure_refund();

-- The views as they were.
CREATE VIEW subscription_metric_entries AS
SELECT h.organization_id, h.subscription_id, h.sequence, s.customer_id, h.changed_at AS at, e.product_id, e.kind,
  e.count, e.amount
FROM subscription_history h
LEFT JOIN subscriptions s ON s.id = h.subscription_id
LEFT JOIN LATERAL (
  SELECT p.product_id, p.status, p.is_paused, p.monthly_amount FROM subscription_history p
  WHERE p.subscription_id = h.subscription_id AND (p.changed_at, p.sequence) < (h.changed_at, h.sequence)
  ORDER BY p.changed_at DESC, p.sequence DESC LIMIT 1
) p ON true
CROSS JOIN LATERAL (VALUES
  ('start', h.product_id, (is_running(h.status) AND coalesce(p.status = 'incomplete', true))::int, 0::bigint),
  ('end', h.product_id, (is_running(p.status) AND NOT is_running(h.status))::int, 0),
  ('stock', h.product_id, is_running(h.status)::int, h.monthly_amount),
  ('stock', p.product_id, -is_running(p.status)::int, -p.monthly_amount),
  ('paused', h.product_id, (is_running(h.status) AND h.is_paused)::int, 0),
  ('paused', p.product_id, -(is_running(p.status) AND p.is_paused)::int, 0)
) e (kind, product_id, count, amount)
WHERE e.count <> 0 OR e.amount <> 0;
CREATE VIEW order_metric_entries AS
SELECT o.id AS order_id, o.organization_id, o.customer_id, o.created_at AS at, o.product_id,
  o.billing_reason::text AS kind, 1 AS count, o.amount
FROM orders o
UNION ALL
SELECT r.order_id, r.organization_id, r.customer_id, r.settled_at, o.product_id, 'refund', 1, r.amount
FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.status = 'succeeded';
CREATE VIEW metric_entries AS
SELECT organization_id, customer_id, at, product_id, kind, count, amount FROM order_metric_entries
UNION ALL
SELECT organization_id, customer_id, at, product_id, kind, count, amount FROM subscription_metric_entries
UNION ALL
SELECT organization_id, customer_id, at, product_id, kind, count, amount FROM checkout_metric_entries;
