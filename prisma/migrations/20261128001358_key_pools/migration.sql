-- CreateEnum
CREATE TYPE "pool_key_status" AS ENUM ('free', 'granted');

-- AlterEnum
ALTER TYPE "file_service" ADD VALUE IF NOT EXISTS 'import';

-- CreateTable
CREATE TABLE "pool_keys" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "benefit_id" UUID NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "key" TEXT NOT NULL,
    "status" "pool_key_status" NOT NULL DEFAULT 'free',
    "license_key_id" UUID,

    CONSTRAINT "pool_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_waits" (
    "grant_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "benefit_id" UUID NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "key_waits_pkey" PRIMARY KEY ("grant_id")
);

-- CreateTable
CREATE TABLE "key_pools" (
    "benefit_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "low_told_at" TIMESTAMPTZ(3),
    "empty_told_at" TIMESTAMPTZ(3),

    CONSTRAINT "key_pools_pkey" PRIMARY KEY ("benefit_id")
);

-- CreateTable
CREATE TABLE "key_uploads" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "benefit_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "total" INTEGER,
    "done" INTEGER NOT NULL DEFAULT 0,
    "added" INTEGER NOT NULL DEFAULT 0,
    "repeated" INTEGER NOT NULL DEFAULT 0,
    "rejected" INTEGER NOT NULL DEFAULT 0,
    "weak" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,

    CONSTRAINT "key_uploads_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "pool_keys_organization_id_benefit_id_created_at_id_idx" ON "pool_keys"("organization_id", "benefit_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "pool_keys_benefit_id_status_position_idx" ON "pool_keys"("benefit_id", "status", "position");

-- CreateIndex
CREATE INDEX "pool_keys_license_key_id_idx" ON "pool_keys"("license_key_id");

-- CreateIndex
CREATE UNIQUE INDEX "pool_keys_organization_id_key_key" ON "pool_keys"("organization_id", "key");

-- CreateIndex
CREATE INDEX "key_waits_benefit_id_position_idx" ON "key_waits"("benefit_id", "position");

-- CreateIndex
CREATE INDEX "key_waits_organization_id_idx" ON "key_waits"("organization_id");

-- CreateIndex
CREATE INDEX "key_pools_organization_id_idx" ON "key_pools"("organization_id");

-- CreateIndex
CREATE INDEX "key_uploads_organization_id_idx" ON "key_uploads"("organization_id");

-- CreateIndex
CREATE INDEX "key_uploads_benefit_id_idx" ON "key_uploads"("benefit_id");

-- AddForeignKey
ALTER TABLE "pool_keys" ADD CONSTRAINT "pool_keys_benefit_id_fkey" FOREIGN KEY ("benefit_id") REFERENCES "benefits"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pool_keys" ADD CONSTRAINT "pool_keys_license_key_id_fkey" FOREIGN KEY ("license_key_id") REFERENCES "license_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_waits" ADD CONSTRAINT "key_waits_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "benefit_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_waits" ADD CONSTRAINT "key_waits_benefit_id_fkey" FOREIGN KEY ("benefit_id") REFERENCES "benefits"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_pools" ADD CONSTRAINT "key_pools_benefit_id_fkey" FOREIGN KEY ("benefit_id") REFERENCES "benefits"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_uploads" ADD CONSTRAINT "key_uploads_benefit_id_fkey" FOREIGN KEY ("benefit_id") REFERENCES "benefits"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
