-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_organization_id_kind_number_idx" ON "events"("organization_id", "kind", "number");
