-- Grants of ads benefits from before campaigns existed get theirs. Their properties name its id already.
UPDATE "benefit_grants" g SET "properties" = jsonb_build_object('advertisement_campaign_id', gen_random_uuid())
FROM "benefits" b
WHERE b."id" = g."benefit_id" AND b."type" = 'ads'
  AND (g."properties" ->> 'advertisement_campaign_id') IS NULL;

INSERT INTO "advertisements" ("id", "organization_id", "created_at", "benefit_id", "grant_id", "customer_id")
SELECT (g."properties" ->> 'advertisement_campaign_id')::UUID, g."organization_id", g."created_at", g."benefit_id", g."id", g."customer_id"
FROM "benefit_grants" g JOIN "benefits" b ON b."id" = g."benefit_id" AND b."type" = 'ads'
ON CONFLICT DO NOTHING;
