-- Answered requests (docs/contract/events.md#request-log): a partition for each day of UTC, which is dropped whole. No
-- foreign keys: a new partition would wait for the writers of what they refer to.
CREATE TABLE "request_logs" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "error" TEXT,
    "caller" JSONB NOT NULL,
    "token_id" UUID,
    "latency_ms" INTEGER NOT NULL,
    "client_address" TEXT,
    "idempotency_key" TEXT,
    "is_replayed" BOOLEAN NOT NULL,
    "request_body" JSON,
    "request_bytes" INTEGER,
    "response_body" JSON,
    "response_bytes" INTEGER,
    "object_ids" UUID[],

    CONSTRAINT "request_logs_pkey" PRIMARY KEY ("id", "created_at")
) PARTITION BY RANGE ("created_at");

CREATE INDEX "request_logs_organization_id_created_at_id_idx" ON "request_logs"("organization_id", "created_at" DESC, "id" DESC);
CREATE INDEX "request_logs_organization_id_request_id_idx" ON "request_logs"("organization_id", "request_id");
CREATE INDEX "request_logs_object_ids_idx" ON "request_logs" USING GIN ("object_ids");

-- Makes the partition of a day. Nodes that need the same one wait for each other; the later one may not see yet that it
-- is there.
CREATE FUNCTION "make_request_log_partition"("day" DATE) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
  partition TEXT := 'request_logs_' || to_char("day", 'YYYYMMDD');
BEGIN
  IF to_regclass(partition) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('request_logs'));
  EXECUTE format('CREATE TABLE %I PARTITION OF "request_logs" FOR VALUES FROM (%L) TO (%L)',
    partition, "day"::TEXT || ' 00:00:00+00', ("day" + 1)::TEXT || ' 00:00:00+00');
EXCEPTION WHEN duplicate_table THEN
END
$$;

-- Drops the partitions of the days before.
CREATE FUNCTION "drop_request_log_partitions"("before" DATE) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
  partition REGCLASS;
BEGIN
  FOR partition IN
    SELECT inhrelid::REGCLASS FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
    WHERE inhparent = '"request_logs"'::REGCLASS AND c.relname < 'request_logs_' || to_char("before", 'YYYYMMDD')
  LOOP
    EXECUTE format('DROP TABLE %s', partition);
  END LOOP;
END
$$;

-- How many lines of an hour were not kept, because there were too many at once.
CREATE TABLE "request_log_drops" (
    "organization_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "request_log_drops_pkey" PRIMARY KEY ("organization_id", "hour")
);

-- How often a token has read by an operation in an hour.
CREATE TABLE "token_usage" (
    "token_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "operation" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "token_usage_pkey" PRIMARY KEY ("token_id", "hour", "operation")
);

CREATE INDEX "token_usage_hour_idx" ON "token_usage"("hour");

ALTER TABLE "token_usage" ADD CONSTRAINT "token_usage_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
