-- no transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "events_organization_id_number_key" ON "events"("organization_id", "number");
