-- no transaction
-- Lists of amounts are sorted by currency, then by amount.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_currency_amount_idx" ON orders (organization_id, currency, amount_wide, id);
