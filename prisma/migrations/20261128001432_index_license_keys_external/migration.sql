-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "license_keys_external_idx" ON license_keys (organization_id, external_id);
