-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_without_number_idx" ON "events"("organization_id", "sequence") WHERE "number" IS NULL;
