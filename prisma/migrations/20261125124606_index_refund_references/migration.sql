-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "refunds_processor_reference_idx" ON "refunds"("processor_reference");
