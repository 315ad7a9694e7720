-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_external_idx" ON subscriptions (organization_id, external_id);
