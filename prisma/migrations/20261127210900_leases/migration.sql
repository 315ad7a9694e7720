-- Keys that sign leases of license keys, and the places of those in revocation lists.

-- CreateTable
CREATE TABLE "lease_keys" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "public_key" JSONB NOT NULL,
    "sealed_key" TEXT NOT NULL,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "lease_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lease_slots" (
    "organization_id" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "license_key_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "activation_id" UUID,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "lease_slots_pkey" PRIMARY KEY ("organization_id","place")
);

-- CreateIndex
CREATE INDEX "lease_keys_organization_id_created_at_idx" ON "lease_keys"("organization_id", "created_at");

-- CreateIndex
CREATE INDEX "lease_slots_license_key_id_idx" ON "lease_slots"("license_key_id");

-- CreateIndex
CREATE INDEX "lease_slots_organization_id_ends_at_idx" ON "lease_slots"("organization_id", "ends_at");

-- One key of an organization signs.
CREATE UNIQUE INDEX "lease_keys_signing" ON "lease_keys"("organization_id") WHERE "retired_at" IS NULL;

-- A value of a key has one place for each of its activations.
CREATE UNIQUE INDEX "lease_slots_owner" ON "lease_slots"("license_key_id", "version",
  (coalesce("activation_id", '00000000-0000-0000-0000-000000000000'::uuid)));
