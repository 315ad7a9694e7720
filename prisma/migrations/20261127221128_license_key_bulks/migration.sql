-- CreateTable
CREATE TABLE "license_key_bulks" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "action" TEXT NOT NULL,
    "extend_ttl" INTEGER,
    "extend_timeframe" TEXT,
    "sets_limit_activations" BOOLEAN NOT NULL,
    "limit_activations" INTEGER,
    "sets_limit_usage" BOOLEAN NOT NULL,
    "limit_usage" INTEGER,
    "status" TEXT NOT NULL DEFAULT 'running',
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "key_ids" UUID[],

    CONSTRAINT "license_key_bulks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "license_key_bulks_organization_id_idx" ON "license_key_bulks"("organization_id");
