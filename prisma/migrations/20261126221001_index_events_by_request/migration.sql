-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_request_idx" ON "events"("organization_id", "request_id") WHERE "request_id" IS NOT NULL;
