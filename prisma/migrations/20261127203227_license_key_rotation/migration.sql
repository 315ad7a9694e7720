-- Earlier values of rotated license keys, keys of other customers than who has bought them, and what keys were told.

-- AlterTable
ALTER TABLE "license_keys" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "transferred_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "former_license_keys" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "license_key_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_license_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "license_decisions" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "license_key_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "code" TEXT NOT NULL,
    "activation_id" UUID,
    "count" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "client_address" TEXT,

    CONSTRAINT "license_decisions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "former_license_keys_license_key_id_idx" ON "former_license_keys"("license_key_id");

-- CreateIndex
CREATE UNIQUE INDEX "former_license_keys_organization_id_key_key" ON "former_license_keys"("organization_id", "key");

-- CreateIndex
CREATE INDEX "license_decisions_organization_id_idx" ON "license_decisions"("organization_id");

-- CreateIndex
CREATE INDEX "license_decisions_hour_idx" ON "license_decisions"("hour");

-- AddForeignKey
ALTER TABLE "former_license_keys" ADD CONSTRAINT "former_license_keys_license_key_id_fkey" FOREIGN KEY ("license_key_id") REFERENCES "license_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Equal decisions of an hour are one row.
CREATE UNIQUE INDEX "license_decisions_key" ON "license_decisions"("license_key_id", "hour", "code",
  (coalesce("activation_id", '00000000-0000-0000-0000-000000000000'::uuid)));
