-- Figures over time (docs/decisions/metrics.md): one view of what orders and changes of subscriptions add to them,
-- sums of it by local day, and the rows that are not in these sums yet.

-- AlterTable
ALTER TABLE "subscription_history" ADD COLUMN     "monthly_amount" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "metric_deltas" (
    "number" BIGSERIAL NOT NULL,
    "organization_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "product_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "metric_deltas_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "metric_zones" (
    "organization_id" UUID NOT NULL,
    "zone" TEXT NOT NULL,

    CONSTRAINT "metric_zones_pkey" PRIMARY KEY ("organization_id","zone")
);

-- CreateTable
CREATE TABLE "metric_days" (
    "organization_id" UUID NOT NULL,
    "zone" TEXT NOT NULL,
    "product_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "metric_days_pkey" PRIMARY KEY ("organization_id","zone","product_id","day","kind")
);

-- CreateIndex
CREATE INDEX "metric_deltas_organization_id_idx" ON "metric_deltas"("organization_id");

-- AddForeignKey
ALTER TABLE "metric_zones" ADD CONSTRAINT "metric_zones_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "metric_days" ADD CONSTRAINT "metric_days_organization_id_zone_fkey" FOREIGN KEY ("organization_id", "zone") REFERENCES "metric_zones"("organization_id", "zone") ON DELETE CASCADE ON UPDATE CASCADE;

-- The zone of an organization's setting as PostgreSQL names it, which takes these four for abbreviations without
-- summer time.
CREATE FUNCTION metric_zone(timezone text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE upper(timezone) WHEN 'CET' THEN 'Europe/Brussels' WHEN 'MET' THEN 'Europe/Brussels'
    WHEN 'EET' THEN 'Europe/Athens' WHEN 'WET' THEN 'Europe/Lisbon' ELSE timezone END
$$;

-- The first moment of a local day. Where clocks go back at midnight, 00:00 comes twice, and `AT TIME ZONE` answers the
-- second one.
CREATE FUNCTION start_of_day(day date, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN ((midnight - interval '1 hour') AT TIME ZONE zone)::date = day
    THEN midnight - interval '1 hour' ELSE midnight END
  FROM (SELECT day::timestamp AT TIME ZONE zone AS midnight) m
$$;

-- Whether a subscription is one of `active_subscriptions`.
CREATE FUNCTION is_running(status subscription_status) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status IN ('trialing', 'active', 'past_due')
$$;

-- What a subscription adds to the monthly recurring revenue, in minor units (docs/contract/metrics.md#figures). The
-- discount reduces what a period costs, as in lib/resources/discounts/rules.ts; a test compares the two.
CREATE FUNCTION monthly_amount(
  status subscription_status, is_paused boolean, amount int, every recurring_interval, discount uuid
) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN status NOT IN ('active', 'past_due') OR is_paused OR amount IS NULL THEN 0
    WHEN every = 'year' THEN (net + 6) / 12 ELSE net END
  FROM (SELECT (amount - coalesce((
    SELECT CASE d.type WHEN 'fixed' THEN least(coalesce(d.amount, 0), monthly_amount.amount)
      ELSE (monthly_amount.amount * coalesce(d.basis_points, 0)::bigint + 5000) / 10000 END
    FROM discounts d WHERE d.id = discount AND d.duration = 'forever'), 0))::int AS net) n
$$;

-- The history is in the order of its times: requests that began earlier may write later.
UPDATE subscription_history h SET changed_at = o.changed_at
FROM (
  SELECT sequence, max(changed_at) OVER (PARTITION BY subscription_id ORDER BY sequence) AS changed_at
  FROM subscription_history
) o
WHERE o.sequence = h.sequence AND o.changed_at <> h.changed_at;
UPDATE subscription_history SET monthly_amount =
  monthly_amount(status, is_paused, amount, recurring_interval, discount_id)
WHERE status IN ('active', 'past_due') AND NOT is_paused AND amount IS NOT NULL;

CREATE FUNCTION complete_subscription_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := greatest(NEW.changed_at,
    (SELECT max(h.changed_at) FROM subscription_history h WHERE h.subscription_id = NEW.subscription_id));
  NEW.monthly_amount := monthly_amount(NEW.status, NEW.is_paused, NEW.amount, NEW.recurring_interval, NEW.discount_id);
  RETURN NEW;
END $$;
CREATE TRIGGER complete_history BEFORE INSERT ON subscription_history FOR EACH ROW
  EXECUTE FUNCTION complete_subscription_history();

-- A subscription that is inserted after its end has been active from its start to then.
CREATE OR REPLACE FUNCTION write_new_subscription_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_history (organization_id, subscription_id, changed_at, status, product_id, price_id,
    amount, recurring_interval, discount_id, is_paused)
  SELECT organization_id, id, coalesce(started_at, created_at),
    CASE WHEN started_at < ended_at THEN 'active' ELSE status END, product_id, price_id, amount,
    recurring_interval, discount_id, paused_at IS NOT NULL
  FROM inserted;
  INSERT INTO subscription_history (organization_id, subscription_id, changed_at, status, product_id, price_id,
    amount, recurring_interval, discount_id, is_paused)
  SELECT organization_id, id, ended_at, status, product_id, price_id, amount, recurring_interval, discount_id,
    paused_at IS NOT NULL
  FROM inserted WHERE started_at < ended_at;
  RETURN NULL;
END $$;

-- Another duration of a discount changes what its subscriptions pay from then on, by the organization's clock.
CREATE FUNCTION write_discount_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_history (organization_id, subscription_id, changed_at, status, product_id, price_id,
    amount, recurring_interval, discount_id, is_paused)
  SELECT s.organization_id, s.id,
    coalesce((SELECT c.now FROM test_clocks c WHERE c.organization_id = NEW.organization_id), NEW.modified_at, now()),
    s.status, s.product_id, s.price_id, s.amount, s.recurring_interval, s.discount_id, s.paused_at IS NOT NULL
  FROM (SELECT * FROM subscriptions WHERE organization_id = NEW.organization_id AND discount_id = NEW.id
          AND status IN ('active', 'past_due') AND paused_at IS NULL AND amount IS NOT NULL
        ORDER BY id FOR UPDATE) s;
  RETURN NULL;
END $$;
CREATE TRIGGER write_history AFTER UPDATE ON discounts FOR EACH ROW
  WHEN (ROW(OLD.duration, OLD.type, OLD.amount, OLD.basis_points)
    IS DISTINCT FROM ROW(NEW.duration, NEW.type, NEW.amount, NEW.basis_points)
    AND 'forever' IN (OLD.duration, NEW.duration))
  EXECUTE FUNCTION write_discount_history();

-- What changes of subscriptions add: `start` when it starts; `stock` the number of running ones and the monthly
-- recurring revenue, what it became and, negative, what it was.
CREATE VIEW subscription_metric_entries AS
SELECT h.organization_id, h.subscription_id, h.sequence, s.customer_id, h.changed_at AS at, e.product_id, e.kind,
  e.count, e.amount::bigint AS amount
FROM subscription_history h
LEFT JOIN subscriptions s ON s.id = h.subscription_id
LEFT JOIN LATERAL (
  SELECT p.product_id, p.status, p.monthly_amount FROM subscription_history p
  WHERE p.subscription_id = h.subscription_id AND (p.changed_at, p.sequence) < (h.changed_at, h.sequence)
  ORDER BY p.changed_at DESC, p.sequence DESC LIMIT 1
) p ON true
CROSS JOIN LATERAL (VALUES
  ('start', h.product_id, (is_running(h.status) AND coalesce(p.status = 'incomplete', true))::int, 0),
  ('stock', h.product_id, is_running(h.status)::int, h.monthly_amount),
  ('stock', p.product_id, -is_running(p.status)::int, -p.monthly_amount)
) e (kind, product_id, count, amount)
WHERE e.count <> 0 OR e.amount <> 0;

-- What an order adds, whose kind is its billing reason, and its refunds when their outcome is known.
CREATE VIEW order_metric_entries AS
SELECT o.id AS order_id, o.organization_id, o.customer_id, o.created_at AS at, o.product_id,
  o.billing_reason::text AS kind, 1 AS count, o.amount::bigint AS amount
FROM orders o
UNION ALL
SELECT r.order_id, r.organization_id, r.customer_id, r.settled_at, o.product_id, 'refund', 1, r.amount
FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.status = 'succeeded';
CREATE INDEX refunds_settled_idx ON refunds (organization_id, settled_at) WHERE status = 'succeeded';

-- All that adds to the figures, row by row.
CREATE VIEW metric_entries AS
SELECT organization_id, customer_id, at, product_id, kind, count, amount FROM order_metric_entries
UNION ALL
SELECT organization_id, customer_id, at, product_id, kind, count, amount FROM subscription_metric_entries;

-- Each statement that changes what the view shows writes the difference. No two writers touch the same row, and what
-- is rolled back takes its differences along.
CREATE FUNCTION measure_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO metric_deltas (organization_id, at, product_id, kind, count, amount)
  SELECT e.organization_id, e.at, e.product_id, e.kind, e.count, e.amount
  FROM inserted i JOIN subscription_metric_entries e ON e.sequence = i.sequence;
  RETURN NULL;
END $$;
CREATE TRIGGER measure AFTER INSERT ON subscription_history
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION measure_history();
CREATE FUNCTION measure_deleted_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO metric_deltas (organization_id, at, product_id, kind, count, amount)
  SELECT e.organization_id, e.at, e.product_id, e.kind, -e.count, -e.amount
  FROM subscription_metric_entries e WHERE e.subscription_id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER measure_deleted BEFORE DELETE ON subscriptions FOR EACH ROW
  EXECUTE FUNCTION measure_deleted_subscription();

CREATE FUNCTION measure_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO metric_deltas (organization_id, at, product_id, kind, count, amount)
  SELECT organization_id, created_at, product_id, billing_reason::text, 1, amount FROM inserted;
  RETURN NULL;
END $$;
CREATE TRIGGER measure AFTER INSERT ON orders
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION measure_new_orders();
CREATE FUNCTION measure_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign int := CASE TG_WHEN WHEN 'BEFORE' THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO metric_deltas (organization_id, at, product_id, kind, count, amount)
  SELECT e.organization_id, e.at, e.product_id, e.kind, sign * e.count, sign * e.amount
  FROM order_metric_entries e WHERE e.order_id = OLD.id;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER measure_deleted BEFORE DELETE ON orders FOR EACH ROW EXECUTE FUNCTION measure_order();
CREATE TRIGGER measure_before BEFORE UPDATE ON orders FOR EACH ROW
  WHEN (ROW(OLD.created_at, OLD.product_id, OLD.billing_reason, OLD.amount)
    IS DISTINCT FROM ROW(NEW.created_at, NEW.product_id, NEW.billing_reason, NEW.amount))
  EXECUTE FUNCTION measure_order();
CREATE TRIGGER measure_after AFTER UPDATE ON orders FOR EACH ROW
  WHEN (ROW(OLD.created_at, OLD.product_id, OLD.billing_reason, OLD.amount)
    IS DISTINCT FROM ROW(NEW.created_at, NEW.product_id, NEW.billing_reason, NEW.amount))
  EXECUTE FUNCTION measure_order();
-- Before and after a refund changes. Those that go with their order are in its differences.
CREATE FUNCTION measure_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO metric_deltas (organization_id, at, product_id, kind, count, amount)
  SELECT r.organization_id, r.settled_at, o.product_id, 'refund', r.sign, r.sign * r.amount
  FROM (
    SELECT -1 AS sign, OLD.organization_id, OLD.order_id, OLD.status, OLD.settled_at, OLD.amount WHERE TG_OP <> 'INSERT'
    UNION ALL
    SELECT 1, NEW.organization_id, NEW.order_id, NEW.status, NEW.settled_at, NEW.amount WHERE TG_OP <> 'DELETE'
  ) r JOIN orders o ON o.id = r.order_id
  WHERE r.status = 'succeeded';
  RETURN NULL;
END $$;
CREATE TRIGGER measure AFTER INSERT OR DELETE ON refunds FOR EACH ROW EXECUTE FUNCTION measure_refund();
CREATE TRIGGER measure_changed AFTER UPDATE ON refunds FOR EACH ROW
  WHEN (ROW(OLD.status, OLD.settled_at, OLD.amount) IS DISTINCT FROM ROW(NEW.status, NEW.settled_at, NEW.amount))
  EXECUTE FUNCTION measure_refund();
