-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "refunds_currency_amount_idx" ON refunds (organization_id, currency, amount_wide, id);
