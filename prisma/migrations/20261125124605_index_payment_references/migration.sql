-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_attempts_processor_reference_idx" ON "payment_attempts"("processor_reference");
