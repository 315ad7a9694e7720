-- Running subscriptions: where the proration of a period with pauses counts from, by its history.
UPDATE subscriptions s SET prorated_from = s.current_period_start + p.paused
FROM (
  SELECT h.subscription_id, sum(h.until - h.changed_at) AS paused FROM (
    SELECT h.subscription_id, h.changed_at, h.is_paused,
      lead(h.changed_at) OVER (PARTITION BY h.subscription_id ORDER BY h.sequence) AS until
    FROM subscription_history h
  ) h
  JOIN subscriptions o ON o.id = h.subscription_id AND o.status IN ('trialing', 'active', 'past_due')
    AND h.changed_at >= o.current_period_start AND (o.paused_at IS NULL OR h.changed_at < o.paused_at)
  WHERE h.is_paused AND h.until IS NOT NULL
  GROUP BY h.subscription_id
) p
WHERE p.subscription_id = s.id AND p.paused > interval '0';

-- Whose money they hold (docs/decisions/credit.md): the latest that was paid and not refunded is their credit, what
-- came before it is in changes of the price that wait, and before that in what is left of the present period. What
-- no order has paid, because all of it was refunded before this version, is of no order.
WITH held AS (
  SELECT s.id, s.credit::bigint AS credit, greatest(0, -w.sum) AS waiting,
    CASE WHEN t.whole <= 0 THEN 0
         ELSE least(s.period_amount, ceil(s.period_amount * least(greatest(t.rest, 0), t.whole) / t.whole)) END::bigint AS period
  FROM subscriptions s
  LEFT JOIN test_clocks c ON c.organization_id = s.organization_id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum((line->>'amount')::bigint), 0) AS sum FROM jsonb_array_elements(s.pending_lines) line
  ) w
  CROSS JOIN LATERAL (
    SELECT extract(epoch FROM s.current_period_end - coalesce(s.prorated_from, s.current_period_start)) AS whole,
      extract(epoch FROM s.current_period_end - coalesce(s.paused_at, c.now, now())) AS rest
  ) t
  WHERE s.status IN ('trialing', 'active', 'past_due') AND s.current_period_end IS NOT NULL
    AND (s.credit > 0 OR s.period_amount > 0)
),
places AS (
  SELECT id, 'credit' AS place, 0 AS lower, credit AS upper FROM held
  UNION ALL SELECT id, 'waiting', credit, credit + waiting FROM held
  UNION ALL SELECT id, 'period', credit + waiting, credit + waiting + period FROM held
),
-- Of each order, counted from the latest: from which minor unit to which.
paid AS (
  SELECT o.subscription_id, o.id, o.created_at, o.upper - o.kept AS lower, o.upper FROM (
    SELECT o.subscription_id, o.id, o.created_at, o.amount + o.tax_amount - o.refunded_amount AS kept,
      sum(o.amount + o.tax_amount - o.refunded_amount)
        OVER (PARTITION BY o.subscription_id ORDER BY o.created_at DESC, o.id DESC) AS upper
    FROM orders o JOIN held h ON h.id = o.subscription_id
  ) o WHERE o.kept > 0
),
lists AS (
  SELECT p.id, p.place, p.upper - p.lower - coalesce(sum(f.amount), 0) AS missing,
    coalesce(jsonb_agg(jsonb_build_object('orderId', f.order_id, 'amount', f.amount) ORDER BY f.created_at, f.order_id)
      FILTER (WHERE f.amount > 0), '[]') AS funds
  FROM places p
  LEFT JOIN LATERAL (
    SELECT o.id AS order_id, o.created_at, least(o.upper, p.upper) - greatest(o.lower, p.lower) AS amount
    FROM paid o WHERE o.subscription_id = p.id AND o.lower < p.upper AND o.upper > p.lower
  ) f ON true
  GROUP BY p.id, p.place, p.lower, p.upper
)
UPDATE subscriptions s SET funds = f.funds
FROM (
  SELECT id, jsonb_object_agg(place,
    CASE WHEN missing > 0 THEN jsonb_build_array(jsonb_build_object('orderId', NULL, 'amount', missing)) ELSE '[]' END || funds
  ) AS funds
  FROM lists GROUP BY id
) f
WHERE f.id = s.id;
