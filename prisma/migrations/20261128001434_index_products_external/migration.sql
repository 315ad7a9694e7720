-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_external_idx" ON products (organization_id, external_id);
