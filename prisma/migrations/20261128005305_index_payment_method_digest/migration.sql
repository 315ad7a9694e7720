-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_payment_method_digest_idx" ON "subscriptions"("payment_method_digest");
