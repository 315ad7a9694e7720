-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_currency_amount_idx" ON subscriptions
  (organization_id, currency, (CASE recurring_interval WHEN 'year' THEN amount_wide ELSE amount_wide * 12 END), id)
  INCLUDE (amount_wide, recurring_interval);
