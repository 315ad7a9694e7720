-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_currency_amount_desc_idx" ON orders (organization_id, currency DESC, amount_wide DESC, id);
