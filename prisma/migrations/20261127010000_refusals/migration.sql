-- What was refused, equal ones of an hour as one row with a count (docs/contract/events.md#refusals).
CREATE TABLE "refusals" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "object_kind" TEXT,
    "object_id" UUID,
    "object_name" TEXT,
    "customer_id" UUID,
    "checkout_id" UUID,
    "request_id" TEXT,

    CONSTRAINT "refusals_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "refusals_equal_key" ON "refusals"("organization_id", "hour", "kind", "code", (coalesce("object_id", '00000000-0000-0000-0000-000000000000'::UUID)));
CREATE INDEX "refusals_organization_id_last_at_id_idx" ON "refusals"("organization_id", "last_at" DESC, "id" DESC);
CREATE INDEX "refusals_organization_id_object_id_last_at_idx" ON "refusals"("organization_id", "object_id", "last_at");
CREATE INDEX "refusals_last_at_idx" ON "refusals"("last_at");

ALTER TABLE "refusals" ADD CONSTRAINT "refusals_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
