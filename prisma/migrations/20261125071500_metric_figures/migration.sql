-- Further figures (docs/decisions/metrics.md): ended and paused subscriptions, checkouts and those that succeeded.

-- Beside `start` and `stock` the view has `end`, when a subscription is no longer running, and `paused`, the number of
-- running ones that are paused: what it became and, negative, what it was.
CREATE OR REPLACE VIEW subscription_metric_entries AS
SELECT h.organization_id, h.subscription_id, h.sequence, s.customer_id, h.changed_at AS at, e.product_id, e.kind,
  e.count, e.amount::bigint AS amount
FROM subscription_history h
LEFT JOIN subscriptions s ON s.id = h.subscription_id
LEFT JOIN LATERAL (
  SELECT p.product_id, p.status, p.is_paused, p.monthly_amount FROM subscription_history p
  WHERE p.subscription_id = h.subscription_id AND (p.changed_at, p.sequence) < (h.changed_at, h.sequence)
  ORDER BY p.changed_at DESC, p.sequence DESC LIMIT 1
) p ON true
CROSS JOIN LATERAL (VALUES
  ('start', h.product_id, (is_running(h.status) AND coalesce(p.status = 'incomplete', true))::int, 0),
  ('end', h.product_id, (is_running(p.status) AND NOT is_running(h.status))::int, 0),
  ('stock', h.product_id, is_running(h.status)::int, h.monthly_amount),
  ('stock', p.product_id, -is_running(p.status)::int, -p.monthly_amount),
  ('paused', h.product_id, (is_running(h.status) AND h.is_paused)::int, 0),
  ('paused', p.product_id, -(is_running(p.status) AND p.is_paused)::int, 0)
) e (kind, product_id, count, amount)
WHERE e.count <> 0 OR e.amount <> 0;

-- What a checkout adds, all at the time of its creation: `checkout`, and `succeeded_checkout` once it has succeeded.
CREATE VIEW checkout_metric_entries AS
SELECT c.organization_id, c.customer_id, c.created_at AS at, c.product_id, e.kind, 1 AS count, 0::bigint AS amount
FROM checkouts c
CROSS JOIN LATERAL (VALUES ('checkout', true), ('succeeded_checkout', c.status = 'succeeded')) e (kind, counts)
WHERE e.counts;

CREATE OR REPLACE VIEW metric_entries AS
SELECT organization_id, customer_id, at, product_id, kind, count, amount FROM order_metric_entries
UNION ALL
SELECT organization_id, customer_id, at, product_id, kind, count, amount FROM subscription_metric_entries
UNION ALL
SELECT organization_id, customer_id, at, product_id, kind, count, amount FROM checkout_metric_entries;

-- The difference between what a checkout was and what it became.
CREATE FUNCTION measure_checkout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO metric_deltas (organization_id, at, product_id, kind, count, amount)
  SELECT c.organization_id, c.created_at, c.product_id, e.kind, sum(c.sign), 0
  FROM (
    SELECT -1 AS sign, OLD.organization_id, OLD.created_at, OLD.product_id, OLD.status WHERE TG_OP <> 'INSERT'
    UNION ALL
    SELECT 1, NEW.organization_id, NEW.created_at, NEW.product_id, NEW.status WHERE TG_OP <> 'DELETE'
  ) c
  CROSS JOIN LATERAL (VALUES ('checkout', true), ('succeeded_checkout', c.status = 'succeeded')) e (kind, counts)
  WHERE e.counts
  GROUP BY 1, 2, 3, 4 HAVING sum(c.sign) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER measure AFTER INSERT OR DELETE ON checkouts FOR EACH ROW EXECUTE FUNCTION measure_checkout();
CREATE TRIGGER measure_changed AFTER UPDATE ON checkouts FOR EACH ROW
  WHEN (ROW(OLD.created_at, OLD.product_id, OLD.status = 'succeeded')
    IS DISTINCT FROM ROW(NEW.created_at, NEW.product_id, NEW.status = 'succeeded'))
  EXECUTE FUNCTION measure_checkout();

-- The sums are without these kinds: the background work makes them anew, and figures are counted from rows until then.
TRUNCATE metric_days, metric_zones;
