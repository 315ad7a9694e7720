-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_organization_id_customer_id_number_idx" ON "events"("organization_id", "customer_id", "number");
