-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_cause_idx" ON "events"("organization_id", "cause_id") WHERE "cause_id" IS NOT NULL;
