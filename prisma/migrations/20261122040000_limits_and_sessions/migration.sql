-- Attempts under way are counted beside those that failed. The default is a constant, so that no row
-- is rewritten for it, and a node of the version before goes on counting points alone.
ALTER TABLE "rate_limits" ADD COLUMN "pending" INTEGER NOT NULL DEFAULT 0;

-- Every limited call writes here twice, and none has to wait for the disk: a crash of the server
-- empties the table, which costs nothing but the counts of an hour. The change rewrites the table,
-- which holds no more than the last hour, and half-empty pages let rows be updated in place.
ALTER TABLE "rate_limits" SET (fillfactor = 50);
ALTER TABLE "rate_limits" SET UNLOGGED;

-- Sessions last 7 days after their last use, and 14 days after their making at most; those that were
-- made for 30 days as well.
UPDATE "sessions"
SET "expires_at" = LEAST("expires_at", "created_at" + interval '14 days', now() + interval '7 days')
WHERE "expires_at" > LEAST("created_at" + interval '14 days', now() + interval '7 days');

-- The demo seller is made by the installation itself: nobody has to confirm the address.
UPDATE "users" SET "email_verified" = true
WHERE "email" = 'demo@example.com' AND EXISTS (SELECT FROM "installation" WHERE "key" = 'demo');
