-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_kept_idx" ON "mails"(coalesce("queued_at", "created_at")) WHERE "data" <> '{}';
