-- no transaction
-- The paused ones of an organization. Partial, so that others are written as fast as before.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_paused_idx" ON "subscriptions"("organization_id", "paused_at")
  WHERE "paused_at" IS NOT NULL;
