-- Reminders that are still to come by the time of the organization.
UPDATE subscriptions s SET remind_at = x.at
FROM (
  SELECT t.id, t.current_period_end - CASE t.status WHEN 'trialing' THEN interval '72 hours' ELSE interval '168 hours' END AS at,
    coalesce(c.now, now()) AS now
  FROM subscriptions t LEFT JOIN test_clocks c ON c.organization_id = t.organization_id
  WHERE (t.status = 'trialing' OR t.status = 'active' AND t.recurring_interval = 'year')
    AND NOT t.cancel_at_period_end AND t.paused_at IS NULL
) x
WHERE x.id = s.id AND x.at > x.now;

CREATE INDEX subscriptions_reminders_idx ON subscriptions (remind_at) WHERE remind_at IS NOT NULL;
CREATE INDEX subscriptions_reminders_of_organization_idx ON subscriptions (organization_id, remind_at)
  WHERE remind_at IS NOT NULL;
