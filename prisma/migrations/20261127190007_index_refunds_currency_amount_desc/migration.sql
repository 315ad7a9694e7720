-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "refunds_currency_amount_desc_idx" ON refunds (organization_id, currency DESC, amount_wide DESC, id);
