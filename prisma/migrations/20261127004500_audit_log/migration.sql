-- Who changed what (docs/contract/events.md#audit-log).
CREATE TABLE "audit_log" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "actor" JSONB NOT NULL,
    "action" TEXT NOT NULL,
    "object_kind" TEXT NOT NULL,
    "object_id" UUID,
    "object_name" TEXT,
    "changes" JSONB NOT NULL,
    "request_id" TEXT,
    "client_address" TEXT,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "audit_log_organization_id_created_at_id_idx" ON "audit_log"("organization_id", "created_at" DESC, "id" DESC);
CREATE INDEX "audit_log_organization_id_object_id_created_at_idx" ON "audit_log"("organization_id", "object_id", "created_at");
CREATE INDEX "audit_log_created_at_idx" ON "audit_log"("created_at");

ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rows stay as they are until they are too old, or their organization is gone.
CREATE FUNCTION "keep_audit_log"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_setting('tilldesk.audit_retention', true) = 'on' THEN RETURN OLD; END IF;
    IF NOT EXISTS (SELECT FROM "organizations" o WHERE o."id" = OLD."organization_id") THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'The audit log cannot be changed' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER "keep_audit_log" BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION "keep_audit_log"();
CREATE TRIGGER "keep_whole_audit_log" BEFORE TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_log"();

-- Deletes rows that are older than a time, at most so many; returns how many.
CREATE FUNCTION "purge_audit_log"("before" TIMESTAMPTZ, "most" INTEGER) RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
  deleted INTEGER;
BEGIN
  PERFORM set_config('tilldesk.audit_retention', 'on', true);
  DELETE FROM "audit_log" WHERE "id" IN (
    SELECT "id" FROM "audit_log" WHERE "created_at" < "before" ORDER BY "created_at" LIMIT "most");
  GET DIAGNOSTICS deleted = ROW_COUNT;
  PERFORM set_config('tilldesk.audit_retention', '', true);
  RETURN deleted;
END
$$;
