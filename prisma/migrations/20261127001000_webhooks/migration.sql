-- Endpoints that an organization's events are posted to, the deliveries and each of their tries
-- (docs/contract/events.md#webhooks).
CREATE TYPE "webhook_format" AS ENUM ('raw', 'discord', 'slack');

CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "url" TEXT NOT NULL,
    "sealed_url" TEXT NOT NULL,
    "description" TEXT,
    "format" "webhook_format" NOT NULL DEFAULT 'raw',
    "events" TEXT[],
    "sealed_secret" TEXT NOT NULL,
    "secret_hint" TEXT NOT NULL,
    "previous_sealed_secret" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "disabled_reason" TEXT,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "webhook_endpoints_organization_id_created_at_id_idx" ON "webhook_endpoints"("organization_id", "created_at", "id");
CREATE INDEX "webhook_endpoints_newest_idx" ON "webhook_endpoints"("organization_id", "created_at" DESC, "id");

CREATE TABLE "webhook_endpoint_health" (
    "endpoint_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "failing_since" TIMESTAMPTZ(3),
    "last_delivery_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoint_health_pkey" PRIMARY KEY ("endpoint_id")
);

ALTER TABLE "webhook_endpoint_health" ADD CONSTRAINT "webhook_endpoint_health_endpoint_id_fkey"
  FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TYPE "webhook_delivery_status" AS ENUM ('pending', 'succeeded', 'failed', 'skipped');

CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endpoint_id" UUID NOT NULL,
    "event_id" UUID,
    "number" INTEGER,
    "type" TEXT NOT NULL,
    "object_id" UUID,
    "status" "webhook_delivery_status" NOT NULL DEFAULT 'pending',
    "is_ordered" BOOLEAN NOT NULL DEFAULT true,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "attempts_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "claim_id" UUID,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "webhook_deliveries_organization_id_created_at_id_idx" ON "webhook_deliveries"("organization_id", "created_at", "id");
CREATE INDEX "webhook_deliveries_newest_idx" ON "webhook_deliveries"("organization_id", "created_at" DESC, "id");
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_id_idx" ON "webhook_deliveries"("endpoint_id", "created_at" DESC, "id");
CREATE INDEX "webhook_deliveries_endpoint_id_number_created_at_idx" ON "webhook_deliveries"("endpoint_id", "number", "created_at");
CREATE INDEX "webhook_deliveries_event_id_idx" ON "webhook_deliveries"("event_id");
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");
-- What is due at an endpoint, and what an ordered delivery waits for.
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("endpoint_id", "next_attempt_at", "number") WHERE "status" = 'pending';
CREATE INDEX "webhook_deliveries_order_idx" ON "webhook_deliveries"("endpoint_id", "object_id", "number")
  WHERE "status" = 'pending' AND "is_ordered";
-- What is being tried now.
CREATE INDEX "webhook_deliveries_claimed_idx" ON "webhook_deliveries"("endpoint_id") WHERE "status" = 'pending' AND "claim_id" IS NOT NULL;

CREATE TABLE "webhook_attempts" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "http_status" INTEGER,
    "latency_ms" INTEGER NOT NULL,
    "request_headers" JSONB NOT NULL,
    "response_headers" JSONB NOT NULL DEFAULT '{}',
    "response_body" TEXT,
    "is_response_cut" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey"
  FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "webhook_attempts_delivery_id_at_idx" ON "webhook_attempts"("delivery_id", "at");
CREATE INDEX "webhook_attempts_endpoint_id_at_idx" ON "webhook_attempts"("endpoint_id", "at");

-- As before, and makes the deliveries of what it numbers in the same transaction: none is missing and none is twice,
-- whoever numbers. What an endpoint that is switched off would have got is skipped, and can be sent later. Streams hear
-- of new numbers, once a batch (docs/contract/events.md#stream): no writer notifies.
CREATE OR REPLACE FUNCTION number_events(organization uuid, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  last integer;
  given integer;
BEGIN
  INSERT INTO event_counters (organization_id, last_number) VALUES (organization, 0) ON CONFLICT DO NOTHING;
  SELECT last_number INTO last FROM event_counters WHERE organization_id = organization FOR UPDATE;
  WITH waiting AS (
    SELECT w.id, row_number() OVER (ORDER BY w.sequence) AS place
    FROM (
      SELECT id, sequence FROM events WHERE organization_id = organization AND number IS NULL
      ORDER BY sequence LIMIT most
    ) w
  ), numbered AS (
    UPDATE events e SET number = last + w.place FROM waiting w WHERE e.id = w.id
    RETURNING e.id, e.number, e.kind, e.object_id
  ), delivered AS (
    INSERT INTO webhook_deliveries
      (id, organization_id, created_at, endpoint_id, event_id, number, type, object_id, status, next_attempt_at)
    SELECT gen_random_uuid(), organization, clock_timestamp(), w.id, n.id, n.number, n.kind, n.object_id,
      CASE WHEN w.is_enabled THEN 'pending' ELSE 'skipped' END::webhook_delivery_status,
      CASE WHEN w.is_enabled THEN date_trunc('milliseconds', clock_timestamp()) END
    FROM numbered n
    JOIN webhook_endpoints w ON w.organization_id = organization AND w.events && ARRAY['*', n.kind]
    ORDER BY n.number
  )
  SELECT count(*) INTO given FROM numbered;
  IF given > 0 THEN
    UPDATE event_counters SET last_number = last + given WHERE organization_id = organization;
    PERFORM pg_notify('event_numbers', organization::text);
  END IF;
  RETURN given;
END $$;
