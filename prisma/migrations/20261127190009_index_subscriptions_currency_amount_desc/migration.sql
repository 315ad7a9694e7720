-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_currency_amount_desc_idx" ON subscriptions
  (organization_id, currency DESC NULLS LAST,
  (CASE recurring_interval WHEN 'year' THEN amount_wide ELSE amount_wide * 12 END) DESC NULLS LAST, id)
  INCLUDE (amount_wide, recurring_interval);
