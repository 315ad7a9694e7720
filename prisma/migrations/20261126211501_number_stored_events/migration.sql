-- Events from before numbers existed, in the best known order of their commits. Those that are recorded meanwhile have
-- a sequence, and are numbered after these.
WITH placed AS (
  SELECT "id", row_number() OVER (PARTITION BY "organization_id" ORDER BY "transaction_id", "id") AS place
  FROM "events" WHERE "sequence" IS NULL
)
UPDATE "events" e SET
  "number" = placed.place,
  "customer_id" = CASE
    WHEN e."snapshot" ->> 'customer_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    THEN (e."snapshot" ->> 'customer_id')::uuid
  END
FROM placed WHERE placed."id" = e."id";

INSERT INTO "event_counters" ("organization_id", "last_number")
SELECT "organization_id", max("number") FROM "events" WHERE "number" IS NOT NULL GROUP BY "organization_id";
