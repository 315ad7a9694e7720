-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "discounts_external_idx" ON discounts (organization_id, external_id);
