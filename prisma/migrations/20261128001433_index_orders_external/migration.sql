-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_external_idx" ON orders (organization_id, external_id);
