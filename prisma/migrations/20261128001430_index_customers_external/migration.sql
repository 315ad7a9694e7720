-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_external_idx" ON customers (organization_id, external_id);
